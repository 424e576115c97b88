"""Reads ratings: of a person, of people at a table, and how a match changed them."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from statistics import fmean
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Case, OuterRef, Prefetch, Q, QuerySet, Subquery, When
from django.db.models.functions import JSONObject
from django.utils import timezone

from accounts.models import User
from accounts.prepared_queries import PreparedQuery
from games.matches.models import FollowUp, Match, Seat
from games.plugin import Format
from lobby.models import RatedGame, RatingChange, Table, TableSeat
from lobby.ratings.outcome import Outcome, Player, evened, pace_of
from lobby.ratings.skill import Skill, grouped, signed

NEWEST = 50  # changes on a curve
FIRST, SECOND, LAST = 1, 2, 3  # ranks beside others, who share the second
NEWEST_FIRST = ("-ended_at", "-match")
MEETINGS = 3  # of the same two people that count in full, per day
TASK = "lobby.ratings.tasks.rate_match"


@dataclass(frozen=True)
class Standing:
    """A person's rating at a pace, after that many matches.

    `numbers`: the newest ones, oldest first, from matches that ended from `since` to `until`.
    """

    kind: str
    pace: str  # the kind, in words
    skill: Skill
    matches: int
    numbers: list[int]
    since: datetime
    until: datetime

    @property
    def lowest(self) -> str:
        return grouped(min(self.numbers))

    @property
    def highest(self) -> str:
        return grouped(max(self.numbers))


@dataclass(frozen=True)
class Change:
    """How a match changed a seat's rating."""

    seat: Seat
    before: Skill
    now: Skill

    @property
    def by(self) -> str:
        return signed(self.now.number - self.before.number)


def of_person(user: Any) -> dict[str, list[Standing]]:
    """The person's ratings by game. One query, plus one per rating."""
    standings: dict[str, list[Standing]] = {}
    for game, pace in _rated_in(user.pk):
        rows = _newest_of(user.pk, game, pace)
        skills = [Skill(mu, sigma) for mu, sigma, _matches, _at in rows]
        numbers = [skill.number for skill in reversed(skills)]
        since, until = (row[3].replace(tzinfo=UTC) for row in (rows[-1], rows[0]))
        label = str(RatingChange.Pace(pace).label)
        standing = Standing(pace, label, skills[0], rows[0][2], numbers, since, until)
        standings.setdefault(game, []).append(standing)
    return standings


def _changes_of(key: int) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(user=key)


_rated_in = PreparedQuery(
    lambda key: _changes_of(key).order_by("game", "-pace").values_list("game", "pace").distinct(),
    -1,
)
_newest_of = PreparedQuery(
    lambda key, game, pace: (
        _changes_of(key)
        .filter(game=game, pace=pace)
        .order_by(*NEWEST_FIRST)
        .values_list("mu", "sigma", "number", "ended_at")[:NEWEST]
    ),
    *(-1, "a game", "a pace"),
)


def rated_matches() -> QuerySet[Match]:
    """Rated matches with the fields that counting reads, their seats prefetched."""
    seats = Seat.objects.only(
        *("match", "index", "user", "outcome", "rank", "ai_level"),
        *("resigned", "replaced", "caretaker"),
    )
    return (
        Match.objects.filter(rated=True)
        .only(
            *("game", "rules_version", "options", "seating", "clock"),
            *("status", "weight", "finished_at"),
        )
        .prefetch_related(Prefetch("seats", seats))
    )


def uncounted(counted: RatedGame) -> QuerySet[Match]:
    """The game's finished matches after the last counted one, in the order of their ends."""
    over = rated_matches().filter(game=counted.game, status=Match.Status.FINISHED)
    if counted.ended_at is not None:
        later = Q(finished_at__gt=counted.ended_at)
        over = over.filter(later | Q(finished_at=counted.ended_at, pk__gt=counted.last_match))
    return over.order_by("finished_at", "pk")


def all_counted(counted: RatedGame, *, until: datetime) -> bool:
    """Whether all of the game's matches that had ended by then are counted. Two queries."""
    asked = FollowUp.objects.filter(
        task=TASK, match__game=counted.game, match__rated=True, match__finished_at__lt=until
    )
    return not asked.exists() and not uncounted(counted).filter(finished_at__lt=until).exists()


def weight_of(people: Collection[int], ends_at: datetime, earlier: Q | None = None) -> float:
    """How much a match counts: half as much for each time that two of its people met too often.

    Too often means after `MEETINGS` rated matches, of any game, that ended on the same day (UTC)
    before `ends_at`, or at that moment and `earlier`. One query.
    """
    day = ends_at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    before = rated_matches().filter(
        Q(finished_at__lt=ends_at) | (earlier or Q(finished_at=ends_at)),
        game__in=RatedGame.objects.values("game"),  # so that the index by game can be used
        status=Match.Status.FINISHED,
        finished_at__gte=day,
    )
    there: dict[UUID, list[int]] = {}
    rows = Seat.objects.filter(match__in=before.values("pk"), user__in=people).order_by("user")
    for key, user in rows.values_list("match", "user"):
        there.setdefault(key, []).append(user)
    met = Counter(pair for users in there.values() for pair in combinations(users, 2))
    return 0.5 ** max(0, max(met.values(), default=0) - MEETINGS + 1)


def newest(people: Collection[int] | QuerySet[Any], game: str, pace: str) -> list[RatingChange]:
    """The newest change of each of these people's ratings. One query."""
    theirs = RatingChange.objects.filter(user=OuterRef("pk"), game=game, pace=pace)
    last = theirs.order_by(*NEWEST_FIRST).values("pk")[:1]
    keys = User.objects.filter(pk__in=people).annotate(last=Subquery(last)).values("last")
    return list(RatingChange.objects.filter(pk__in=keys))


def skills_of(people: Collection[int], game: str, pace: str) -> dict[int, Skill]:
    """The present skills of the people among these who have one. One query."""
    changes = newest(people, game, pace)
    return {one.user_id: skill_after(one) for one in changes if one.user_id is not None}


def newest_of_game(key: str, game: str, pace: str) -> RatingChange | None:
    """The newest change of the game's own rating with that key (`outcome.evened`)."""
    changes = RatingChange.objects.filter(user=None, against=key, game=game, pace=pace)
    return changes.order_by(*NEWEST_FIRST).first()


def changes_of(match: Match) -> list[Change]:
    """How the match changed its people's ratings, by seat; empty until it is counted."""
    by_user = {change.user_id: change for change in match.rating_changes.exclude(user=None)}
    return [
        Change(seat, skill_before(change), skill_after(change))
        for seat in match.seats.all()
        if (change := by_user.get(seat.user_id)) is not None
    ]


def mean_of(table: Table, seats: Sequence[TableSeat]) -> int | None:
    """The mean rating of the people seated there, or of the host if nobody is. One query.

    None as long as they are all new.
    """
    people = [seat.user_id for seat in seats if seat.user_id is not None] or [table.host_id]
    skills = skills_of(people, table.game, pace_of(table.clock))
    if all(skill.is_new for skill in skills.values()):
        return None
    return round(fmean(skills.get(person, Skill()).number for person in people))


def strength_of(table: Table, seats: Iterable[TableSeat]) -> int:
    """The mean rating of the people there, even if all are new; 0 if nobody has one.

    At most two queries. `Match.strength` stores it.
    """
    if table.rating is not None:
        return table.rating
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    skills = skills_of(people, table.game, pace_of(table.clock))
    return round(fmean(skill.number for skill in skills.values())) if skills else 0


class Stakes(NamedTuple):
    """The points by which a match could change a rating, and its weight if it ended now."""

    worst: int
    best: int
    weight: float


def prospect(table: Table, seats: Sequence[TableSeat], form: Format, user: Any) -> Stakes | None:
    """The points that the user would lose in the worst case and win in the best; None if unknown.

    Free seats count as people of whom nothing is known. If one plays against all, anybody may be
    the one. At most three queries.
    """
    if not user.is_authenticated or form.kind == "solo":
        return None
    me = Player(user.pk)
    others = [seat.user_id for seat in seats if seat.user_id and seat.user_id != user.pk]
    computers = [seat.ai_level for seat in seats if seat.ai_level]
    most = len(seats) - len(computers) - 1
    others = others[:most]
    unknown = [Player(-1 - n) for n in range(most - len(others))]  # keys that nobody has
    players = [me, *map(Player, others), *unknown]
    pace = pace_of(table.clock)
    known = skills_of([user.pk, *others], table.game, pace)
    skills = {Player(person): skill for person, skill in known.items()}
    if form.kind == "cooperative":
        ways = [evened([players, []], table.options, computers)]
    elif form.kind == "competitive":
        ways = [[[player] for player in players]]
    else:
        teams = sorted(set(form.teams))
        ways = [
            evened(
                [
                    [one] if form.teams.count(team) == 1 else [it for it in players if it != one]
                    for team in teams
                ],
                table.options,
            )
            for one in players
        ]
    for game in {player for side in ways[0] for player in side}.difference(players):
        if (change := newest_of_game(game.against, table.game, pace)) is not None:
            skills[game] = skill_after(change)
    weight = weight_of([user.pk, *others], timezone.now())
    before = {one: skills.get(one, one.first) for side in ways[0] for one in side}
    numbers = [
        Outcome(sides, [rank if me in side else SECOND for side in sides])
        .rated(before, weight)[me]
        .number
        for sides in ways
        for rank in (LAST, FIRST)
    ]
    was = before[me].number
    return Stakes(min(numbers) - was, max(numbers) - was, weight)


def with_skills(seats: QuerySet[TableSeat]) -> QuerySet[TableSeat]:
    """The seats; those at rated tables, with their people's newest ratings for `skill_at`."""
    return seats.annotate(known=_known("table", Q(table__pace=Table.Pace.LIVE)))


def skills_at(matches: Iterable[Match]) -> dict[int, Skill]:
    """The present skills of the people in the rated matches among these, by seat. One query."""
    paces = {match.pk: pace_of(match.clock) for match in matches if match.rated}
    live = [pk for pk, pace in paces.items() if pace == RatingChange.Pace.LIVE]
    seats = Seat.objects.filter(match__in=paces).annotate(known=_known("match", Q(match__in=live)))
    return {pk: Skill(**skill) for pk, skill in seats.values_list("pk", "known") if skill}


def _known(place: str, live: Q) -> Case:
    """The newest skill of a seat's person, in the game and pace of a rated `place`."""
    theirs = RatingChange.objects.filter(user=OuterRef("user"), game=OuterRef(f"{place}__game"))
    skills = theirs.order_by(*NEWEST_FIRST).values(both=JSONObject(mu="mu", sigma="sigma"))
    of_live, of_days = (Subquery(skills.filter(pace=pace)[:1]) for pace in RatingChange.Pace)
    rated = Q(**{f"{place}__rated": True})
    return Case(When(rated & live, then=of_live), When(rated, then=of_days))


def skill_at(seat: TableSeat, table: Table) -> Skill | None:
    """The rating of the person on a seat of `with_skills`; None at a table that isn't rated."""
    if not table.rated or seat.user_id is None:
        return None
    known: dict[str, float] | None = getattr(seat, "known", None)
    return Skill(**known) if known else Skill()


def skill_after(change: RatingChange) -> Skill:
    return Skill(change.mu, change.sigma)


def skill_before(change: RatingChange) -> Skill:
    return Skill(change.mu_before, change.sigma_before)
