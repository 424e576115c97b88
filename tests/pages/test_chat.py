"""Conversations by page: who reads and writes where, what may be said, mutes, blocks, reports."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import blocks, reports, roles, sanctions
from accounts.models import Message, Report, User
from accounts.talk import selectors, services
from accounts.talk.rooms import room_of
from games.matches.live import chat
from games.matches.models import Match
from games.matches.play.parts import notepads
from games.matches.record.selectors import snapshot
from games.matches.review.access import checked_reason
from games.plugin import Line, line, registry
from games.plugin.model import PHRASES
from lobby.models import Table
from lobby.tables import services as tables
from tests.games.matches.conftest import BURN
from tests.pages.conftest import end
from tests.pages.reading import Reader
from tests.support.log_in import logged_in
from toolbox import limits
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(person: Any) -> dict[str, User]:
    return {name: person(name) for name in ("amber", "birch", "cedar")}


@pytest.fixture
def match(begin: Any, people: dict[str, User]) -> Match:
    """amber and birch play, cedar looks on."""
    return begin(people["amber"], people["birch"], first=0)


SAYING = 'class="sharebox"'  # the form to write in


def said_by(user: Any, key: str, text: str = "Evening!") -> Message:
    return services.say(user=user, key=key, text=text)


def page_of(match: Match, user: User | None) -> str:
    client = logged_in(user) if user else Client()
    return str(client.get(f"/matches/{match.public_id}/").content.decode())


@pytest.mark.parametrize(
    ("part", "readers", "afterwards"),
    [("players", {"amber", "birch"}, set()), ("watchers", {"cedar", "nobody"}, {"nobody"})],
)
def test_players_and_spectators_are_apart_until_the_end(match, people, part, readers, afterwards):
    key = chat.key(match, part)
    author = people["amber" if part == "players" else "cedar"]
    said_by(author, key, "the word is KESTREL")
    everybody = {**people, "nobody": None}

    def who_reads() -> set[str]:
        found = set()
        for name, user in everybody.items():
            client = logged_in(user) if user else Client()
            status = client.get(f"/chat/{key}/").status_code
            in_page = "KESTREL" in page_of(match, user)
            assert status == (200 if in_page else 404)
            found |= {name} if in_page else set()
        return found

    assert who_reads() == readers
    end(match)
    assert who_reads() == set(everybody)


def test_what_players_say_names_what_was_at_hand_then(match, people, monkeypatch):
    ruleset = type(registry.get(BURN))

    def topic(_self: Any, seen: Any) -> Line | None:
        assert not any(seat.hand for seat in seen.seats), "a spectator sees no hand"
        return line("The deck: {n} cards", n=seen.deck_size)

    monkeypatch.setattr(ruleset, "topic", topic)
    first = snapshot(match).state.deck_size
    said_by(people["amber"], chat.key(match, "players"), "Draw, please.")
    said_by(people["cedar"], chat.key(match, "watchers"), "Who wins?")
    monkeypatch.setattr(ruleset, "topic", lambda _self, _seen: None)
    said_by(people["birch"], chat.key(match, "players"), "Later.")
    page = page_of(match, people["amber"])
    assert re.findall(r'class="topic">([^<]*)<', page) == [f"The deck: {first} cards"]
    assert "topic" not in page_of(match, people["cedar"]).partition('id="chat"')[2]


def test_after_the_end_spectators_read_what_players_said_and_write_among_themselves(match, people):
    end(match)
    players, watchers = (
        room_of(chat.key(match, part), people["cedar"]) for part in ("players", "watchers")
    )
    assert (players.may_write, watchers.may_write) == (False, True)
    with pytest.raises(Refusal) as told:
        said_by(people["cedar"], players.key)
    assert told.value.code == "no_writing"
    said_by(people["amber"], watchers.key)


def test_conversations_that_do_not_exist_are_not_found(person):
    mine = logged_in(person())
    for key in ("match:nosuch:players", "table:nosuch", "match", "x:y", "match:a:b:c"):
        assert mine.get(f"/chat/{key}/").status_code == 404
        assert mine.post(f"/chat/{key}/say/", {"text": "hello"}).status_code == 404


def test_a_table_has_a_chat_for_who_sits_there_and_who_looks_at_it_until_it_starts(people):
    table = tables.open_table(host=people["amber"], game=BURN, seats=2, ai={1: "easy"})
    key = f"table:{table.public_id}"
    theirs = logged_in(people["cedar"])
    answer = theirs.post(
        f"/chat/{key}/say/", {"text": "May I?", "next": f"/tables/{table.public_id}/"}
    )
    assert answer.headers["location"].startswith(f"/tables/{table.public_id}/")
    assert "May I?" in logged_in(people["amber"]).get(f"/chat/{key}/").content.decode()
    assert "May I?" in Client().get(f"/chat/{key}/").content.decode()
    tables.start(table=Table.objects.get(), user=people["amber"])
    for client in (theirs, logged_in(people["amber"]), Client()):
        assert client.get(f"/chat/{key}/").status_code == 404
    assert theirs.post(f"/chat/{key}/say/", {"text": "psst"}).status_code == 404


def test_what_is_said_is_some_text_without_tricks_and_nothing_else(match, people):
    for text in ("", "  \n", "\u200b\u2060", "\x00", "x" * 301):
        with pytest.raises(Refusal) as told:
            said_by(people["amber"], chat.key(match, "players"), text)
        assert told.value.status == 400
    assert not Message.objects.exists()
    said_by(people["amber"], chat.key(match, "players"), "x" * 300)
    for text, kept in (
        ("  a\n b\t c ", "a b c"),
        ("a\u202eb\u2066c\x00\x07d", "abcd"),
        ("e\u0301", "é"),
        ("👩‍🌾", "👩‍🌾"),
    ):
        assert said_by(people["amber"], chat.key(match, "players"), text).text == kept
    said_by(
        people["amber"],
        chat.key(match, "players"),
        "see https://evil.example/ <script>x</script>",
    )
    page = page_of(match, people["birch"])
    assert "see https://evil.example/ &lt;script&gt;x&lt;/script&gt;" in page
    assert 'href="https://evil' not in page


def test_letters_that_nobody_sees_say_nothing_wherever_words_are_asked_for(match, people):
    nothing = "\u3164\u2800\u3164\u2800\u3164\u2800"
    amber, birch, root = people["amber"], people["birch"], User.objects.create_user("root")
    root.is_staff = root.is_superuser = True
    filed = reports.report(by=amber, about=birch, reason="He shouts.")
    given = sanctions.impose(user=birch, by=root, kind="mute", reason="Shouts.", ends_at=None)
    asked = [
        lambda: said_by(amber, chat.key(match, "players"), nothing),
        lambda: reports.report(by=amber, about=people["cedar"], reason=nothing),
        lambda: reports.settle(report=filed, by=root, upheld=False, decision=nothing),
        lambda: sanctions.impose(user=amber, by=root, kind="mute", reason=nothing, ends_at=None),
        lambda: sanctions.lift(sanction=given, by=root, reason=nothing),
        lambda: checked_reason(nothing),
    ]
    for ask in asked:
        with pytest.raises(Refusal) as told:
            ask()
        assert told.value.status == 400
    notepads.keep(public_id=match.public_id, user=amber, text="a plan")
    notepads.keep(public_id=match.public_id, user=amber, text=nothing)
    assert notepads.text_of(match, amber) == ""


def test_phrases_are_the_rulesets_and_shown_in_each_readers_language(match, people, monkeypatch):
    key = chat.key(match, "players")
    client = logged_in(people["amber"])
    client.post(f"/chat/{key}/say/", {"phrase": PHRASES[0]})
    client.post(f"/chat/{key}/say/", {"phrase": "Buy my book!"})
    assert list(Message.objects.values_list("text", "phrase")) == [(PHRASES[0], True)]
    said_by(people["amber"], key, PHRASES[1])
    words = {PHRASES[0]: "Hallo!", PHRASES[1]: "never translated"}
    monkeypatch.setattr(selectors, "_", lambda text: words.get(text, text))
    lines = selectors.lines(room_of(key, people["birch"]), people["birch"])
    assert [line.words for line in lines] == ["Hallo!", PHRASES[1]]


def test_who_writes_too_fast_is_told_kindly_how_long_to_wait(match, people, monkeypatch):
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)  # a slow machine writes too slowly
    key = chat.key(match, "players")
    for _message in range(15):
        said_by(people["amber"], key)
    with pytest.raises(Refusal, match=r"faster than others can read\. Wait \d seconds?\.") as told:
        said_by(people["amber"], key)
    assert told.value.status == 429
    said_by(people["birch"], key)
    refused = logged_in(people["amber"]).post(f"/chat/{key}/say/", {"text": "more"})
    assert Message.objects.count() == 16
    assert "#" not in refused.headers["location"], "the message on the page has the focus"


def test_who_is_muted_by_a_moderator_or_banned_says_nothing(match, people):
    root = User.objects.create_superuser("root")
    key = chat.key(match, "players")
    sanctions.impose(user=people["amber"], by=root, kind="mute", reason="shouting")
    with pytest.raises(Refusal, match="You can’t chat: shouting"):
        said_by(people["amber"], key)
    sanctions.impose(user=people["birch"], by=root, kind="ban", reason="threats")
    with pytest.raises(sanctions.Banned):
        said_by(people["birch"], key)


@pytest.mark.everywhere
def test_blocked_people_vanish_for_each_other_but_keep_their_seats_names(match, people):
    key = chat.key(match, "players")
    for name in ("amber", "birch"):
        said_by(people[name], key, f"words of {name}")
    answer = logged_in(people["amber"]).post(
        "/chat/relate/", {"block": "birch", "next": "/my-matches/"}
    )
    assert answer.headers["location"] == "/my-matches/"
    for name, other in (("amber", "birch"), ("birch", "amber")):
        page = page_of(match, people[name])
        assert f"words of {name}" in page
        assert f"words of {other}" not in page
        assert other in "".join(Reader(page).texts)  # the card of the seat
    blocks.unblock(user=people["amber"], other=people["birch"])
    assert "words of birch" in page_of(match, people["amber"])


def test_muting_is_one_sided_can_be_taken_back_and_needs_no_page(match, people):
    key = chat.key(match, "players")
    for name in ("amber", "birch"):
        said_by(people[name], key, f"words of {name}")
    mine = logged_in(people["amber"])
    mine.post("/chat/relate/", {"mute": "birch"})
    page = page_of(match, people["amber"])
    assert "words of birch" not in page
    assert 'name="unmute" value="birch"' in page
    assert "words of amber" in page_of(match, people["birch"])
    mine.post("/chat/relate/", {"unmute": "birch"})
    assert "words of birch" in page_of(match, people["amber"])
    mine, script = logged_in(people["amber"]), {"accept": "application/json"}
    answer = mine.post("/chat/relate/", {"mute": "birch"}, headers=script)
    assert answer.json() == {"said": "You won’t see what birch says."}
    assert people["amber"].mutes.get().muted == people["birch"]
    assert (
        mine.post("/chat/relate/", {"mute": "amber"}, headers=script).json()["code"] == "yourself"
    )
    mine.post("/chat/relate/", {"unmute": "birch"}, headers=script)
    assert not people["amber"].mutes.exists()
    desk = mine.get("/").content.decode().partition("<main")[2]
    assert 'class="note' not in desk, "nothing is said twice"


def test_each_day_is_named_once_before_its_lines(match, people, frozen):
    key = chat.key(match, "players")
    for hours in (0, 1, 10, 1, 48):
        frozen.shift(hours * 3600)
        said_by(people["amber"], key, f"after {hours}")
    people["amber"].time_zone = "Europe/Berlin"
    people["amber"].save()
    page = page_of(match, people["amber"])
    lines = page.partition('class="lines plain"')[2].partition("</ol>")[0]
    shown = re.findall(r'data-only="(date|time)"[^>]*>([^<]*)<', lines)
    assert shown == [
        ("date", "May 1, 2026"),
        *(("time", text) for text in ("2:00 PM", "3:00 PM")),
        ("date", "May 2, 2026"),
        *(("time", text) for text in ("1:00 AM", "2:00 AM")),
        ("date", "May 4, 2026"),
        ("time", "2:00 AM"),
    ]


def test_who_is_muted_by_a_moderator_reads_until_when_where_they_would_write(match, people, frozen):
    judge = User.objects.create_superuser("judge")
    people["amber"].time_zone = "Asia/Tokyo"
    people["amber"].save()
    sanctions.impose(
        user=people["amber"],
        by=judge,
        kind="mute",
        reason="shouting",
        ends_at=timezone.now() + timedelta(days=1),
    )
    said = "You can’t chat until May 2, 2026, 9:00 PM (JST): shouting"
    page = page_of(match, people["amber"])
    assert f'<p class="soft silenced">{said}</p>' in page
    assert SAYING not in page
    assert SAYING in page_of(match, people["birch"])
    history = logged_in(people["amber"]).get(f"/chat/{chat.key(match, 'players')}/")
    assert said in history.content.decode()
    frozen.shift(86_400)
    assert SAYING in page_of(match, people["amber"])


def test_deeds_that_make_no_sense_change_nothing_and_lead_nowhere_else(people):
    mine = logged_in(people["amber"])
    wrong = [
        ({"block": "nobody"}, 404),
        ({"mute": "\0"}, 404),
        ({}, 400),
        ({"block": "amber"}, 302),
    ]
    for data, status in wrong:
        assert mine.post("/chat/relate/", data).status_code == status
    assert blocks.hidden_from(people["amber"]) == set()
    for path in ("//evil.example/", "https://evil.example/", "/\\evil.example", "x"):
        answer = mine.post("/chat/relate/", {"mute": "birch", "next": path})
        assert answer.headers["location"] == "/", path


@pytest.mark.everywhere
def test_one_reports_what_one_can_read_once_and_it_is_kept_as_it_was(match, people):
    message = said_by(people["amber"], chat.key(match, "players"))
    for address, who, status in (
        (f"/chat/report/amber/?message={message.pk}", "cedar", 404),
        (f"/chat/report/birch/?message={message.pk}", "birch", 404),  # not what birch said
        ("/chat/report/amber/?message=x", "birch", 404),
        ("/chat/report/nobody/", "birch", 404),
        ("/chat/report/birch/", "birch", 200),
        ("/chat/report/amber/", "birch", 200),
    ):
        reason = "" if who != "birch" or "amber" in address else "me"
        answer = logged_in(people[who]).post(address, {"reason": reason})
        assert answer.status_code == status, address
    assert not Report.objects.exists()
    message = said_by(people["amber"], chat.key(match, "players"), "you fool")
    theirs = logged_in(people["birch"])
    address = f"/chat/report/amber/?message={message.pk}&next=/my-matches/"
    assert "you fool" in theirs.get(address).content.decode()
    answer = theirs.post(address, {"reason": "insults"})
    assert answer.headers["location"] == "/my-matches/"
    report = Report.objects.get()
    assert (report.said, report.place, report.reason) == (
        "you fool",
        message.conversation.key,
        "insults",
    )
    assert "already" in theirs.post(address, {"reason": "insults"}).content.decode()
    theirs.post("/chat/report/amber/", {"reason": "and in general"})
    assert Report.objects.count() == 2


@pytest.mark.everywhere
def test_a_chat_costs_the_page_the_same_however_much_was_said(
    match, people, django_assert_num_queries
):
    key = chat.key(match, "players")
    said_by(people["amber"], key)
    room = room_of(key, people["birch"])
    with django_assert_num_queries(3) as few:
        selectors.lines(room, people["birch"])
    for _message in range(14):
        said_by(people["amber"], key)
    with django_assert_num_queries(len(few)):
        assert len(selectors.lines(room, people["birch"])) == 15


def test_without_script_one_writes_on_a_page_that_does_not_reload(match, people):
    key = chat.key(match, "players")
    reloading = page_of(match, people["birch"])
    assert '<meta http-equiv="refresh"' in reloading
    field = re.search(r'<form\s+class="sharebox"([^>]*)>.*?name="text"', reloading, re.S)
    assert field is not None
    assert "data-needs-script" in field[1]
    link = re.search(r'<noscript>\s*<p>\s*<a[^>]*\shref="([^"#]*)#([^"]*)"', reloading)
    assert link is not None
    assert link[1] == f"/chat/{key}/"
    own = logged_in(people["birch"]).get(link[1]).content.decode()
    assert f'id="{link[2]}"' in own
    assert 'http-equiv="refresh"' not in own
    field = re.search(r'<form\s+class="sharebox"([^>]*)>.*?name="text"', own, re.S)
    assert field is not None
    assert "data-needs-script" not in field[1]


@pytest.mark.everywhere
def test_older_lines_have_pages_of_their_own(match, people, monkeypatch):
    monkeypatch.setattr(selectors, "SHOWN", 5)
    key = chat.key(match, "players")
    ids = [said_by(people["amber"], key, f"line {n}.").pk for n in range(12)]
    mine = logged_in(people["amber"])
    newest = mine.get(f"/chat/{key}/").content.decode()
    assert "line 11." in newest
    assert "line 6." not in newest
    assert f"?before={ids[7]}" in newest
    older = mine.get(f"/chat/{key}/?before={ids[7]}").content.decode()
    assert "line 2." in older
    assert "line 7." not in older
    assert mine.get(f"/chat/{key}/?before=x").status_code == 200


def test_a_moderator_who_plays_sees_no_report_about_what_spectators_said(match, people, person):
    roles.give(user=people["amber"], role=roles.MODERATOR)
    message = said_by(people["cedar"], chat.key(match, "watchers"), "the KESTREL")
    found = reports.report(
        by=person("dune"), about=people["cedar"], message=message, reason="told of the KESTREL"
    )
    office = logged_in(people["amber"])
    address = f"/moderation/reports/{found.pk}/"
    for path in ("/moderation/", "/moderation/people/cedar/"):
        assert "KESTREL" not in office.get(path).content.decode()
    assert office.get(address).status_code == 403
    assert office.post(address, {"verdict": "dismiss", "decision": "x"}).status_code == 403
    end(match)
    assert "KESTREL" in office.get("/moderation/").content.decode()
    assert "KESTREL" in office.get(address).content.decode()
