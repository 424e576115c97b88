"""The log beside the board and on its own page: one order, marks, turns, ways to each moment."""

import re
from typing import Any

import pytest
from django.test import Client

from games.matches.models import Match
from games.matches.record.logbook import first_named
from games.plugin import Line, SeatName, line
from games.plugin.codec import plain
from tests.games.matches.conftest import look, play
from tests.pages.reading import dense

pytestmark = pytest.mark.django_db

HEADING = re.compile(r'<li class="turn" id="turn-(\d+)">.*?</svg>([^<]*)</h3>')
LINE = re.compile(
    r'<li id="log-(\d+)-(\d+)"><a href="\?step=(\d+)([^"]*)">.*?class="shape c(\d).*?'
    r"<span>([^<]*)</span></a></li>"
)


@pytest.fixture
def played(begin: Any, person: Any, browser_of: Any) -> tuple[Match, Client]:
    """amber bribes the dragon and birch draws a card, twice each; amber's browser."""
    amber = person("amber")
    match = begin(amber, person("birch"), first=0)
    for _round in range(2):
        shown = look(match)
        choices = plain(shown.game.legal_actions(shown.state, 0))
        play(match, action=next(action for action in choices if action["type"] == "bribe"))
        play(match)
    return match, browser_of(amber)


def log_of(client: Client, match: Match, query: str = "") -> str:
    page = client.get(f"/matches/{match.public_id}/{query}").content.decode()
    return str(dense(page).partition('role="log"')[2].partition("</ol>")[0])


def test_it_reads_downwards_by_turns_and_leads_to_each_moment(played: tuple[Match, Client]) -> None:
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


def test_a_moment_seen_as_a_spectator_leads_to_others_seen_so(played: tuple[Match, Client]) -> None:
    match, mine = played
    lines = LINE.findall(log_of(mine, match, "?step=3&as=spectator"))
    assert lines
    assert all(query in ("&as=spectator", "&amp;as=spectator") for *_, query, _, _ in lines)


def test_the_whole_log_has_the_same_order(played: tuple[Match, Client]) -> None:
    match, mine = played
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
def test_a_line_is_about_the_seat_it_names_first(said: Line, seat: int | None) -> None:
    assert first_named(said) == seat


def test_what_the_overlord_does_bears_its_mark(begin: Any, person: Any, browser_of: Any) -> None:
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch, game="castle-panic", options={"mode": "overlord"})
    lord = match.seating["roles"].index("overlord")
    client = browser_of(match.seats.get(index=lord).user)
    for _step in range(40):
        lines = [text for *_, text in LINE.findall(log_of(client, match))]
        if any("The Overlord draws" in text for text in lines):
            break
        play(match)
    marks = {int(c) for *_, c, text in LINE.findall(log_of(client, match)) if "Overlord" in text}
    assert marks == {lord}
