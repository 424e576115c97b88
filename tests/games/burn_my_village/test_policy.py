"""The first-sight judgment: sensible, from the seat's knowledge alone, better than chance."""

import random

import pytest

from games import ai
from games.burn_my_village.actions import DRAW
from games.burn_my_village.state import State
from games.plugin import FastChance
from games.plugin.codec import canonical_json
from tests.games.burn_my_village.tables import GAME, bribe, fresh, legal, play, table, visit


def test_a_default_action_takes_free_cards_only_where_they_join_a_bribe() -> None:
    state = table("", "axe", stalls={0: "crown"}, deck=[])
    assert GAME.default_action(state, 0) == DRAW
    state = table("", "axe", stalls={0: "crown"}, bribes=[{"crown": (1, 0)}], deck=[])
    assert GAME.default_action(state, 0) == visit(0)


def at_first_sight(state: State, manner: str) -> object:
    seen = canonical_json(GAME.observation(state, 0))
    return ai.choose(GAME, seen, 0, "medium", manner=manner, seconds=0)


def test_manners_show_where_two_actions_gain_about_as_much() -> None:
    deck = "axe sword crown potion " * 4
    state = table("axe axe axe", "crown", deck=deck)
    assert at_first_sight(state, "bold") == bribe("axe", 3)
    assert at_first_sight(state, "careful") == bribe("axe", 1)
    state = table("crown axe", "", stalls={1: "axe"}, bribes=[{}, {"crown": (1, 0)}], deck=deck)
    assert at_first_sight(state, "generous") == DRAW
    assert at_first_sight(state, "grudging") == visit(1, "crown", curse="crown")


def test_statistics_tell_each_seats_game() -> None:
    state = table("axe sword sword sword wild", [], bribes=[{"axe": (2, 1)}, {"crown": (1, 0)}])
    play(state, DRAW)
    names = ("points", "rank", "cards_bribed", "kinds_bribed", "wilds_bribed", "cards_left")
    told = [(7, 1, 3, 1, 1, 4), (4, 2, 1, 1, 0, 0)]  # the axe in hand joins, as on the score sheet
    seats = [dict(zip(names, each, strict=True)) for each in told]
    assert GAME.statistics(state)["seats"] == seats


def test_a_search_is_spared_dearer_ways_to_pay_but_never_what_looks_best() -> None:
    fewer = 0
    for seed in range(8):
        state, dice = fresh(2 + seed % 4, seed), random.Random(seed)
        for _ in range(12):
            actions = legal(state)
            candidates = GAME.candidates(state, state.to_move)
            assert set(candidates) <= set(actions)
            looks = {action: GAME.heuristic(state, state.to_move, action) for action in actions}
            assert max(looks[action] for action in candidates) == pytest.approx(max(looks.values()))
            fewer += len(actions) - len(candidates)
            GAME.apply_action(state, state.to_move, dice.choice(actions), FastChance(seed))
    assert fewer > 0
