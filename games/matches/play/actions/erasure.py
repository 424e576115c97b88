"""Taking the names of people who close their accounts out of records."""

import msgspec
from django.db import transaction

from accounts.models import User
from games.matches.models import Match, Seat
from games.plugin.codec import plain
from games.protocol.names import RecordedSeat, hidden

AT_ONCE = 200  # matches written together


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
