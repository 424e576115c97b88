"""What the learned value of level `hard` reads, and where a playout ends."""

import pytest

from games.plugin import FastChance, Seating
from games.plugin.codec import clone
from games.village_assault import actions as do, features as read, policy
from games.village_assault.components import Difficulty
from games.village_assault.state import Options
from tests.games.village_assault.positions import GAME, position


@pytest.mark.parametrize("difficulty", ["normal", "hard"])
def test_difficulties_and_rounds_that_are_won_have_their_own_weights(
    difficulty: Difficulty,
) -> None:
    begun = GAME.setup(Options(difficulty), Seating(1), FastChance(1))
    assert read.cell(begun, 0) == f"{difficulty}, under way"
    assert read.cell(position(difficulty, tower=None), 0) == f"{difficulty}, won"


def test_a_playout_ends_when_the_round_is_won_and_from_there_when_the_next_is_dealt() -> None:
    start = position(tower="farmer-red", tavern=None, hand="hero-blue pig")
    now = clone(start)
    assert not read.horizon(start, now, 0)
    GAME.apply_action(now, 0, do.Attack("hero-blue", "tower"), FastChance(1))
    assert not read.horizon(start, now, 0)
    GAME.apply_action(now, 0, do.Boost(0, sheep=False), FastChance(1))
    assert read.horizon(start, now, 0)
    won = clone(now)
    GAME.apply_action(now, 0, do.Add("pig"), FastChance(1))
    assert not read.horizon(won, now, 0)
    GAME.apply_action(now, 0, do.Finish(), FastChance(1))
    assert read.horizon(won, now, 0)


def test_kinds_in_hand_are_counted() -> None:
    numbers = read.features(position(tower="ace-blue", hand="farmer-red farmer-blue pig"), 0)
    counts = dict(zip(read.HELD, numbers, strict=False))
    assert (counts["farmer"], counts["pig"], counts["hero"]) == (2, 1, 0)


def test_where_a_hidden_card_lies_makes_no_difference() -> None:
    below = position(tower="farmer-red hero-blue", hand="ace-blue", deck="orc-red")
    above = position(tower="farmer-red orc-red", hand="ace-blue", deck="hero-blue")
    assert read.features(below, 0) == read.features(above, 0)


def test_a_unit_beats_what_it_beats_in_most_places() -> None:
    assert "dragon-red" in read.beaten("knight-blue", "normal")
    assert "dragon-red" not in read.beaten("ace-blue", "normal")


def test_in_playouts_thieves_are_attacked_before_there_are_prisoners_to_lose() -> None:
    state = position(
        castle="farmer-red", tower="thief-blue", tavern="farmer-blue", hand="knight-blue bunny"
    )
    best = max(policy.look(state, 0, quick=True), key=lambda one: one[1])[0]
    assert isinstance(best, do.Attack)
    assert best.village == "tower"
    state.prisoners = ["princess-yellow", "princess-purple"]
    best = max(policy.look(state, 0, quick=True), key=lambda one: one[1])[0]
    assert best == do.Bunny("tower")
