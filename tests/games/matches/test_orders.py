"""Standing orders: sealed, recorded, canceled at will, and followed at once."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.matches import errors, tasks
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record import selectors
from games.matches.record.prepared import PreparedInsert
from games.matches.review import actions
from games.plugin import SPECTATOR
from games.protocol import standing_orders
from tests.games.matches.conftest import (
    kinds,
    lay,
    lines_told,
    look,
    play,
    play_on,
    rows,
    send_away,
    undo,
    user_at,
    verified,
)
from tests.games.matches.test_requests import kept
from tests.rulesets.endless.parts import Roll
from tests.rulesets.ordered import OrderedRace

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ROLL = {"type": "roll"}
ROLLS = {"type": "rolls", "offer": False}
ALWAYS = {"type": "rolls", "offer": True}
LIVE = {"type": "live", "bank": 60, "increment": 5}
HOUR = {"type": "move", "seconds": 3600}


# The dice of deal 4 begin 5, 2, 2, 4: no one offers fruit so soon.
@pytest.fixture
def three(begin, person, ordered):
    people = person("amber"), person("birch"), person("cedar")
    return lambda **said: begin(*people, game=ordered, number=4, first=0, **said)


@pytest.fixture
def orchard(three) -> Match:
    return three()


def order(match: Match, seat: int, what, **said) -> services.Accepted:
    given = {"user": user_at(match, seat), "order": what} | said
    return services.set_order(public_id=match.public_id, **given)


def finish(match: Match):
    while look(match).match.running:
        for seat in range(3):
            if look(match).match.running:
                order(match, seat, ALWAYS)


def test_an_order_is_a_step_that_changes_nothing_else(orchard):
    before = look(orchard)
    assert order(orchard, 1, {"type": "rolls"}, client_id="mine").version == 1
    step = orchard.steps.get(index=1)
    assert (step.kind, step.seat, step.actor, step.base) == ("order", 1, "person", 0)
    assert (step.action, step.outcomes, step.events, step.client_id) == (ROLLS, [], [], "mine")
    assert step.user == user_at(orchard, 1)
    assert step.state_hash == orchard.steps.get(index=0).state_hash
    after = look(orchard)
    assert after.state == before.state
    assert after.match.chance_counters == before.match.chance_counters
    assert [seat.decision_version for seat in after.seats] == [0, 0, 0]
    assert [seat.order for seat in after.seats] == [None, ROLLS, None]
    assert play(orchard, action=ROLL, version=0).version == 2, "it makes nobody's move stale"


def test_the_newest_order_counts_and_none_takes_it_back(orchard):
    lay(orchard)
    order(orchard, 1, ROLLS, version=0)  # it may be left from an older version
    plum = {"type": "lays", "fruit": "plum"}
    order(orchard, 1, plum)
    assert look(orchard).seats[1].order == plum
    order(orchard, 1, None)
    assert look(orchard).seats[1].order is None
    assert orchard.steps.get(index=4).action is None
    play(orchard, action=ROLL)
    assert kinds(orchard, 4) == [("action", 0, "person")]


def test_a_game_without_orders_says_so(begin):
    match = begin()
    for what in (ROLLS, None, "x"):
        with pytest.raises(errors.NoOrders):
            order(match, 0, what)
    assert look(match).version == 0


def test_a_seat_that_nothing_could_be_ordered_for_says_so(begin, person):
    people = [person(), person(), person()]
    match = begin(*people, game="castle-panic", options={"mode": "overlord"})
    overlord = match.seats.get(role="overlord").index
    others = {0, 1, 2} - {overlord}
    decline = {"type": "decline-all"}
    for what in (decline, None, "x"):
        with pytest.raises(errors.NoOrders):
            order(match, overlord, what)
    shown = look(match)
    assert shown.version == 0
    assert {viewer for viewer in (0, 1, 2, SPECTATOR) if shown.can_order(viewer)} == others
    for seat in others:
        order(match, seat, decline)
    shown = look(match)
    assert [shown.seats[seat].order for seat in others] == [decline, decline]
    assert not any(selectors.snapshot_at(shown.match, 0).can_order(seat) for seat in others)


def test_a_decision_that_comes_is_answered_in_the_same_breath(orchard):
    order(orchard, 1, ROLLS)
    assert play(orchard, action=ROLL).version == 2  # one's own step, not the one that followed
    assert kinds(orchard, 1) == [("action", 0, "person"), ("action", 1, "order")]
    assert orchard.steps.get(index=3).user is None
    shown = look(orchard)
    assert (shown.version, shown.state.turn) == (3, 2)
    assert [seat.owes for seat in shown.seats] == [False, False, True]
    assert shown.seats[2].decision_version == 3
    assert orchard.steps.get(index=3).at == orchard.steps.get(index=2).at
    order(orchard, 0, ROLLS)
    play(orchard, action=ROLL)  # one answer leads to the next
    assert kinds(orchard, 4) == [
        ("action", seat, "order" if seat < 2 else "person") for seat in (2, 0, 1)
    ]


def test_a_decision_that_stands_is_answered_at_once(orchard):
    assert order(orchard, 0, ROLLS).version == 1
    assert kinds(orchard, 0) == [("order", 0, "person"), ("action", 0, "order")]
    assert look(orchard).state.turn == 1


def test_after_the_end_the_log_says_what_was_ordered(orchard):
    order(orchard, 1, {"type": "lays", "fruit": "plum"})
    order(orchard, 1, None)
    order(orchard, 1, ROLLS)
    play(orchard, action=ROLL)
    sealed = lines_told(orchard)
    gives, withdraws = "birch gives a standing order", "birch withdraws the standing order."
    assert sealed[:3] == [f"{gives}.", withdraws, f"{gives}."]
    assert sealed[4] == "birch answers by standing order."
    assert sealed[5].startswith("birch rolls")
    assert "plum" not in " ".join(sealed)
    for seat in (0, 2):
        services.resign(public_id=orchard.public_id, user=user_at(orchard, seat))
    opened = lines_told(orchard)
    assert opened[:2] == [f"{gives}: Lay a plum as soon as possible.", withdraws]


def test_computer_players_after_it_are_queued_and_answered_too(begin, person, ordered, committed):
    match = begin(person(), person(), "easy", game=ordered, number=4, first=0)
    order(match, 1, ROLLS)
    with committed():
        play(match, action=ROLL)
    assert [actor for _, _, actor in kinds(match, 1)][:3] == ["person", "order", "ai:easy"]
    match = begin("easy", user_at(match, 0), game=ordered, number=4, first=0)
    order(match, 1, ROLLS)
    for _ in range(3):  # it may lay and look before it rolls
        tasks.play_ai_turn(str(match.pk), look(match).version)
    assert ("action", 1, "order") in kinds(match, 1)


def test_orders_keep_no_computer_from_moving(begin, person, ordered):
    """Whoever leaves one again and again neither undoes its thoughts nor makes it think twice."""
    match = begin("easy", person(), game=ordered, number=4, first=0)
    lease = timezone.now() + timedelta(seconds=9)
    Match.objects.filter(pk=match.pk).update(ai_lease_until=lease, wake_at=lease)
    for _ in range(3):
        order(match, 1, {"type": "lays"})
    thinking = look(match).match
    assert (thinking.ai_lease_until, thinking.wake_at) == (lease, lease)
    said = {"match_id": match.pk, "seat": 0, "epoch": 0, "action": Roll()}
    assert services.submit_ai_action(version=9, **said) is None
    made = services.submit_ai_action(version=0, **said)
    assert made is not None
    assert (made.version, look(match).match.ai_lease_until) == (4, None)
    assert services.submit_ai_action(version=1, **said) is None


def test_orders_that_go_on_without_end_stop_at_the_bound(orchard, monkeypatch):
    monkeypatch.setattr(standing_orders, "MOST_ANSWERS", 3)
    for seat in (1, 2, 0):
        order(orchard, seat, ALWAYS)
    shown = look(orchard)
    assert shown.version == 6  # three orders, three answers; now someone is asked
    assert any(seat.owes for seat in shown.seats)
    play(orchard, user=user_at(orchard, min(shown.active_seats)))  # whose step begins it anew
    assert look(orchard).version == 10
    play_on(orchard)
    verified(orchard)


def test_rules_that_fail_on_an_answer_lose_nothing(orchard, monkeypatch):
    order(orchard, 1, ROLLS)
    before = look(orchard)
    real = OrderedRace.apply_action

    def fail(self, state, seat, *rest):
        return real(self, state, seat, *rest) if seat == 0 else 1 / 0

    monkeypatch.setattr(OrderedRace, "apply_action", fail)
    with pytest.raises(errors.Paused):
        play(orchard, action=ROLL)
    after = look(orchard)
    assert (after.version, after.state) == (before.version, before.state)
    assert after.match.paused == "flagged"
    assert after.seats[1].order == ROLLS


@pytest.mark.parametrize("leaving", [False, True])
def test_a_question_and_its_answer_are_stored_together_or_not_at_all(orchard, monkeypatch, leaving):
    """Whatever kills the second step undoes the first: nothing of it had been acknowledged."""
    order(orchard, 1, ROLLS)
    before = rows(orchard)
    real = PreparedInsert.__call__

    def die(insert, step):
        if step.actor == standing_orders.ACTOR:
            raise OperationalError("the power is gone")
        real(insert, step)

    monkeypatch.setattr(PreparedInsert, "__call__", die)
    with pytest.raises(OperationalError):
        order(orchard, 0, ROLLS) if leaving else play(orchard, action=ROLL)
    assert rows(orchard) == before
    monkeypatch.undo()
    play(orchard, action=ROLL)
    assert kinds(orchard, 1) == [("action", 0, "person"), ("action", 1, "order")]


def test_an_order_is_no_barrier_and_a_take_back_does_not_rewind_it(orchard):
    before = look(orchard).state
    lay(orchard)
    order(orchard, 1, ROLLS)
    undo(orchard, 0)
    shown = look(orchard)
    assert shown.state == before
    assert (orchard.steps.get(index=3).kind, orchard.steps.get(index=3).base) == ("undo", 0)
    assert shown.seats[1].order == ROLLS
    verified(orchard)


def test_what_a_take_back_asks_again_is_answered(orchard):
    fruit = look(orchard).state.hands[0][0]
    lay(orchard)
    order(orchard, 0, {"type": "lays", "fruit": fruit})  # which says nothing while it lies there
    undo(orchard, 0)
    assert kinds(orchard, 2) == [("undo", 0, "person"), ("action", 0, "order")]
    assert look(orchard).state.laid[0] == fruit
    verified(orchard)


def test_an_answer_is_a_barrier(orchard):
    order(orchard, 1, ROLLS)
    play(orchard, action=ROLL)
    order(orchard, 2, {"type": "lays", "fruit": look(orchard).state.hands[2][0]})
    assert orchard.steps.get(index=look(orchard).version).actor == "order"
    for seat in (0, 1, 2):
        with pytest.raises(errors.NothingToUndo):
            undo(orchard, seat)


@pytest.mark.parametrize(("clock", "full"), [(LIVE, 60), (HOUR, 3600)])
def test_an_answer_costs_no_time_and_brings_none(three, frozen, clock, full):
    match, full = three(clock=clock), timedelta(seconds=full)
    frozen.shift(10)
    order(match, 1, ROLLS)
    seat, now = look(match).seats[0], timezone.now()
    assert (seat.bank, seat.deadline) == (full, now + full - timedelta(seconds=10))
    play(match, action=ROLL)
    _, birch, cedar = look(match).seats
    assert (birch.bank, birch.deadline, cedar.deadline) == (full, None, now + full)
    own = match.steps.get(index=3)
    assert (own.actor, own.banks[1]) == ("order", full.total_seconds())


def test_who_is_late_leaves_no_order_either_and_answers_follow_a_time_out(three, frozen):
    match = three(clock=LIVE)
    order(match, 1, ROLLS)
    frozen.shift(61)
    with pytest.raises(errors.TimeRanOut):
        order(match, 0, {"type": "lays"})
    assert look(match).seats[0].order is None
    assert kinds(match, 1) == [("time-out", 0, "clock"), ("action", 1, "order")]
    order(match, 0, {"type": "lays"})


def test_time_thought_before_the_order_was_left_is_paid_for(begin, person, ordered, frozen):
    match = begin(person(), person(), game=ordered, number=4, first=0, clock=LIVE)
    frozen.shift(10)
    order(match, 0, ROLLS)
    seat = look(match).seats[0]
    assert (seat.bank, seat.deadline) == (timedelta(seconds=50), None)


@pytest.mark.parametrize("missed", [0, 2])
def test_its_answers_neither_forgive_missed_deadlines_nor_count_as_any(three, missed):
    match = three(clock=HOUR)
    order(match, 1, ROLLS)
    match.seats.filter(index=1).update(missed=missed)
    play(match, action=ROLL)
    assert kinds(match, 1) == [("action", 0, "person"), ("action", 1, "order")]
    assert match.seats.get(index=1).missed == missed
    order(match, 1, ROLLS)
    assert match.seats.get(index=1).missed == 0, "that was a person"


def test_under_a_caretaker_it_sleeps_and_counts_again_on_return(orchard):
    order(orchard, 1, ROLLS)
    send_away(orchard, 1, "portal")
    play(orchard, action=ROLL)
    assert kinds(orchard, 2) == [("action", 0, "person")]
    services.come_back(public_id=orchard.public_id, user=user_at(orchard, 1))
    assert kinds(orchard, 3)[:2] == [("control", 1, "person"), ("action", 1, "order")]
    assert look(orchard).seats[1].order == ROLLS
    verified(orchard)


def test_a_record_with_orders_verifies_and_can_be_taken_back(orchard):
    order(orchard, 1, {"type": "lays", "fruit": "plum"})
    finish(orchard)
    verified(orchard)
    record, shown = selectors.record_of(orchard), look(orchard)
    cached = [seat.order for seat in shown.seats]
    assert standing_orders.latest(record.steps) == dict(enumerate(cached))
    again = kept(orchard)
    assert [seat.order for seat in again.seats.all()] == cached
    assert selectors.snapshot(again).result == shown.result


@pytest.mark.parametrize("replaced", [False, True])
def test_who_has_gone_orders_nothing_and_the_record_knows(orchard, staff, replaced):
    said = {"public_id": orchard.public_id}
    order(orchard, 1, ROLLS)
    if replaced:
        reason = "Gone for weeks."
        actions.replace_by_ai(seat=1, level="easy", by=staff, reason=reason, **said)
    else:
        services.resign(user=user_at(orchard, 1), **said)
    assert look(orchard).seats[1].order is None
    play(orchard, action=ROLL)
    assert kinds(orchard, 2) == [("action", 0, "person")]
    assert look(orchard).seats[1].owes
    with pytest.raises(errors.Replaced if replaced else errors.Resigned):
        order(orchard, 1, ROLLS)
    verified(orchard)
    assert standing_orders.latest(selectors.record_so_far(look(orchard).match).steps) == {}
