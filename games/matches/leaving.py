"""What becomes of the matches of a person who closes their account."""

from contextlib import suppress
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.errors import Conflict
from accounts.models import User
from games.matches import announcing, errors, services
from games.matches.models import Match, Seat


def seats_to_leave(user: User) -> QuerySet[Seat]:
    """Where the person still plays."""
    return Seat.objects.filter(
        user=user, match__status=Match.Status.ACTIVE, resigned=None, replaced=None
    ).exclude(match__paused=Match.Paused.SUSPENDED)  # there only computer players are left


def check_can_leave(user: User) -> None:
    """Raises Conflict `match_paused`: nothing can be done in a match that waits for others."""
    stuck = seats_to_leave(user).exclude(match__paused="").select_related("match").first()
    if stuck is not None:
        text = _("Match {id} waits for an administrator, and so does your account, then.")
        raise Conflict(text.format(id=stuck.match.public_id), code="match_paused")


def leave_matches(*, user: User) -> None:
    """Resign wherever the person plays: the match ends or a computer player takes over."""
    for seat in seats_to_leave(user).select_related("match"):
        with suppress(errors.Over, errors.Voided, errors.Resigned, errors.Replaced):
            services.resign(public_id=seat.match.public_id, user=user)


def rename(*, user: User, name: str) -> None:
    """Show the person's seats under another name, but in records: these are sealed."""
    seats = Seat.objects.filter(user=user)
    seats.update(name=name)
    running = seats.filter(match__status=Match.Status.ACTIVE).select_related("match")
    for seat in running:
        told = seat.match.public_id, seat.match.version
        push = partial(announcing.push, *told, fresh=True)
        transaction.on_commit(push, robust=True)
