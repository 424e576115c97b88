"""How often in a row somebody let their time run out, as a table counts it.

By the turn, a turn whose time is up goes on without any: all that is still to decide in it is
missed at once, and counts as one. By the step, every deadline that was missed is one.
"""

from itertools import pairwise

from games.matches.models import Match, Seat, Step
from games.matches.play.parts.clock_kinds import clock_of, is_by_turn


def missed_in_a_row(match: Match, seat: Seat) -> int:
    """The turns, or steps, that the seat's person has missed since they last did anything."""
    if not is_by_turn(clock_of(match.clock)):
        return seat.missed
    late = match.steps.filter(kind=Step.Kind.TIME_OUT, seat=seat.index).order_by("-index")
    missed = sorted(late.values_list("index", flat=True)[: seat.missed])
    return sum(_had_time(match, seat, *both) for both in pairwise(missed)) + bool(missed)


def _had_time(match: Match, seat: Seat, one: int, next_one: int) -> bool:
    """Whether the seat had any time, own or for an answer, between two deadlines it missed."""
    between = match.steps.filter(index__gte=one, index__lt=next_one)
    told = between.values_list("banks", flat=True)
    return any(banks is not None and banks[seat.index] > 0 for banks in told)
