"""Matches that began under version 1 of the rules are played by it; new ones by version 2."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from games.castle_panic.actions import Accept, Counter, Decline, OfferTrade, TakeDamage
from games.castle_panic.game import CastlePanic
from games.matches import errors
from games.matches.models import Match
from games.matches.play import services
from games.plugin import FastChance, RecordError, Seating, load_record, verify_record
from games.plugin.codec import clone, plain
from games.plugin.testing import rechained
from tests.games.castle_panic.positions import act, standing
from tests.games.castle_panic.test_endings import falling
from tests.games.castle_panic.test_trading import countering, saving, takes_back, trading
from tests.games.matches.conftest import begin, look, person, play

__all__ = ["begin", "person"]

NEWEST = CastlePanic()
FIRST = NEWEST.bound_to(1)
RECORD = (Path(__file__).parent / "records" / "v1-rulings-changed-since.json").read_bytes()


def test_in_version_1_an_offer_and_a_counter_offer_can_be_taken_back() -> None:
    state = trading(["tar", "missing"], ["mortar", "brick"], rules_version=1)
    assert takes_back(act(state, OfferTrade(1, "tar", "mortar")))
    assert takes_back(act(state, Counter("tar", "brick")))


def test_in_version_1_a_player_whose_time_runs_out_makes_a_trade_that_looks_good() -> None:
    assert FIRST.default_action(saving(rules_version=1), 1) == Accept()
    assert FIRST.default_action(countering(rules_version=1), 0) == Accept()


def test_in_version_1_a_player_is_asked_before_the_last_tower_falls() -> None:
    state = falling(rules_version=1)
    assert (state.ending, standing(state.towers)) == (None, [4])
    act(state, TakeDamage("orc", 2))
    assert state.ending == "lost"


def test_a_match_of_version_1_in_which_all_three_happened_verifies() -> None:
    record = load_record(RECORD)
    assert verify_record(record).replayed
    steps = record.steps
    (undo,) = [step.index for step in steps if step.kind == "undo"]
    offered, again, answer = steps[undo - 1], steps[undo + 1], steps[undo + 2]
    assert offered.action == again.action
    assert again.action["type"] == "offer"
    assert (answer.kind, answer.action) == ("time-out", {"type": "accept"})
    assert steps[-1].action["type"] == "take-damage"
    assert record.result["ending"] == "lost"


def test_under_version_2_it_could_not_have_happened() -> None:
    renamed = rechained(replace(load_record(RECORD), rules_version=2))
    with pytest.raises(RecordError, match="nothing that could be taken back"):
        verify_record(renamed)


@pytest.mark.parametrize("game", [NEWEST, FIRST])
def test_a_position_names_the_version_it_is_played_by(game: CastlePanic) -> None:
    state = game.setup(game.Options(), Seating(2), FastChance(1))
    seen = game.observation(state, 0)
    assert state.rules_version == game.meta.rules_version
    assert game.determinize(seen, 0, FastChance(1)) == state


@pytest.mark.django_db
def test_in_a_match_an_offer_stands_and_a_late_partner_declines_it(
    begin: Callable[..., Match], person: Callable[..., Any], frozen: Any
) -> None:
    clock = {"type": "move", "seconds": 60}
    match = begin(person(), person(), game="castle-panic", first=0, clock=clock)
    play(match, action={"type": "open-at-random"})
    play(match, action={"type": "exchange", "cards": []})
    play(match, action=plain(_welcome(look(match).state)))
    with pytest.raises(errors.NothingToUndo):
        services.undo(public_id=match.public_id, user=match.seats.get(index=0).user)
    frozen.shift(61)
    services.time_out(pk=match.pk)
    late = match.steps.latest("index")
    assert (late.kind, late.seat, late.action) == ("time-out", 1, {"type": "decline"})


def _welcome(state: Any) -> OfferTrade:
    """An offer that the partner would accept if it were to think."""
    for offer in NEWEST.legal_actions(state, 0):
        tried = clone(state)
        if isinstance(offer, OfferTrade):
            act(tried, offer)
            if NEWEST.heuristic(tried, 1, Accept()) > NEWEST.heuristic(tried, 1, Decline()):
                return offer
    raise AssertionError("this deal has no such offer: take another")
