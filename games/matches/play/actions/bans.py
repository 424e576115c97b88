"""Computer players look after the seats of banned people, at once and in any pause.

A task follows every ban (`BAN_FOLLOWUPS`); a sweep finds seats whose task was lost. The ban is
checked again under the match's lock, so that no seat is handed over twice, or after it was lifted.
"""

import logging

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts import sanctions
from accounts.models import User
from games.matches import errors
from games.matches.models import Match, Seat
from games.matches.play.engine import caretakers, steps

AT_ONCE = 100  # seats that one sweep hands over

log = logging.getLogger(__name__)


def hand_over_seats(*, user_id: int | None = None) -> None:
    """Hand over the seats of everyone who is banned, or only that person's.

    Runs played alone are left to their clock. Flagged matches, which may not be readable, are tried
    for that person only.
    """
    found = _seats_of_the_banned()
    if user_id is None:
        found = found.exclude(match__paused=Match.Paused.FLAGGED)
    else:
        found = found.filter(user=user_id)
    for seat in found[:AT_ONCE]:
        try:
            _hand_over(seat)
        except (errors.Unreadable, errors.Paused):
            log.warning("%s of match %s can't be handed over yet", seat, seat.match_id)


def _seats_of_the_banned() -> QuerySet[Seat]:
    others = Seat.objects.filter(match=OuterRef("match")).exclude(pk=OuterRef("pk"))
    return Seat.objects.filter(
        Exists(others),
        user__banned_until__gt=timezone.now(),
        match__status=Match.Status.ACTIVE,
        ai_level="",
        caretaker=False,
        resigned=None,
        replaced=None,
    ).order_by("pk")


def _hand_over(found: Seat) -> None:
    with steps.one_step(pk=found.match_id) as (match, seats):
        seat = seats[found.index]
        theirs = not seat.plays_itself and seat.resigned is None and seat.replaced is None
        banned = User.objects.filter(sanctions.banned(), pk=found.user_id or 0).exists()
        if match.running and theirs and banned:
            caretakers.take_over(match, seats, seat, "portal")
