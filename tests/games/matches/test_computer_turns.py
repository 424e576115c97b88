"""Computer players: turns taken once, lost turns found again, broken players survived."""

import datetime
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
import time_machine
from django.utils import timezone

from accounts.memory import forget_words
from games import ai
from games.matches import tasks
from games.matches.models import Match, Seat
from games.matches.play import announcements, clock, computer_turns, services, waiting_turns
from games.plugin.codec import canonical_json
from tests.games.matches.conftest import look, play
from tests.rulesets.fixtures import installed
from tests.rulesets.held import HOLD, HeldOrders

pytestmark = pytest.mark.django_db

Begin = Callable[..., Match]


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The turns that were queued instead of being played at once: (match id, version, delay)."""
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        tasks.play_ai_turn,
        "apply_async",
        lambda args, countdown: calls.append((*args, countdown)),
    )
    return calls


@pytest.fixture
def ai_turn(begin: Begin, person: Any) -> Match:
    """A match in which the computer on seat 1 is to move."""
    match = begin(person(), "easy", first=1)
    assert next(seat for seat in look(match).seats if seat.owes).index == 1
    return match


def test_computers_answer_a_move_until_a_person_is_asked_again(
    begin: Begin, person: Any, django_capture_on_commit_callbacks: Any
) -> None:
    match = begin(person(), "easy", "easy", first=0)
    with django_capture_on_commit_callbacks(execute=True):
        play(match, action={"type": "draw"})
    shown = look(match)
    assert shown.version == 3
    assert [seat.index for seat in shown.seats if seat.owes] == [0]
    assert list(match.steps.values_list("actor", flat=True)) == [
        "portal",
        "person",
        "ai:easy",
        "ai:easy",
    ]


def test_a_match_of_computers_alone_plays_itself_to_the_end(
    begin: Begin, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        match = begin("easy", "easy", "easy")
    assert look(match).match.status == Match.Status.FINISHED


def test_a_match_that_begins_with_a_computer_queues_its_turn(
    begin: Begin, person: Any, queued: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        match = begin(person(), "easy", first=1)
    assert queued == [(str(match.pk), 0, 0)]


def test_a_turn_waits_600_ms_while_somebody_watches(
    begin: Begin,
    person: Any,
    queued: list[Any],
    settings: Any,
    django_capture_on_commit_callbacks: Any,
) -> None:
    settings.AI_PACE_SECONDS = 0.6
    match = begin(person(), "easy", first=0)
    announcements.note_watching(match.public_id)
    with django_capture_on_commit_callbacks(execute=True):
        play(match)
    assert queued == [(str(match.pk), 1, 0.6)]


# -- what everybody is to see first ----------------------------------------------------------------


ROLL = {"type": "roll"}


@pytest.fixture
def slow_die(
    begin: Begin, settings: Any, queued: list[tuple[Any, ...]]
) -> Iterator[Callable[..., Match]]:
    """Begins a match in which rolls are held, while somebody watches."""
    settings.AI_PACE_SECONDS = 0.6

    def make(*players: Any, watched: bool = True, **arguments: Any) -> Match:
        match = begin(*players, game=HeldOrders.meta.slug, first=0, **arguments)
        if watched:
            announcements.note_watching(match.public_id)
        return match

    with installed(HeldOrders()):
        yield make


@pytest.mark.parametrize(("watched", "wait"), [(True, 0.6 + HOLD), (False, 0)])
def test_a_computer_lets_those_who_watch_see_what_is_held(
    slow_die: Callable[..., Match],
    person: Any,
    queued: list[Any],
    django_capture_on_commit_callbacks: Any,
    watched: bool,
    wait: float,
) -> None:
    match = slow_die(person(), "easy", watched=watched)
    with django_capture_on_commit_callbacks(execute=True):
        play(match, action=ROLL)
    assert queued == [(str(match.pk), 1, pytest.approx(wait))]


def test_what_standing_orders_do_is_seen_too_before_a_computer_goes_on(
    slow_die: Callable[..., Match],
    person: Any,
    queued: list[Any],
    django_capture_on_commit_callbacks: Any,
) -> None:
    amber, birch = person(), person()
    match = slow_die(amber, birch, "easy", number=2)
    order = {"type": "rolls"}
    services.set_order(public_id=match.public_id, user=birch, order=order, version=0)
    queued.clear()
    with django_capture_on_commit_callbacks(execute=True):
        play(match, action=ROLL)
    assert queued == [(str(match.pk), 3, pytest.approx(0.6 + 2 * HOLD))]


def test_what_only_some_are_told_keeps_nobody_waiting(
    slow_die: Callable[..., Match],
    person: Any,
    queued: list[Any],
    django_capture_on_commit_callbacks: Any,
) -> None:
    """A computer that paused would tell what happened in secret."""
    match = slow_die(person(), "easy", options={"sides": 2}, number=4)
    with django_capture_on_commit_callbacks(execute=True):
        play(match, action=ROLL)
        assert look(match).state.offering  # a one was rolled
        queued.clear()
        play(match, action={"type": "offer", "fruit": look(match).state.hands[0][0]})
    assert queued[-1] == (str(match.pk), 2, 0.6)


def test_a_computer_that_waits_for_those_who_watch_is_not_taken_for_lost(
    slow_die: Callable[..., Match], person: Any, queued: list[Any], frozen: Any
) -> None:
    match = slow_die(person(), "easy")
    play(match, action=ROLL)
    frozen.shift(clock.AI_PATIENCE + datetime.timedelta(seconds=HOLD / 2))
    tasks.sweep()
    assert queued == []
    frozen.shift(datetime.timedelta(seconds=HOLD))
    tasks.sweep()
    assert [turn[:2] for turn in queued] == [(str(match.pk), 1)]


def test_rules_that_can_not_tell_of_a_step_do_not_keep_it_from_being_made(
    slow_die: Callable[..., Match],
    person: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def dumb(*_: Any) -> Any:
        raise ZeroDivisionError

    match = slow_die(person(), "easy")
    monkeypatch.setattr(HeldOrders, "narrate", dumb)
    forget_words()
    play(match, action=ROLL)
    assert look(match).version == 1
    assert "can't tell what happened" in caplog.text


# -- turns that come too late ----------------------------------------------------------------------


def test_a_turn_for_a_version_that_is_gone_does_nothing(ai_turn: Match) -> None:
    computer_turns.take(ai_turn.pk, 0)
    assert waiting_turns.take(ai_turn.pk, 0) is None
    tasks.play_ai_turn(str(ai_turn.pk), 0)
    assert look(ai_turn).version == 1


def test_a_turn_under_a_lease_is_not_taken_twice(ai_turn: Match, frozen: Any) -> None:
    assert waiting_turns.take(ai_turn.pk, 0)
    tasks.play_ai_turn(str(ai_turn.pk), 0)
    assert look(ai_turn).version == 0


def test_a_lease_that_ran_out_no_longer_protects(ai_turn: Match, frozen: Any) -> None:
    assert waiting_turns.take(ai_turn.pk, 0)
    frozen.shift(clock.AI_LEASE + datetime.timedelta(seconds=1))
    tasks.play_ai_turn(str(ai_turn.pk), 0)
    assert look(ai_turn).version == 1


def test_a_late_move_for_a_seat_that_changed_hands_dies(
    ai_turn: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = ai.choose

    def relieved(*arguments: Any, **named: Any) -> Any:
        Seat.objects.filter(match=ai_turn, index=1).update(epoch=1)
        return real(*arguments, **named)

    monkeypatch.setattr(ai, "choose", relieved)
    tasks.play_ai_turn(str(ai_turn.pk), 0)
    assert look(ai_turn).version == 0


@pytest.mark.parametrize("change", [{"status": "voided"}, {"paused": "flagged"}])
def test_a_match_that_stopped_gets_no_computer_move(
    ai_turn: Match, change: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = ai.choose

    def stopped(*arguments: Any, **named: Any) -> Any:
        Match.objects.filter(pk=ai_turn.pk).update(**change)
        return real(*arguments, **named)

    monkeypatch.setattr(ai, "choose", stopped)
    tasks.play_ai_turn(str(ai_turn.pk), 0)
    assert look(ai_turn).version == 0


def test_a_broken_computer_player_does_the_default(
    ai_turn: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*arguments: Any, **named: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(ai, "choose", broken)
    tasks.play_ai_turn(str(ai_turn.pk), 0)
    assert look(ai_turn).version == 1
    assert "failed" in caplog.text


def test_the_sweeper_queues_a_turn_that_nobody_took_up(
    ai_turn: Match, queued: list[Any], frozen: Any
) -> None:
    frozen.shift(clock.AI_PATIENCE + datetime.timedelta(days=365))
    tasks.sweep()
    assert queued == [(str(ai_turn.pk), 0, 0)]
    tasks.sweep()
    assert len(queued) == 1  # it was queued a moment ago
    frozen.shift(clock.NOBODYS_PATIENCE + datetime.timedelta(seconds=1))
    tasks.sweep()
    assert len(queued) == 2


def test_the_sweeper_leaves_people_their_time(begin: Begin, person: Any, queued: list[Any]) -> None:
    match = begin(person(), "easy", first=0)
    assert look(match).match.wake_at is None
    with time_machine.travel(timezone.now() + datetime.timedelta(days=7)):
        tasks.sweep()
    assert queued == []


def test_the_sweeper_decodes_no_state(ai_turn: Match, queued: list[Any], frozen: Any) -> None:
    Match.objects.filter(pk=ai_turn.pk).update(state=b"not a state")
    frozen.shift(clock.AI_PATIENCE + datetime.timedelta(days=365))
    tasks.sweep()
    assert len(queued) == 1


# -- what a computer player knows ----------------------------------------------------------------


def test_a_computer_player_is_handed_its_observation_as_json_and_nothing_else(
    ai_turn: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[Any] = []
    limits: dict[str, Any] = {}
    real = ai.choose

    def choose(*arguments: Any, **named: Any) -> Any:
        handed.extend(arguments)
        limits.update(named)
        return real(*arguments, **named)

    shown = look(ai_turn)
    monkeypatch.setattr(ai, "choose", choose)
    tasks.play_ai_turn(str(ai_turn.pk), 0)
    game, observation, seat, level = handed
    assert (seat, level) == (1, "easy")
    assert observation == canonical_json(game.observation(shown.state, 1))
    assert not isinstance(game, msgspec.Struct)
    assert limits == {"seconds": 1.6}  # of two: the rest is for storing the move
