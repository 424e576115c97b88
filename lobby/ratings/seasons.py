"""Seasons, a quarter of a year each, and their boards; docs/ratings.md.

A board lists people with enough matches in the season and a rating that isn't new, who have played
recently: in the last days of the season, or before now. It leaves out banned and closed accounts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from accounts import blocks
from accounts.models import User
from accounts.selectors import welcome
from games.matches.record.places import is_for_one
from games.plugin import AnyGame, registry
from lobby.models import RatedGame, SeasonStanding
from lobby.models.ratings import FEWEST, NEW_FROM
from lobby.ratings.skill import words_of
from toolbox.errors import NotFound

DAYS = 30  # that count as recent
ACTIVE = timedelta(days=DAYS)
BELOW = 5  # people shown who nearly qualify
BADGES = 12  # newest ones that a profile shows
BOUNDS = {"matches": FEWEST, "doubt": NEW_FROM, "days": DAYS}  # of a place, for pages


@dataclass(frozen=True, order=True)
class Season:
    """A quarter of a year in UTC, by its first day."""

    begins: date

    @property
    def begins_at(self) -> datetime:
        return datetime.combine(self.begins, time(), UTC)

    @property
    def ends_at(self) -> datetime:
        return self.next.begins_at

    @property
    def next(self) -> "Season":
        return season_of(self.begins_at + timedelta(days=93))

    @property
    def previous(self) -> "Season":
        return season_of(self.begins_at - timedelta(days=1))

    @property
    def key(self) -> str:
        """«2026-Q4»."""
        return f"{self.begins.year}-Q{self.begins.month // 3 + 1}"

    @property
    def name(self) -> str:
        """Its months in words."""
        ends = self.next.begins - timedelta(days=1)
        return f"{date_format(self.begins, 'F')}–{date_format(ends, 'F Y')}"


def season_of(moment: datetime) -> Season:
    """The season of that moment."""
    day = moment.astimezone(UTC).date()
    return Season(day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1))


def read(key: str | None) -> Season:
    """The season with that key, if it has begun; the present one for None. Raises `NotFound`."""
    now = season_of(timezone.now())
    if key is None:
        return now
    year, _q, quarter = key.partition("-Q")
    try:
        season = Season(date(int(year), int(quarter) * 3 - 2, 1))
    except (ValueError, OverflowError):
        season = None
    if season is None or season.key != key or season > now:
        raise NotFound(_("There was no such season."))
    return season


def seasonal_game(slug: str) -> AnyGame:
    """The installed game with that slug, if several people can play it. Raises `NotFound`."""
    game = registry.get(slug) if registry.is_installed(slug) else None
    if game is None or is_for_one(game):
        raise NotFound(_("This game isn’t rated."))
    return game


def first(game: str, pace: str) -> Season:
    """The first season with somebody on its board; the present one if there is none."""
    rows = SeasonStanding.objects.filter(game=game, pace=pace, qualified=True).order_by("season")
    begins = rows.values_list("season", flat=True).first()
    return Season(begins) if begins else season_of(timezone.now())


def is_frozen(game: str, season: Season) -> bool:
    """Whether the places of the season are final."""
    return RatedGame.objects.filter(game=game, frozen_before__gt=season.begins).exists()


def standings(
    game: str, pace: str, *, season: Season | None = None, among: QuerySet[User] | None = None
) -> QuerySet[SeasonStanding]:
    """The board of a season, by default the present one; best first.

    People with equal numbers share a place. `among`: only these people.
    """
    season = season or season_of(timezone.now())
    active = min(timezone.now(), season.ends_at) - ACTIVE
    rows = _of(game, pace, season).filter(qualified=True, ended_at__gte=active)
    if among is not None:
        rows = rows.filter(user__in=among)
    return rows.order_by("-number", "pk")


def below(game: str, pace: str, season: Season, reader: Any) -> list[SeasonStanding]:
    """Some other people who don't qualify yet, those with most matches first."""
    left_out = {reader.pk, *blocks.hidden_from(reader)}
    rows = _of(game, pace, season).filter(qualified=False).exclude(user__in=left_out)
    return list(rows.order_by("-matches", "doubt", "pk")[:BELOW])


def _of(game: str, pace: str, season: Season) -> QuerySet[SeasonStanding]:
    rows = SeasonStanding.objects.filter(
        welcome("user__"), game=game, pace=pace, season=season.begins
    )
    return rows.select_related("user")


@dataclass(frozen=True)
class Place:
    """A line of a board."""

    rank: int
    person: User | None  # None if a block hides them
    standing: SeasonStanding
    mine: bool

    @property
    def rating(self) -> str:
        return words_of(self.standing.number, self.standing.doubt)


def places(
    board: QuerySet[SeasonStanding], rows: Sequence[SeasonStanding], start: int, reader: Any
) -> list[Place]:
    """Rows of the board from number `start` on, as the reader may see them. Two queries.

    Their places are the frozen ones, or those on this board.
    """
    hidden = blocks.hidden_from(reader)
    found = zip(rows, ranks(board, rows, start), strict=True)
    return [
        Place(rank, None if row.user_id in hidden else row.user, row, row.user_id == reader.pk)
        for row, rank in found
    ]


def ranks(
    board: QuerySet[SeasonStanding], rows: Sequence[SeasonStanding], start: int = 1
) -> list[int]:
    """The places of consecutive rows of the board, the first of them being number `start`.

    Equal ratings share a place. At most one query.
    """
    found: list[int] = []
    for index, row in enumerate(rows):
        if index and row.number == rows[index - 1].number:
            found.append(found[-1])
        elif index:
            found.append(row.rank or start + index)
        else:
            found.append(rank_on(board, row))
    return found


def rank_on(board: QuerySet[SeasonStanding], standing: SeasonStanding) -> int:
    """The place of a standing on the board. One query."""
    return standing.rank or 1 + board.filter(number__gt=standing.number).count()


@dataclass(frozen=True)
class Own:
    """A reader's standing: their place and the number of rows before theirs, if they have a row."""

    standing: SeasonStanding | None
    rank: int | None
    before: int
    lacks: list[str]


def own(
    board: QuerySet[SeasonStanding], reader: Any, game: str, pace: str, season: Season
) -> Own | None:
    """The reader's place on that board of the season; None for visitors. At most four queries."""
    if not reader.is_authenticated:
        return None
    everyone = SeasonStanding.objects.filter(game=game, pace=pace, season=season.begins)
    mine = everyone.filter(user=reader).first()
    if mine is None or not board.filter(pk=mine.pk).exists():
        return Own(mine, None, 0, lacks(mine, season))
    level = Q(number=mine.number, pk__lt=mine.pk)
    before = board.filter(Q(number__gt=mine.number) | level).count()
    return Own(mine, rank_on(board, mine), before, [])


def lacks(standing: SeasonStanding | None, season: Season) -> list[str]:
    """What somebody lacks for a place on the board of a running season, in words."""
    missing = []
    to_play = FEWEST - (standing.matches if standing else 0)
    if to_play > 0:
        text = ngettext("{n} more rated match", "{n} more rated matches", to_play)
        missing.append(text.format(n=to_play))
    if standing is not None and standing.doubt >= NEW_FROM:
        text = _("a surer rating: under ±\u00a0{bound} (now ±\u00a0{doubt})")
        missing.append(text.format(bound=NEW_FROM, doubt=standing.doubt))
    if standing is not None and standing.ended_at < min(timezone.now(), season.ends_at) - ACTIVE:
        missing.append(_("a match within the last {n} days").format(n=DAYS))
    return missing


def badges_of(person: User) -> list[SeasonStanding]:
    """The person's newest badges."""
    mine = SeasonStanding.objects.filter(user=person).exclude(badge="")
    return list(mine.order_by("-season", "rank", "pk")[:BADGES])
