"""`submit_action`: the only way a match moves, and everything it refuses."""

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import pushes
from games.burn_my_village.game import BurnMyVillage
from games.matches import errors
from games.matches.models import Checkpoint, Match
from games.matches.play.actions import services
from games.matches.play.engine import steps
from games.matches.play.engine.decision import Decision
from games.matches.record import selectors
from games.plugin import line
from tests.games.matches.conftest import (
    legal,
    look,
    play,
    play_on,
    refused,
    rows,
    until_offering,
    user_to_move,
    verified,
)
from tests.support.at_once import all_at_once
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw"}


def test_a_move_makes_the_next_version_and_says_who_did_what(begin):
    match = begin()
    user = user_to_move(look(match))
    assert play(match, action=DRAW, client_id="mine").version == 1
    step = match.steps.get(index=1)
    assert (step.kind, step.base, step.user, step.actor) == ("action", 0, user, "person")
    assert (step.action, step.client_id) == (DRAW, "mine")
    assert [outcome["kind"] for outcome in step.outcomes] == ["draw"]
    assert play(match, client_id="mine").version == 2, "another seat may use the same id"
    assert look(match).version == 2


def test_other_pages_of_who_goes_on_after_a_move_hear_of_it(begin, endless, committed):
    match, held = begin(game=endless, first=0), list[pushes.Push]()
    user, fruit = user_to_move(look(match)), look(match).state.hands[0][0]
    with pushes.held_back(held), committed():
        play(match, action={"type": "lay", "fruit": fruit})
    assert user_to_move(look(match)) == user
    assert (pushes.DESKS, {"type": "person.desk", "news": [user.pk]}) in held


def test_a_match_that_has_moved_in_spite_of_the_lock_is_not_overwritten(begin):
    """A database that doesn't lock."""
    match = begin()
    before = rows(match)
    user = user_to_move(look(match))

    def move():
        with steps.one_step(pk=match.pk) as (locked, seats):
            seat = next(seat.index for seat in seats if seat.user_id == user.pk)
            Match.objects.filter(pk=match.pk).update(version=1)
            action = msgspec.convert({"type": "draw"}, locked.ruleset.Action)
            steps.act(locked, seats, Decision(seat, action, "person", user.pk))

    with pytest.raises(errors.Stale):
        move()
    assert rows(match) == before


def test_the_same_client_id_gets_the_first_answer_again(begin):
    match = begin()
    user = user_to_move(look(match))
    first = play(match, action=DRAW, version=0, client_id="a")
    play(match)
    again = play(match, user=user, action=DRAW, version=0, client_id="a")
    assert (again.version, again.repeated) == (first.version, True)
    assert look(match).version == 2
    while user_to_move(look(match)) != user:
        play(match)
    other = legal(look(match), user)[0]
    assert other != DRAW
    refused(errors.ClientIdTaken, play, match, user=user, action=other, client_id="a")


def test_a_refused_action_leaves_its_client_id_free(begin):
    match = begin()
    visit = {"type": "visit", "stall": 3, "paid": {}, "cursed": None}
    refused(Refusal, play, match, action=visit, client_id="a")
    assert not play(match, client_id="a").repeated


def test_an_old_version_is_stale_before_the_turn_is_looked_at(begin):
    match = begin()
    user = user_to_move(look(match))
    play(match)
    refusal = refused(errors.Stale, play, match, version=0)
    assert (refusal.status, refusal.extra) == (409, {"version": 1})
    refused(errors.Stale, play, match, user=user, version=0)
    assert refused(errors.FutureVersion, play, match, version=2).status == 400


IMPOSSIBLE = {"type": "bribe", "treasure": "sword", "count": 14, "wilds": 0}


def test_out_of_turn_is_forbidden_before_legality_is_looked_at(begin):
    match = begin()
    waiting = next(seat.user for seat in match.seats.all() if not seat.owes)
    refused(errors.NotYourTurn, play, match, user=waiting, action=IMPOSSIBLE)
    refusal = refused(errors.Illegal, play, match, action=IMPOSSIBLE)
    assert refusal.status == 422
    assert refusal.extra["reason"] in BurnMyVillage.refusals
    assert "{" not in refusal.detail


BRIBE = {"type": "bribe", "treasure": "sword", "count": 1, "wilds": 0}
VISIT = {"type": "visit", "stall": 1, "paid": {}, "cursed": "sword"}


def test_what_is_malformed_is_refused(begin):
    match = begin()
    for version in (None, "0", 0.0, True, -1, 2**31, 10**40, [], {}):
        assert refused(errors.Malformed, play, match, version=version).status == 400
    for client_id in (5, "x" * 65, "a\0b", "a\nb", [], {"a": 1}):
        refused(errors.Malformed, play, match, client_id=client_id)
    for action in (
        *(None, 5, "draw", [], {}, {"type": "fly"}, {"type": ["draw"]}, DRAW | {"extra": 1}),
        {"type": "bribe"},
        *(BRIBE | {"count": "1"}, BRIBE | {"count": -1, "wilds": 2}, BRIBE | {"count": 10**30}),
        BRIBE | {"treasure": "wild"},
        *(VISIT | {"stall": 9}, VISIT | {"paid": {"gold": 1}}, VISIT | {"paid": "all"}),
    ):
        assert refused(Refusal, play, match, action=action).status in (400, 422), action


def test_a_match_that_was_played_out_takes_no_more_moves_and_its_record_verifies(begin, race):
    shown = play_on(begin(game=race))
    amber = shown.seats[0].user
    said = {"user": amber, "action": {"type": "roll"}, "version": shown.version}
    with pytest.raises(errors.Over):
        services.submit_action(public_id=shown.match.public_id, **said)
    assert shown.match.result == selectors.record_of(shown.match).result
    assert not any(seat.owes for seat in shown.seats)
    assert (shown.match.wake_at, shown.match.finished_at is None) == (None, False)
    verified(shown.match)


@pytest.fixture
def offering(begin, person, endless) -> Match:
    """Three people who all owe an offer, which each is asked for since the last roll."""
    return until_offering(begin(person(), person(), person(), game=endless))


def test_what_was_chosen_before_one_was_asked_is_stale(offering):
    shown = look(offering)
    offer = {"type": "offer", "fruit": shown.state.hands[1][0]}
    with pytest.raises(errors.Stale):
        play(offering, user=shown.seats[1].user, action=offer, version=shown.version - 1)
    assert {seat.index for seat in shown.seats if seat.owes} == {0, 1, 2}


def test_a_seat_whose_own_decision_is_unchanged_may_answer_an_older_version(offering, monkeypatch):
    shown = look(offering)
    # The prompt counts the missing offers; a prompt that doesn't leaves the others' lists alone.
    monkeypatch.setattr(shown.game, "prompt", lambda state, viewer: line("Offer a fruit."), False)
    for seat in shown.seats:
        offer = {"type": "offer", "fruit": shown.state.hands[seat.index][0]}
        assert play(offering, user=seat.user, action=offer, version=shown.version).version


def test_a_ruleset_that_breaks_flags_the_match_and_applies_nothing(begin, monkeypatch, caplog):
    match = begin()
    state = bytes(look(match).match.state)

    def broken(self, state, seat, action, chance):
        state.deck.clear()
        raise ZeroDivisionError

    monkeypatch.setattr(BurnMyVillage, "apply_action", broken)
    with pytest.raises(errors.Paused):
        play(match)
    monkeypatch.undo()
    after = look(match).match
    assert (after.paused, after.version, bytes(after.state)) == ("flagged", 0, state)
    assert "flagged" in caplog.text
    with pytest.raises(errors.Paused):
        play(match)


def test_a_dead_broker_does_not_turn_a_committed_move_into_an_error(begin, monkeypatch, committed):
    def dead():
        raise ConnectionRefusedError

    monkeypatch.setattr(pushes, "get_channel_layer", dead)
    match = begin()
    with committed():
        assert play(match).version == 1
    assert look(match).version == 1


def queries_of_a_move(match: Match) -> list[str]:
    shown = look(match)
    said = {"version": shown.version, "client_id": f"move {shown.version}"}
    user = user_to_move(shown)
    action = legal(shown, user)[-1]
    with CaptureQueriesContext(connection) as captured:
        services.submit_action(public_id=match.public_id, user=user, action=action, **said)
    return [query["sql"] for query in captured if "SAVEPOINT" not in query["sql"]]


def test_a_move_takes_at_most_eight_queries_and_every_32nd_stores_a_checkpoint(begin, ordered):
    match = begin()
    for _ in range(Checkpoint.EVERY):
        assert len(queries_of_a_move(match)) <= 8
    assert match.checkpoints.filter(index=Checkpoint.EVERY).exists()
    clock = {"type": "live", "bank": 60, "increment": 5}
    match = begin(game=ordered, number=4, first=0, clock=clock)
    said = {"public_id": match.public_id, "user": user_to_move(look(match))}
    services.set_order(order={"type": "lays", "fruit": "plum"}, **said)
    assert len(queries_of_a_move(match)) <= 8, "with clocks and orders, too"


def queries_of_opening(match: Match) -> int:
    with CaptureQueriesContext(connection) as captured:
        selectors.snapshot(selectors.match_for(match.public_id, AnonymousUser()))
    return len(captured)


@pytest.mark.parametrize("late", [40, pytest.param(1_000, marks=pytest.mark.again)])
def test_opening_a_match_costs_the_same_at_step_10_and_much_later(begin, person, endless, late):
    match = begin(person(), person(), game=endless)
    play_on(match, 10)
    early = queries_of_opening(match)
    play_on(match, late)
    assert queries_of_opening(match) == early == 2


@pytest.mark.django_db(transaction=True)
def test_one_move_sent_ten_times_at_once_is_made_once(begin):
    match = begin()
    said = {"public_id": match.public_id, "user": user_to_move(look(match)), "action": DRAW}
    said |= {"version": 0, "client_id": "once"}
    answers = all_at_once(*[lambda: services.submit_action(**said)] * 10)
    assert [answer.version for answer in answers] == [1] * 10
    assert sum(not answer.repeated for answer in answers) == 1
    assert look(match).version == 1


def test_a_match_that_goes_on_while_it_is_read_is_shown_as_it_is_then(
    begin, django_assert_num_queries
):
    """Its row was read before the move, its seats are read after it."""
    match = begin()
    early = Match.objects.get(pk=match.pk)
    with django_assert_num_queries(1):  # for its seats
        selectors.snapshot(early)
    play(match)
    shown = selectors.snapshot(early)
    assert (shown.version, shown.state) == (1, look(match).state)
    assert {seat.index for seat in shown.seats if seat.owes} == shown.active_seats
