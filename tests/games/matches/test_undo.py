"""Take-backs: one's own newest steps up to the barrier, told in the record and in the log."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.errors import NotFound, NotLoggedIn
from games.matches import errors
from games.matches.models import Checkpoint, Match
from games.matches.play import services
from games.matches.record import selectors, states
from games.matches.record.restore import import_record
from games.plugin import SPECTATOR
from games.plugin.codec import digest, pack
from tests.games.matches.conftest import look, play, user_at, verified
from tests.games.matches.test_submit import rows

pytestmark = pytest.mark.django_db

ROLL = {"type": "roll"}


@pytest.fixture
def orchard(begin, person, endless) -> Match:
    """A match of two in which seat 0 (amber) is to move."""
    return begin(person("amber"), person("birch"), game=endless, first=0)


def lay(match: Match, **said) -> services.Accepted:
    """Whoever is to move lays the first fruit of their hand face down."""
    shown = look(match)
    fruit = shown.state.hands[shown.state.turn][0]
    return play(match, action={"type": "lay", "fruit": fruit}, **said)


def undo(match: Match, seat: int = 0, **said) -> services.Accepted:
    given = {"user": user_at(match, seat)} | said
    return services.undo(public_id=match.public_id, **given)


def refused(match: Match, refusal: type[Exception], **said):
    """The refusal of a take-back that must change nothing."""
    before = rows(match)
    with pytest.raises(refusal) as caught:
        undo(match, **said)
    assert rows(match) == before
    return caught.value


def lay_and_look_away(match: Match):
    """Both lay something, so that either could look at the other's."""
    lay(match)
    play(match, action=ROLL)


def test_a_step_taken_back_never_happened_to_the_position(orchard):
    before = pack(look(orchard).state)
    lay(orchard)
    assert pack(look(orchard).state) != before
    assert undo(orchard, version=1).version == 2
    assert pack(look(orchard).state) == before


def test_the_take_back_is_a_step_that_points_back(orchard):
    lay(orchard)
    undo(orchard, client_id="oops")
    step = orchard.steps.get(index=2)
    assert (step.kind, step.base, step.seat, step.actor) == ("undo", 0, 0, "person")
    assert (step.action, step.outcomes, step.client_id) == (None, [], "oops")
    assert step.events == orchard.steps.get(index=1).events  # for the log, projected as before
    assert step.user == user_at(orchard, 0)
    assert step.state_hash == orchard.steps.get(index=0).state_hash


def test_play_goes_on_from_there(orchard):
    lay(orchard)
    undo(orchard)
    assert lay(orchard).version == 3
    assert orchard.steps.get(index=3).base == 2
    play(orchard, action=ROLL)
    for index in range(5):
        state = states.state_at(orchard, index)
        assert digest(state) == orchard.steps.get(index=index).state_hash


def test_a_roll_is_a_barrier(orchard):
    play(orchard, action=ROLL)
    refused(orchard, errors.NothingToUndo)


def test_what_was_done_before_a_barrier_stays(orchard):
    lay(orchard)
    play(orchard, action=ROLL)
    assert refused(orchard, errors.NothingToUndo).status == 409


def test_what_was_seen_was_seen(orchard):
    lay_and_look_away(orchard)
    play(orchard, action={"type": "look"})
    refused(orchard, errors.NothingToUndo, seat=1)


def test_after_a_barrier_one_may_take_back_again(orchard):
    lay_and_look_away(orchard)
    play(orchard, action={"type": "look"})
    lay(orchard)
    assert undo(orchard, seat=1)
    refused(orchard, errors.NothingToUndo, seat=1)


def test_nobody_takes_back_what_another_did(orchard):
    lay(orchard)
    refused(orchard, errors.NothingToUndo, seat=1)


def test_at_the_beginning_there_is_nothing_to_take_back(orchard):
    refused(orchard, errors.NothingToUndo)


def offering(begin, person, endless: str) -> Match:
    """A match of three people who all owe a secret offer."""
    match = begin(person(), person(), person(), game=endless, first=0)
    while not look(match).state.offering:
        play(match, action=ROLL)
    return match


def offer(match: Match, seat: int):
    fruit = look(match).state.hands[seat][0]
    play(match, user=user_at(match, seat), action={"type": "offer", "fruit": fruit})


def test_another_seat_that_acted_is_a_barrier(begin, person, endless):
    match = offering(begin, person, endless)
    offer(match, 0)
    offer(match, 1)
    refused(match, errors.NothingToUndo, seat=0)
    undo(match, seat=1)
    for seat in (0, 1):
        refused(match, errors.NothingToUndo, seat=seat)


def test_several_steps_are_taken_back_one_after_another(begin, person, endless):
    match = offering(begin, person, endless)
    before = pack(look(match).state)
    offer(match, 0)
    play(match, user=user_at(match, 0), action={"type": "withdraw"})
    offer(match, 0)
    for _ in range(3):
        undo(match)
    assert pack(look(match).state) == before
    refused(match, errors.NothingToUndo)


def test_a_take_back_may_follow_a_second_thought(orchard):
    """Lay, take back, lay another, take back: always the same position, never further."""
    before = pack(look(orchard).state)
    for _ in range(3):
        lay(orchard)
        undo(orchard)
        assert pack(look(orchard).state) == before
    refused(orchard, errors.NothingToUndo)


def test_a_take_back_reaches_behind_a_checkpoint(begin, person, endless):
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


def test_computers_end_what_can_be_taken_back(begin, person, endless, committed):
    match = begin(person(), "easy", game=endless, first=0)
    lay(match)
    with committed():
        play(match, action=ROLL)
    refused(match, errors.NothingToUndo)


def test_it_is_refused_in_the_usual_order(orchard, person):
    lay(orchard)
    refused(orchard, NotLoggedIn, user=AnonymousUser(), version="x")
    refused(orchard, errors.NotYourSeat, user=person("eve"), version="x")
    refused(orchard, errors.Malformed, version="x")
    refused(orchard, errors.Malformed, client_id=5)
    refused(orchard, errors.FutureVersion, version=2)
    assert refused(orchard, errors.Stale, version=0).extra == {"version": 1}
    with pytest.raises(NotFound):
        services.undo(public_id="nothing", user=user_at(orchard, 0))


def test_somebody_elses_private_match_does_not_exist(begin, person, endless):
    match = begin(game=endless, private=True)
    refused(match, NotFound, user=person("eve"))


@pytest.mark.parametrize(
    ("change", "refusal"),
    [({"status": "finished"}, errors.Over), ({"paused": "flagged"}, errors.Paused)],
)
def test_a_match_that_stopped_takes_nothing_back(orchard, change, refusal):
    lay(orchard)
    Match.objects.filter(pk=orchard.pk).update(**change)
    refused(orchard, refusal)
    assert not look(orchard).can_undo(0)


def test_the_same_client_id_takes_back_once(orchard):
    lay(orchard)
    undo(orchard, client_id="a")
    again = undo(orchard, client_id="a")
    assert (again.version, again.repeated) == (2, True)
    assert look(orchard).version == 2


def test_a_client_id_used_for_a_move_is_taken(orchard):
    lay(orchard, client_id="a")
    refused(orchard, errors.ClientIdTaken, client_id="a")


def test_moves_looked_at_before_a_take_back_are_stale(orchard):
    lay(orchard)
    undo(orchard)
    with pytest.raises(errors.Stale):
        play(orchard, action=ROLL, version=1)


def test_one_take_back_at_once_is_enough(orchard):
    """Two windows press the button: the second is told that the match has moved on."""
    lay(orchard)
    undo(orchard, version=1)
    refused(orchard, errors.Stale, version=1)


def test_only_the_seat_that_can_is_offered_it(orchard):
    assert not look(orchard).can_undo(0)
    lay(orchard)
    shown = look(orchard)
    assert [shown.can_undo(viewer) for viewer in (0, 1, SPECTATOR)] == [True, False, False]
    assert not selectors.snapshot_at(shown.match, 0).can_undo(0)
    undo(orchard)
    assert not look(orchard).can_undo(0)


def test_the_log_tells_the_step_and_that_it_was_taken_back(orchard):
    own = look(orchard).state.hands[0][0]
    lay(orchard)
    undo(orchard)
    shown = look(orchard)
    for viewer, fruit in ((0, own), (1, "fruit"), (SPECTATOR, "fruit")):
        told = selectors.log_entries(shown.match, viewer, shown.names)
        assert [(entry.index, entry.kind, entry.text) for entry in told] == [
            (1, "action", f"amber lays a face-down {fruit}."),
            (2, "undo", f"amber takes back the last step: “amber lays a face-down {fruit}.”"),
        ]
        assert told[1].motions == ()


def test_several_taken_back_are_each_told_and_a_record_tells_the_same(begin, person, endless):
    match = begin(person("amber"), person("birch"), game=endless, first=0)
    for _ in range(3):
        lay(match)
        undo(match)
    services.resign(public_id=match.public_id, user=match.seats.get(index=0).user)
    shown = look(match)
    told = [entry.text for entry in selectors.log_entries(shown.match, SPECTATOR, shown.names)]
    assert [text.count("lays a face-down fruit.") for text in told] == [1] * 6 + [0]
    record = selectors.record_of(shown.match)
    shown.match.delete()
    shown.match.deal.delete()
    again = import_record(record)
    assert [entry.text for entry in selectors.log_entries(again, SPECTATOR, shown.names)] == told


def test_a_take_back_from_before_logs_told_more_is_told_as_it_was(orchard):
    lay(orchard)
    undo(orchard)
    orchard.steps.filter(index=2).update(events=[], hash="0" * 64)  # a hash nobody remembers
    shown = look(orchard)
    told = selectors.log_entries(shown.match, SPECTATOR, shown.names)
    assert told[-1].text == "amber takes back the last step."


def test_a_record_with_take_backs_verifies(begin, person, endless):
    match = offering(begin, person, endless)
    for _ in range(2):
        offer(match, 2)
        undo(match, seat=2)
    for seat in range(3):
        offer(match, seat)
    verified(match)
