"""The page of a match without its socket: what it shows to whom, moves by POST, steps, the log."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import presence
from games.burn_my_village.game import BurnMyVillage
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.play.parts import attendance
from games.matches.record.logbook import first_named
from games.plugin import SeatName, line
from games.plugin.codec import digest, plain
from games.plugin.telling import say
from tests.games.matches.conftest import ENDLESS, look, play
from tests.pages.conftest import play_the_last_cards
from tests.pages.reading import dense
from tests.support.log_in import logged_in
from toolbox import memory

pytestmark = pytest.mark.django_db


def page_of(client: Client, match: Match, query: str = "") -> str:
    answer = client.get(f"/matches/{match.public_id}/{query}")
    assert answer.status_code == 200
    return dense(answer.content.decode())


def actions_in(page: str) -> list[Any]:
    """The actions that the page's buttons send."""
    return [json.loads(html.unescape(found)) for found in re.findall(r'value="({[^"]*})"', page)]


def act(client: Client, match: Match, action: Any, version: Any, **more: Any) -> Any:
    fields = {"action": action if isinstance(action, str) else json.dumps(action), **more}
    fields |= {} if version is None else {"version": str(version)}
    return client.post(f"/matches/{match.public_id}/act/", fields, follow=True)


def test_the_player_to_move_gets_every_action_and_only_the_owner_sees_a_hand(table):
    match, mine, theirs = table
    shown = look(match)
    page = page_of(mine, match)
    legal = plain(shown.game.legal_actions(shown.state, 0))
    assert len(legal) > 10
    assert sorted(map(digest, actions_in(page))) == sorted(map(digest, legal))
    assert "Your turn" in page
    assert not actions_in(page_of(theirs, match))
    assert not actions_in(page_of(Client(), match))
    for heading in ("The Dragon’s Favor", "The market", "Your hand", "What you can do", "Log"):
        assert heading in page
    assert "Your hand" in page_of(theirs, match)
    assert "Your hand" not in page_of(Client(), match)


def test_a_move_by_post_leads_back_twice_is_one_and_a_stale_form_is_refused(table):
    match, mine, theirs = table
    answer = act(mine, match, {"type": "draw"}, 0, client_id="page-0")
    assert answer.redirect_chain == [(f"/matches/{match.public_id}/", 302)]
    assert look(match).version == 1
    assert "amber draws a card." in page_of(theirs, match)
    for _time in range(2):
        answer = act(mine, match, {"type": "draw"}, 0, client_id="page-0")
        assert 'class="note error"' not in answer.content.decode()
    assert look(match).version == 1
    act(mine, match, {"type": "draw"}, 0)
    act(theirs, match, {"type": "draw"}, 1)
    page = act(mine, match, {"type": "draw"}, 0).content.decode()
    assert "The match has moved on." in page
    assert 'name="version" value="2"' in page


NONSENSE: list[tuple[Any, Any]] = [
    ("", 0),
    ("{", 0),
    ("[" * 20_000, 0),
    ("null", 0),
    ({"type": "dance"}, 0),
    *(({"type": "draw"}, version) for version in (None, "²", "-1", "9" * 50, 7)),
    ({"type": "bribe", "treasure": "sword", "count": 14, "wilds": 0}, 0),
]


def test_what_makes_no_sense_is_huge_or_anothers_turn_changes_nothing(table, person):
    match, mine, theirs = table
    for action, version in NONSENSE:
        answer = act(mine, match, action, version)
        assert answer.status_code == 200
        assert 'class="note error"' in answer.content.decode()
    assert look(match).version == 0
    assert act(mine, match, "x" * 200_000, 0).status_code == 413
    assert "It is not your turn." in act(theirs, match, {"type": "draw"}, 0).content.decode()
    guest = logged_in(person("eve"))
    assert "You don’t have a seat" in act(guest, match, {"type": "draw"}, 0).content.decode()
    assert act(Client(), match, {"type": "draw"}, 0).redirect_chain[0][0].startswith("/accounts/")
    assert look(match).version == 0


def test_a_script_gets_the_answer_and_a_flagged_match_offers_nothing_and_says_why(table):
    match, mine, _ = table
    scripted = {"accept": "application/json"}
    move = {"action": '{"type": "draw"}', "version": "0", "client_id": "page-0"}
    for _time in range(2):
        answer = mine.post(f"/matches/{match.public_id}/act/", move, headers=scripted)
        assert answer.json() == {"versions": [1], "address": f"/matches/{match.public_id}/"}
    late = {"control": "undo", "version": "0"}
    answer = mine.post(f"/matches/{match.public_id}/control/", late, headers=scripted)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert "moved on" not in page_of(mine, match)
    Match.objects.filter(pk=match.pk).update(paused=Match.Paused.FLAGGED)
    page = page_of(mine, match)
    assert "waiting for an administrator" in page
    assert not actions_in(page)


def test_a_page_without_a_socket_asks_whether_anything_is_new(
    table, person, django_assert_num_queries
):
    match, mine, theirs = table
    news = f"/matches/{match.public_id}/news/"
    for version, (client, mover) in enumerate([(theirs, mine), (Client(), theirs)]):
        first = client.get(news)
        assert (first.json()["type"], first.json()["version"]) == ("page", version)
        assert ("Your hand" in first.json()["content"]) == (client is theirs)
        assert f'data-tag="{first.headers["ETag"][3:-1]}"' in first.json()["content"]
        log_in = 2 if client is theirs else 0  # the session and its person
        with django_assert_num_queries(log_in + 1):
            again = client.get(news, headers={"if-none-match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        act(mover, match, {"type": "draw"}, version)
        second = client.get(news, headers={"if-none-match": first.headers["ETag"]})
        assert second.json()["version"] == version + 1
    eve = person("eve")
    for others in ({"for": str(eve.pk)}, {"for": "nonsense"}):
        assert theirs.get(news, others).status_code == 403
    asker = match.seats.get(index=1).user_id
    assert theirs.get(news, {"for": str(asker)}).status_code == 200
    assert presence.at(attendance.place(match.public_id)) == {asker: 1}, "who asks is there"


def test_readers_are_at_the_table_before_their_sockets_are(table):
    match, mine, _theirs = table
    page = mine.get(f"/matches/{match.public_id}/").content.decode()
    assert re.findall(r'data-(here|away)="(\d*)"', page) == [("here", "0"), ("away", "1")]


def test_a_pause_or_another_deadline_is_news_without_a_step(table):
    match, mine, _ = table
    news = f"/matches/{match.public_id}/news/"
    for change in ({"paused": Match.Paused.CONSENT}, {"wake_at": timezone.now()}):
        known = {"if-none-match": mine.get(news).headers["ETag"]}
        assert mine.get(news, headers=known).status_code == 304
        Match.objects.filter(pk=match.pk).update(**change)
        assert mine.get(news, headers=known).status_code == 200


def test_opening_costs_the_same_at_any_step(table, django_assert_max_num_queries):
    match, mine, _ = table
    for _round in range(3):
        # session, user, match, seats, log; at first, whether one was told that it has begun; badge;
        # chat: seats, mutes, blocks, silence, who is here, lines, people to be muted or blocked
        with django_assert_max_num_queries(15):
            page_of(mine, match)
        for _step in range(20):
            play(match)


def test_steps_show_the_past_and_the_whole_log_reads_from_the_viewers_seat(table):
    match, mine, theirs = table
    for _step in range(4):
        play(match)
    page = page_of(mine, match, "?step=2")
    assert "round 2, " in page
    assert re.search(r'rel="prev" +href="\?step=1"', page)
    assert re.search(r'rel="next" +href="\?step=3"', page)
    assert not actions_in(page)
    assert "hx-ws" not in page
    wrong = [(f"?step={step}", 404) for step in ("99", "-1", "x", "²", "")]
    for query, status in (*wrong, ("?step=0&as=9", 400)):
        assert mine.get(f"/matches/{match.public_id}/{query}").status_code == status
    play(match)
    own = mine.get(f"/matches/{match.public_id}/log/").content.decode()
    assert "amber draws a card: " in own
    assert (
        "amber draws a card: "
        not in theirs.get(f"/matches/{match.public_id}/log/").content.decode()
    )


def test_the_end_shows_ranks_the_record_and_every_seats_view(table):
    match, mine, _ = table
    play(match)
    play_the_last_cards(match)
    page = page_of(mine, match)
    assert 'id="result-h"' in page
    assert f"/api/matches/{match.public_id}/record/" in page
    assert "hx-ws" not in page
    for as_ in ("0", "1"):
        assert "Your hand" in page_of(Client(), match, f"?step=1&as={as_}")
    assert "In the deck" in page_of(Client(), match, "?step=1&as=omniscient")
    assert mine.get(f"/api/matches/{match.public_id}/record/").status_code == 200


def test_a_ruleset_without_a_board_is_shown_and_playable(endless, begin, person):
    amber = person()
    match = begin(amber, game=ENDLESS)
    client = logged_in(amber)
    page = page_of(client, match)
    assert '<div class="plain-board"><dl>' in page
    before = look(match).version
    act(client, match, actions_in(page)[0], before)
    assert look(match).version == before + 1


HEADING = re.compile(r'<li class="turn" id="turn-(\d+)">.*?</svg>([^<]*)</h3>')
LINE = re.compile(
    r'<li id="log-(\d+)-(\d+)"><a href="\?step=(\d+)([^"]*)">.*?class="shape c(\d).*?'
    r"<span>([^<]*)</span></a></li>"
)


@pytest.fixture
def played(begin: Any, person: Any) -> tuple[Match, Client]:
    """amber bribes the dragon and birch draws a card, twice each; amber's browser."""
    amber = person("amber")
    match = begin(amber, person("birch"), first=0)
    for _round in range(2):
        shown = look(match)
        choices = plain(shown.game.legal_actions(shown.state, 0))
        play(match, action=next(action for action in choices if action["type"] == "bribe"))
        play(match)
    return match, logged_in(amber)


def log_of(client: Client, match: Match, query: str = "") -> str:
    page = client.get(f"/matches/{match.public_id}/{query}").content.decode()
    return str(dense(page).partition('role="log"')[2].partition("</ol>")[0])


def test_it_reads_downwards_by_turns_and_leads_to_each_moment_as_it_is_seen(played):
    match, mine = played
    log = log_of(mine, match)
    lines = LINE.findall(log)
    places = [(int(step), int(place)) for step, place, *_ in lines]
    assert places == sorted(places)
    assert len({step for step, _ in places}) == 4
    assert len(places) > 4, "a step that is told in several lines"
    assert all(step == leads_to for step, _place, leads_to, *_ in lines)
    headings = [(step, name.strip()) for step, name in HEADING.findall(log)]
    assert headings == [("1", "amber"), ("2", "birch"), ("3", "amber"), ("4", "birch")]
    then = mine.get(f"/matches/{match.public_id}/?step=2").content.decode()
    assert 'data-version="2"' in then
    assert 'id="log-3-1"' not in then
    lines = LINE.findall(log_of(mine, match, "?step=3&as=spectator"))
    assert lines
    assert all(query in ("&as=spectator", "&amp;as=spectator") for *_, query, _, _ in lines)
    page = mine.get(f"/matches/{match.public_id}/log/").content.decode()
    steps = [int(step) for step in re.findall(r"\?step=(\d+)", page.partition("<ol")[2])]
    assert steps == sorted(steps)
    assert set(steps) == {1, 2, 3, 4}
    assert page.count('class="turn"') == 4


@pytest.mark.parametrize(
    ("said", "seat"),
    [
        (line("{a} trades with {b}.", b=SeatName(0), a=SeatName(2)), 2),
        (line("{what} of {a}.", what=line("the tower of {b}", b=SeatName(1)), a=SeatName(0)), 1),
        (line("{n} monsters move.", n=3), None),
        (line("All is well."), None),
    ],
)
def test_a_line_is_about_the_seat_it_names_first(said, seat):
    assert first_named(said) == seat


def test_what_the_overlord_does_bears_its_mark(begin, person):
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch, game="castle-panic", options={"mode": "overlord"})
    lord = match.seating["roles"].index("overlord")
    client = logged_in(match.seats.get(index=lord).user)
    for _step in range(40):
        lines = [text for *_, text in LINE.findall(log_of(client, match))]
        if any("The Overlord draws" in text for text in lines):
            break
        play(match)
    marks = {int(c) for *_, c, text in LINE.findall(log_of(client, match)) if "Overlord" in text}
    assert marks == {lord}


@pytest.fixture
def _other_words() -> Iterator[None]:
    """What the real rules have said is forgotten, and so is what others have."""
    memory.forget_words()
    yield
    memory.forget_words()


@pytest.mark.usefixtures("_other_words")
def test_a_caption_bears_the_mark_that_its_line_bears_in_the_log(begin, monkeypatch):
    next_one = say(line("{name} is next.", name=SeatName(1)))
    monkeypatch.setattr(BurnMyVillage, "narrate", lambda self, event: next_one)
    match = begin(first=0)
    play(match)
    page = page_of(logged_in(match.seats.get(index=0).user), match)
    (told,) = json.loads(re.findall(r'id="motions">(.*?)</script>', page)[0])
    assert (told["seat"], told["about"]) == (0, 1)
    assert {seat for *_, seat, text in LINE.findall(page) if text == "birch is next."} == {"1"}


def layout(page: str) -> str:
    return re.search(r'<body[^>]*data-layout="([^"]*)"', page)[1]


def test_the_body_says_what_the_board_asks_of_the_page(begin, person, endless):
    amber, birch, cedar = person("amber"), person("data-with-seats"), person("data-clock-line")
    mine, theirs = logged_in(amber), logged_in(birch)
    clock = {"type": "live", "bank": 600, "increment": 5}
    for game, asked in (
        ("castle-panic", "one-screen"),
        ("burnt-to-ashes", "one-screen clock-line"),
    ):
        timed = begin(amber, birch, cedar, game=game, clock=clock)
        assert layout(page_of(mine, timed)) == asked, (
            "figures leave a clock no room in a line of three"
        )
    match = begin(amber, birch, cedar, game="please-dont-burn-my-village", first=0)
    assert layout(page_of(mine, match)) == "one-screen"
    services.resign(public_id=match.public_id, user=birch)
    assert layout(page_of(theirs, match)) == "one-screen has-resigned"
    services.resign(public_id=match.public_id, user=amber)
    assert layout(page_of(mine, match)) == ""
    plain = begin(amber, birch, game=endless, first=0)
    play(plain)
    assert layout(page_of(mine, plain)) == "take-back"
