"""Send random calls, forms and socket messages about the sender's matches and those of others.

Every answer is typed and none is a 500, the portal's log holds no traceback, and strangers change
nothing in matches and seats that aren't theirs.
"""

import json
import random
import re
import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from attack import inside
from attack.report import Plan, Report
from attack.visitor import CSRF, Answer, Visitor
from tests.support.running_portal import SESSION_COOKIE, RunningPortal

STRANGERS = ("anonymous", "guest", "member", "spectator", "blocked", "banned")
THEMSELVES = ("seat", "reviewer", "superuser", "moderator")
# Leaving would end the attack: nobody would be logged in anymore.
SPARED = {"accounts/logout/", "settings/account/close/", "settings/account/keys/revoke/"}
NONSENSE = ("nosuchmatch", "x" * 16, "%00", "..%2F..", "😀", "0", "-1", "9" * 30, "'", "<b>")
SOCKETS = (
    *("ws/api/matches/{match}/", "ws/matches/{match}/", "ws/me/", "ws/tables/"),
    *("ws/tables/{table}/", "ws/chat/match:{match}:players/", "ws/chat/match:{match}:watchers/"),
    *("ws/chat/table:{table}/", "ws/chat/{match}/", "ws/nowhere/"),
)
FRAMES = 6  # sent over a socket before it is closed
INTERNAL_ERROR = 1011


@dataclass
class Fuzz:
    """A visitor who sends random requests, and the values from which they are built."""

    dice: random.Random
    names: dict[str, Any]
    bodies: dict[str, dict[str, Any]]  # by method and address, with ids as stars
    values: list[Any]
    raw: list[bytes]
    routes: list[str]

    @cached_property
    def ids(self) -> list[str]:
        """The ids of real matches and tables."""
        kinds = ("public", "private", "over", "hidden", "shut", "table", "closed")
        return [str(self.names[kind]) for kind in kinds]

    def any_id(self) -> str:
        return self.dice.choice(self.ids if self.dice.random() < 0.9 else NONSENSE)

    def address(self, route: str) -> str:
        """The route with a real or a made-up value in each place."""

        def filled(place: re.Match[str]) -> str:
            name = place[1].split(":")[-1]
            known = {
                "slug": (self.names["game"], self.names["solo"]),
                "username": ("seat", "partner", "member"),
                "day": (self.names["today"], "2020-01-01"),
                "index": ("0", "1", "2", "7"),
                "step": ("0", "1", "7"),
                "pk": ("1", "2", str(self.names["report"])),
                "key": (
                    f"match:{self.any_id()}:{self.dice.choice(['players', 'watchers'])}",
                    f"table:{self.any_id()}",
                ),
            }.get(name, (self.any_id(),))
            return self.dice.choice(known if self.dice.random() < 0.95 else NONSENSE)

        return re.sub(r"<([^>]+)>", filled, route)

    def body(self, route: str) -> dict[str, Any]:
        """A valid body with odd values in some fields."""
        known = self.bodies.get(re.sub(r"<[^>]+>", "*", route), {})
        body = {name: self._named(value) for name, value in known.items()}
        for name in self.dice.sample(sorted(body), min(len(body), self.dice.choice([0, 1, 1, 2]))):
            body[name] = self.dice.choice(self.values)
        if self.dice.random() < 0.2:
            more = ["seat", "version", "action", "client_id", "table", "user", "next", "status"]
            body[self.dice.choice(more)] = self.dice.choice(self.values)
        return body

    def _named(self, value: Any) -> Any:
        return value.format(**self.names) if isinstance(value, str) else value

    def frame(self) -> str | bytes:
        """A message more or less like those that sockets accept."""
        odd = self.dice.choice(self.values)
        action = self.dice.choice([{"type": "draw"}, {"type": "visit"}, odd])
        fields = {"action": json.dumps(action), "version": self._version(), "client_id": "f"}
        messages: list[Any] = [
            {"type": "action", "action": action, "version": self._version(), "client_id": "f"},
            {"type": self.dice.choice(["action", "order", "undo", "resign", "state", "ping"])},
            {"type": "order", "order": odd},
            {"headers": {}, "body": fields},
            {"headers": odd, "body": odd},
            {"text": odd},
            {"type": odd, "text": "hello"},
            odd,
        ]
        if self.dice.random() < 0.25:
            return self.dice.choice(self.raw)
        return json.dumps(self.dice.choice(messages))

    def _version(self) -> Any:
        return self.dice.choice([0, "0", 1, -1, *self.values])


def attack(plan: Plan) -> Report:
    """Try strangers first, who must change nothing; then the players themselves."""
    report = Report()
    settings = {"DJANGO_SETTINGS_MODULE": "attack.unlimited"}
    with RunningPortal(plan.folder / "data", settings) as portal:
        inside.set_up(portal.data_dir, "attack.unlimited")
        from tests.permissions import scene

        here = scene.make()
        fuzz = fuzz_of(here, plan.dice)
        before = _theirs(here)
        for who in STRANGERS:
            _try(report, portal, here, fuzz, who, plan.seconds * 0.7 / len(STRANGERS))
        for row in before - _theirs(here):
            report.expect(False, f"A stranger has changed a row of others: {row[:400]}")
        for who in THEMSELVES:
            _try(report, portal, here, fuzz, who, plan.seconds * 0.3 / len(THEMSELVES))
        report.expect(portal.healthy(), "The web server no longer answers.")
        for sign in ("Traceback", "Internal Server Error"):
            found = portal.output.find(sign)
            report.expect(found < 0, f"The log says: {portal.output[max(0, found - 200) :][:3000]}")
    return report


def fuzz_of(here: Any, dice: random.Random) -> Fuzz:
    """A fuzzer for the scene `here`, with every address of the site."""
    from tests.permissions.test_matrix import BODIES
    from tests.secrets.conftest import site_routes
    from tests.support.odd_values import NO_OBJECT, NOT_JSON, VALUES

    accounts = {f"accounts/{name}/" for name in ("login", "signup", "email", "password/reset")}
    starred = {
        re.sub(r"\{\w+\}|member|partner", "*", key.partition(" ")[2]): body
        for key, body in BODIES.items()
    }
    routes = sorted((site_routes() | accounts) - SPARED)
    return Fuzz(dice, here.names, starred, VALUES, NOT_JSON + NO_OBJECT, routes)


def _try(
    report: Report, portal: RunningPortal, here: Any, fuzz: Fuzz, who: str, seconds: float
) -> None:
    """Send each kind of request in turn, as that person."""
    browser = Visitor(portal.base_url, session=here.sessions.get(who, ""))
    program = Visitor(portal.base_url, token=here.keys.get(who, ""))
    if who in here.sessions and who not in here.keys:  # guests have no key, but pages call the API
        program = Visitor(portal.base_url, session=browser.session, headers={"X-CSRFToken": CSRF})
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for _ in range(20):
            route = fuzz.dice.choice(fuzz.routes)
            _ask(report, fuzz, program if route.startswith("api/") else browser, route, who)
        _speak(report, fuzz, portal, browser, program, who)


def _ask(report: Report, fuzz: Fuzz, visitor: Visitor, route: str, who: str) -> None:
    address = fuzz.address(route)
    body = fuzz.body(route)
    try:
        if fuzz.dice.random() < 0.3:
            kind, answer = "reads", visitor.get(f"{address}?step={fuzz.dice.choice(fuzz.values)}")
        elif route.startswith("api/"):
            sent = body if fuzz.dice.random() < 0.9 else fuzz.dice.choice(fuzz.raw)
            kind, answer = "calls", visitor.call(address.removeprefix("api/"), sent)
        else:
            fields = {name: json.dumps(value) for name, value in body.items()}
            fields |= {name: value for name, value in body.items() if isinstance(value, str)}
            kind, answer = "forms", visitor.submit(address, _sendable(fields))
    except OSError as error:
        report.expect(False, f"{address} by {who}: no answer ({error}).")
        return
    report.tried[kind] += 1
    _judge(report, f"{kind[:-1]} {address} by {who}", answer, typed=route.startswith("api/"))


def _sendable(fields: dict[str, str]) -> dict[str, str]:
    return {name: value.encode(errors="replace").decode() for name, value in fields.items()}


def _judge(report: Report, what: str, answer: Answer, *, typed: bool) -> None:
    if not report.expect(answer.status < 500, f"{what}: {answer.status}."):
        return
    if typed and answer.status >= 400:
        right = re.search(r"\bcode\W.*\bdetail\W", answer.text, re.DOTALL)  # JSON, or YAML
        report.expect(right, f"{what}: {answer.status} without a code: {answer.text[:200]}")


def _speak(
    report: Report, fuzz: Fuzz, portal: RunningPortal, browser: Visitor, program: Visitor, who: str
) -> None:
    """Open a socket, send a few messages and close it."""
    path = fuzz.dice.choice(SOCKETS).format(match=fuzz.any_id(), table=fuzz.any_id())
    headers = {"Cookie": f"{SESSION_COOKIE}={browser.session}"} if browser.session else {}
    headers |= {"Authorization": f"Token {program.token}"} if program.token else {}
    address = portal.base_url.replace("http", "ws", 1)
    report.tried["sockets"] += 1
    try:
        with connect(
            address + Visitor.encoded(path).lstrip("/"),
            additional_headers=headers,
            origin=portal.base_url.rstrip("/"),  # type: ignore[arg-type]
            close_timeout=1,
        ) as socket:
            for _ in range(FRAMES):
                socket.send(fuzz.frame())
                report.tried["frames"] += 1
                try:
                    socket.recv(timeout=0.02)
                except TimeoutError:
                    continue
    except ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd else 0
        report.expect(code != INTERNAL_ERROR, f"{path} by {who}: closed by an error of the portal.")
    except InvalidHandshake as refused:
        report.expect("500" not in str(refused), f"{path} by {who}: {refused}")
    except (OSError, TimeoutError) as error:
        report.expect(False, f"{path} by {who}: {error!r}")


SWEPT = ("seen_at", "tell_at", "notified_version")  # columns that the portal itself updates


def _theirs(here: Any) -> set[str]:
    """Every row of the scene's matches and seats."""
    from django.db.models import Q

    from games.matches.models import Match, Seat, Step
    from lobby.models import Table, TableSeat

    ids = [here.names[kind] for kind in ("public", "private", "over", "hidden", "shut")]
    players = Q(user__username__in=("seat", "partner"))
    kept = [one.attname for one in Seat._meta.concrete_fields if one.attname not in SWEPT]
    rows = [
        Match.objects.filter(public_id__in=ids).order_by("pk").values_list(),
        Step.objects.filter(match__public_id__in=ids).order_by("pk").values_list(),
        Seat.objects.filter(match__public_id__in=ids).order_by("pk").values_list(*kept),
        Table.objects.filter(host__username="seat").order_by("pk").values_list("pk", "host_id"),
        TableSeat.objects.filter(players).order_by("pk").values_list("table_id", "index", "role"),
    ]
    return {repr(row) for found in rows for row in found}
