"""How long a game takes: what was measured of every ruleset, and the words made from it."""

from typing import Any

import msgspec
import pytest

from bench.ai_report import Length, play, tables
from games.plugin import AnyGame, registry
from lobby.tables import lengths
from lobby.tables.lengths import Lengths, Measured
from lobby.tables.paces import PACES

BURN = "please-dont-burn-my-village"
TURN = {"type": "move", "seconds": 86_400, "per": "turn"}


@pytest.mark.parametrize("game", registry.installed(), ids=lambda game: game.meta.slug)
def test_every_game_is_measured_with_every_number_of_seats(game):
    known = lengths.lengths_of(game)
    assert known is not None
    assert known.games >= 200
    played = {(table.form.kind, table.seats) for table in tables(game)}
    measured = {(kind, n) for kind, by_seats in known.formats.items() for n in by_seats}
    assert played == measured
    assert {n for _, n in played} == set(range(game.meta.min_seats, game.meta.max_seats + 1))
    for by_seats in known.formats.values():
        for one in by_seats.values():
            told = msgspec.structs.astuple(one)
            assert all(0 <= usual <= long for usual, long in told)


def test_a_game_is_measured_by_who_waits_for_whom():
    def played(slug: str, seats: int) -> Length:
        table = next(one for one in tables(registry.get(slug)) if one.seats == seats)
        return play(table, ["easy"] * seats, 0, 0).length

    alone = played("village-assault", 1)
    assert alone.spans == alone.steps > alone.turns > 1
    assert alone.answers == 0
    in_turn = played(BURN, 2)
    assert in_turn.spans == in_turn.turns == 2 * in_turn.steps, "a step each, one after the other"
    together = played("castle-panic", 3)
    assert together.turns < together.spans < 3 * together.steps, "two may answer at the same time"
    assert together.answers > 0


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """A game of two with round figures."""
    one = Measured(steps=(20, 30), spans=(40, 60), turns=(30, 45), answers=(8, 16))
    told = Lengths(games=1, level="easy", rules_version=1, formats={"competitive": {2: one}})
    monkeypatch.setattr(lengths, "lengths_of", lambda _game: told)
    return registry.get(BURN)


def said(game: AnyGame, clock: Any, people: int = 2) -> str:
    return lengths.words(lengths.estimate(game, {}, seats=2, people=people, clock=clock))


AT_THE_TABLE = (
    "It takes about {} if people think for 20 seconds a step; one game in twenty takes more than"
)
OVER_DAYS = (
    "It takes about {} if everyone uses half of their time; one game in twenty takes more than"
)


MORE = " Nights, free days, vacations and pauses are extra."


@pytest.mark.parametrize(
    ("clock", "people", "usual", "long"),
    [
        (None, 2, "13 minutes", "20 minutes"),
        (None, 1, "7 minutes", "10 minutes"),  # a computer player takes no time
        (PACES["live-3"], 2, "9 minutes", "11 minutes"),  # there isn't more time
        ({"type": "move", "seconds": 10}, 2, "7 minutes", "10 minutes"),
        (PACES["day"], 2, "20 days", "30 days"),
        (TURN, 2, "16 days", "24 days"),  # 30 turns of a day and 8 answers of six hours
        ({"type": "move", "seconds": 7200}, 2, "40 hours", "2 days"),
    ],
)
def test_at_the_table_it_takes_minutes_and_over_days_half_of_the_time(
    known, clock, people, usual, long
):
    sentence, more = (AT_THE_TABLE, "") if usual.endswith("minutes") else (OVER_DAYS, MORE)
    assert said(known, clock, people) == f"{sentence.format(usual)} {long}.{more}"


def test_a_game_that_was_not_measured_says_nothing(known, monkeypatch):
    assert lengths.estimate(known, {}, seats=3, people=3, clock=None) is None
    assert lengths.estimate(known, {}, seats=9, people=9, clock=None) is None
    monkeypatch.setattr(lengths, "lengths_of", lambda _game: None)
    assert said(known, None) == ""
