"""How computer players judge: from what they know, sensibly, and quickly enough."""

import msgspec
import pytest

from games import ai
from games.burnt_to_ashes import policy
from games.burnt_to_ashes.actions import Buy, Claim, Lay, Look, Spend, Turn
from games.burnt_to_ashes.components import START_LANDS
from games.burnt_to_ashes.policy import gold, weights
from games.burnt_to_ashes.state import Options, State
from games.plugin.codec import canonical_json
from tests.games.burnt_to_ashes.positions import GAME, position
from tests.games.burnt_to_ashes.test_refusals import claiming, fighting


def best(state: State, seat: int = 0) -> object:
    found = policy.candidates(state, seat)
    return max(found, key=lambda action: policy.heuristic(state, seat, action))


def chosen(state: State, manner: str | None = None) -> object:
    seen = canonical_json(GAME.observation(state, 0))
    return ai.choose(GAME, seen, 0, "medium", manner=manner)


def test_a_knight_with_a_sword_is_worth_a_power_and_a_bare_one_only_in_the_last_battle() -> None:
    bare, armed = (fighting("dragon", "dragon", arms=arms) for arms in ("k", "ks"))
    for state in (bare, armed):
        state.players[0].power, state.options = 1, Options("team")
    assert (best(bare), best(armed)) == (Turn(), Spend())
    bare.wounds = [0, 1] * 3
    assert best(bare) == Spend()


def test_who_leads_for_the_crown_by_a_power_keeps_it_before_the_last_strike() -> None:
    state = fighting("dragon", "dragon", arms="ks")
    state.players[0].power = 1
    state.wounds = [0, 1] * 3
    assert best(state) == Turn()
    state.players[0].power = 2
    assert best(state) == Spend(), "one is enough"
    state.players[0].power = state.players[1].power = 1
    assert best(state) == Spend(), "there is no lead to keep"
    state.players[1].power = 0
    for other in ({"options": Options("team")}, {"wounds": [0, 1]}):
        assert best(msgspec.structs.replace(state, **other)) == Spend()


def test_in_battles_for_the_crown_medium_spends_only_power_that_it_can_spare(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = fighting("dragon", "knight", "dragon")
    state.players[0].power = 1
    assert chosen(state) == Turn()
    monkeypatch.setattr(weights, "HOARDING", 6.0)
    for powers, right in (((2, 1), Turn()), ((2, 0), Spend())):
        state.players[0].power, state.players[1].power = powers
        assert best(state) == Spend(), "as easy does"
        assert chosen(state) == right, powers
    state.players[0].power = 1
    assert chosen(msgspec.structs.replace(state, options=Options("team"))) == Spend()


def test_for_the_crown_a_seat_lays_less_than_its_share() -> None:
    hands, red = ["111111"] * 3, {"cards": "rrrr", "round": 5, "arms": {2: "k"}}
    crown, team = (position(*hands, mode=mode, **red) for mode in ("crown", "team"))
    assert 0 < gold.share(crown, 0) < gold.share(team, 0)


def test_manners_show_where_two_actions_promise_about_as_much() -> None:
    state = fighting("dragon", "dragon")
    state.players[0].power, state.options = 1, Options("team")
    assert chosen(state, "bold") == Turn()
    assert chosen(state, "careful") == Spend()
    state = position("1122", "1122", "13")
    assert chosen(state, "generous") == Lay(one=1)
    assert chosen(state, "grudging") == Lay()


def test_a_known_knight_is_bought_and_a_known_attack_is_left_alone() -> None:
    state = position(
        "2",
        "1",
        phase="buy",
        stone=None,
        arms={2: "k"},
        power=(1, 0),
        known={4: ["knight", "power"], 6: ["attack", "power"]},
    )
    assert best(state) == Buy(4)
    assert policy.heuristic(state, 0, Buy(6)) < 0


def test_the_last_gold_looks_into_a_pile() -> None:
    state = position("1", "1", phase="buy", stone=None, arms={2: "k"})
    assert isinstance(best(state), Look)


def test_no_missed_deadline_and_no_computer_player_claims_at_random() -> None:
    state = claiming()
    for land, owner in zip((*START_LANDS, *range(1, 24, 6)), (0, 1) * 4, strict=True):
        state.lands[land].owner = owner
    seen = canonical_json(GAME.observation(state, 0))
    chosen = [
        ai.choose(GAME, seen, 0, level, seed) for level in ("easy", "medium") for seed in range(9)
    ]
    assert all(isinstance(action, Claim) for action in [GAME.default_action(state, 0), *chosen])


def test_hard_saves_the_power_that_medium_spends() -> None:
    """Also where both rights lead to the same position in one world, by what is spent later."""
    state = fighting("dragon", "dragon", arms="ks")
    state.players[0].power = state.players[1].power = 1
    assert chosen(state) == Spend()
    seen = canonical_json(GAME.observation(state, 0))
    assert all(ai.choose(GAME, seen, 0, "hard", seed) == Turn() for seed in range(8))
