"""Estimates how long it takes to be seated, from recent tickets for the same games and paces."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice, product
from math import inf
from statistics import median_low

from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from lobby.models import QuickTicket
from lobby.quick import wishes

LATELY = timedelta(hours=24)  # the age of tickets that count for live games
LATELY_OVER_DAYS = timedelta(days=30)
SAMPLE = 20  # newest tickets that count for a game and pace
READ = 400  # newest tickets read to find them
CHANGED_MIND = 60  # seconds; people who leave sooner don't count
REMEMBERED = "quick/ended"


@dataclass(frozen=True)
class Estimate:
    """The median wait of `people`."""

    seconds: float | None  # `inf`: most weren't seated; None: nobody has looked for this lately
    people: int = 0


def estimate(games: Iterable[str], paces: Iterable[str]) -> Estimate:
    """The shortest estimate among these games and paces."""
    ended = _ended()
    estimates = [_of(ended, game, pace) for game, pace in product(games, paces)]
    known = [each for each in estimates if each.seconds is not None]
    return min(known, key=lambda each: each.seconds or 0, default=Estimate(None))


def words(expected: Estimate) -> str:
    """The estimate in a sentence."""
    if expected.seconds is None:
        return _("Nobody has looked for this lately, so it may take a while.")
    if expected.seconds == inf:
        return _(
            "Lately most people left, or played with AI, before enough others came. Be patient."
        )
    text = ngettext(
        "The last person who looked for this waited {time}.",
        "Usually {time}, judging by the last {n} people who looked for this.",
        expected.people,
    )
    return text.format(time=_about(expected.seconds), n=expected.people)


def _about(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return _("less than a minute")
    if minutes < 90:
        return ngettext("about {n} minute", "about {n} minutes", minutes).format(n=minutes)
    hours = round(seconds / 3600)
    if hours < 36:
        return ngettext("about {n} hour", "about {n} hours", hours).format(n=hours)
    days = round(seconds / 86_400)
    return ngettext("about {n} day", "about {n} days", days).format(n=days)


@dataclass(frozen=True)
class _Ended:
    """A ticket that has ended."""

    games: tuple[str, ...]
    paces: tuple[str, ...]
    ended_at: datetime
    wait: float  # seconds
    seated: tuple[str, str] | None  # game and pace; None if not seated, or with computer players


def _ended() -> list[_Ended]:
    """The newest ended tickets, cached for half a minute because many pages ask."""
    known: list[_Ended] | None = cache.get(REMEMBERED)
    if known is None:
        since = timezone.now() - LATELY_OVER_DAYS
        tickets = QuickTicket.objects.filter(ended_at__gte=since).order_by("-ended_at")[:READ]
        known = [_as_ended(ticket) for ticket in tickets]
        cache.set(REMEMBERED, known, 30)
    return known


def _as_ended(ticket: QuickTicket) -> _Ended:
    assert ticket.ended_at is not None
    seated = ticket.status == QuickTicket.Status.SEATED
    here_until = ticket.ended_at if seated else min(ticket.seen_at, ticket.ended_at)
    return _Ended(
        games=tuple(ticket.games),
        paces=tuple(ticket.paces),
        ended_at=ticket.ended_at,
        wait=(here_until - ticket.created_at).total_seconds(),
        seated=(ticket.game, ticket.pace) if seated and not ticket.wants_ai else None,
    )


def _of(ended: Iterable[_Ended], game: str, pace: str) -> Estimate:
    waits = list(islice(_waits(ended, game, pace), SAMPLE))
    return Estimate(median_low(waits), len(waits)) if waits else Estimate(None)


def _waits(ended: Iterable[_Ended], game: str, pace: str) -> Iterator[float]:
    """The waits in seconds, newest first, for that game and pace; `inf` if people gave up."""
    since = timezone.now() - (LATELY_OVER_DAYS if wishes.lets_go(pace) else LATELY)
    for ticket in ended:
        if game in ticket.games and pace in ticket.paces and ticket.ended_at >= since:
            if ticket.seated == (game, pace):
                yield ticket.wait
            elif ticket.seated is None and ticket.wait >= CHANGED_MIND:
                yield inf
