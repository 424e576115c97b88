"""How many matches one person may have begun: computer players and the database serve everybody."""

from datetime import timedelta

from django.conf import settings
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.errors import Conflict, Refusal
from accounts.models import User
from games.matches.models import Match
from lobby.models import Table


def check(host: User) -> None:
    """Raise Refusal if one more table of this host would be too much.

    409 `too_many_matches` for those that run or wait, 429 `throttled` for those of the last hour;
    a table that waits counts as the match it may become. Inside a transaction, which lets the
    person open one table at a time.
    """
    list(User.objects.select_for_update().filter(pk=host.pk).values_list("pk"))
    counted = _counted(host)
    if counted["under_way"] >= settings.MATCHES_UNDER_WAY:
        n = settings.MATCHES_UNDER_WAY
        said = ngettext(
            "You have started {n} match that isn't over yet. Finish it before you start another.",
            "You have started {n} matches that aren't over yet. Finish one before you start "
            "another.",
            n,
        )
        raise Conflict(said.format(n=n), code="too_many_matches")
    if counted["lately"] >= settings.MATCHES_AN_HOUR:
        n = settings.MATCHES_AN_HOUR
        said = ngettext(
            "You have started {n} match within an hour. Take a break before you start another.",
            "You have started {n} matches within an hour. Take a break before you start another.",
            n,
        )
        raise Refusal(said.format(n=n), code="throttled", status=429)


def _counted(host: User) -> dict[str, int]:
    waits = Q(status=Table.Status.OPEN)
    runs = Q(match__status=Match.Status.ACTIVE)
    begun = Q(match__started_at__gt=timezone.now() - timedelta(hours=1))
    return Table.objects.filter(host=host).aggregate(
        under_way=Count("pk", filter=waits | runs), lately=Count("pk", filter=waits | begun)
    )
