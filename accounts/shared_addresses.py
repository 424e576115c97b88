"""Tells moderators, and nobody else, that people who play each other share a network address.

The log of log-ins, which is kept anyway, shows it. The people may be a household, so nothing
follows from it by itself.
"""

from collections.abc import Collection
from datetime import timedelta
from itertools import combinations

from axes.models import AccessLog
from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_people
from accounts.models import Report, User

LATELY = timedelta(days=30)  # log-ins that count


@transaction.atomic
def report(*, people: Collection[User], place: str) -> None:
    """Report each pair of these people who lately logged in from one address; each pair only once.

    `place`: the key of the conversation where they met.
    """
    lock_people([person.pk for person in people])
    since = timezone.now() - LATELY
    seen = AccessLog.objects.filter(
        username__in=[person.username for person in people],
        attempt_time__gte=since,
        ip_address__isnull=False,
    )
    where: dict[str, set[str]] = {}
    for name, address in seen.values_list("username", "ip_address").distinct():
        where.setdefault(name, set()).add(address)
    for one, other in combinations(sorted(people, key=lambda person: person.pk), 2):
        if not where.get(one.username, set()).isdisjoint(where.get(other.username, ())):
            Report.objects.get_or_create(about=other, shares_with=one, defaults={"place": place})
