"""Several hosts that share only PostgreSQL and Redis: links are cut and healed, hosts killed.

Two web hosts, a worker host and a database host are network namespaces. People play all games with
a seat at each web host, others watch. A cut silently drops packets, as a dead switch does. No
acknowledged move is lost or doubled, and fifteen seconds after a link heals or a host is back,
everybody plays and sees. A web host that can't reach something says so in `/readyz`; without its
database it answers pages with 504 in bounded time and sends open pages elsewhere.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from attack import inside
from attack.hosts import POSTGRESQL, READYZ_TOKEN, REDIS, Host, Hosts, Postgres, Web, cut
from attack.players import BURN, Playing, Table, at_play, check
from attack.report import Plan, Report
from attack.well import GIVE_UP_SECONDS, judge
from portal.pulse import NAMES
from tests.support.stubborn_player import LOST, together
from tests.support.waiting import wait_for

# The games, each with the numbers of people and computer players at a table.
TABLES = [
    (BURN, 2, 0),
    (BURN, 1, 2),
    ("castle-panic", 2, 0),
    ("burnt-to-ashes", 3, 0),
    ("village-assault", 1, 0),
]
CUT_SECONDS = 25.0  # longer than any process trusts a silent connection
KNOWN_SECONDS = 10.0  # until a host knows what it can't reach
ANSWER_SECONDS = 5.0  # for pages without the broker, and `/readyz`, which waits for both in turn
PROBE, READER = 8, 9  # askers with an address of their own, so that bots don't use up their turns
TRY_AGAIN = 1013  # close code
PAGE_SECONDS = 20.0  # for a page's 504, and until open pages are sent elsewhere


def attack(plan: Plan) -> Report:
    """Cut each link, then kill each host."""
    report = Report()
    plan.folder.chmod(0o711)  # the server's own user must get in
    with Hosts(plan.folder / "hosts") as hosts:
        ours = {"DATABASE_URL": hosts.database_url, "SECRET_KEY": hosts.environment["SECRET_KEY"]}
        inside.set_up(plan.folder / "people", **ours)
        people = [_playing(hosts.webs, *table, number) for number, table in enumerate(TABLES)]
        watchers = [Watching(web, each) for each in people for web in hosts.webs]
        scene = Scene(hosts, report, people, watchers)
        with at_play(people), _all(watchers):
            scene.recover("start", bound=False)
            for link in _links(hosts, plan.short):
                scene.cut(*link)
            for host in hosts.webs[:1] if plan.short else hosts.webs:
                scene.kill(host)
            scene.kill(hosts.worker)
            scene.kill(hosts.data)
        check(scene.database, report, people)
        for host in (*hosts.webs, hosts.worker):
            report.expect("Internal Server Error" not in host.output, f"{host.name}: a 500")
    return report


def _links(hosts: Hosts, short: bool) -> Iterator[tuple[Host, str, tuple[str, ...]]]:
    """Each link: a host, the other end, and the addresses there."""
    for host in (hosts.webs[0], hosts.worker) if short else (*hosts.webs, hosts.worker):
        yield host, "database", (POSTGRESQL,)
        yield host, "broker", (REDIS,)
        if not short:
            yield host, "database and broker", (POSTGRESQL, REDIS)


def _playing(webs: list[Web], game: str, seats: int, computers: int, number: int) -> Playing:
    """People at tables of one game, with seats alternating between the web hosts."""
    names = [f"{game[:6]}{number}{seat}" for seat in range(seats)]
    tokens = [inside.token(inside.person(name)) for name in names]
    ai = {str(seat): "easy" for seat in range(seats, seats + computers)}

    def begin() -> Table:
        table = together(webs[0], names, tokens, game=game, seats=seats + computers, ai=ai)
        for seat, player in enumerate(table):
            player.portal = webs[(number + seat) % 2]
        return table

    return Playing(begin)


class Watching(threading.Thread):
    """A stranger at a web host who watches one table's matches over a socket."""

    def __init__(self, web: Web, playing: Playing) -> None:
        super().__init__(daemon=True)
        self.web, self.playing = web, playing
        self.views = self.sent_away = 0
        self.stopping = False

    def run(self) -> None:
        address = self.web.base_url.replace("http", "ws", 1)
        while not self.stopping:
            match = self.playing.tables[-1][0].match_id if self.playing.tables else ""
            with suppress(*LOST), connect(f"{address}ws/api/matches/{match}/") as socket:
                self._watch(socket)
            time.sleep(0.5)  # as any program would

    def _watch(self, socket: Any) -> None:
        """Watch until the match is over or the server closes; silence doesn't matter."""
        while not self.stopping:
            try:
                message = json.loads(socket.recv(timeout=1))
            except TimeoutError:
                continue
            except ConnectionClosed as closed:
                self.sent_away += closed.rcvd is not None and closed.rcvd.code == TRY_AGAIN
                return
            if message["type"] == "state":
                self.views += 1
                if message["status"] != "active":
                    return


class Asked(NamedTuple):
    """An answer; status 0 if none came in time."""

    status: int
    text: str
    seconds: float


@contextmanager
def _all(watchers: list[Watching]) -> Iterator[None]:
    for watcher in watchers:
        watcher.start()
    try:
        yield
    finally:
        for watcher in watchers:
            watcher.stopping = True


def asked(web: Web, path: str, seconds: float, who: int, token: str = "") -> Asked:
    """Request a page from a web host, from the address `who`."""
    begun = time.monotonic()
    headers = {"Accept": "text/html"} | ({"Authorization": f"Bearer {token}"} if token else {})
    here = web.router_address(who)
    with closing(HTTPConnection(web.addresses[0], 8000, seconds, (here, 0))) as connection:
        try:
            connection.request("GET", f"/{path}", headers=headers)
            answer = connection.getresponse()
            return Asked(answer.status, answer.read().decode(), time.monotonic() - begun)
        except (OSError, HTTPException) as error:
            return Asked(0, str(error), time.monotonic() - begun)


class Scene:
    """The events that befall the hosts, and the expectations."""

    def __init__(
        self, hosts: Hosts, report: Report, people: list[Playing], watchers: list[Watching]
    ) -> None:
        self.hosts, self.report, self.people, self.watchers = hosts, report, people, watchers
        self.database = Postgres()

    def cut(self, host: Host, what: str, addresses: tuple[str, ...]) -> None:
        """Cut a link for a while; expect the host to say so, and all to be well afterwards."""
        label = f"{host.name} without {what}"
        self.report.tried[f"cuts of {host.name} and {what}"] += 1
        until = time.monotonic() + CUT_SECONDS
        with cut(host, *addresses):
            if isinstance(host, Web):
                other = next(web for web in self.hosts.webs if web is not host)
                self._says_so(host, what.split()[0], label)
                self._answers(host, label, away=POSTGRESQL in addresses)
                status, text, _took = self._readyz(other)
                self.report.expect(status == 200, f"{label}: {other.name} isn't ready: {text}")
            time.sleep(max(0.0, until - time.monotonic()))
        self.recover(f"{label}, healed")

    def kill(self, host: Host) -> None:
        """Kill all processes of a host and restart them; expect all to be well."""
        self.report.tried[f"kills of {host.name}"] += 1
        host.kill()
        host.start()
        begun = time.monotonic()
        host.wait()
        if host is self.hosts.worker:
            wait_for(lambda: self._works(time.monotonic() - begun), "the workers to begin")
        if isinstance(host, Web):
            wait_for(
                lambda: asked(host, "healthz", 5, PROBE).status == 200, f"{host.name} to answer"
            )
        self.recover(f"{host.name} killed, and back")

    def _says_so(self, web: Web, check: str, label: str) -> None:
        """Expect `/readyz` to name the missing server in time, and each answer to be quick."""
        begun, slowest = time.monotonic(), 0.0

        def known() -> bool:
            nonlocal slowest
            status, text, took = self._readyz(web)
            slowest = max(slowest, took)
            return status == 503 and not json.loads(text)["checks"][check]["ok"]

        with suppress(AssertionError):
            wait_for(known, "it to say so", GIVE_UP_SECONDS)
        took = time.monotonic() - begun
        line = f"{label}: known after {took:.1f} s, /readyz takes up to {slowest:.1f} s"
        self.report.say(line)
        self.report.expect(took <= KNOWN_SECONDS and slowest <= ANSWER_SECONDS, line)

    def _answers(self, web: Web, label: str, *, away: bool) -> None:
        """Expect a page's answer in time: 504 with the portal's own page if the database is away.

        A page that was open before is told to reconnect elsewhere.
        """
        watchers = [each for each in self.watchers if each.web is web]
        before, begun = [each.sent_away for each in watchers], time.monotonic()
        bound = PAGE_SECONDS if away else ANSWER_SECONDS
        status, text, took = asked(web, "", GIVE_UP_SECONDS, READER)
        line = f"{label}: a page is answered with {status} after {took:.1f} s"
        self.report.say(line)
        right = status == 504 and "</main>" in text if away else status == 200
        self.report.expect(right and took <= bound, line)
        if not away:
            return

        def all_sent() -> bool:
            return all(each.sent_away > was for each, was in zip(watchers, before, strict=True))

        with suppress(AssertionError):
            wait_for(all_sent, "sockets to close", GIVE_UP_SECONDS)
        line = f"{label}: all open sockets were sent away after {time.monotonic() - begun:.1f} s"
        self.report.say(line)
        self.report.expect(all_sent() and time.monotonic() - begun <= PAGE_SECONDS, line)

    def recover(self, what: str, *, bound: bool = True) -> None:
        """Expect everybody to play and see within fifteen seconds from now."""
        begun, now = time.monotonic(), datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
        moves, views = [each.moves for each in self.people], [each.views for each in self.watchers]
        computers = self.database.computer_steps()
        ready: dict[str, Callable[[], object]] = {
            "moves": lambda: all(
                # Of the moves from now on, the second was surely sent from now on.
                each.moves > before + 1
                for each, before in zip(self.people, moves, strict=True)
            ),
            "views": lambda: all(
                each.views > before for each, before in zip(self.watchers, views, strict=True)
            ),
            "computers": lambda: self.database.computer_steps() > computers + 1,
            "sweeper": lambda: self.database.swept_at() > now,
            **{web.name: partial(self._ready, web) for web in self.hosts.webs},
        }
        took: dict[str, float] = {}

        def well() -> bool:
            for name in ready.keys() - took.keys():
                if ready[name]():
                    took[name] = time.monotonic() - begun
            return took.keys() == ready.keys()

        with suppress(AssertionError):
            wait_for(well, "all to be well", GIVE_UP_SECONDS)
        print(what, {name: round(seconds, 1) for name, seconds in took.items()}, flush=True)
        if missing := ready.keys() - took.keys():
            self.report.expect(not missing, f"{what}: no {', '.join(sorted(missing))}")
        elif bound:
            judge(self.report, what, max(took.values()))

    def _ready(self, web: Web) -> bool:
        return self._readyz(web).status == 200

    def _works(self, since: float) -> bool:
        """Whether each worker and beat have given a sign of life within that many seconds."""
        answer = self._readyz(self.hosts.webs[0])
        checks = json.loads(answer.text)["checks"] if answer.status else {}
        ages = [check["age"] for name, check in checks.items() if name in NAMES]
        return len(ages) == len(NAMES) and all(age is not None and age < since for age in ages)

    def _readyz(self, web: Web) -> Asked:
        return asked(web, "readyz", GIVE_UP_SECONDS, PROBE, READYZ_TOKEN)
