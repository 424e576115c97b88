"""Finding matches by their players."""

from django.db.models import Q, QuerySet

from accounts.models import Name
from accounts.names import key_of
from games.matches.models import Seat
from toolbox.prefix_search import Folded, begins

NAMES = 50  # at most, of names with the same prefix


def seats_called(beginning: str) -> QuerySet[Seat]:
    """The seats of people whose name begins so: as shown, or as user name unless deleted."""
    names = Name.objects.filter(begins("key", key_of(beginning))).order_by(Folded("key"))
    people = list(names.values_list("user", flat=True)[:NAMES])
    left = Q(user=None, ai_level="") & begins("name", beginning)
    return Seat.objects.filter(left | Q(user__in=people))
