"""The first-sight judgment: sensible, from the seat's knowledge alone, better than chance."""

import random

import pytest

from games.burn_my_village.actions import DRAW, Visit
from games.plugin import FastChance
from tests.games.burn_my_village.tables import GAME, bribe, fresh, legal, play, table, visit


def test_with_little_time_left_the_dearer_cards_are_the_better_bribe() -> None:
    state = table("crown sword", "", deck="axe")
    assert GAME.heuristic(state, 0, bribe("crown")) > GAME.heuristic(state, 0, bribe("sword"))


def test_raising_an_opponents_treasure_is_the_worse_bribe() -> None:
    state = table("scroll feather", "", bribes=[{}, {"feather": (5, 0)}], deck=["axe"] * 40)
    assert GAME.heuristic(state, 0, bribe("scroll", 1)) > GAME.heuristic(
        state, 0, bribe("feather", 1)
    )


def test_cursing_an_opponents_treasure_is_the_better_visit() -> None:
    stalls = {3: ["axe", "axe", "axe", "axe"]}
    state = table(
        "crown crown sword", [], bribes=[{}, {"crown": (6, 0)}], stalls=stalls, deck=["axe"] * 40
    )
    paid = ("crown", "crown", "sword")
    theirs, nobodys = (visit(3, *paid, curse=cursed) for cursed in ("crown", "sword"))
    assert GAME.heuristic(state, 0, theirs) > GAME.heuristic(state, 0, nobodys)


def test_the_fuller_free_stall_is_worth_more_with_time_to_use_it() -> None:
    early = table("", "", stalls={0: ["crown"] * 3}, deck=["axe"] * 60)
    late = table("", "", stalls={0: ["crown"] * 3}, deck=[])
    assert GAME.heuristic(early, 0, visit(0)) > 0 > GAME.heuristic(late, 0, visit(0))


def test_a_default_action_doesnt_end_a_game_to_take_cards_that_cost_points() -> None:
    state = table("", "axe", stalls={0: "crown"}, deck=[])
    assert GAME.default_action(state, 0) == DRAW


def test_a_default_action_takes_free_cards_that_join_a_bribe() -> None:
    state = table("", "axe", stalls={0: "crown"}, bribes=[{"crown": (1, 0)}], deck=[])
    assert GAME.default_action(state, 0) == visit(0)


def test_a_position_is_worth_more_to_who_is_ahead() -> None:
    state = table("", "", "", bribes=[{"crown": (4, 0)}, {"sword": (1, 0)}], deck=["axe"] * 20)
    ahead, behind = GAME.evaluate(state, 0), GAME.evaluate(state, 1)
    assert 0 < behind < 0.5 < ahead < 1


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


def test_every_curse_that_can_be_paid_stays_a_candidate() -> None:
    state = table("crown axe sword", "", stalls={2: "potion"}, deck=["axe"] * 40)
    visits = [action for action in GAME.candidates(state, 0) if isinstance(action, Visit)]
    assert {action.cursed for action in visits} == {"crown", "axe", "sword"}
    assert len(visits) == 3
