"""Reads ratings: of a person, of people at a table, and how a match changed them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from games.matches.models import Match, Seat
from games.plugin import Format
from lobby.models import RatingChange, Table, TableSeat
from lobby.ratings.counting import pace_of
from lobby.ratings.outcome import Outcome, Player, key_of
from lobby.ratings.skill import Skill, signed

NEWEST = 300  # changes of a person that curves are drawn from
FIRST, LAST = 1, 3  # ranks beside others, who share the second
NEWEST_FIRST = ("-ended_at", "-match")

Rated = tuple[int, str, str]  # a rating: its person's id, the game and the pace


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
    """The person's ratings by game. One query."""
    newest = RatingChange.objects.filter(user=user).order_by(*NEWEST_FIRST)[:NEWEST]
    by_rating: dict[tuple[str, str], list[RatingChange]] = {}
    for change in newest:
        by_rating.setdefault((change.game, change.get_pace_display()), []).append(change)
    standings: dict[str, list[Standing]] = {}
    for (game, pace), changes in sorted(by_rating.items()):
        numbers = [_now(change).number for change in reversed(changes)]
        last = changes[0]
        standings.setdefault(game, []).append(Standing(pace, _now(last), last.number, numbers))
    return standings


def changes_of(match: Match) -> list[Change]:
    """How the match changed its people's ratings, by seat; empty until it is counted."""
    by_user = {change.user_id: change for change in match.rating_changes.exclude(user=None)}
    return [
        Change(seat, _before(change), _now(change))
        for seat in match.seats.all()
        if (change := by_user.get(seat.user_id)) is not None
    ]


def mean_of(table: Table, seats: Sequence[TableSeat]) -> int:
    """The mean rating of those who sit there; of the host, if nobody does. One query."""
    people = [seat.user_id for seat in seats if seat.user_id is not None] or [table.host_id]
    skills = _of_people(people, table)
    return round(fmean(skills.get(Player(person), Skill()).number for person in people))


def number_of(user: Any, game: str, pace: str) -> int | None:
    """The person's number in a game at a pace, or None if they have none there."""
    mine = RatingChange.objects.filter(user=user, game=game, pace=pace)
    newest = mine.order_by(*NEWEST_FIRST).first()
    return _now(newest).number if newest else None


def numbers_of(users: Collection[int]) -> dict[Rated, int]:
    """All numbers of these people. One query."""
    same = {name: OuterRef(name) for name in ("user", "game", "pace")}
    newest = RatingChange.objects.filter(**same).order_by(*NEWEST_FIRST).values("pk")[:1]
    changes = RatingChange.objects.filter(user__in=users, pk=Subquery(newest))
    return {
        (change.user_id, change.game, change.pace): _now(change).number
        for change in changes
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
    others = [seat.user_id for seat in seats if seat.user_id not in (None, user.pk)]
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


def _of_people(people: Collection[int | None], table: Table) -> dict[Player, Skill]:
    rows = _ratings(table)
    newest = rows.filter(user=OuterRef("user")).order_by(*NEWEST_FIRST).values("pk")[:1]
    changes = rows.filter(user__in=people, pk=Subquery(newest))
    return {Player(change.user_id): _now(change) for change in changes}


def _of_game(key: str, table: Table) -> Skill:
    newest = _ratings(table).filter(user=None, against=key).order_by(*NEWEST_FIRST).first()
    return _now(newest) if newest else Skill()


def _ratings(table: Table) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(game=table.game, pace=pace_of(table.clock))


def _now(change: RatingChange) -> Skill:
    return Skill(change.mu, change.sigma)


def _before(change: RatingChange) -> Skill:
    return Skill(change.mu_before, change.sigma_before)
