"""How many matches a person may begin: everybody shares the computer players and the database."""

from django.conf import settings
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.locks import lock_person
from accounts.models import User
from games.matches.models import Match
from lobby.models import Table, Try
from lobby.tables import guest_share
from lobby.tables.guest_share import HOUR, RUNS, WAITS, begun_lately
from toolbox.errors import Conflict, TooMany


def check(host: User) -> None:
    """Raise Refusal if one more table of this host, or one more try, would be too much.

    409 `too_many_matches` counts running matches and waiting tables, 429 `throttled` those and the
    matches begun in the last hour. Inside a transaction, which lets the person begin one match at a
    time. Guests share the quota of their address (`guest_share`).
    """
    if host.is_guest:
        guest_share.check(host)
        return
    lock_person(host.pk)
    counted = _counted(host)
    if counted["under_way"] >= settings.MATCHES_UNDER_WAY:
        n = settings.MATCHES_UNDER_WAY
        text = ngettext(
            "You have started {n} match that isn’t over yet. Finish it before you start another.",
            "You have started {n} matches that aren’t over yet. Finish one before you start "
            "another.",
            n,
        )
        raise Conflict(text.format(n=n), code="too_many_matches")
    if counted["lately"] >= settings.MATCHES_AN_HOUR:
        n = settings.MATCHES_AN_HOUR
        text = ngettext(
            "You have started {n} match in the last hour. Take a break before you start another.",
            "You have started {n} matches in the last hour. Take a break before you start another.",
            n,
        )
        raise TooMany(text.format(n=n), wait=_wait(host, counted["lately"]))


def lock(host: User) -> None:
    """Lock what `check` locks, in the same order. Raises `NotLoggedIn` for a guest who is gone."""
    if host.is_guest:
        guest_share.lock(host)
    else:
        lock_person(host.pk)


def check_takes_on(account: User, guest: User) -> None:
    """Raise Refusal, with the codes of `check`, if the guest's matches exceed the account's quota.

    Without this, becoming a guest again and again would evade the quotas. Inside a transaction
    that has locked both people.
    """
    has, comes = _counted(account), _counted(guest)
    if 0 < comes["under_way"] > settings.MATCHES_UNDER_WAY - has["under_way"]:
        n = settings.MATCHES_UNDER_WAY
        text = ngettext(
            "With the guest’s matches that account would have more than {n} unfinished match. "
            "Finish some first.",
            "With the guest’s matches that account would have more than {n} unfinished matches. "
            "Finish some first.",
            n,
        )
        raise Conflict(text.format(n=n), code="too_many_matches")
    if 0 < comes["lately"] > settings.MATCHES_AN_HOUR - has["lately"]:
        n = settings.MATCHES_AN_HOUR
        text = ngettext(
            "With the guest’s matches that account would have started more than {n} within an "
            "hour. Log in later.",
            "With the guest’s matches that account would have started more than {n} within an "
            "hour. Log in later.",
            n,
        )
        raise TooMany(text.format(n=n), wait=HOUR.total_seconds())


def _counted(host: User) -> dict[str, int]:
    begun = begun_lately()
    tables = Table.objects.filter(host=host).aggregate(
        under_way=Count("pk", filter=WAITS | RUNS), lately=Count("pk", filter=WAITS | begun)
    )
    tries = Try.objects.filter(user=host).aggregate(
        under_way=Count("pk", filter=RUNS), lately=Count("pk", filter=begun)
    )
    return {name: number + tries[name] for name, number in tables.items()}


def _wait(host: User, lately: int) -> float:
    """Seconds until enough matches are an hour old; an hour if tables alone are too many."""
    now = timezone.now()
    own = Q(table__host=host) | Q(try_of__user=host)
    begun = Match.objects.filter(own, started_at__gt=now - HOUR)
    times = list(begun.order_by("started_at").values_list("started_at", flat=True))
    after = lately - settings.MATCHES_AN_HOUR
    since = times[after] if after < len(times) else now
    return (since + HOUR - now).total_seconds()
