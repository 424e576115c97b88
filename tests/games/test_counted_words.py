"""What is counted has its plural: never «1 points», and nothing is told of what came to nothing.

Random games of every installed ruleset are narrated, asked and drawn.
"""

import html
import random
import re
from collections.abc import Iterator
from itertools import islice

import pytest

from games.conformance.options import tables
from games.conformance.play import play
from games.conformance.sample import Moment, Table
from games.plugin import OMNISCIENT, Line, Viewer, project, registry, render
from games.plugin.errors import InvalidOptions
from games.plugin.registry import AnyGame
from tests.support import board_html
from tests.support.board_html import NAMES

GAMES = 5  # of each ruleset, at tables drawn by lot
DRAWN = 3  # positions of each game whose board is read
# A number after one of these is a name, and the word behind it a verb: «the wall of arc 1 breaks».
NAMED = "arc|Arc|Round|stall|Stall|tower|Tower|seat|step|player|space|place"
ONE_OF_SOME = re.compile(r"(?<![\d.,])(?<!× )(?<!/)\b1 (?!is\b|was\b|has\b|its\b)[a-z]+s\b(?!s)")
TOLD_OF_NONE = re.compile(r"(?<![\d.,])\b0 (?!(?:against|and|at|from|of|or|to)\b)[a-z]+\b")


def faults_of(text: str) -> list[str]:
    """Where the text counts one thing as many."""
    named = re.sub(rf"\b({NAMED})s? \d+", r"\1", text)
    return [text for _ in ONE_OF_SOME.findall(named)]


def moments(game: AnyGame) -> Iterator[Moment]:
    lot = random.Random(7)
    offered = [table for table in tables(game) if not isinstance(table, InvalidOptions)]
    for number, table in enumerate(lot.choices(offered, k=GAMES)):
        trace = play(game, Table(table.options, table.seating), f"words/{number}")
        assert trace.failure is None
        yield from trace.moments


def told(moment: Moment, *viewers: Viewer) -> Iterator[Line]:
    for event in moment.step.events if moment.step else ():
        for viewer in viewers:
            narration = moment.game.narrate(project(event, viewer))
            if narration is not None:
                yield narration.line


def asked(moment: Moment) -> Iterator[Line]:
    game, state = moment.game, moment.state
    for seat in moment.seats if game.active_seats(state) else ():
        yield game.prompt(state, seat)
        for choice in islice(game.choices(state, seat), 40):
            yield from (choice.label, choice.group)


def drawn(moment: Moment, viewer: int) -> str:
    """All words of the board and its seats as this seat reads them."""
    made = board_html.html_of(moment.game, moment.state, viewer)
    made = re.sub(r"</?(b|i|em|strong|span|small)\b[^>]*>", "", made)
    shown = re.sub(r"<[^>]*>", "\n", made)
    said = re.findall(r'(?:title|aria-label)="([^"]*)"', made)
    return html.unescape("\n".join([shown, *said]))


@pytest.mark.parametrize("game", registry.installed(), ids=lambda game: game.meta.slug)
def test_what_is_counted_has_its_plural(game: AnyGame) -> None:
    played: list[Moment] = list(moments(game))
    lot = random.Random(3)
    for moment in played:
        for line in told(moment, 0, OMNISCIENT):
            text = render(line, NAMES)
            assert not faults_of(text), moment.where
            assert not TOLD_OF_NONE.search(text), f"nothing is counted: {text}"
    for moment in lot.sample(played, min(len(played), 12 * GAMES)):
        assert not [fault for line in asked(moment) for fault in faults_of(render(line, NAMES))]
    for moment in lot.sample(played, min(len(played), DRAWN * GAMES)):
        assert not [fault for row in drawn(moment, 0).split("\n") for fault in faults_of(row)]
