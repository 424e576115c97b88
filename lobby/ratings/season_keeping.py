"""Keeps the standings of seasons in step with ratings, and freezes seasons that have ended.

Everything happens under the lock of the game's `RatedGame`. Frozen standings stay as they are,
whatever happens to ratings later.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.plugin import registry
from lobby.models import RatedGame, RatingChange, SeasonStanding
from lobby.ratings.seasons import Season, ranks, season_of, standings
from lobby.ratings.selectors import all_counted, newest, skill_after

Badge = SeasonStanding.Badge
PATIENCE = timedelta(minutes=10)  # after the end of a season, for matches that are just ending
PLACED = {1: Badge.FIRST, 2: Badge.SECOND, 3: Badge.THIRD}


def keep(counted: RatedGame, changes: Iterable[RatingChange]) -> None:
    """Store the standings that follow from people's newest changes, given oldest first."""
    last: dict[tuple[int, str, date], RatingChange] = {}
    for change in changes:
        begins = season_of(change.ended_at).begins
        frozen = counted.frozen_before is not None and begins < counted.frozen_before
        if change.user_id is not None and not frozen:
            last[change.user_id, change.pace, begins] = change
    rows = [
        SeasonStanding(
            user_id=user,
            game=counted.game,
            pace=pace,
            season=begins,
            matches=change.in_season,
            number=skill_after(change).number,
            doubt=skill_after(change).doubt,
            ended_at=change.ended_at,
        )
        for (user, pace, begins), change in last.items()
    ]
    SeasonStanding.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["user", "game", "pace", "season"],
        update_fields=["matches", "number", "doubt", "ended_at"],
    )


def take_back(counted: RatedGame, since: datetime) -> None:
    """Reset standings to those before that moment, once the rating changes are taken back."""
    stale = SeasonStanding.objects.filter(game=counted.game, rank=None, ended_at__gte=since)
    begins = season_of(since)
    left = [
        change
        for pace in RatingChange.Pace.values
        for change in newest(stale.values("user"), counted.game, pace)
        if season_of(change.ended_at) == begins
    ]
    stale.delete()
    keep(counted, left)


def forget(game: str) -> None:
    """Forget the game's standings in seasons that aren't frozen."""
    SeasonStanding.objects.filter(game=game, rank=None).delete()


def freeze_ended() -> None:
    """Freeze the ended seasons of each installed game whose matches are all counted."""
    now = season_of(timezone.now() - PATIENCE)
    late = RatedGame.objects.filter(Q(frozen_before=None) | Q(frozen_before__lt=now.begins))
    for game in late.order_by("game").values_list("game", flat=True):
        if registry.is_installed(game):
            _freeze(game, now)


@transaction.atomic
def _freeze(game: str, now: Season) -> None:
    counted = RatedGame.objects.select_for_update().get(game=game)
    if not all_counted(counted, until=now.begins_at):
        return
    open_rows = SeasonStanding.objects.filter(game=game, rank=None, season__lt=now.begins)
    for pace, begins in set(open_rows.values_list("pace", "season")):
        _freeze_board(game, pace, Season(begins))
    open_rows.delete()
    counted.frozen_before = now.begins
    counted.save(update_fields=["frozen_before"])


def _freeze_board(game: str, pace: str, season: Season) -> None:
    board = standings(game, pace, season=season)
    rows = list(board)
    for row, rank in zip(rows, ranks(board, rows), strict=True):
        row.rank = rank
        row.badge = _badge(rank, len(rows)) if row.number > rows[-1].number else ""
    SeasonStanding.objects.bulk_update(rows, ["rank", "badge"], batch_size=500)


def _badge(rank: int, people: int) -> str:
    return PLACED.get(rank, Badge.TENTH if rank * 10 <= people else "")
