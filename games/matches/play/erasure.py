"""What becomes of a person's name in the records of their matches when they close their account."""

import msgspec
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match, Seat
from games.matches.play import followups
from games.plugin.codec import plain
from games.plugin.names import RecordedSeat, hidden

SIGN = "games.matches.tasks.sign_record"
AT_ONCE = 200  # matches that are written together


def forget_names(*, user: User) -> None:
    """Take the person's name out of every record; they play nowhere any more.

    Records of format 2 lose it at once, for it isn't in what is hashed. Those of format 1 are
    sealed anew: by the sweeper, or by whoever reads one first; of a match that is still running,
    when it is over.
    """
    with transaction.atomic():
        seats = Seat.objects.filter(user=user)
        seats.update(erased=True)
        at = dict(seats.values_list("match", "index"))
        found = (
            Match.objects.filter(pk__in=seats.values("match")).order_by("pk").select_for_update()
        )
        changed, older = [], []
        for match in found.only("opening_seats", "status").iterator(chunk_size=AT_ONCE):
            own = match.opening_seats[at[match.pk]]
            if "sealed" in own:
                match.opening_seats[at[match.pk]] = plain(
                    hidden(msgspec.convert(own, RecordedSeat))
                )
                changed.append(match)
            elif not match.running:
                older.append(match.pk)
        Match.objects.bulk_update(changed, ["opening_seats"], batch_size=AT_ONCE)
        followups.begin_again(SIGN, older, timezone.now())
