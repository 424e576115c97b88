"""How a finished match is rated: the sides that met, and the order in which they finished.

Everyone plays for themselves, or in teams. In cooperative games the people are one side and the
game, with these options, seats and computer players, is the other. A model that adds up the skills
of a side expects the larger side to win, so when one plays against all, the game joins the one.
People who gave up their seat, or had a computer player in it at the end, come last; in a team only
they count as having lost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.matches.errors import Unreadable
from games.matches.models import Match, Seat
from games.matches.play.parts.clock_kinds import clock_of, is_long
from games.matches.record import states
from games.plugin.codec import digest
from lobby.models import RatingChange
from lobby.ratings.skill import Sides, Skill, after, known_share, part_way, unknown

Pace = RatingChange.Pace
GAME_RANKS = {"won": 2, "lost": 0}  # ranks of the game's side; the people's side has 1


@dataclass(frozen=True)
class Player:
    """The owner of a rating: a person (`user`), or the game (`against`) for that many `people`."""

    user: int | None
    against: str = ""
    people: int = field(default=1, compare=False)

    @property
    def first(self) -> Skill:
        """The skill before the first match."""
        return unknown(self.people)


@dataclass(frozen=True)
class Outcome:
    """The sides of a match, their ranks (1 is best, equal ranks are a draw), and who left."""

    sides: list[list[Player]]
    ranks: list[int]
    left: frozenset[Player] = frozenset()

    def rated(self, skills: Mapping[Player, Skill], weight: float = 1.0) -> dict[Player, Skill]:
        """Everyone's skill after the match.

        If the game is people's only rival, they change only as far as its skill is known; otherwise
        it would pay to play ever new options.
        """
        before: Sides = [[skills[player] for player in side] for side in self.sides]
        rated = self._by_player(after(before, self.ranks, weight))
        for place, side in enumerate(self.sides):
            if len(side) > 1 and not self.left.isdisjoint(side):
                ranks = [*self.ranks]
                ranks[place] = _last(ranks)
                as_lost = self._by_player(after(before, ranks, weight))
                rated |= {player: as_lost[player] for player in self.left & set(side)}
        games = [side[0] for side in self.sides if not any(one.user for one in side)]
        for game in games:
            share = known_share(skills[game].sigma, game.first.sigma)
            people = [player for player in rated if player.user]
            rated |= {one: part_way(skills[one], rated[one], share) for one in people}
        return rated

    def _by_player(self, skills: Sides) -> dict[Player, Skill]:
        pairs = zip(self.sides, skills, strict=True)
        return {player: one for side, new in pairs for player, one in zip(side, new, strict=True)}


def _last(ranks: Sequence[int]) -> int:
    return max(ranks) + 1


def outcome_of(match: Match, seats: Sequence[Seat]) -> Outcome | None:
    """The outcome of a finished match; None if it counts for nobody. No query.

    It counts for nobody if all rivals have left, if somebody's account was deleted, if no rules can
    read it, or if computer players began a match that isn't cooperative.
    """
    computers = [seat.ai_level for seat in seats if _is_computer(seat)]
    seats = [seat for seat in seats if not _is_computer(seat)]
    if any(not (seat.user_id and seat.outcome) for seat in seats):
        return None
    gone = frozenset(Player(seat.user_id) for seat in seats if has_left(seat))
    try:
        with states.reading(match):
            form = states.format_of(match)
    except Unreadable:
        return None
    if form.kind == "cooperative":
        people = [Player(seat.user_id) for seat in seats]
        given_up = len(gone) == len(seats)
        theirs = GAME_RANKS.get("lost" if given_up else seats[0].outcome, 1)
        return Outcome(evened([people, []], match.options, computers), [1, theirs], gone)
    if computers or len(gone) == len(seats):
        return None
    sides: dict[int, list[Player]] = {}
    ranks: dict[int, int] = {}
    for seat, team in zip(seats, form.teams, strict=True):
        sides.setdefault(team, []).append(Player(seat.user_id))
        ranks[team] = min(seat.rank or 1, ranks.get(team, len(seats)))
    last = _last([*ranks.values()])
    ranks |= {team: last for team, side in sides.items() if len(side) == 1 and side[0] in gone}
    even = evened([sides[team] for team in sorted(sides)], match.options)
    return Outcome(even, [ranks[team] for team in sorted(sides)], gone)


def evened(
    sides: Sequence[Sequence[Player]], options: Any, computers: Sequence[str] = ()
) -> list[list[Player]]:
    """The sides, with the game in the places that smaller sides lack.

    Each combination of options, number of seats, side and `computers` has its own rating.
    """
    most, seats = max(map(len, sides)), sum(map(len, sides)) + len(computers)
    levels = sorted(computers)
    return [
        [*side, Player(None, digest([options, seats, place, *levels]), most - len(side))]
        if len(side) < most
        else [*side]
        for place, side in enumerate(sides)
    ]


def pace_of(clock: Any) -> RatingChange.Pace:
    """The pace of ratings: live play or play over days. `clock`: a value that `clock_of` reads."""
    read = clock_of(clock)
    return Pace.DAYS if read is None or is_long(read) else Pace.LIVE


def _is_computer(seat: Seat) -> bool:
    """Whether a computer player has had the seat from the beginning."""
    return seat.user_id is None and bool(seat.ai_level) and seat.replaced is None


def has_left(seat: Seat) -> bool:
    """Whether the seat's person didn't play to the end."""
    return seat.resigned is not None or seat.replaced is not None or seat.caretaker
