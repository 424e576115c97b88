"""How a person's matches ended."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db.models import Exists, Max, OuterRef, Prefetch, Q, QuerySet, Value
from django.utils import timezone

from accounts.models import User
from accounts.prepared_queries import MOMENT, PreparedQuery
from games.matches.models import Match, Seat
from games.matches.record import gate
from games.plugin import registry

OVER = (Match.Status.FINISHED, Match.Status.VOIDED)
NOT_FINISHED = (Match.Status.ACTIVE, Match.Status.VOIDED)
# The fields that lists show of a seat, and of a person's own match.
SHOWN = (
    *("match", "index", "user", "name", "ai_level", "caretaker", "resigned", "replaced"),
    *("forfeited", "owes", "deadline", "outcome", "rank", "score"),
)
SHOWN_OF_MATCH = (
    *("public_id", "game", "rules_version", "options", "seating", "clock", "request", "status"),
    *("paused", "started_at", "finished_at", "acted_at", "embargo_until"),
)
# More fields, for a line about how the match stands.
STANDS = ("state", "state_schema", "version", "settled", "decided")
COUNTED = 100  # newest matches for the means of a ruleset's statistics


@dataclass
class GameResults:
    """One person's finished matches of one game; `places` counts those in places by rank."""

    game: str
    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    places: dict[int, int] = field(default_factory=dict)
    placed: int = 0  # of those lost, matches against several others: shown by their places
    scored: int = 0  # matches with points
    points: int = 0
    best: int | None = None
    statistics: dict[str, float] = field(default_factory=dict)  # means, by the ruleset's names

    @property
    def decided(self) -> int:
        """Matches that were won, lost or drawn; the others have only points."""
        return self.won + self.lost + self.drawn

    @property
    def mean(self) -> float | None:
        return self.points / self.scored if self.scored else None


class Ended(NamedTuple):
    """A finished match of a person: the keys of their seat and of the match, and how it ended."""

    seat: int
    match: Any
    public: bool
    counts: bool  # in results: forks don't
    game: str
    outcome: str
    rank: int | None
    score: int | None
    in_places: bool  # the match was drawn, or somebody had another rank
    several: bool  # the match was lost against several others


def history(user: Any, *, private: bool, places: bool = True) -> list[Ended]:
    """The user's finished matches, newest first; `private` ones too. One query.

    `places`: also find out `in_places` and `several`, which takes a third of the time.
    """
    rows = (Ended(*row) for row in _HISTORY[places](user.pk, timezone.now()))
    return [row for row in rows if private or row.public]


def _ended(key: int, now: datetime, *, places: bool) -> QuerySet[Seat, tuple[Any, ...]]:
    apart, there = Q(rank__gt=1) | Q(outcome="drawn"), Seat.objects.filter(match=OuterRef("match"))
    seats = finished_seats(User(pk=key), private=True, now=now).annotate(
        public=Q(match__visibility=Match.Visibility.PUBLIC),
        counts=Q(match__origin_step=None),
        in_places=apart | Q(Exists(there.filter(apart))) if places else Value(False),
        several=Q(outcome="lost") & Exists(there.filter(index=2)) if places else Value(False),
    )
    return seats.values_list(
        *("pk", "match", "public", "counts", "match__game"),
        *("outcome", "rank", "score", "in_places", "several"),
    )


_HISTORY = {
    places: PreparedQuery(partial(_ended, places=places), -1, MOMENT) for places in (False, True)
}


def results_of(over: Iterable[Ended]) -> list[GameResults]:
    """The results of these matches, newest first, by game: the most played one first. One query."""
    over = [row for row in over if row.counts]
    counted = {game.meta.slug: GameResults(game.meta.slug) for game in registry.installed()}
    for row in over:
        if row.game in counted:
            _add(counted[row.game], row)
    for slug, figures in _statistics([row.seat for row in over[:COUNTED]]).items():
        if slug in counted:
            counted[slug].statistics = _means(registry.get(slug).meta.statistics, figures)
    for results in counted.values():
        results.places = dict(sorted(results.places.items()))
    played = [results for results in counted.values() if results.played]
    return sorted(played, key=lambda results: (-results.played, results.game))


def finished_seats(user: Any, *, private: bool, now: datetime | None = None) -> QuerySet[Seat]:
    """The user's seats in matches that ended by their rules or by resigning, newest first."""
    # Phrased so that SQLite begins with the user's seats, of which there are few.
    seats = _seats(user, private=private).exclude(match__status__in=NOT_FINISHED)
    seats = seats.filter(gate.opened("match__", now))
    return seats.order_by("-match__finished_at", "-match")


def best_before(match: Match, seat: Seat) -> int | None:
    """The person's most points in earlier matches with the same options and number of seats."""
    same_table = Q(
        match__game=match.game,
        match__seating__count=match.seating["count"],
        match__finished_at__lt=match.finished_at,
        **{f"match__options__{name}": value for name, value in match.options.items()},
    )
    # Filtered in the aggregate, so that SQLite doesn't begin with everybody's matches.
    own = finished_seats(seat.user_id, private=True).filter(match__origin_step=None).order_by()
    best: int | None = own.aggregate(best=Max("score", filter=same_table))["best"]
    return best


def running_seats(user: Any, *, private: bool) -> QuerySet[Seat]:
    """The user's seats in running matches, newest first."""
    seats = _seats(user, private=private).filter(outcome="").exclude(match__status__in=OVER)
    return seats.order_by("-match__started_at", "-match")


def first_keys(*lists: tuple[Collection[int], int], without: Collection[int]) -> list[int]:
    """The first seats of each list of keys, without these people's matches. At most one query."""
    everything = [key for keys, _count in lists for key in keys]
    theirs = Seat.objects.filter(pk__in=everything, match__seats__user__in=without)
    left_out = set(theirs.values_list("pk", flat=True)) if without else set()
    return [
        key for keys, count in lists for key in [key for key in keys if key not in left_out][:count]
    ]


def with_matches(keys: Collection[int]) -> dict[int, Seat]:
    """These seats, by key, with their matches and all players. At most two queries."""
    shown = Seat.objects.only(*SHOWN, "user__username", "user__is_active")
    everybody = Prefetch("match__seats", shown.select_related("user"))
    return lightly(Seat.objects.prefetch_related(everybody)).in_bulk(keys)


def lightly(seats: QuerySet[Seat], *more: str) -> QuerySet[Seat]:
    """These seats with their matches: only the fields that lists show, and `more` of a match."""
    of_match = (f"match__{name}" for name in (*SHOWN_OF_MATCH, *more))
    return seats.select_related("match").only(*SHOWN, "bank", *of_match)


def _seats(user: Any, *, private: bool) -> QuerySet[Seat]:
    seats = Seat.objects.filter(user=user)
    if private:
        return seats
    return seats.filter(gate.opened("match__"), match__visibility=Match.Visibility.PUBLIC)


def _add(results: GameResults, row: Ended) -> None:
    results.played += 1
    if row.outcome in ("won", "lost", "drawn"):
        setattr(results, row.outcome, getattr(results, row.outcome) + 1)
    if row.rank is not None and row.in_places:
        results.places[row.rank] = results.places.get(row.rank, 0) + 1
        results.placed += row.several
    if row.score is not None:
        results.scored += 1
        results.points += row.score
        results.best = max(row.score, row.score if results.best is None else results.best)


def _statistics(seats: Collection[int]) -> dict[str, list[dict[str, float]]]:
    """By game, the rulesets' figures for the seats with these keys."""
    by_game: dict[str, list[dict[str, float]]] = {}
    rows = Seat.objects.filter(pk__in=seats).exclude(statistics={})
    for game, figures in rows.values_list("match__game", "statistics").order_by():
        by_game.setdefault(game, []).append(figures)
    return by_game


def _means(declared: Iterable[str], figures: list[dict[str, float]]) -> dict[str, float]:
    values = {name: [one[name] for one in figures if name in one] for name in declared}
    return {name: sum(each) / len(each) for name, each in values.items() if each}
