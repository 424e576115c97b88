"""Track who is connected to this process, and tell their pages about each other.

`games.matches.live.who_is_here` has the messages.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts import blocks, follows, presence
from games.matches.live import hub, visits, who_is_here
from games.matches.live.visits import Ended
from games.matches.live.who_is_here import People
from games.matches.models import Seat
from games.matches.play.parts.attendance import place
from games.plugin import Viewer
from toolbox.memory import PerLoop

log = logging.getLogger(__name__)

SETTLE_SECONDS = 1.0  # between two looks: people who reload a page don't seem to leave
MOST_ENDED = 1_000  # visits that wait to be stored while the database is away
GOING_SECONDS = 300.0  # between two notes of a visit that continues


@dataclass(eq=False)
class Visit:
    socket: Any
    public_id: str
    user: Any
    viewer: Viewer  # as the visit began: the socket may have logged in as somebody else since
    hears: bool
    since: datetime = field(default_factory=timezone.now)
    hidden: frozenset[int] = frozenset()  # the people hidden from its user
    followed: frozenset[int] = frozenset()
    stale: bool = True  # `hidden` and `followed` must be read again
    sent: People | None = None  # the last message to its page

    @property
    def where(self) -> tuple[str, int | None]:
        return place(self.public_id), self.user.pk

    @property
    def ended(self) -> Ended | None:
        """The visit to store if it ended now; None for spectators."""
        if not isinstance(self.viewer, int):
            return None
        return Ended(self.public_id, self.viewer, self.since, timezone.now())


class Visitors:
    """Everyone who is at some match through this event loop."""

    def __init__(self) -> None:
        self._visits: dict[Any, Visit] = {}
        self._ended: list[Ended] = []  # to be stored
        self._noted_at = time.monotonic()  # when continuing visits were stored last
        self._known: dict[str, frozenset[tuple[int, int]]] = {}
        self._looking: asyncio.Task[None] | None = None

    def came(self, socket: Any, *, hears: bool) -> None:
        """Add a socket that follows its match. `hears`: its page shows who else is there."""
        self.went(socket)  # its user may just have logged in
        visit = Visit(socket, socket.public_id, socket.user, socket.viewer, hears)
        self._visits[socket] = visit
        presence.enter(*visit.where)
        self._keep_looking()

    def went(self, socket: Any) -> None:
        """Remove the socket, if it was ever added."""
        visit = self._visits.pop(socket, None)
        if visit is None:
            return
        presence.leave(*visit.where)
        if ended := visit.ended:
            self._ended.append(ended)
            self._keep_looking()

    def meets_others(self, socket: Any) -> None:
        """Have the next look tell the socket's page: its user's blocks have changed."""
        if socket in self._visits:
            self._visits[socket].stale = True

    def _keep_looking(self) -> None:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_for_ever())

    async def _look_for_ever(self) -> None:
        while self._visits or self._ended:
            await asyncio.sleep(SETTLE_SECONDS)
            try:
                await self._look()
                await self._note()
            except Exception:  # the database may be away for a moment; the next look retries
                log.warning("could not look who is at the matches", exc_info=True)
                for visit in self._visits.values():
                    visit.stale = True

    async def _note(self) -> None:
        """Store the visits that have ended, and regularly those that continue."""
        ended, self._ended = self._ended, []
        until_now = self._going()
        if not ended and not until_now:
            return
        try:
            await hub.in_moves_thread(visits.note, ended=[*ended, *until_now])
        except Exception:
            self._ended = [*ended, *self._ended][-MOST_ENDED:]
            raise

    def _going(self) -> list[Ended]:
        """The continuing visits, as if they ended now, if it is time to store them again."""
        now = time.monotonic()
        if now - self._noted_at < GOING_SECONDS:
            return []
        self._noted_at = now
        return [ended for visit in self._visits.values() if (ended := visit.ended)]

    async def _look(self) -> None:
        listening = [visit for visit in self._visits.values() if visit.hears]
        if not listening:
            return
        news = await hub.in_reads_thread(_news, visits=listening, known=self._known)
        for visit, people in news:
            visit.sent = people
            with contextlib.suppress(Exception):  # a dying socket must not stop the others
                await visit.socket.send(json.dumps(people.as_data()))


def _news(
    visits: Iterable[Visit], known: dict[str, frozenset[tuple[int, int]]]
) -> list[tuple[Visit, People]]:
    """The visits with news; reads only matches where presence or blocks have changed."""
    by_match = defaultdict(list)
    for visit in visits:
        by_match[visit.public_id].append(visit)
    for public_id in known.keys() - by_match.keys():
        del known[public_id]
    news = []
    for public_id, group in by_match.items():
        here = frozenset(presence.at(place(public_id)).items())
        if known.get(public_id) != here or any(visit.stale for visit in group):
            news += _news_of_match(public_id, group, {key for key, _count in here})
            known[public_id] = here
    return news


def _news_of_match(
    public_id: str, visits: list[Visit], here: set[int | None]
) -> list[tuple[Visit, People]]:
    seats = list(Seat.objects.filter(match__public_id=public_id))
    answers: dict[tuple[frozenset[int], frozenset[int]], People] = {}
    pairs = []
    for visit in visits:
        if visit.stale:
            visit.stale = False  # first: the next look must see a block made during the read
            visit.hidden = frozenset(blocks.hidden_from(visit.user))
            visit.followed = frozenset(follows.followed_ids(visit.user))
        first = visit.followed & here
        key = visit.hidden, first
        if key not in answers:
            answers[key] = who_is_here.people(public_id, seats, visit.hidden, first.copy)
        pairs.append((visit, answers[key]))
    return [(visit, people) for visit, people in pairs if people != visit.sent]


current = PerLoop(Visitors)  # of the running event loop
