"""Reads challenges. The results of others stay shut until a challenge opens."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import fmean
from typing import Any

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, Sum, When
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.prepared_queries import MOMENT, PreparedQuery
from accounts.selectors import welcome
from games.matches.record import gate
from games.plugin import AnyGame
from lobby.daily import services
from lobby.leaderboards.selectors import ranked_game
from lobby.models import Challenge, Try
from toolbox.errors import NotFound

LONGEST_STREAK = 1_000  # days
LATELY, FEWEST_DAYS, OTHERS = 14, 5, 3  # most and fewest days of a percentile, others on each


def daily_game(slug: str) -> AnyGame:
    """The installed game with that slug and a challenge of the day. Raises `NotFound`."""
    game = ranked_game(slug)
    if not services.has_daily(game):
        raise NotFound(_("This game has no challenge of the day."))
    return game


def read_day(text: str) -> date:
    """The day in an address, «2026-05-01». Raises `NotFound`."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotFound(_("There was no challenge on that day.")) from None


def challenge_on(game: AnyGame, day: date, today: date) -> Challenge:
    """The challenge of a day that has begun. Raises `NotFound`."""
    if day == today:
        return services.challenge_of(game, day)
    past = Challenge.objects.select_related("deal").filter(game=game.meta.slug, day=day)
    challenge = past.filter(day__lt=today).first()
    if challenge is None:
        raise NotFound(_("There was no challenge on that day."))
    return challenge


def upcoming(game: AnyGame, today: date) -> QuerySet[Challenge]:
    """The prepared challenges that haven't begun. Their commitments are public."""
    later = Challenge.objects.filter(game=game.meta.slug, day__gt=today)
    return later.select_related("deal").order_by("day")


def standing(challenge: Challenge) -> QuerySet[Try]:
    """Everyone's try at the challenge, best first; empty before it opens."""
    tries = Try.objects.filter(gate.opened("match__"), welcome("user__"), score__isnull=False)
    return tries.filter(challenge=challenge).select_related("user", "match").only(
        "score", "ties", "ended_at", "match__public_id", "user__username", "user__shown_name"
    )  # fmt: skip


@dataclass(frozen=True)
class Own:
    """A person's standing in a game's challenges."""

    mine: Try | None
    streak: int  # days in a row
    place: int | None = None  # among `players`; None while the tries of others are shut
    players: int = 0

    @property
    def running(self) -> bool:
        return self.mine is not None and self.mine.match.running

    @property
    def counting(self) -> bool:
        """Whether the try has just ended and its points aren't stored yet."""
        return self.mine is not None and not self.running and self.mine.ended_at is None


def own(reader: Any, challenge: Challenge, everyone: Sequence[int] = ()) -> Own | None:
    """The reader's try, and their streak up to that day; None for visitors.

    `everyone`: the keys of the tries in `standing`, if the reader's place among them is wanted.
    """
    if not reader.is_authenticated:
        return None
    mine = Try.objects.select_related("match").filter(challenge=challenge, user=reader).first()
    tries = Try.objects.filter(
        user=reader, challenge__game=challenge.game, challenge__day__lte=challenge.day
    )
    days = tries.order_by("-challenge__day").values_list("challenge__day", flat=True)
    in_a_row = streak(set(days[:LONGEST_STREAK]), challenge.day)
    if mine is None or mine.pk not in everyone:
        return Own(mine, in_a_row)
    return Own(mine, in_a_row, 1 + everyone.index(mine.pk), len(everyone))


@dataclass(frozen=True)
class Percentile:
    """The percentage of other people whom a person surpassed, on average over that many days."""

    percent: int
    days: int


def percentile(person: Any, game: AnyGame) -> Percentile | None:
    """A person's recent percentile among all who had the same deals; ties count half. One query.

    Days with fewer than `OTHERS` others don't count; None for fewer than `FEWEST_DAYS`.
    """
    if not person.is_authenticated:
        return None
    shares = []
    for people, below, level in _days(person.pk, game.meta.slug, timezone.now()):
        others = people - 1  # without the person, who ties with themself
        if others >= OTHERS:
            shares.append(((below or 0) + level - 0.5) / others)
    if len(shares) < FEWEST_DAYS:
        return None
    return Percentile(round(100 * fmean(shares)), len(shares))


def percentiles_of(person: User) -> dict[str, Percentile]:
    """The person's percentiles by game. A query for each game with challenges."""
    found = {game.meta.slug: percentile(person, game) for game in services.games()}
    return {slug: one for slug, one in found.items() if one is not None}


def _lately(person: int, game: str, now: datetime) -> QuerySet[Try, tuple[Any, ...]]:
    """For each of the person's last open challenges: all tries, those below, the worth of ties.

    Tries of closed and banned accounts still count, so the index `tries_by_score` is enough.
    """
    tries = Try.objects.filter(challenge=OuterRef("challenge"), score__isnull=False).order_by()
    below, level = Q(score__lt=OuterRef("score")), Q(score=OuterRef("score"))
    worse, same = below | level & Q(ties__gt=OuterRef("ties")), level & Q(ties=OuterRef("ties"))
    worth = Sum(Case(When(worse, then=1.0), When(same, then=0.5), default=0.0))

    def of_day(some: QuerySet[Try], figure: Any) -> Subquery:
        return Subquery(some.values("challenge").annotate(of=figure).values("of"))

    figures = {
        "people": of_day(tries, Count("*")),
        "below": of_day(tries.filter(below), Count("*")),
        "level": of_day(tries.filter(level), worth),
    }
    opened = gate.opened("match__", now)
    mine = Try.objects.filter(opened, user=person, score__isnull=False, challenge__game=game)
    return mine.order_by("-challenge__day").annotate(**figures).values_list(*figures)[:LATELY]


_days = PreparedQuery(_lately, -1, "a game", MOMENT)


def streak(days: Collection[date], until: date) -> int:
    """The number of days in a row up to `until`, or up to the day before if `until` is missing."""
    day = until if until in days else until - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def is_open(challenge: Challenge) -> bool:
    """Whether everyone's tries may be seen."""
    return timezone.now() >= challenge.opens_at
