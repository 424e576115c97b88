"""The review pages: finding, looking into and acting on matches, and for whom they stay shut."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import AuditEntry, Message, User
from accounts.talk import services as talk
from games.matches import tasks
from games.matches.live import visits
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.review import match_search, step_table
from tests.games.matches.conftest import look, play
from tests.pages.reading import Reader, dense
from tests.support.log_in import logged_in
from toolbox import paging

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw"}
WHY = "A player reported it."


@pytest.fixture
def match(begin: Any, person: Any) -> Match:
    """amber and birch, two steps on; both have hands."""
    made = begin(person("amber"), person("birch"), first=0)
    play(made, action=DRAW, client_id="from-a-phone")
    play(made, action=DRAW)
    return made


def address(match: Match) -> str:
    return f"/review/{match.public_id}/"


def open_it(staff: Client, match: Match, reason: str = WHY) -> Any:
    return staff.post(f"{address(match)}open/", {"reason": reason}, follow=True)


def text(answer: Any) -> str:
    page = Reader(answer.content.decode())
    return " ".join(page.texts + page.code)


def found(staff: Client, query: str = "") -> list[str]:
    """The ids of the matches that a search lists, in order."""
    page = staff.get(f"/review/{query}").content.decode()
    return re.findall(r'class="cover" href="/review/(\w+)/"', page)


# -- finding ---------------------------------------------------------------------------------------


def ended(match: Match, user: Any) -> None:
    """The user resigns, and what follows is done."""
    services.resign(public_id=match.public_id, user=user)
    tasks.keep_log_text(str(match.pk))


@pytest.fixture
def three(begin: Any, person: Any, frozen: Any) -> dict[str, Match]:
    """A running, a finished and a private match, a day apart."""
    amber, birch, cedar = person("amber"), person("birch"), person("cedar")
    old = begin(amber, birch, first=0)
    ended(old, amber)
    frozen.shift(86400)
    running = begin(amber, cedar, first=0)
    frozen.shift(86400)
    private = begin(birch, cedar, first=0, private=True)
    return {"old": old, "running": running, "private": private}


def ids(three: dict[str, Match], *names: str) -> list[str]:
    return [three[name].public_id for name in names]


FINDS = (
    ("", ["private", "running", "old"]),
    ("?player=amber", ["running", "old"]),
    ("?player=CED", ["private", "running"]),
    ("?player=edar", []),
    ("?state=active", ["private", "running"]),
    ("?state=finished", ["old"]),
    ("?state=flagged", []),
    ("?game=please-dont-burn-my-village&player=birch", ["private", "old"]),
    ("?since=2026-05-02T00:00", ["private", "running"]),
    ("?since=2026-05-02T00:00&until=2026-05-03T00:00", ["running"]),
    ("?match=nowhere", []),
    ("?text=AMBER+resigns", ["old"]),
    ("?text=amber+re", ["old"]),
    ("?text=resigns+amber", []),
    ("?text=resigns&state=active", []),
    ("?text=…", []),
    ("?text=no+such+words", []),
)


@pytest.mark.everywhere
def test_matches_are_found(three, staff):
    listed = {query: found(staff, query) for query, _names in FINDS}
    assert listed == {query: ids(three, *names) for query, names in FINDS}
    assert found(staff, f"?match={three['old'].public_id}") == ids(three, "old")
    Match.objects.filter(pk=three["running"].pk).update(paused="flagged")
    assert found(staff, "?state=flagged") == found(staff, "?state=paused") == ids(three, "running")
    assert "waiting for an administrator" in text(staff.get("/review/?state=flagged"))


def test_a_search_that_makes_no_sense_or_a_moment_that_is_none_says_so(three, staff):
    for query in ("?state=odd", "?game=chess", "?since=soon", "?match=" + "x" * 99):
        answer = staff.get(f"/review/{query}")
        assert answer.status_code == 200
        assert "errorlist" in answer.content.decode()
        assert found(staff, query) == []
    for zone, moment in (
        ("Pacific/Auckland", "0001-01-01T00:00"),
        ("America/Los_Angeles", "9999-12-31T23:59"),
    ):
        User.objects.update(time_zone=zone)
        assert "errorlist" in staff.get(f"/review/?since={moment}").content.decode()


@pytest.mark.everywhere
def test_a_text_is_sought_among_what_spectators_read(match, staff, monkeypatch):
    """A search must not find out what someone drew."""
    from games.matches.record import logbook

    viewers = set()
    real = logbook.entries

    def noted(game: Any, row: Any, viewer: Any, names: Any, **more: Any) -> Any:
        viewers.add(viewer)
        return real(game, row, viewer, names, **more)

    monkeypatch.setattr(logbook, "entries", noted)
    assert found(staff, "?text=amber") == [match.public_id]
    assert {str(viewer) for viewer in viewers} == {"Onlooker.SPECTATOR"}


@pytest.mark.everywhere
def test_a_text_is_sought_in_some_matches_at_a_time_and_further_back_on_demand(
    begin, person, staff, frozen, monkeypatch
):
    """All that ended at the same moment are found, too."""
    monkeypatch.setattr(match_search, "CANDIDATES", 2)
    amber, birch = person("amber"), person("birch")
    every = [begin(amber, birch, first=0) for _match in range(5)]
    for match in every:
        ended(match, amber)
    query, seen = "?text=resigns", []
    for more in (True, True, False):
        seen.append(found(staff, query))
        page = staff.get(f"/review/{query}").content.decode()
        assert ("2 logs were searched." in page) == more
        assert ("No older matches contain these words." in page) != more
        link = re.search(r'href="([^"]*before=\d+)">Search further back', page)
        query = link[1].replace("&amp;", "&") if link else ""
    assert query == ""
    assert [len(page) for page in seen] == [2, 2, 1]
    assert {one for page in seen for one in page} == {match.public_id for match in every}
    for odd in ("nowhere", "-1", "9" * 30):
        assert staff.get(f"/review/?text=resigns&before={odd}").status_code == 404


@pytest.mark.everywhere
def test_the_logs_of_the_running_matches_that_began_last_are_searched_too(
    begin, person, staff, frozen, monkeypatch
):
    monkeypatch.setattr(match_search, "RUNNING", 2)
    amber, birch = person("amber"), person("birch")
    matches = []
    for _match in range(3):
        matches.append(begin(amber, birch, first=0))
        play(matches[-1], action=DRAW)
        frozen.shift(60)
    assert found(staff, "?text=amber") == [one.public_id for one in matches[:0:-1]]
    assert "the 2 running ones that began last" in text(staff.get("/review/"))


@pytest.mark.everywhere
def test_long_lists_have_pages_that_keep_the_search_and_may_be_longer(
    begin, person, staff, monkeypatch
):
    amber, birch = person("amber"), person("birch")
    for _ in range(26):
        begin(amber, birch, first=0)
    assert len(found(staff, "?player=amber")) == 25
    page = staff.get("/review/?player=amber").content.decode()
    assert 'href="?player=amber&amp;page=2"' in page
    assert len(found(staff, "?player=amber&page=2")) == 1
    for counted, said in ((26, "26 matches"), (25, "More than 25 matches")):
        monkeypatch.setattr(paging, "COUNTED", counted)
        assert said in text(staff.get("/review/"))


@pytest.mark.parametrize("query", ["", "?text=draws", "?text=draws&before={first}"])
def test_a_search_asks_a_constant_number_of_queries(begin, person, staff, query):
    amber, birch = person("amber"), person("birch")

    def queries() -> int:
        address = query.format(first=Match.objects.order_by("-started_at", "-pk")[0].public_id)
        with CaptureQueriesContext(connection) as caught:
            staff.get(f"/review/{address}")
        return len(caught)

    for _ in range(2):
        play(begin(amber, birch, first=0), action=DRAW)
    few = queries()
    for _ in range(5):
        play(begin(amber, birch, first=0), action=DRAW)
    assert queries() == few <= 11


# -- the reason ------------------------------------------------------------------------------------


def test_a_match_opens_with_a_reason_that_is_written_down(match, staff):
    asked = staff.get(address(match))
    assert "Why do you want to look into it?" in text(asked)
    assert 'id="live"' not in asked.content.decode()
    assert not AuditEntry.objects.exists()
    opened = open_it(staff, match)
    assert f"Your reason: {WHY}" in text(opened)
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action, entry.subject, entry.reason) == (
        *("rowan", "match.review", f"match:{match.public_id}", WHY),
    )
    staff.get(f"{address(match)}?step=0")
    assert AuditEntry.objects.count() == 1


def test_without_a_reason_it_stays_shut_and_a_link_to_a_step_survives_the_question(match, staff):
    for reason in ("", "   ", "hm", "x" * 400):
        answer = open_it(staff, match, reason)
        assert "Give a reason of 5 to 300 characters." in text(answer)
        assert 'id="live"' not in answer.content.decode()
        assert "no-store" in answer.headers["Cache-Control"]
    assert not AuditEntry.objects.exists()
    asked = staff.get(f"{address(match)}?step=1&as=0").content.decode()
    hidden = dict(re.findall(r'type="hidden" name="(step|as)" value="(\w+)"', asked))
    opened = staff.post(f"{address(match)}open/", {"reason": WHY, **hidden})
    assert opened.headers["Location"] == f"{address(match)}?step=1&as=0"


def test_the_reason_holds_for_an_hour(match, staff, frozen):
    open_it(staff, match)
    frozen.shift(3599)
    assert 'id="live"' in staff.get(address(match)).content.decode()
    frozen.shift(1)
    assert "Why do you want to look into it?" in text(staff.get(address(match)))


def test_the_reason_holds_for_that_match_that_session_and_a_reviewer(
    match, begin, person, staff, rowan
):
    other = begin(person("cedar"), person("dune"))
    open_it(staff, match)
    assert "Why do you want to look into it?" in text(staff.get(address(other)))
    assert "Why do you want to look into it?" in text(logged_in(rowan).get(address(match)))
    rowan.groups.clear()
    assert staff.get(address(match)).status_code == 403


# -- looking ---------------------------------------------------------------------------------------


@pytest.fixture
def opened(match: Match, staff: Client) -> Client:
    open_it(staff, match)
    return staff


def test_every_step_is_told_in_full_and_leads_on_back_and_into_the_studio(match, opened):
    page = opened.get(f"{address(match)}?step=1").content.decode()
    step = match.steps.get(index=1)
    told = text(opened.get(f"{address(match)}?step=1"))
    for fact in (
        "from-a-phone",
        "amber",
        '{"type":"draw"}',
        step.hash,
        step.state_hash,
        "draw deck",
    ):
        assert fact in told, fact
    assert step.at.isoformat()[:19] in page
    assert 'aria-current="step"' in page
    page = opened.get(f"{address(match)}?step=1&as=0").content.decode()
    assert f'href="{address(match)}studio/?step=1&amp;as=0"' in page
    first, middle, last = (
        dense(opened.get(f"{address(match)}?step={step}&as=0").content.decode())
        for step in range(3)
    )
    assert 'rel="prev"' not in first
    assert 'rel="next" aria-keyshortcuts="ArrowRight" href="?step=1&amp;as=0"' in first
    assert 'rel="prev" aria-keyshortcuts="ArrowLeft" href="?step=0&amp;as=0"' in middle
    assert 'rel="next"' not in last
    assert "js/step-keys.js" in middle
    wrong = [(f"?step={step}", 404) for step in ("3", "-1", "x")]
    for query, status in (*wrong, ("?as=2", 400), ("?as=me", 400)):
        assert opened.get(address(match) + query).status_code == status


def test_all_hands_lie_open_and_each_view_can_be_asked_for(match, opened):
    """What the omniscient viewer sees is more than any seat does."""
    views = {
        as_: opened.get(f"{address(match)}?step=2&as={as_}").content.decode()
        for as_ in ("omniscient", "spectator", "0", "1")
    }
    boards = {
        as_: page[page.index('id="live"') : page.index('id="now-h"')] for as_, page in views.items()
    }
    assert len(set(boards.values())) == 4
    for as_, page in views.items():
        assert f'<option value="{as_}" selected>' in page
    assert opened.get(address(match)).content.decode().count("selected>everything revealed") == 1


def test_a_seats_name_leads_to_its_person_and_nothing_is_said_of_who_is_here(match, staff):
    page = address(match)
    assert staff.get(f"{page}seats/0/").url == page, "first the reason"
    open_it(staff, match)
    html = staff.get(page).content.decode()
    assert 'href="seats/0/"' in html
    assert 'id="chat"' not in html, "presence shows where a dock tells of it"
    assert staff.get(f"{page}seats/0/").url == "/people/amber/"
    assert staff.get(f"{page}seats/9/").status_code == 404


def test_long_matches_are_told_page_by_page(match, opened):
    while look(match).version < step_table.PAGE + 2 and look(match).match.running:
        play(match, action=DRAW)
    newest = look(match).version
    page = opened.get(f"{address(match)}?step=0").content.decode()
    rows = min(newest + 1, step_table.PAGE)
    assert len(re.findall(r'<td class="num"><a href="\?step=', page)) == rows


def test_a_position_that_the_rules_cannot_show_still_tells_its_steps(match, opened, monkeypatch):
    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(look(match).game, "board", broken, raising=False)
    answer = opened.get(address(match))
    assert answer.status_code == 200
    assert "This position can’t be shown" in text(answer)
    assert "from-a-phone" in text(answer)


def test_looking_asks_a_constant_number_of_queries(match, opened):
    def queries() -> int:
        play(match, action=DRAW)  # so that nothing of this version is remembered
        with CaptureQueriesContext(connection) as caught:
            opened.get(f"{address(match)}?step=2")
        return len(caught)

    few = queries()
    for _ in range(12):
        play(match, action=DRAW)
    assert queries() == few <= 15


def test_it_tells_how_long_each_step_took_who_had_it_open_and_what_was_said(
    frozen, match, opened, person
):
    for seconds in (1, 75, 12.25):
        frozen.shift(seconds)
        play(match, action=DRAW)
    assert "After the previous step 1:15" in text(opened.get(f"{address(match)}?step=4"))
    told = text(opened.get(f"{address(match)}?step=5"))
    assert "After the previous step 12.2 s" in told
    assert "After the previous step –" in text(opened.get(f"{address(match)}?step=0"))
    at = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
    visits.note([visits.Ended(match.public_id, 1, at, at + timedelta(minutes=2))])
    told = " ".join(text(opened.get(address(match))).split())
    assert "birch 2026-03-04 05:06:07 – 2026-03-04 05:08:07" in told
    amber = match.seats.get(index=0).user
    frozen.shift(1)
    talk.say(user=amber, key=f"match:{match.public_id}:players", text="A fine hand!")
    talk.say(user=person("cedar"), key=f"match:{match.public_id}:watchers", text="Oh dear.")
    Message.objects.filter(text="Oh dear.").update(hidden=True)
    frozen.shift(1)
    play(match, action=DRAW)
    page = opened.get(address(match))
    said = text(page)[text(page).index("What was said") :]
    assert "5 " in said
    assert "amber players A fine hand!" in said
    assert "cedar watchers Oh dear. hidden by a moderator" in said


# -- acting ----------------------------------------------------------------------------------------


def deed(staff: Client, match: Match, name: str, **fields: Any) -> Any:
    said = {"deed": name, "reason": WHY, **fields}
    return staff.post(f"{address(match)}do/", said, follow=True)


def test_a_match_is_voided(match, opened):
    assert "Yes, void the match" in text(opened.get(address(match)))
    why = "<script>alert(1)</script>"
    answer = deed(opened, match, "void", reason=why)
    assert "The match is voided." in text(answer)
    assert look(match).match.status == "voided"
    assert "Yes, void the match" not in text(answer)
    theirs = Client().get(f"/matches/{match.public_id}/")
    assert "This match was voided by an administrator." in text(theirs)
    assert f"An administrator voided this match: {why}" in text(theirs)
    for page in (opened.get(address(match)), theirs):
        assert b"<script>alert" not in page.content, "reasons are shown as text"


def test_a_flagged_match_is_unlocked_and_a_seat_replaced(match, opened):
    assert "resume it" not in text(opened.get(address(match)))
    Match.objects.filter(pk=match.pk).update(paused="flagged")
    assert "Yes, resume it" in text(opened.get(address(match)))
    assert "The match is resumed." in text(deed(opened, match, "unlock"))
    assert look(match).match.paused == ""
    assert "A computer player has taken the seat." in text(
        deed(opened, match, "replace", seat="1", level="easy")
    )
    assert match.seats.get(index=1).ai_level == "easy"
    page = opened.get(address(match)).content.decode()
    assert re.findall(r'<option value="(\d)">(\w+)</option>', page)[-1:] == [("0", "amber")]


def test_what_is_refused_is_said_and_changes_nothing(match, opened):
    for name, fields, says in (
        ("void", {"reason": ""}, "Give a reason"),
        ("unlock", {}, "isn’t waiting for an administrator"),
        ("replace", {"seat": "7", "level": "easy"}, "There is no such seat."),
        ("replace", {"seat": "x", "level": "easy"}, "There is no such seat."),
        ("replace", {"seat": "0", "level": "god"}, "There is no such level."),
        ("bless", {}, "Choose something first."),
    ):
        assert says in text(deed(opened, match, name, **fields))
    assert look(match).version == 2


# -- for whom it stays shut ------------------------------------------------------------------------


@pytest.fixture
def superuser(person: Any) -> Any:
    made = person("root")
    made.is_superuser = made.is_staff = True
    made.save()
    return made


def test_administrators_see_of_their_own_match_what_any_player_sees(begin, rowan, superuser):
    match = begin(rowan, superuser, first=0)
    pages = ["", "back/?to=1", "end/", "studio/", "boards/?from=0&count=1", "story/"]
    deeds = [{"deed": "void"}, {"deed": "take-back", "to": "1"}, {"deed": "end", "result": "[]"}]
    for sitting in (rowan, superuser):
        client = logged_in(sitting)
        for answer in (
            *(client.get(f"{address(match)}{page}") for page in pages),
            *(
                client.post(f"{address(match)}{part}/", {"reason": WHY})
                for part in ("open", "record")
            ),
            *(client.post(f"{address(match)}do/", {"reason": WHY, **deed}) for deed in deeds),
        ):
            assert answer.status_code == 403
            assert "You are playing in this match" in text(answer)
        mine = f"/matches/{match.public_id}/?step=0&as=omniscient"
        assert client.get(mine).status_code == 403
    assert look(match).match.running


def test_whoever_plays_the_same_deal_elsewhere_sees_no_other_run_of_it(
    match, begin, person, rowan, staff
):
    mine = begin(rowan, person("cedar"))
    Match.objects.filter(pk=mine.pk).update(deal=match.deal)
    assert staff.get(address(match)).status_code == 403


def test_the_header_leads_reviewers_there_and_nobody_else(match, staff, person):
    assert 'href="/review/"' in staff.get("/").content.decode()
    for client in (Client(), logged_in(person("stranger"))):
        assert 'href="/review/"' not in client.get("/").content.decode()
