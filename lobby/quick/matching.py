"""Decides who sits down with whom, without a database.

Each ticket in turn, oldest first, gets the group whose companions have waited longest; of two such
groups, the larger. Nobody who could sit with others left over has to wait, unless the search
reaches its bounds (`STEPS`, `POOL`), which needs blocks or ratings that forbid most combinations.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

FEWEST, MOST = 2, 6  # people at a table of quick match
STEPS = 1_000  # the most tickets looked at for one person
POOL = 200  # the most tickets combined if blocks are in the way


@dataclass(frozen=True)
class Waiting:
    """A ticket: any of these games at any of these paces, with `least` to `most` players."""

    key: int
    user: int
    games: tuple[str, ...]
    paces: tuple[str, ...]
    least: int
    most: int
    wants_ai: bool = False  # accepts computer players in empty seats
    # For a rated match: the ratings by game and pace, and how far those of others may differ.
    numbers: Mapping[tuple[str, str], int] | None = field(default=None, hash=False)
    reach: int = 0

    def meets(self, other: "Waiting", game: str, pace: str) -> bool:
        """Whether both or neither want a rated match, and their ratings are near enough."""
        if self.numbers is None or other.numbers is None:
            return self.numbers is None and other.numbers is None
        distance = abs(self.numbers[game, pace] - other.numbers[game, pace])
        return distance <= max(self.reach, other.reach)


@dataclass(frozen=True)
class Offer:
    """A game: the numbers of players it allows, and whether it has computer players."""

    sizes: frozenset[int]
    has_ai: bool = True


@dataclass(frozen=True)
class Group:
    """People to seat together, the longest wait first, and the number of computer players."""

    game: str
    pace: str
    members: tuple[Waiting, ...]
    computers: int = 0


def groups(
    waiting: Sequence[Waiting], *, blocked: Iterable[tuple[int, int]], games: Mapping[str, Offer]
) -> list[Group]:
    """The tables to make of a queue, oldest first. `blocked`: pairs of users, in any order."""
    hall = _Hall(waiting, blocked, games)
    formed = []
    for ticket in waiting:
        if hall.holds(ticket) and (group := hall.group_of(ticket)):
            hall.dismiss(group.members)
            formed.append(group)
    return formed


def fitting(
    ticket: Waiting,
    others: Iterable[Waiting],
    *,
    blocked: Iterable[tuple[int, int]],
    games: Mapping[str, Offer],
) -> int:
    """How many of the others could sit at a table with that ticket."""
    excluded = {ticket.user, *_hostility(blocked).get(ticket.user, ())}
    seats = set(_tables(ticket, games))

    def fits(other: Waiting) -> bool:
        common = seats.intersection(_tables(other, games))
        return any(ticket.meets(other, game, pace) for game, pace, _size in common)

    return sum(other.user not in excluded and fits(other) for other in others)


@dataclass(frozen=True)
class Opening:
    """A table that somebody opened."""

    key: int
    game: str
    pace: str
    size: int
    free: int
    people: frozenset[int]  # seated, or its host
    barred: frozenset[int] = frozenset()  # sent away by the host
    rating: int | None = None  # None: it isn't rated

    def suits(self, ticket: Waiting) -> bool:
        """Whether the ticket's person might want to sit there."""
        fits = self.game in ticket.games and self.pace in ticket.paces
        return fits and ticket.least <= self.size <= ticket.most and self.takes(ticket)

    def takes(self, ticket: Waiting) -> bool:
        """Whether the table is rated as the ticket's person wants."""
        if self.rating is None or ticket.numbers is None:
            return self.rating is None and ticket.numbers is None
        return abs(ticket.numbers[self.game, self.pace] - self.rating) <= ticket.reach


@dataclass(frozen=True)
class Filling:
    """People who take all free seats of an open table, the longest wait first."""

    opening: Opening
    members: tuple[Waiting, ...]


def fillings(
    waiting: Sequence[Waiting],
    openings: Iterable[Opening],
    *,
    blocked: Iterable[tuple[int, int]],
    games: Mapping[str, Offer],
) -> list[Filling]:
    """The open tables that the queue can fill; both are given oldest first.

    Each table is filled completely, so that nobody in the queue is seated only to wait.
    """
    hall = _Hall(waiting, blocked, games)
    filled = []
    for opening in openings:
        if members := hall.company_for(opening):
            hall.dismiss(members)
            filled.append(Filling(opening, members))
    return filled


Kind = tuple[str, str, int]  # game, pace, number at the table


def _tables(ticket: Waiting, games: Mapping[str, Offer]) -> list[Kind]:
    """The tables that a ticket accepts, the larger ones first for each game and pace."""
    return [
        (game, pace, size)
        for game in ticket.games
        if game in games
        for pace in ticket.paces
        for size in range(ticket.most, ticket.least - 1, -1)
        if size in games[game].sizes
    ]


def _hostility(blocked: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    """For each user the users whom they blocked, or who blocked them."""
    hostile: dict[int, set[int]] = {}
    for one, other in blocked:
        hostile.setdefault(one, set()).add(other)
        hostile.setdefault(other, set()).add(one)
    return hostile


class _Steps:
    """The steps that are left to a search."""

    def __init__(self) -> None:
        self.left = STEPS

    def take(self) -> bool:
        self.left -= 1
        return self.left > 0


class _Hall:
    """The tickets that still wait, by the tables they accept, oldest first."""

    def __init__(
        self,
        waiting: Sequence[Waiting],
        blocked: Iterable[tuple[int, int]],
        games: Mapping[str, Offer],
    ) -> None:
        self._games = games
        self._hostile: Mapping[int, set[int]] = _hostility(blocked)
        self._rank: dict[int, int] = {}
        self._tables: dict[int, list[Kind]] = {}
        self._at: defaultdict[Kind, dict[int, Waiting]] = defaultdict(dict)
        self._at_with_ai: defaultdict[Kind, dict[int, Waiting]] = defaultdict(dict)
        users: set[int] = set()
        for ticket in waiting:
            if ticket.user not in users:
                users.add(ticket.user)
                self._admit(ticket)

    def _admit(self, ticket: Waiting) -> None:
        self._rank[ticket.key] = len(self._rank)
        self._tables[ticket.key] = _tables(ticket, self._games)
        for kind in self._tables[ticket.key]:
            self._at[kind][ticket.key] = ticket
            if ticket.wants_ai:
                self._at_with_ai[kind][ticket.key] = ticket

    def holds(self, ticket: Waiting) -> bool:
        return ticket.key in self._rank

    def dismiss(self, members: Iterable[Waiting]) -> None:
        for ticket in members:
            del self._rank[ticket.key]
            for kind in self._tables[ticket.key]:
                del self._at[kind][ticket.key]
                if ticket.wants_ai:
                    del self._at_with_ai[kind][ticket.key]

    def group_of(self, ticket: Waiting) -> Group | None:
        """The best group with this ticket; None if it has to wait."""
        steps = _Steps()
        best: Group | None = None
        for kind in self._tables[ticket.key]:
            members = self._company(ticket, kind, steps)
            if members and (best is None or self._longer_waits(members, best.members)):
                best = Group(*kind[:2], members)
        return best or (self._with_computers(ticket) if ticket.wants_ai else None)

    def company_for(self, opening: Opening) -> tuple[Waiting, ...]:
        """The oldest tickets that fit, one for each free seat; () if there are too few."""
        steps = _Steps()
        chosen: list[Waiting] = []
        excluded = opening.people | opening.barred
        kind = (opening.game, opening.pace, opening.size)
        for ticket in self._at[kind].values():
            if len(chosen) == opening.free or not steps.take():
                break
            hostile = self._hostile.get(ticket.user, set())
            welcome = ticket.user not in excluded and hostile.isdisjoint(opening.people)
            if welcome and opening.takes(ticket) and self._meets(ticket, chosen, kind):
                chosen.append(ticket)
        return tuple(chosen) if len(chosen) == opening.free else ()

    def _with_computers(self, ticket: Waiting) -> Group | None:
        """The group with most people who accept computer players, and so fewest of these."""
        steps = _Steps()
        groups = []
        for kind in self._tables[ticket.key]:
            game, pace, size = kind
            if self._games[game].has_ai:
                others = self._at_with_ai[kind].values()
                members = self._by_age(self._at_most(ticket, others, kind, steps))
                groups.append(Group(game, pace, members, size - len(members)))
        return min(groups, key=lambda each: (-len(each.members), each.computers), default=None)

    def _longer_waits(self, one: Sequence[Waiting], other: Sequence[Waiting]) -> bool:
        """Whether the first group has longer waits, or is the larger of two that begin alike."""
        for mine, theirs in zip(one, other, strict=False):
            if mine.key != theirs.key:
                return self._rank[mine.key] < self._rank[theirs.key]
        return len(one) > len(other)

    def _by_age(self, members: Iterable[Waiting]) -> tuple[Waiting, ...]:
        return tuple(sorted(members, key=lambda each: self._rank[each.key]))

    def _meets(self, ticket: Waiting, others: Collection[Waiting], kind: Kind) -> bool:
        """Whether this person may sit at such a table with each of the others."""
        hostile = self._hostile.get(ticket.user, ())
        return all(other.user not in hostile and ticket.meets(other, *kind[:2]) for other in others)

    def _at_most(
        self, ticket: Waiting, others: Iterable[Waiting], kind: Kind, steps: _Steps
    ) -> list[Waiting]:
        """This ticket, and each next one that may sit with those before, up to the table's size."""
        chosen = [ticket]
        for other in others:
            if len(chosen) == kind[2] or not steps.take():
                break
            if other.key != ticket.key and self._meets(other, chosen, kind):
                chosen.append(other)
        return chosen

    def _company(self, ticket: Waiting, kind: Kind, steps: _Steps) -> tuple[Waiting, ...]:
        """A full table of that kind: this ticket and the oldest ones that may sit together."""
        waiting, size = self._at[kind], kind[2]
        if len(waiting) < size or steps.left <= 0:
            return ()
        chosen = self._at_most(ticket, waiting.values(), kind, steps)
        if len(chosen) < size:
            pool = [each for each in islice(waiting.values(), POOL) if steps.take()]
            others = [each for each in pool if each.key != ticket.key]
            pool = [each for each in others if self._meets(each, [ticket], kind)]
            chosen = [ticket]
            if not self._search(pool, 0, chosen, kind, steps):
                return ()
        return self._by_age(chosen)

    def _search(
        self, pool: Sequence[Waiting], start: int, chosen: list[Waiting], kind: Kind, steps: _Steps
    ) -> bool:
        """Complete `chosen` from the pool by backtracking, oldest first."""
        if len(chosen) == kind[2]:
            return True
        for place in range(start, len(pool) + len(chosen) - kind[2] + 1):
            if not steps.take():
                return False
            if self._meets(pool[place], chosen, kind):
                chosen.append(pool[place])
                if self._search(pool, place + 1, chosen, kind, steps):
                    return True
                chosen.pop()
        return False
