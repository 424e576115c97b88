"""Notices of what an administrator did to a match, and why; `end_notices` tells of its end."""

from collections.abc import Collection

from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts import notices
from games.matches.models import Match, Seat
from games.matches.play.engine import giving_up
from games.matches.record import match_names

TAKEN_BACK = gettext_noop(
    "An administrator took your match of {game} back to an earlier moment. The reason: {reason}"
)
RESUMED = gettext_noop("An administrator resumed your match of {game}. The reason: {reason}")
REPLACED = gettext_noop(
    "An administrator gave your seat in {game} to a computer player. The reason: {reason}"
)


def tell_taken_back(match: Match, seats: Collection[Seat], reason: str) -> None:
    _tell(match, seats, seats, TAKEN_BACK, reason=reason)


def tell_resumed(match: Match, seats: Collection[Seat], reason: str) -> None:
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    notices.settle(users=people, occasions=[f"match:{match.public_id}:flagged"])
    playing = [seat for seat in seats if seat.resigned is None and seat.replaced is None]
    _tell(match, seats, playing, RESUMED, reason=reason)


def tell_replaced(match: Match, seats: Collection[Seat], seat: Seat, reason: str) -> None:
    giving_up.settle_being_away(match, seat)
    _tell(match, seats, [seat], REPLACED, reason=reason)


def _tell(
    match: Match, seats: Collection[Seat], whom: Collection[Seat], text: str, **params: object
) -> None:
    """Skips people who have closed their accounts."""
    names = match_names.names_for_all(match, seats)
    for seat in whom:
        if seat.user_id is not None and not seat.erased:
            notices.tell(
                user_id=seat.user_id,
                key=f"match:{match.public_id}:repair:{match.version + 1}",
                text=text,
                params={"game": names[seat.user_id], **params},
                link=reverse("matches:match", args=[match.public_id]),
            )
