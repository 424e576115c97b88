"""How a person's matches ended, counted by the database."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Prefetch, Q, QuerySet, Sum

from games.matches.models import Match, Seat
from games.matches.record import gate
from games.plugin import registry

OVER = (Match.Status.FINISHED, Match.Status.VOIDED)
NOT_FINISHED = (Match.Status.ACTIVE, Match.Status.VOIDED)
# What lists show of a seat, and of the match of one's own.
SHOWN = (
    *("match", "index", "user", "name", "ai_level", "caretaker", "resigned", "replaced"),
    *("forfeited", "owes", "deadline", "outcome", "rank", "score"),
)
SHOWN_OF_MATCH = (
    *("public_id", "game", "rules_version", "options", "seating", "clock", "request", "status"),
    *("paused", "started_at", "finished_at", "acted_at", "embargo_until"),
)
COUNTED = 200  # newest matches for the means of a ruleset's statistics
Rows = Sequence[tuple[Any, ...]]  # of seats; each begins with the seat's key and its match


@dataclass
class GameResults:
    """One person's finished matches of one game; `places` counts those in places by rank."""

    game: str
    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    places: dict[int, int] = field(default_factory=dict)
    placed: int = 0  # of the lost ones, those against several others: shown by their places
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


def results_of(user: Any, *, private: bool, over: Rows | None = None) -> list[GameResults]:
    """The user's results, the most played game first; `private` ones too.

    `over`: the newest counted seats (`newest`), if the caller has read them. Two queries.
    """
    counted: dict[str, GameResults] = {}
    apart, there = Q(rank__gt=1) | Q(outcome="drawn"), Seat.objects.filter(match=OuterRef("match"))
    rows = (
        counted_seats(user, private=private)
        .order_by()
        .annotate(
            in_places=apart | Q(Exists(there.filter(apart))),
            several=Q(outcome="lost", match__seating__count__gt=2),
        )
    )
    for row in rows.values("match__game", "outcome", "rank", "in_places", "several").annotate(
        n=Count("pk"), scored=Count("score"), points=Sum("score"), best=Max("score")
    ):
        _add(counted.setdefault(row["match__game"], GameResults(row["match__game"])), row)
    installed = [game.meta.slug for game in registry.installed()]
    counted = {slug: counted[slug] for slug in installed if slug in counted}
    told = counted_seats(user, private=private)
    if over is not None:  # their keys cost less than sorting all
        told = Seat.objects.filter(pk__in=[key for key, *_more in over])
    for slug, figures in _statistics(told).items():
        if slug in counted:
            counted[slug].statistics = _means(registry.get(slug).meta.statistics, figures)
    for results in counted.values():
        results.places = dict(sorted(results.places.items()))
    return sorted(counted.values(), key=lambda results: (-results.played, results.game))


def finished_seats(user: Any, *, private: bool) -> QuerySet[Seat]:
    """The user's seats in matches that ended by their rules or by resigning, newest first."""
    # Phrased so that SQLite begins with the user's seats, of which there are few.
    seats = _seats(user, private=private).exclude(match__status__in=NOT_FINISHED)
    seats = seats.filter(gate.opened("match__"))
    return seats.order_by("-match__finished_at", "-match")


def counted_seats(user: Any, *, private: bool) -> QuerySet[Seat]:
    """The user's seats in finished matches that count in results, newest first."""
    return finished_seats(user, private=private).filter(match__origin_step=None)


def best_before(match: Match, seat: Seat) -> int | None:
    """The person's most points in earlier matches with the same options and number of seats."""
    such = Q(
        match__game=match.game,
        match__seating__count=match.seating["count"],
        match__finished_at__lt=match.finished_at,
        **{f"match__options__{name}": value for name, value in match.options.items()},
    )
    # Filtered in the aggregate, so that SQLite doesn't begin with everybody's matches.
    own = counted_seats(seat.user_id, private=True).order_by()
    best: int | None = own.aggregate(best=Max("score", filter=such))["best"]
    return best


def running_seats(user: Any, *, private: bool) -> QuerySet[Seat]:
    """The user's seats in running matches, newest first."""
    seats = _seats(user, private=private).filter(outcome="").exclude(match__status__in=OVER)
    return seats.order_by("-match__started_at", "-match")


def newest(seats: QuerySet[Seat]) -> Rows:
    """The key, match and origin step of the first `COUNTED` of these seats. One query.

    Sorting whole rows takes much longer.
    """
    return list(seats.values_list("pk", "match", "match__origin_step")[:COUNTED])


def first_keys(*lists: tuple[Rows, int], without: Collection[int]) -> list[int]:
    """The keys of each list's first seats, without those people's matches. At most one query."""
    matches = {match for found, _count in lists for _key, match, *_more in found}
    theirs = Seat.objects.filter(match__in=matches, user__in=without)
    left_out = set(theirs.values_list("match", flat=True)) if without else set()
    return [
        key
        for found, count in lists
        for key in [key for key, match, *_more in found if match not in left_out][:count]
    ]


def with_matches(keys: Collection[int]) -> dict[int, Seat]:
    """These seats, by key, with their matches and everyone there. Two queries at most."""
    shown = Seat.objects.only(*SHOWN, "user__username", "user__is_active")
    everybody = Prefetch("match__seats", shown.select_related("user"))
    return lightly(Seat.objects.prefetch_related(everybody)).in_bulk(keys)


def lightly(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """These seats with their matches, as far as lists show them."""
    of_match = (f"match__{name}" for name in SHOWN_OF_MATCH)
    return seats.select_related("match").only(*SHOWN, *of_match)


def _seats(user: Any, *, private: bool) -> QuerySet[Seat]:
    seats = Seat.objects.filter(user=user)
    if private:
        return seats
    return seats.filter(gate.opened("match__"), match__visibility=Match.Visibility.PUBLIC)


def _add(results: GameResults, row: Mapping[str, Any]) -> None:
    results.played += row["n"]
    if row["outcome"] in ("won", "lost", "drawn"):
        setattr(results, row["outcome"], getattr(results, row["outcome"]) + row["n"])
    if row["rank"] is not None and row["in_places"]:
        results.places[row["rank"]] = results.places.get(row["rank"], 0) + row["n"]
        results.placed += row["n"] if row["several"] else 0
    results.scored += row["scored"]
    results.points += row["points"] or 0
    if row["best"] is not None:
        results.best = max(row["best"], row["best"] if results.best is None else results.best)


def _statistics(seats: QuerySet[Seat]) -> dict[str, list[dict[str, float]]]:
    """By game, the rulesets' figures for the first `COUNTED` of these seats."""
    by_game: dict[str, list[dict[str, float]]] = {}
    told = seats.exclude(statistics={}).values_list("match__game", "statistics")
    for game, figures in told[:COUNTED]:
        by_game.setdefault(game, []).append(figures)
    return by_game


def _means(declared: Iterable[str], figures: list[dict[str, float]]) -> dict[str, float]:
    values = {name: [one[name] for one in figures if name in one] for name in declared}
    return {name: sum(each) / len(each) for name, each in values.items() if each}
