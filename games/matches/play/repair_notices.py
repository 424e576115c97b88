"""Telling the people of a match what an administrator did to it, and why.

That it has ended is told like any end (`end_notices`).
"""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts import notices
from games.matches.models import Match, Seat
from games.plugin import registry

TAKEN_BACK = gettext_noop(
    "An administrator took your match of {game} back to the position after step {step}. "
    "The reason: {reason}"
)
REPLACED = gettext_noop(
    "An administrator gave your seat in {game} to a computer player. The reason: {reason}"
)


def tell_taken_back(match: Match, seats: Sequence[Seat], to: int, reason: str) -> None:
    """Tell everybody who sits there that the coming step takes the match back."""
    for seat in seats:
        _tell(match, seat, TAKEN_BACK, step=to, reason=reason)


def tell_replaced(match: Match, seat: Seat, reason: str) -> None:
    """Tell the person of that seat that the coming step takes it from them."""
    _tell(match, seat, REPLACED, reason=reason)


def _tell(match: Match, seat: Seat, text: str, **said: object) -> None:
    if seat.user_id is None:
        return
    notices.tell(
        user_id=seat.user_id,
        key=f"match:{match.public_id}:repair:{match.version + 1}",
        text=text,
        params={"game": notices.message(registry.title_of(match.game)), **said},
        link=reverse("matches:match", args=[match.public_id]),
    )
