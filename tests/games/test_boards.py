"""The board of every installed ruleset, in games at tables drawn by lot: what can be touched there,
where pieces move, what «?» explains, and that nothing hidden shows.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from games.conformance.options import tables
from games.plugin import OMNISCIENT, SPECTATOR, FastChance, project, registry
from games.plugin.codec import clone
from games.plugin.errors import InvalidOptions
from games.plugin.registry import AnyGame
from tests.support.board_html import html_of

GAMES = 4  # of each ruleset; every other one is played as well as `look` can
STEPS = 120  # of a game
LOOKS = 10  # one in so many positions is looked at, and the last
TWICE = ("burnt-to-ashes",)  # shows a seat beside the board and with its gold in the lair

Position = tuple[Any, int, tuple[Any, ...]]  # the state, the seats, and the events that led to it
every_game = pytest.mark.parametrize("game", registry.installed(), ids=lambda game: game.meta.slug)


@cache
def positions(game: AnyGame) -> list[list[Position]]:
    offered = [table for table in tables(game) if not isinstance(table, InvalidOptions)]
    chosen = random.Random(8).choices(offered, k=GAMES)
    return [list(_played(game, table, number)) for number, table in enumerate(chosen)]


def _played(game: AnyGame, table: Any, number: int) -> Iterator[Position]:
    chance, lot, events = FastChance(number), random.Random(number), ()
    state, seats = game.setup(table.options, table.seating, chance), table.seating.count
    for _ in range(STEPS):
        yield clone(state), seats, events
        active = sorted(game.active_seats(state))
        if not active:
            return
        seat = lot.choice(active)
        action = lot.choice(game.legal_actions(state, seat))
        if number % 2:
            action, _value = max(game.look(state, seat), key=lambda looked: looked[1])
        events = tuple(game.apply_action(state, seat, action, chance))


def looked_at(game: AnyGame) -> list[Position]:
    return [each for played in positions(game) for each in (*played[::LOOKS], played[-1])]


def found(what: str, html: str) -> Counter[str]:
    return Counter(re.findall(rf'{what}="([^"]*)"', html))


@every_game
def test_every_choice_can_be_made_by_touching_the_board_and_by_nobody_else(game: AnyGame) -> None:
    for state, _seats, _events in looked_at(game):
        for seat in sorted(game.active_seats(state)):
            targets = found("data-target", html_of(game, state, seat))
            assert all(re.fullmatch(game.targets, target) for target in targets)
            for choice in game.offered(state, seat):
                assert Counter(choice.picks) <= targets, choice.label
        past = html_of(game, state, is_newest=False)
        watched = [html_of(game, state, viewer) for viewer in (SPECTATOR, OMNISCIENT)]
        over = [] if game.active_seats(state) else [html_of(game, state)]
        assert not any(found("data-target", html) for html in (past, *watched, *over))


@every_game
def test_pieces_move_between_places_that_the_board_has_once(game: AnyGame) -> None:
    for played in positions(game):
        before: set[str] = set()
        for state, _seats, events in played[:25]:
            places = found("data-place", html_of(game, state, 0))
            assert max(places.values()) == 1 or game.meta.slug in TWICE
            for told in (game.narrate(project(event, 0)) for event in events):
                for motion in told.motions if told else ():
                    assert {motion.source, motion.target, *motion.via} <= before | places.keys()
            before = {*places}


@every_game
@pytest.mark.django_db
def test_everything_on_the_board_has_a_rule_and_every_rule_a_chapter(game: AnyGame) -> None:
    chapters = {chapter.anchor for chapter in game.book.chapters}
    for state, seats, _events in looked_at(game):
        for viewer in (seats - 1, SPECTATOR):
            html = html_of(game, state, viewer)
            about = found("data-about", html).keys()
            assert about == {explanation.about for explanation in game.book.explanations}
            assert found("data-rule", html).keys() <= about
            assert found("data-help", html).keys() <= chapters


@every_game
def test_the_board_shows_nothing_that_its_viewer_may_not_know(game: AnyGame) -> None:
    for state, _seats, _events in looked_at(game):
        other = game.determinize(game.observation(state, 0), 0, FastChance(1))
        assert html_of(game, other) == html_of(game, state)
