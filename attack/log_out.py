"""Somebody loses, in every possible way, the session or key that opened their sockets.

All these sockets close within five seconds, or fifteen if the broker has just been killed, and
nothing sent with the lost session or key afterwards counts.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from attack import inside
from attack.report import Plan, Report
from attack.visitor import Visitor
from attack.well import note_server_errors
from tests.support.running_portal import RunningPortal

BY_SESSION = (
    *("ws/matches/{match}/", "ws/me/", "ws/tables/", "ws/tables/{table}/"),
    "ws/chat/match:{match}:players/",
)
BY_KEY = "ws/api/matches/{match}/"
CLOSED_SECONDS, WITHOUT_BROKER = 5.0, 15.0
PATIENCE_SECONDS = 20.0
BROKERS = 4  # kills in a row: after five within a minute the supervisor gives up
ANSWER_SECONDS = 1.0
PASSWORD = "violet-kettle-9"


@dataclass
class Victim:
    """Somebody at a match and a table, with a browser and a program; `root` is an administrator."""

    portal: RunningPortal
    user: Any
    root: Visitor
    match: str
    table: str

    def __post_init__(self) -> None:
        base = self.portal.base_url
        self.browser = Visitor(base, session=inside.session(self.user))
        self.program = Visitor(base, token=inside.token(self.user))

    @contextmanager
    def socket(self, path: str) -> Iterator[ClientConnection]:
        from django.conf import settings

        cookie = f"{settings.SESSION_COOKIE_NAME}={self.browser.session}"
        key = {"Authorization": f"Token {self.program.token}"}
        base = self.portal.base_url
        with connect(
            base.replace("http", "ws", 1) + path.format(match=self.match, table=self.table),
            additional_headers=key if path == BY_KEY else {"Cookie": cookie},
            origin=base.rstrip("/"),  # type: ignore[arg-type]
            close_timeout=1,
        ) as opened:
            yield opened

    def edit(self, **fields: Any) -> None:
        """Send a form of the administration, which clears the fields that aren't sent."""
        self.root.submit(f"admin/accounts/user/{self.user.pk}/change/", fields)

    def sessions(self) -> Any:
        """The database row of the browser's session."""
        from django.contrib.sessions.models import Session

        return Session.objects.filter(pk=self.browser.session)

    def steps(self) -> int:
        """The number of steps that the person has made in the match."""
        from games.matches.models import Step

        return Step.objects.filter(match__public_id=self.match, user=self.user).count()


def log_out(victim: Victim) -> None:
    victim.browser.submit("accounts/logout/", {})


def log_out_of_the_administration(victim: Victim) -> None:
    victim.browser.submit("admin/logout/", {})


def log_in_as_another(victim: Victim) -> None:
    victim.browser.submit("admin/login/", {"username": "root", "password": PASSWORD})


def expire(victim: Victim) -> None:
    from django.utils import timezone

    victim.sessions().update(expire_date=timezone.now())


def remove_session(victim: Victim) -> None:
    victim.sessions().delete()


def revoke_key(victim: Victim) -> None:
    victim.browser.submit("settings/account/keys/revoke/", {})


def change_password(victim: Victim) -> None:
    """Change the password in another browser."""
    other = Visitor(victim.portal.base_url, session=inside.session(victim.user))
    new = {"password1": PASSWORD[::-1], "password2": PASSWORD[::-1]}
    other.submit("accounts/password/change/", {"oldpassword": PASSWORD, **new})


def ban(victim: Victim) -> None:
    measure = {"kind": "ban", "duration": "3600", "reason": "threats"}
    victim.root.submit(f"moderation/people/{victim.user.username}/", measure)


def leave_staff(victim: Victim) -> None:
    victim.edit(username=victim.user.username, is_active="on")


def shut(victim: Victim) -> None:
    victim.edit(username=victim.user.username)


def close_account(victim: Victim) -> None:
    victim.browser.submit("settings/account/close/", {"password": PASSWORD})


@dataclass(frozen=True)
class Loss:
    way: Callable[[Victim], None]
    session: bool = True  # whether the session is lost
    key: bool = False
    staff: bool = False  # whether the victim is an administrator


LOSSES = [
    Loss(log_out),
    Loss(log_out_of_the_administration, staff=True),
    Loss(log_in_as_another),
    Loss(expire),
    Loss(remove_session),
    Loss(revoke_key, session=False, key=True),
    Loss(change_password),
    Loss(ban, key=True),
    Loss(leave_staff, staff=True),
    Loss(shut, key=True),
    Loss(close_account, key=True),
]


def attack(plan: Plan) -> Report:
    """Try each way with a broker, then some with a broker that has just died."""
    report = Report()
    with RunningPortal(plan.folder / "data") as portal:
        inside.set_up(portal.data_dir)
        from accounts.models import User

        boss = User.objects.create_superuser("root", password=PASSWORD)
        root = Visitor(portal.base_url, session=inside.session(boss))
        slowest = max(_lose(report, _victim(portal, root, loss), loss) for loss in LOSSES)
        report.say(f"sockets closed after at most {slowest:.1f} s")
        for loss in LOSSES[:1] if plan.short else plan.dice.sample(LOSSES, BROKERS):
            victim = _victim(portal, root, loss)
            took = _lose(report, victim, loss, lambda: portal.kill("broker"))
            report.say(f"{loss.way.__name__}, the broker killed: {took:.1f} s")
            portal.wait_until_healthy()
        note_server_errors(report, portal)
    return report


def _victim(portal: RunningPortal, root: Visitor, loss: Loss) -> Victim:
    from accounts.models import User
    from games.matches.play.actions import services
    from lobby.tables import services as tables

    number = User.objects.count()
    user = User.objects.create_user(f"victim{number}", password=PASSWORD, is_staff=loss.staff)
    players = [services.Player(user=user), services.Player(user=inside.person(f"other{number}"))]
    game = {"game": "please-dont-burn-my-village"}
    match = services.start_match(
        **game, options={}, players=players, deal=services.open_deal(), first=0, private=True
    )
    table = tables.open_table(host=user, seats=2, **game)
    return Victim(portal, user, root, match.public_id, table.public_id)


def _lose(
    report: Report, victim: Victim, loss: Loss, before: Callable[[], object] | None = None
) -> float:
    """Open every socket and lose the right to it; return the seconds until all have closed."""
    way = loss.way.__name__
    with ExitStack() as stack:
        opened = {path: stack.enter_context(victim.socket(path)) for path in (*BY_SESSION, BY_KEY)}
        for path, socket in opened.items():
            if "chat" in path:
                socket.send(json.dumps({"text": "hello"}))
            socket.recv(timeout=PATIENCE_SECONDS)  # the server knows its person
        if before is not None:
            before()
        loss.way(victim)
        begun = time.monotonic()
        lost = BY_SESSION * loss.session + (BY_KEY,) * loss.key
        for path in lost:
            closed = _is_closed(opened[path], begun + PATIENCE_SECONDS)
            report.expect(closed, f"{way}: {path} stays open.")
        took = time.monotonic() - begun
        report.tried["sockets closed"] += len(lost)
        most = CLOSED_SECONDS if before is None else WITHOUT_BROKER
        report.expect(took <= most, f"{way}: sockets close after {took:.1f} s.")
    if way != "leave_staff":  # the other session stays and plays on
        _try_again(report, victim, loss)
    return took


def _is_closed(socket: ClientConnection, until: float) -> bool:
    try:
        while True:
            socket.recv(timeout=max(0.0, until - time.monotonic()))
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False


def _try_again(report: Report, victim: Victim, loss: Loss) -> None:
    """Resign with the lost session or key, over a socket and by a call; nothing may happen."""
    before = victim.steps()
    if loss.session:
        _resign(report, victim, BY_SESSION[0], {"body": {"control": "resign", "version": "0"}})
        form = {"control": "resign", "version": "0", "client_id": "again"}
        victim.browser.submit(f"matches/{victim.match}/control/", form)
    if loss.key:
        _resign(report, victim, BY_KEY, {"type": "resign", "version": 0, "client_id": "again"})
        victim.program.call(f"matches/{victim.match}/resign/", {"version": 0})
    failure = f"{loss.way.__name__}: a step was made with a lost session or key."
    report.expect(victim.steps() == before, failure)
    report.tried["steps with a lost session or key"] += 2 * (loss.session + loss.key)


def _resign(report: Report, victim: Victim, path: str, message: dict[str, Any]) -> None:
    with suppress(ConnectionClosed, TimeoutError), victim.socket(path) as socket:
        socket.send(json.dumps(message))
        while True:
            told = str(socket.recv(timeout=ANSWER_SECONDS))
            report.expect('"accepted"' not in told, f"{path} accepts a lost session or key.")
