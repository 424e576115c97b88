"""What level `hard` values: which positions alike, where playouts end, what it counts."""

import pytest

from games.burnt_to_ashes.actions import Done, Lay, TakeOff
from games.burnt_to_ashes.components import LANDS
from games.burnt_to_ashes.policy.features import features
from games.plugin.codec import clone
from tests.games.burnt_to_ashes.positions import GAME, act, begun, lay, position


@pytest.mark.parametrize(
    ("seats", "mode", "cell"), [(3, "crown", "crown"), (3, "team", "team"), (1, "crown", "team")]
)
def test_a_single_player_is_valued_like_a_team(seats, mode, cell):
    assert GAME.cell(begun(seats, mode), 0) == cell


def test_an_attack_is_played_out_with_its_battles():
    state = position("1", "1", arms={0: "k"})
    start = clone(state)
    lay(state, "")
    assert not GAME.horizon(start, state, 0)
    act(state, 1, Lay(), "2", *["knight"] * 3)
    assert state.pending  # which of two markers is removed?
    assert not GAME.horizon(start, state, 0)
    fight = clone(state)
    act(state, 0, TakeOff(0))
    assert GAME.horizon(start, state, 0)
    assert GAME.horizon(fight, state, 0)


def test_purchases_are_played_out_until_the_next_round():
    state = position("1", "1", phase="buy", stone=None, arms={2: "k"}, attack=4)
    start = clone(state)
    act(state, 0, Done())
    assert not GAME.horizon(start, state, 0)
    state.round += 1
    assert GAME.horizon(start, state, 0)


def test_power_on_top_of_an_own_pile_counts_for_its_owner_alone():
    plain, known = (
        position("1", "1", known={0: pile}) for pile in (["sword", "power"], ["power", "sword"])
    )
    assert features(plain, 0) != features(known, 0)
    assert features(plain, 1) == features(known, 1)


def test_a_team_wins_more_with_more_lands():
    state = position("1", "1", mode="team")
    assert GAME.win_worth(state, 0) == 1.0
    for land in state.lands[: LANDS // 2]:
        land.burnt = True
    assert GAME.win_worth(state, 0) == 0.875
    assert GAME.win_worth(position("1", "1", burnt=(0, 1)), 0) == 1.0
