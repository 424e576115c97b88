"""What level `hard` searches and values: where playouts end, and what it counts."""

from games.burnt_to_ashes.actions import Lay, TakeOff
from games.burnt_to_ashes.policy.features import features
from games.burnt_to_ashes.state import Options
from games.plugin.codec import clone
from tests.games.burnt_to_ashes.positions import GAME, act, lay, position
from tests.games.burnt_to_ashes.test_refusals import fighting


def test_only_battles_for_the_crown_are_searched():
    battle, laying = fighting("dragon", "dragon"), position("11", "11")
    assert [GAME.searched(one, 0, []) for one in (battle, laying)] == [True, False]
    battle.options = Options("team")
    assert not GAME.searched(battle, 0, [])


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
    state.options = Options("team")
    assert not GAME.horizon(start, state, 0)


def test_power_on_top_of_an_own_pile_counts_for_its_owner_alone():
    plain, known = (
        position("1", "1", known={0: pile}) for pile in (["sword", "power"], ["power", "sword"])
    )
    assert features(plain, 0) != features(known, 0)
    assert features(plain, 1) == features(known, 1)
