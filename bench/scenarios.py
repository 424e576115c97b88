"""Scenarios of `bench.load`: an evening of people, and a day of matches that take weeks.

Each seat is a different person, with their own address behind a proxy. First each kind of request
is made alone, to measure its processor time (in all processes of the portal, and of the database if
it runs beside it); then all kinds together, faster and faster, until the slowest of a hundred takes
over a second.
"""

import asyncio
import json
import random
import statistics
import time
from argparse import Namespace
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import websockets

from attack import inside
from bench.load import JsonSocket, PageSocket, cpu_seconds, keys, memory
from tests.support.running_portal import SESSION_COOKIE

# Tables of an evening: game, people, computer players.
EVENING = [
    ("please-dont-burn-my-village", 3, 1),
    ("castle-panic", 2, 1),
    ("burnt-to-ashes", 4, 0),
    ("village-assault", 1, 0),
]
# Requests of one person per minute.
EVENING_RATES = {"move": 6.0, "page": 2.0, "chat": 0.5, "API": 1.0}
DAY_RATES = {"move": 1.0, "page": 1.0, "API": 1.0}
EVENING_PAGES = {"home": "", "watch": "watch/", "tables": "tables/", "match": "matches/{match}/"}
DAY_PAGES = {"desk": "", "my matches": "my-matches/", "notices": "notices/"}
SLOWEST = 0.25  # times people's rates: the first load
SATURATED_MS = 1_000
DAYS = {"type": "move", "seconds": 3 * 86_400}
PEOPLE_OF_DAY = 200  # at least, at the matches that are played; the others stay as they are
MATCHES_EACH = 6  # one more person for so many matches


@dataclass
class Person:
    """A person at a match, with their keys."""

    number: int
    match: dict[str, Any]  # from `bench.load.started`
    seat: int
    speaker: Any = None
    connection: Any = None
    chat: Any = None
    offer: Any = None  # the newest state in which they may move
    sent_at: float = 0.0  # when the pending move was sent
    said_at: float = 0.0
    seen: int = -1  # the newest version shown to them

    @property
    def address(self) -> str:
        return f"10.{self.number >> 16 & 255}.{self.number >> 8 & 255}.{self.number & 255}"


@dataclass
class Scene:
    """The people of a scenario, and the times of their requests, in ms by kind."""

    asked: Namespace
    people: list[Person]
    pages: dict[str, str]
    rates: dict[str, float]
    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    made: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    moved_at: dict[str, tuple[int, float]] = field(default_factory=dict)  # by match: version, when
    errors: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    dice: random.Random = field(default_factory=lambda: random.Random(1))
    listeners: list[asyncio.Task[None]] = field(default_factory=list)

    def note(self, kind: str, begun: float) -> None:
        self.times[kind].append((time.perf_counter() - begun) * 1_000)

    # -- sockets -----------------------------------------------------------------------------------

    async def open(self, person: Person, speaker: Any, *, chat: bool) -> None:
        person.speaker, base = speaker, self.asked.base_url.replace("http", "ws", 1)
        headers = speaker.headers | {"X-Forwarded-For": person.address}
        person.connection = await websockets.connect(
            speaker.address, additional_headers=headers, compression=None, max_size=None
        )
        self.listeners.append(asyncio.create_task(self._hear(person)))
        if chat:
            address = f"{base}ws/chat/match:{person.match['id']}:players/"
            person.chat = await websockets.connect(address, additional_headers=headers)
            self.listeners.append(asyncio.create_task(self._hear_chat(person)))

    async def _hear(self, person: Person) -> None:
        async for frame in person.connection:
            state = person.speaker.heard(frame)
            if state.type == "accepted" and person.sent_at:
                self.note("move", person.sent_at)
                self.moved_at[person.match["id"]] = state.version, person.sent_at
                person.sent_at = 0.0
            elif state.type == "error":
                self.errors[str(frame)[:120]] += 1
                person.sent_at = 0.0
            elif state.type == "state":
                person.offer = state if state.actions else None
                version, begun = self.moved_at.get(person.match["id"], (-1, 0.0))
                if version == state.version != person.seen:
                    self.note("push seen", begun)
                person.seen = state.version

    async def _hear_chat(self, person: Person) -> None:
        async for _frame in person.chat:
            if person.said_at:
                self.note("chat", person.said_at)
                person.said_at = 0.0

    # -- what people do ----------------------------------------------------------------------------

    async def move(self) -> bool:
        """Make a random move for somebody who may move; False if nobody may now."""
        ready = [one for one in self.people if one.offer and not one.sent_at]
        if not ready:
            return False
        person = self.dice.choice(ready)
        state, person.offer = person.offer, None
        person.sent_at = time.perf_counter()
        action = self.dice.choice(state.actions)["action"]
        await person.connection.send(person.speaker.move(state.version, action))
        return True

    async def chat(self) -> bool:
        ready = [one for one in self.people if one.chat and not one.said_at]
        if not ready:
            return False
        person = self.dice.choice(ready)
        person.said_at = time.perf_counter()
        await person.chat.send(json.dumps({"text": f"well played, {self.dice.random()}"}))
        return True

    async def page(self, name: str = "") -> bool:
        name = name or self.dice.choice(list(self.pages))
        person = self.dice.choice(self.people)
        cookie = f"{SESSION_COOKIE}={person.match['sessions'][person.seat]}"
        path = "/" + self.pages[name].format(match=person.match["id"])
        await self._ask(f"page: {name}", person, path, {"Cookie": cookie})
        return True

    async def api(self) -> bool:
        person = self.dice.choice(self.people)
        token = {"Authorization": f"Token {person.match['tokens'][person.seat]}"}
        await self._ask("API", person, f"/api/matches/{person.match['id']}/", token)
        return True

    async def _ask(self, kind: str, person: Person, path: str, headers: dict[str, str]) -> None:
        begun, headers = time.perf_counter(), headers | {"X-Forwarded-For": person.address}
        status = await asyncio.to_thread(_status, self.asked.base_url, path, headers)
        self.note(kind, begun)
        if status != 200:
            self.errors[f"{status} at {path}"] += 1

    # -- how much of it ----------------------------------------------------------------------------

    async def do(self, rates: dict[str, float], seconds: float) -> float:
        """Make each kind of request at its rate; return the processor time in seconds."""
        begun, cpu, under_way = time.perf_counter(), self.cpu(), set[asyncio.Task[bool]]()
        done: dict[str, int] = dict.fromkeys(rates, 0)
        deeds: dict[str, Callable[[], Awaitable[bool]]]
        deeds = {"move": self.move, "chat": self.chat, "page": self.page, "API": self.api}
        while (elapsed := time.perf_counter() - begun) < seconds:
            for kind, rate in rates.items():
                while done[kind] < elapsed * rate:
                    done[kind] += 1
                    self.made[kind] += 1
                    task = asyncio.ensure_future(deeds[kind]())
                    under_way.add(task)
                    task.add_done_callback(under_way.discard)
            await asyncio.sleep(0.005)
        if under_way:
            await asyncio.wait(under_way, timeout=30)
        await asyncio.sleep(0.5)
        return self.cpu() - cpu

    def cpu(self) -> float:
        return sum(map(cpu_seconds, self.asked.pids))

    def memory(self) -> float:
        return sum(map(memory, self.asked.pids))

    def forget(self) -> None:
        self.times.clear()
        self.made.clear()

    async def costs(self) -> None:
        """Measure each kind alone, less the portal's idle processor time."""
        idle = await self.do({}, COST_SECONDS) / COST_SECONDS
        say(f"idle with {len(self.people)} people there: {idle * 100:.1f}% of a core")
        for kind in self.rates:
            self.forget()
            used = await self.do({kind: COST_RATE}, COST_SECONDS) - idle * COST_SECONDS
            counted = len(self.times["move"]) if kind == "move" else self.made[kind]
            if counted:
                say(f"{kind}: {used * 1_000 / counted:.1f} ms of the processor")

    async def ramp(self) -> None:
        """Make all kinds together, faster and faster, until some take over a second."""
        faster = SLOWEST
        while faster < self.asked.fastest * 1.01:  # √2 isn't exact
            self.forget()
            rates = {
                kind: rate * len(self.people) / 60 * faster for kind, rate in self.rates.items()
            }
            begun = time.process_time()
            used = await self.do(rates, self.asked.seconds)
            ours = time.process_time() - begun
            line = ", ".join(f"{rate:.1f} {kind}" for kind, rate in rates.items())
            say(f"{faster:.2g} × as fast ({line} a second):")
            say(*(f"  {kind}: {summary(found)}" for kind, found in sorted(self.times.items())))
            shares = (f"{each / self.asked.seconds * 100:.0f}% of a core" for each in (used, ours))
            say("  {}, and {} for this program".format(*shares))
            if any(_p99(found) > SATURATED_MS for found in self.times.values()):
                say(f"  saturated: p99 over {SATURATED_MS} ms")
                break
            faster *= 2**0.5
        say(f"memory: {self.memory():.0f} MB")
        say(*(f"error: {text} ({count})" for text, count in self.errors.items()))


COST_SECONDS, COST_RATE = 8.0, 10.0
say = partial(print, sep="\n", flush=True)


def _status(base_url: str, path: str, headers: dict[str, str]) -> int:
    connection = HTTPConnection(urlsplit(base_url).netloc, timeout=60)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except OSError:
        return 0
    finally:
        connection.close()


percentiles = partial(statistics.quantiles, n=100, method="inclusive")


def _p99(times: Sequence[float]) -> float:
    return percentiles(times)[98] if len(times) > 1 else 0.0


def summary(times: Sequence[float]) -> str:
    """Percentiles of these times, in ms, and their number; «~»: the p99 of fewer than 100."""
    if len(times) < 2:
        return f"{len(times)} measured"
    cut, rough = percentiles(times), "~" if len(times) < 100 else ""
    return (
        f"p50 {cut[49]:,.0f}, p90 {cut[89]:,.0f}, p99 {rough}{cut[98]:,.0f} ms, "
        f"{len(times)} measured"
    )


def evening(people: int) -> list[dict[str, Any]]:
    """Matches of all games, with that many people in all."""
    from games.matches.play.actions import services

    made: list[dict[str, Any]] = []
    seated, spent = 0, 0.0
    while seated < people:
        game, persons, computers = EVENING[len(made) % len(EVENING)]
        users = [inside.person(f"evening{len(made)}-{seat}") for seat in range(persons)]
        players = [services.Player(user=user) for user in users]
        players += [services.Player(ai_level="easy")] * computers
        deal, begun = services.open_deal(), time.process_time()
        match = services.start_match(game=game, options={}, players=players, deal=deal)
        spent += time.process_time() - begun
        made.append(keys(match, users))
        seated += persons
    say(
        f"{len(made)} matches started, {spent * 1_000 / len(made):.1f} ms each without the database"
    )
    return made


def day(matches: int) -> list[dict[str, Any]]:
    """Fill an empty database with that many matches under way; return those that are played.

    Nobody needs a notice of their turn, and the portal was never away: else it would send notices
    and move clocks during the measurements.
    """
    from django.db.models import F
    from django.utils import timezone

    from bench import grown_portal
    from games.matches.models import Heartbeat, Match, Seat

    if not Match.objects.exists():
        people = PEOPLE_OF_DAY + matches // MATCHES_EACH
        grown_portal.fill_with_matches(matches, people, random.Random(1), clock=DAYS)
    notified = {"tell_at": None, "notified_version": F("decision_version")}
    Seat.objects.filter(tell_at__lte=timezone.now()).update(**notified)
    Heartbeat.objects.all().delete()
    active = Match.objects.filter(status="active")
    say(f"{active.count()} matches under way")
    chosen = active.order_by("public_id").prefetch_related("seats__user")[: PEOPLE_OF_DAY // 2]
    return [keys(match, [seat.user for seat in match.seats.all()]) for match in chosen]


async def run(asked: Namespace, matches: list[dict[str, Any]]) -> None:
    """Open everybody's sockets, measure, print the figures, and close them."""
    is_evening = asked.scenario == "evening"
    people = [
        Person(number, match, seat)
        for number, (match, seat) in enumerate(
            (match, seat) for match in matches for seat in range(len(match["tokens"]))
        )
    ]
    rates = EVENING_RATES if is_evening else DAY_RATES
    scene = Scene(asked, people, EVENING_PAGES if is_evening else DAY_PAGES, rates)
    base, room = asked.base_url.replace("http", "ws", 1), scene.memory()
    begun_at, cpu = time.perf_counter(), scene.cpu()
    for person in people:
        speak = PageSocket if is_evening else JsonSocket
        speaker = speak(base, person.match, person.seat)
        chats = is_evening and len(person.match["tokens"]) > 1
        await scene.open(person, speaker, chat=chats)
    watchers = [Person(len(people) + n, match, 0) for n, match in enumerate(matches[::2])]
    for watcher in watchers if is_evening else ():
        await scene.open(watcher, JsonSocket(base, watcher.match, None), chat=False)
    used, took = scene.cpu() - cpu, time.perf_counter() - begun_at
    opened = len(scene.listeners)
    ms, room = used * 1_000 / opened, (scene.memory() - room) * 1024 / opened
    say(f"{opened} sockets opened in {took:.1f} s, each {ms:.1f} ms, {room:.0f} KB")
    await scene.costs()
    await scene.ramp()
    for listener in scene.listeners:
        listener.cancel()
    for person in (*people, *watchers):
        for connection in (person.connection, person.chat):
            with suppress(AttributeError):
                connection.transport.abort()
