"""Matches of a person who closes their account or changes their name."""

from collections.abc import Sequence
from contextlib import suppress

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.matches import errors
from games.matches.models import Match, Seat
from games.matches.play.actions import log_texts, services
from games.matches.play.parts import announcements
from games.plugin.codec import plain
from games.protocol.names import RecordedSeat, hidden
from toolbox.commits import after_commit

AT_ONCE = 200  # records written together


def seats_to_leave(user: User) -> QuerySet[Seat]:
    """The seats that the person still plays, or to which they may return."""
    return Seat.objects.filter(
        user=user, match__status=Match.Status.ACTIVE, resigned=None, replaced=None
    )


def leave_matches(*, user: User) -> None:
    """Resign the person's seats, in any pause; abandon matches that can't be read."""
    for seat in seats_to_leave(user).select_related("match"):
        with suppress(
            errors.Over, errors.Voided, errors.Resigned, errors.Replaced, errors.Abandoned
        ):
            try:
                services.resign(public_id=seat.match.public_id, user=user)
            except (errors.Unreadable, errors.Paused):
                services.abandon(public_id=seat.match.public_id, user=user)


def rename(*, user: User, name: str, at: Sequence[Match] | None = None) -> None:
    """Rename the person's seats, in the matches `at` or in all, except in sealed records."""
    seats = Seat.objects.filter(user=user)
    if at is not None:
        seats = seats.filter(match__in=at)
    seats.update(name=name)
    log_texts.forget(Match.objects.filter(pk__in=seats.values("match")))
    running = seats.filter(match__status=Match.Status.ACTIVE)
    for public_id, version in running.values_list("match__public_id", "match__version"):
        after_commit(announcements.push, public_id, version, fresh=True)


def forget_names(*, user: User) -> None:
    """Take the person's name out of every record. It isn't hashed, so records still verify."""
    with transaction.atomic():
        seats = Seat.objects.filter(user=user)
        seats.update(erased=True)
        at = dict(seats.values_list("match", "index"))
        found = (
            Match.objects.filter(pk__in=seats.values("match")).order_by("pk").select_for_update()
        )
        changed = []
        for match in found.only("opening_seats").iterator(chunk_size=AT_ONCE):
            own = msgspec.convert(match.opening_seats[at[match.pk]], RecordedSeat)
            match.opening_seats[at[match.pk]] = plain(hidden(own))
            changed.append(match)
        Match.objects.bulk_update(changed, ["opening_seats"], batch_size=AT_ONCE)
