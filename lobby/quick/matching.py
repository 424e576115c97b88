"""Who sits down with whom. No database here, so thousands of queues can be tried in a test.

Oldest first: everyone in turn, from the longest wait to the shortest, gets the group that holds
the longest waiting companions possible; of two such groups the larger. Nobody waits who could sit
with others who are left, as long as the search stays within its bounds (`STEPS`, `POOL`): those are
only reached where blocks forbid most combinations.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

FEWEST, MOST = 2, 6  # people at a table of quick match
STEPS = 1_000  # tickets looked at for one person, at most
POOL = 200  # tickets among which combinations are tried when blocks are in the way


@dataclass(frozen=True)
class Waiting:
    """A ticket: any of these games at any of these paces, with `least` to `most` at the table."""

    key: int
    user: int
    games: tuple[str, ...]
    paces: tuple[str, ...]
    least: int
    most: int
    wants_ai: bool = False  # computer players may take the seats that nobody fits


@dataclass(frozen=True)
class Offer:
    """A game: with how many it can be played, and whether computer players know it."""

    sizes: frozenset[int]
    has_ai: bool = True


@dataclass(frozen=True)
class Group:
    """People who sit down together, the longest wait first, and computer players beside them."""

    game: str
    pace: str
    members: tuple[Waiting, ...]
    computers: int = 0


def groups(
    waiting: Sequence[Waiting],
    *,
    blocked: Iterable[tuple[int, int]],
    games: Mapping[str, Offer],
) -> list[Group]:
    """The tables to make of a queue given from its oldest ticket on.

    `blocked` are pairs of users in any order. Who stands in the queue twice counts once. The same
    queue always gives the same tables.
    """
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
    """How many of these could sit at a table with that ticket."""
    hostile: Collection[int] = _hostility(blocked).get(ticket.user, ())
    seats = set(_tables(ticket, games))
    return sum(
        other.user != ticket.user
        and other.user not in hostile
        and not seats.isdisjoint(_tables(other, games))
        for other in others
    )


@dataclass(frozen=True)
class Opening:
    """A table that somebody opened, with `free` of `size` seats still free.

    `people` are those who sit there or host, `barred` those whom the host sent away.
    """

    key: int
    game: str
    pace: str
    size: int
    free: int
    people: frozenset[int]
    barred: frozenset[int] = frozenset()


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
    """The open tables that this queue can fill, given from the oldest on, as the queue is.

    None is filled halfway: whoever looks for a quick match is seated to play, not to wait at a
    table. Nobody is in two of them.
    """
    hall = _Hall(waiting, blocked, games)
    found = []
    for opening in openings:
        members = hall.company_for(opening)
        if members:
            hall.dismiss(members)
            found.append(Filling(opening, members))
    return found


Kind = tuple[str, str, int]  # game, pace, number at the table


def _tables(ticket: Waiting, games: Mapping[str, Offer]) -> list[Kind]:
    """The tables a ticket would sit at: the larger ones first for each game and pace."""
    return [
        (game, pace, size)
        for game in ticket.games
        if game in games
        for pace in ticket.paces
        for size in range(ticket.most, ticket.least - 1, -1)
        if size in games[game].sizes
    ]


def _hostility(blocked: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    """For each user those they don't meet."""
    hostile: dict[int, set[int]] = {}
    for one, other in blocked:
        hostile.setdefault(one, set()).add(other)
        hostile.setdefault(other, set()).add(one)
    return hostile


class _Steps:
    """What a search may still look at."""

    def __init__(self) -> None:
        self.left = STEPS

    def take(self) -> bool:
        self.left -= 1
        return self.left > 0


class _Hall:
    """Everyone who still waits, by the tables they would sit at, the oldest first."""

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
        self._at: dict[Kind, dict[int, Waiting]] = {}
        self._at_with_ai: dict[Kind, dict[int, Waiting]] = {}
        users: set[int] = set()
        for ticket in waiting:
            if ticket.user not in users:
                users.add(ticket.user)
                self._admit(ticket)

    def _admit(self, ticket: Waiting) -> None:
        self._rank[ticket.key] = len(self._rank)
        self._tables[ticket.key] = _tables(ticket, self._games)
        for kind in self._tables[ticket.key]:
            self._at.setdefault(kind, {})[ticket.key] = ticket
            if ticket.wants_ai:
                self._at_with_ai.setdefault(kind, {})[ticket.key] = ticket

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
        """The best group with this ticket in it; None if it has to wait."""
        steps = _Steps()
        best: Group | None = None
        for kind in self._tables[ticket.key]:
            members = self._company(ticket, kind, steps)
            if members and (best is None or self._longer_waits(members, best.members)):
                best = Group(*kind[:2], members)
        return best or (self._with_computers(ticket) if ticket.wants_ai else None)

    def company_for(self, opening: Opening) -> tuple[Waiting, ...]:
        """The oldest who fit and meet everyone there, one for each free seat; () if too few do."""
        steps = _Steps()
        chosen: list[Waiting] = []
        there = self._at.get((opening.game, opening.pace, opening.size), {})
        strangers = opening.people | opening.barred
        for ticket in there.values():
            if len(chosen) == opening.free or not steps.take():
                break
            hostile = self._hostile.get(ticket.user, set())
            welcome = ticket.user not in strangers and hostile.isdisjoint(opening.people)
            if welcome and self._meets(ticket, chosen):
                chosen.append(ticket)
        return tuple(chosen) if len(chosen) == opening.free else ()

    def _with_computers(self, ticket: Waiting) -> Group | None:
        """The table with most people who agreed to computer players, and with few of those."""
        steps = _Steps()
        best: Group | None = None
        for game, pace, size in self._tables[ticket.key]:
            if not self._games[game].has_ai:
                continue
            there = self._at_with_ai[game, pace, size].values()
            members = self._by_age(self._at_most(ticket, there, size, steps))
            group = Group(game, pace, members, size - len(members))
            if best is None or self._cost(group) < self._cost(best):
                best = group
        return best

    @staticmethod
    def _cost(group: Group) -> tuple[int, int]:
        return -len(group.members), group.computers

    def _longer_waits(self, one: Sequence[Waiting], other: Sequence[Waiting]) -> bool:
        """Whether the first group holds longer waits, or is the larger of two that begin alike."""
        for mine, theirs in zip(one, other, strict=False):
            if mine.key != theirs.key:
                return self._rank[mine.key] < self._rank[theirs.key]
        return len(one) > len(other)

    def _by_age(self, members: Iterable[Waiting]) -> tuple[Waiting, ...]:
        return tuple(sorted(members, key=lambda each: self._rank[each.key]))

    def _meets(self, ticket: Waiting, others: Collection[Waiting]) -> bool:
        """Whether nobody of the others blocked this person or is blocked by them."""
        hostile = self._hostile.get(ticket.user)
        return not hostile or all(other.user not in hostile for other in others)

    def _at_most(
        self, ticket: Waiting, there: Iterable[Waiting], number: int, steps: _Steps
    ) -> list[Waiting]:
        """Up to `number` people: this one, and one after the other who meets all before."""
        chosen = [ticket]
        for other in there:
            if len(chosen) == number or not steps.take():
                break
            if other.key != ticket.key and self._meets(other, chosen):
                chosen.append(other)
        return chosen

    def _company(self, ticket: Waiting, kind: Kind, steps: _Steps) -> tuple[Waiting, ...]:
        """A full table of that kind: this ticket and the oldest who all meet each other."""
        there, size = self._at[kind], kind[2]
        if len(there) < size or steps.left <= 0:
            return ()
        chosen = self._at_most(ticket, there.values(), size, steps)
        if len(chosen) < size:
            pool = [each for each in islice(there.values(), POOL) if steps.take()]
            pool = [each for each in pool if each.key != ticket.key and self._meets(each, [ticket])]
            chosen = [ticket]
            if not self._search(pool, 0, chosen, size, steps):
                return ()
        return self._by_age(chosen)

    def _search(
        self, pool: Sequence[Waiting], start: int, chosen: list[Waiting], number: int, steps: _Steps
    ) -> bool:
        """Complete `chosen` from the pool, trying the oldest first and taking back what fails."""
        if len(chosen) == number:
            return True
        for place in range(start, len(pool) + len(chosen) - number + 1):
            if not steps.take():
                return False
            if self._meets(pool[place], chosen):
                chosen.append(pool[place])
                if self._search(pool, place + 1, chosen, number, steps):
                    return True
                chosen.pop()
        return False
