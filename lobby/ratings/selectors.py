"""Reads ratings: of a person, of people at a table, and how a match changed them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from django.db.models import Case, OuterRef, Subquery, Value, When

from accounts.models import User
from games.matches.models import Match, Seat
from games.plugin import Format
from lobby.models import RatingChange, Table, TableSeat
from lobby.ratings.outcome import Outcome, Player, key_of, pace_of
from lobby.ratings.skill import Skill, signed

NEWEST = 50  # changes that a curve is drawn from
FIRST, LAST = 1, 3  # ranks beside others, who share the second
NEWEST_FIRST = ("-ended_at", "-match")

Kind = tuple[str, str]  # of rating: the game and the pace


@dataclass(frozen=True)
class Standing:
    """A person's rating at a pace, after so many matches, and their numbers, oldest first."""

    pace: str
    skill: Skill
    matches: int
    numbers: list[int]


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
    """The person's ratings by game. A query for each rating, and one."""
    mine = RatingChange.objects.filter(user=user)
    standings: dict[str, list[Standing]] = {}
    for game, pace in mine.order_by("game", "-pace").values_list("game", "pace").distinct():
        changes = list(mine.filter(game=game, pace=pace).order_by(*NEWEST_FIRST)[:NEWEST])
        numbers = [skill_after(change).number for change in reversed(changes)]
        last = changes[0]
        standing = Standing(last.get_pace_display(), skill_after(last), last.number, numbers)
        standings.setdefault(game, []).append(standing)
    return standings


def newest(people: Collection[int], game: str, pace: str) -> list[RatingChange]:
    """The newest change of each of these people's ratings. One query."""
    theirs = RatingChange.objects.filter(user=OuterRef("pk"), game=game, pace=pace)
    last = theirs.order_by(*NEWEST_FIRST).values("pk")[:1]
    keys = User.objects.filter(pk__in=people).annotate(last=Subquery(last)).values("last")
    return list(RatingChange.objects.filter(pk__in=keys))


def newest_of_game(key: str, game: str, pace: str) -> RatingChange | None:
    """The newest change of the game's own rating with that key (`outcome.key_of`)."""
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


def mean_of(table: Table, seats: Sequence[TableSeat]) -> int:
    """The mean rating of those who sit there; of the host, if nobody does. One query."""
    people = [seat.user_id for seat in seats if seat.user_id is not None] or [table.host_id]
    skills = _of_people(people, table)
    return round(fmean(skills.get(Player(person), Skill()).number for person in people))


def strength_of(table: Table, seats: Sequence[TableSeat]) -> int:
    """The mean rating of those who sit there and have one; 0 if nobody has. At most two queries."""
    if table.rating is not None:
        return table.rating
    skills = _of_people([seat.user_id for seat in seats if seat.user_id is not None], table)
    return round(fmean(skill.number for skill in skills.values())) if skills else 0


def skills_at(matches: Iterable[Match]) -> dict[int, Skill]:
    """The present skills of the people at the rated ones of these matches, by seat. One query."""
    rated = [match.pk for match in matches if match.rated]
    live = When(match__clock__type="live", then=Value(RatingChange.Pace.LIVE))
    pace = Case(live, default=Value(RatingChange.Pace.DAYS))
    theirs = RatingChange.objects.filter(
        user=OuterRef("user"), game=OuterRef("match__game"), pace=OuterRef("pace")
    ).order_by(*NEWEST_FIRST)
    mu, sigma = (Subquery(theirs.values(name)[:1]) for name in Skill._fields)
    found = Seat.objects.filter(match__in=rated).annotate(pace=pace).annotate(mu=mu, sigma=sigma)
    known = found.exclude(mu=None).values_list("pk", *Skill._fields)
    return {pk: Skill(*skill) for pk, *skill in known}


def numbers_of(people: Collection[int], kinds: Iterable[Kind]) -> dict[tuple[int, str, str], int]:
    """The numbers of these people, without those who have none. A query for each kind."""
    return {
        (change.user_id, game, pace): skill_after(change).number
        for game, pace in kinds
        for change in newest(people, game, pace)
        if change.user_id is not None
    }


def prospect(
    table: Table, seats: Sequence[TableSeat], form: Format, user: Any
) -> tuple[int, int] | None:
    """The points that the user would lose in the worst case and win in the best; None if unknown.

    Seats that are free count as people of whom nothing is known. With roles that aren't dealt yet
    it can't be said. Two queries at most.
    """
    if not user.is_authenticated or form.kind not in ("competitive", "cooperative"):
        return None
    me = Player(user.pk)
    others = [seat.user_id for seat in seats if seat.user_id and seat.user_id != user.pk]
    others = others[: len(seats) - 1]
    unknown = [Player(None, f"seat {n}") for n in range(len(seats) - 1 - len(others))]
    players = [me, *map(Player, others), *unknown]
    skills = _of_people([user.pk, *others], table)
    if form.kind == "cooperative":
        game = Player(None, key_of(table.options, len(seats)))
        skills[game] = _of_game(game.against, table)
        sides = [players, [game]]
    else:
        sides = [[player] for player in players]
    before = {player: skills.get(player, Skill()) for side in sides for player in side}
    numbers = [
        Outcome(sides, [rank, *[2] * (len(sides) - 1)]).rated(before)[me].number
        for rank in (LAST, FIRST)
    ]
    worst, best = (number - before[me].number for number in numbers)
    return worst, best


def _of_people(people: Collection[int], table: Table) -> dict[Player, Skill]:
    changes = newest(people, table.game, pace_of(table.clock))
    return {Player(change.user_id): skill_after(change) for change in changes}


def _of_game(key: str, table: Table) -> Skill:
    change = newest_of_game(key, table.game, pace_of(table.clock))
    return skill_after(change) if change else Skill()


def skill_after(change: RatingChange) -> Skill:
    return Skill(change.mu, change.sigma)


def skill_before(change: RatingChange) -> Skill:
    return Skill(change.mu_before, change.sigma_before)
