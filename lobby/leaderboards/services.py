"""Enters runs into the leaderboards, and strikes them out."""

from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from accounts.locks import lock_person
from games.matches.models import Match, Seat
from games.matches.record import ranking
from lobby.leaderboards.spans import day_of, week_of
from lobby.models import Run


@transaction.atomic
def rank(match_id: UUID) -> None:
    """Enter a match's run if it has one that counts, else strike it out. Idempotent."""
    locked = Match.objects.select_for_update(of=("self",))
    match = locked.defer("state", "undo", "chance_counters", "result").get(pk=match_id)
    known = Run.objects.filter(match=match).first()
    fresh = _run_of(match)
    changed = fresh or known
    if changed is None:
        return
    lock_person(changed.user_id)
    Run.objects.filter(match=match).delete()
    if fresh is not None:
        fresh.save()
    _mark_best(changed)


def _run_of(match: Match) -> Run | None:
    """The match's run, or None if it doesn't count."""
    ranked = ranking.leaderboard_of(match)
    seats = list(match.seats.all()) if ranked else []
    if ranked is None or len(seats) != 1 or not ranking.counts(match, seats[0]):
        return None
    seat = seats[0]
    assert seat.user_id is not None
    assert seat.score is not None
    assert match.finished_at is not None
    day = day_of(match.finished_at)
    return Run(
        match=match,
        user_id=seat.user_id,
        game=match.game,
        board=ranking.board_of(match),
        score=seat.score,
        ties=tie_breaker(match, seat),
        ended_at=match.finished_at,
        day=day,
        week=week_of(day),
    )


def tie_breaker(match: Match, seat: Seat) -> int:
    """The statistic that breaks ties between equal points; lower is better."""
    ranked = ranking.leaderboard_of(match)
    return int(seat.statistics.get(ranked.fewest, 0)) if ranked else 0


def _mark_best(changed: Run) -> None:
    """Mark the person's best runs of that run's day, of its week and ever."""
    mine = Run.objects.filter(user=changed.user_id, game=changed.game, board=changed.board)
    _mark(mine.filter(day=changed.day), "best_of_day")
    _mark(mine.filter(week=changed.week), "best_of_week")
    _mark(mine, "best_ever")


def _mark(runs: QuerySet[Run], mark: str) -> None:
    best = runs.values_list("pk", flat=True).first()  # by the ordering of the model
    runs.filter(**{mark: True}).exclude(pk=best or 0).update(**{mark: False})
    runs.filter(pk=best or 0, **{mark: False}).update(**{mark: True})
