"""Seats that a computer player looks after while their person is away, inside the match's lock."""

from collections.abc import Sequence
from itertools import pairwise

from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts import notices
from games.matches.models import Match, Seat, Step
from games.matches.play.engine import giving_up, same_position, steps
from games.matches.play.engine.decision import Accepted, Decision
from games.matches.play.parts import clock
from games.matches.play.parts.absence import absence_of
from games.matches.play.parts.clock_kinds import clock_of, is_by_turn
from games.matches.record import match_names
from games.protocol.caretakers import CLOCK, HandOver
from games.protocol.resignation import Forfeit

MISSED_ONE = gettext_noop(
    "You missed a deadline: a computer player has your seat in {game} until you return."
)
MISSED = gettext_noop(
    "You missed several deadlines: a computer player has your seat in {game} until you return."
)
VOTED = gettext_noop(
    "The others have let a computer player take your seat in {game} until you return."
)
FORFEITED_ONE = gettext_noop("You missed a deadline, and so forfeited your seat in {game}.")
FORFEITED = gettext_noop("You missed several deadlines, and so forfeited your seat in {game}.")


def hand_over(match: Match, seats: Sequence[Seat], seat: Seat, text: str = "") -> None:
    """Let a computer player look after the seat from the coming step on, and notify its person.

    The caller writes that step (`HandOver`). A match without people rests; the seat's standing
    order sleeps. `text` "": no notice.
    """
    seat.caretaker, seat.missed = True, 0
    seat.epoch += 1
    seat.save(update_fields=["caretaker", "missed", "epoch"])
    same_position.suspend_without_people(match, seats)
    if text:
        _tell(match, seats, seat, giving_up.being_away(match), text)


def take_over(
    match: Match, seats: Sequence[Seat], seat: Seat, actor: str, text: str = "", *, missed: int = 0
) -> Accepted:
    """`hand_over` and its step. `missed`: deadlines in a row, if the clock did it."""
    hand_over(match, seats, seat, text)
    decision = Decision(seat.index, HandOver(missed=missed), actor, kind=Step.Kind.CONTROL)
    return steps.commit_step(match, seats, decision, same_position.unchanged(match))


def after_missing(match: Match, seats: Sequence[Seat], seat: Seat) -> Accepted | None:
    """Do what the table agreed on if a missed deadline was one too many; the step counts them."""
    agreed, missed = absence_of(match.absence), seat.missed
    if agreed.then == "default" or missed < agreed.after or not match.running or match.paused:
        return None
    in_a_row = missed_in_a_row(match, seat)
    if in_a_row < agreed.after:
        return None
    if agreed.then == "caretaker":
        text = MISSED_ONE if in_a_row == 1 else MISSED
        return take_over(match, seats, seat, CLOCK, text, missed=missed)
    giving_up.give_up(match, seats, seat, forfeited=True)
    text = FORFEITED_ONE if in_a_row == 1 else FORFEITED
    _tell(match, seats, seat, f"match:{match.public_id}:forfeit", text)
    decision = Decision(seat.index, Forfeit(missed), CLOCK, kind=Step.Kind.CONTROL)
    return steps.commit_step(match, seats, decision, same_position.unchanged(match))


def give_back(match: Match, seats: Sequence[Seat], seat: Seat) -> None:
    """Return the seat to its person from the coming step on; a resting match wakes."""
    seat.caretaker, seat.missed = False, 0
    seat.epoch += 1
    clock.begin_afresh(match, seat)
    seat.save(update_fields=["caretaker", "missed", "epoch", "bank"])
    if match.paused == Match.Paused.SUSPENDED:
        match.paused = ""
    giving_up.settle_being_away(match, seat)


def _tell(match: Match, seats: Sequence[Seat], seat: Seat, occasion: str, text: str) -> None:
    if seat.user_id is None:
        return
    notices.tell(
        user_id=seat.user_id,
        key=f"{occasion}:{match.version + 1}",
        text=text,
        params={"game": match_names.names_for_all(match, seats)[seat.user_id]},
        link=reverse("matches:match", args=[match.public_id]),
        event=notices.Event.CARETAKER,
    )


def missed_in_a_row(match: Match, seat: Seat) -> int:
    """The turns, or steps, that the seat's person has missed since they last acted."""
    if not is_by_turn(clock_of(match.clock)):
        return seat.missed
    late = match.steps.filter(kind=Step.Kind.TIME_OUT, seat=seat.index).order_by("-index")
    missed = sorted(late.values_list("index", flat=True)[: seat.missed])
    return sum(_had_time(match, seat, *both) for both in pairwise(missed)) + bool(missed)


def _had_time(match: Match, seat: Seat, one: int, next_one: int) -> bool:
    """Whether the seat had any time, its own or for an answer, between two missed deadlines."""
    between = match.steps.filter(index__gte=one, index__lt=next_one)
    all_banks = between.values_list("banks", flat=True)
    return any(banks is not None and banks[seat.index] > 0 for banks in all_banks)
