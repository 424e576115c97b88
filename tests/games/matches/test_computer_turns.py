"""Computer players: turns taken once, lost turns found again, broken players survived."""

import datetime
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from prometheus_client import REGISTRY

from games import ai
from games.ai.manners import CAST
from games.matches import tasks
from games.matches.models import Match, Seat
from games.matches.play.parts import announcements, clock
from games.plugin.codec import canonical_json
from tests.games.matches.conftest import look, play
from tests.rulesets.fixtures import installed
from tests.rulesets.held import HOLD, HeldOrders
from toolbox.memory import forget_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def queued(monkeypatch) -> list[tuple[Any, ...]]:
    """The turns that were queued instead of being played at once: (match id, version, delay)."""
    calls = []
    monkeypatch.setattr(
        tasks.play_ai_turn, "apply_async", lambda args, countdown: calls.append((*args, countdown))
    )
    return calls


@pytest.fixture
def ai_turn(begin, person) -> Match:
    match = begin(person(), "easy", first=1)
    assert next(seat for seat in look(match).seats if seat.owes).index == 1
    return match


def test_computers_answer_a_move_until_a_person_is_asked_again_or_play_to_the_end(
    begin, person, committed
):
    match = begin(person(), "easy", "easy", first=0)
    thought = ("portal_thinking_seconds_count", {"level": "easy"})
    before = REGISTRY.get_sample_value(*thought) or 0
    with committed():
        play(match, action={"type": "draw"})
    assert REGISTRY.get_sample_value(*thought) == before + 2
    shown = look(match)
    assert shown.version == 3
    assert [seat.index for seat in shown.seats if seat.owes] == [0]
    assert list(match.steps.values_list("actor", flat=True)) == [
        "portal",
        "person",
        "ai:easy",
        "ai:easy",
    ]
    with committed():
        match = begin("easy", "easy", "easy")
    assert look(match).match.status == Match.Status.FINISHED


def test_a_turn_is_queued_at_once_or_waits_600_ms_while_somebody_watches(
    begin, person, queued, settings, committed
):
    settings.AI_PACE_SECONDS = 0.6
    with committed():
        match = begin(person(), "easy", first=1)
    assert queued == [(str(match.pk), 0, 0)]
    queued.clear()
    match = begin(person(), "easy", first=0)
    announcements.note_watching(match.public_id)
    with committed():
        play(match)
    assert queued == [(str(match.pk), 1, 0.6)]


ROLL = {"type": "roll"}


@pytest.fixture
def slow_die(begin, settings, queued) -> Iterator[Callable[..., Match]]:
    settings.AI_PACE_SECONDS = 0.6

    def make(*players, watched=True, **arguments):
        match = begin(*players, game=HeldOrders.meta.slug, first=0, **arguments)
        if watched:
            announcements.note_watching(match.public_id)
        return match

    with installed(HeldOrders()):
        yield make


@pytest.mark.parametrize(("watched", "wait"), [(True, 0.6 + HOLD), (False, 0)])
def test_a_computer_lets_those_who_watch_see_what_is_held(
    slow_die, person, queued, committed, watched, wait
):
    match = slow_die(person(), "easy", watched=watched)
    with committed():
        play(match, action=ROLL)
    assert queued == [(str(match.pk), 1, pytest.approx(wait))]


def test_what_only_some_are_told_keeps_nobody_waiting(slow_die, person, queued, committed):
    """A computer that paused would tell what happened in secret."""
    match = slow_die(person(), "easy", options={"sides": 2}, number=4)
    with committed():
        play(match, action=ROLL)
        assert look(match).state.offering  # a one was rolled
        queued.clear()
        play(match, action={"type": "offer", "fruit": look(match).state.hands[0][0]})
    assert queued[-1] == (str(match.pk), 2, 0.6)


def test_a_computer_that_waits_for_those_who_watch_is_not_taken_for_lost(
    slow_die, person, queued, frozen
):
    match = slow_die(person(), "easy")
    play(match, action=ROLL)
    frozen.shift(clock.AI_PATIENCE + datetime.timedelta(seconds=HOLD / 2))
    tasks.sweep()
    assert queued == []
    frozen.shift(datetime.timedelta(seconds=HOLD))
    tasks.sweep()
    assert [turn[:2] for turn in queued] == [(str(match.pk), 1)]


def test_rules_that_can_not_tell_of_a_step_do_not_keep_it_from_being_made(
    slow_die, person, monkeypatch, caplog
):
    match = slow_die(person(), "easy")
    monkeypatch.setattr(HeldOrders, "narrate", lambda *_: 1 / 0)
    forget_words()
    play(match, action=ROLL)
    assert look(match).version == 1
    assert "can't narrate its events" in caplog.text


@pytest.mark.parametrize(
    ("model", "change"),
    [(Match, {"status": "voided"}), (Match, {"paused": "flagged"}), (Seat, {"epoch": 1})],
)
def test_a_late_move_for_a_seat_that_changed_hands_or_a_match_that_stopped_dies(
    ai_turn, model, change, monkeypatch
):
    real = ai.choose

    def meanwhile(*arguments, **named):
        model.objects.update(**change)
        return real(*arguments, **named)

    monkeypatch.setattr(ai, "choose", meanwhile)
    tasks.play_ai_turn(str(ai_turn.pk), 0)
    assert look(ai_turn).version == 0


def test_a_broken_computer_player_does_the_default(ai_turn, monkeypatch, caplog):
    def broken(*arguments, **named):
        raise ZeroDivisionError

    monkeypatch.setattr(ai, "choose", broken)
    tasks.play_ai_turn(str(ai_turn.pk), 0)
    assert look(ai_turn).version == 1
    assert "failed" in caplog.text


def test_the_sweeper_queues_a_turn_that_nobody_took_up_and_decodes_no_state(
    ai_turn, queued, frozen
):
    Match.objects.filter(pk=ai_turn.pk).update(state=b"not a state")
    frozen.shift(clock.AI_PATIENCE + datetime.timedelta(days=365))
    tasks.sweep()
    assert queued == [(str(ai_turn.pk), 0, 0)]
    tasks.sweep()
    assert len(queued) == 1  # it was queued a moment ago
    frozen.shift(clock.NOBODYS_PATIENCE + datetime.timedelta(seconds=1))
    tasks.sweep()
    assert len(queued) == 2


@pytest.mark.parametrize("name", ["Coal the Careful", "birch"])
def test_a_computer_player_is_handed_its_observation_as_json_and_little_else(
    ai_turn, monkeypatch, name
):
    """In place of a person it has no manner."""
    handed, real = [], ai.choose
    ai_turn.seats.filter(index=1).update(name=name)

    def choose(*arguments, **named):
        handed.extend((*arguments, named))
        return real(*arguments, **named)

    shown = look(ai_turn)
    monkeypatch.setattr(ai, "choose", choose)
    tasks.play_ai_turn(str(ai_turn.pk), 0)
    game, *rest = handed
    assert not isinstance(game, msgspec.Struct)
    named = {"manner": CAST.get(name), "seconds": 1.6}  # of two: the rest is for storing the move
    assert rest == [canonical_json(game.observation(shown.state, 1)), 1, "easy", named]


def test_no_two_computers_of_a_match_share_a_name_and_matches_have_others(begin):
    names = [{seat.name for seat in begin(*["easy"] * 5, number=n).seats.all()} for n in (1, 2)]
    assert all(len(each) == 5 and each <= CAST.keys() for each in names)
    assert names[0] != names[1]
