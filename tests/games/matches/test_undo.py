"""Take-backs: one's own newest steps up to the barrier, told in the record and in the log."""

import pytest

from games.matches import errors
from games.matches.models import Checkpoint, Match
from games.matches.play.actions import services
from games.matches.record import selectors, states
from games.plugin import SPECTATOR
from games.plugin.codec import digest, pack
from tests.games.matches.conftest import (
    lay,
    lines_told,
    look,
    offer,
    play,
    refused,
    undo,
    until_offering,
    user_at,
    verified,
)
from tests.games.matches.test_requests import kept

pytestmark = pytest.mark.django_db

ROLL = {"type": "roll"}


@pytest.fixture
def orchard(begin, person, endless) -> Match:
    """A match of two in which seat 0 (amber) is to move."""
    return begin(person("amber"), person("birch"), game=endless, first=0)


def test_a_step_taken_back_never_happened_to_the_position_and_play_goes_on(orchard):
    before = pack(look(orchard).state)
    lay(orchard)
    assert pack(look(orchard).state) != before
    assert undo(orchard, version=1).version == 2
    assert pack(look(orchard).state) == before
    refused(errors.NothingToUndo, undo, orchard)  # never further
    assert lay(orchard).version == 3
    assert orchard.steps.get(index=3).base == 2
    undo(orchard)
    assert pack(look(orchard).state) == before
    lay(orchard)
    play(orchard, action=ROLL)
    for index in range(7):
        assert digest(states.state_at(orchard, index)) == orchard.steps.get(index=index).state_hash


def test_a_roll_and_a_look_are_barriers_after_which_one_may_take_back_again(orchard):
    assert refused(errors.NothingToUndo, undo, orchard).status == 409
    lay(orchard)
    play(orchard, action=ROLL)
    refused(errors.NothingToUndo, undo, orchard)
    play(orchard, action={"type": "look"})
    refused(errors.NothingToUndo, undo, orchard, seat=1)  # what was seen was seen
    lay(orchard)
    assert undo(orchard, seat=1)
    refused(errors.NothingToUndo, undo, orchard, seat=1)


def test_nobody_takes_back_what_another_did(orchard):
    lay(orchard)
    refused(errors.NothingToUndo, undo, orchard, seat=1)


def offering(begin, person, endless: str) -> Match:
    """A match of three people who all owe a secret offer."""
    return until_offering(begin(person(), person(), person(), game=endless, first=0))


def test_another_seat_that_acted_is_a_barrier(begin, person, endless):
    match = offering(begin, person, endless)
    offer(match, 0)
    offer(match, 1)
    refused(errors.NothingToUndo, undo, match, seat=0)
    undo(match, seat=1)
    for seat in (0, 1):
        refused(errors.NothingToUndo, undo, match, seat=seat)
    offer(match, 1)
    offer(match, 2)
    verified(match)


def test_a_take_back_reaches_behind_a_checkpoint(begin, person, endless, monkeypatch):
    monkeypatch.setattr(Checkpoint, "EVERY", 8)
    match = offering(begin, person, endless)
    while look(match).version < Checkpoint.EVERY - 2:
        offer(match, 0)
        play(match, user=user_at(match, 0), action={"type": "withdraw"})
    before, version = pack(look(match).state), look(match).version
    for _ in range(2):
        offer(match, 0)
        play(match, user=user_at(match, 0), action={"type": "withdraw"})
    for _ in range(4):
        undo(match)
    assert pack(look(match).state) == before
    assert match.steps.last().base == version
    assert pack(states.state_at(match, look(match).version)) == before


def test_what_was_chosen_before_is_stale(orchard):
    lay(orchard)
    undo(orchard, version=1)
    refused(errors.Stale, undo, orchard, version=1)  # another window
    refused(errors.Stale, play, orchard, action=ROLL, version=1)


def test_only_the_seat_that_can_is_offered_it(orchard):
    assert not look(orchard).can_undo(0)
    lay(orchard)
    shown = look(orchard)
    assert [shown.can_undo(viewer) for viewer in (0, 1, SPECTATOR)] == [True, False, False]
    assert not selectors.snapshot_at(shown.match, 0).can_undo(0)
    undo(orchard)
    assert not look(orchard).can_undo(0)


def test_the_take_back_is_a_step_that_points_back_and_the_log_tells_both(orchard):
    own = look(orchard).state.hands[0][0]
    lay(orchard)
    undo(orchard, client_id="oops")
    step = orchard.steps.get(index=2)
    assert (step.kind, step.base, step.seat, step.actor) == ("undo", 0, 0, "person")
    assert (step.action, step.outcomes, step.client_id) == (None, [], "oops")
    assert step.events == orchard.steps.get(index=1).events  # for the log, projected as before
    assert step.user == user_at(orchard, 0)
    assert step.state_hash == orchard.steps.get(index=0).state_hash
    shown = look(orchard)
    for viewer, fruit in ((0, own), (1, "fruit"), (SPECTATOR, "fruit")):
        told = selectors.log_entries(shown.match, viewer, shown.names)
        assert [(entry.index, entry.kind, entry.text) for entry in told] == [
            (1, "action", f"amber lays a face-down {fruit}."),
            (2, "undo", f"amber takes back the last step: “amber lays a face-down {fruit}.”"),
        ]
        assert told[1].motions == ()
    # One from before logs told more is told as it was; its hash is one that nobody remembers.
    orchard.steps.filter(index=2).update(events=[], hash="0" * 64)
    assert lines_told(orchard)[-1] == "amber takes back the last step."


def test_several_taken_back_are_each_told_and_a_record_tells_the_same(orchard):
    for _ in range(3):
        lay(orchard)
        undo(orchard)
    services.resign(public_id=orchard.public_id, user=user_at(orchard, 0))
    told = lines_told(orchard)
    assert [text.count("lays a face-down fruit.") for text in told] == [1] * 6 + [0]
    verified(orchard)
    assert lines_told(kept(orchard)) == told
