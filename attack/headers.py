"""Send every header that the libraries read, with a foreign address in it, to every address.

The value must not appear anywhere: in no answer, no page that others get afterwards, no socket, no
mail and no row of the database. Sockets must still open.
"""

import re
from contextlib import suppress
from typing import Any

from websockets.exceptions import InvalidHandshake
from websockets.sync.client import connect

from attack import inside
from attack.report import Plan, Report
from attack.visitor import Answer, Visitor
from tests.support.hostile_headers import FORGED, MARK, PORT, hostile, rows
from tests.support.mail_server import MailServer
from tests.support.running_portal import RunningPortal
from tests.support.waiting import wait_for

WHO = ("anonymous", "seat", "superuser")
ROOTS = (f"https://{MARK}", f"//{MARK}", f"/{MARK}")
SAME_SITE = frozenset({"origin", "referer"})  # forms are refused unless these are right
SOCKETS = ("ws/me/", "ws/tables/", "ws/matches/{public}/", "ws/chat/match:{public}:players/")
ADDRESS, PASSWORD = "seat@post.example", "violet-kettle-9"


def attack(plan: Plan) -> Report:
    """Read everything, send forms that mail, open sockets; then search for traces."""
    report = Report()
    with MailServer() as server:
        settings = {"DJANGO_SETTINGS_MODULE": "attack.unlimited", **server.environment}
        with RunningPortal(plan.folder / "data", settings) as portal:
            inside.set_up(portal.data_dir, "attack.unlimited")
            from attack.fuzz import fuzz_of
            from tests.permissions import scene

            here = scene.make()
            fuzz = fuzz_of(here, plan.dice)
            for who in WHO:
                paths = [fuzz.address(route) for route in fuzz.routes]
                _read(report, portal.base_url, here.sessions.get(who, ""), paths)
            _send_mails(report, portal.base_url, here)
            _open_sockets(report, portal.base_url, here)
            _look_at_mails(report, portal.base_url, server)
            for row in rows():
                report.expect(not FORGED.search(row), f"This is stored: {row[:400]}")
    return report


def _forging(base_url: str, root: str, *, form: bool = False, **more: Any) -> Visitor:
    headers = hostile(without=SAME_SITE if form else frozenset())
    headers |= {"daphne-root-path": root, "Host": f"127.0.0.1:{PORT}"}
    return Visitor(base_url, headers=headers, **more)


def _judge(report: Report, what: str, answer: Answer) -> None:
    response = f"{answer.headers} {answer.text}"
    if found := FORGED.search(response):
        excerpt = response[max(0, found.start() - 100) : found.end() + 100]
        report.expect(False, f"{what}: {excerpt!r}")
    report.expect(answer.status < 500, f"{what}: {answer.status}")


def _read(report: Report, base_url: str, session: str, paths: list[str]) -> None:
    """Read each address with forged headers, then without, in case the answer was cached."""
    honest = Visitor(base_url, session=session)
    for number, path in enumerate(paths):
        forging = _forging(base_url, ROOTS[number % len(ROOTS)], session=session)
        _judge(report, f"{path}, forged", forging.get(path))
        _judge(report, f"{path}, after a forged one", honest.get(path))
        report.tried["pages"] += 1
        forging.close()


def _send_mails(report: Report, base_url: str, here: Any) -> None:
    from allauth.account.models import EmailAddress

    for who in ("seat", "member"):
        address = f"{who}@post.example"
        user = here.people[who]
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
        user.email = address
        user.save()
    for root in ROOTS:
        forging = _forging(base_url, root, form=True)
        _judge(report, "reset", forging.submit("accounts/password/reset/", {"email": ADDRESS}))
    new = {"username": "newcomer", "email": "new@post.example", "password1": PASSWORD}
    _judge(
        report, "sign-up", _forging(base_url, ROOTS[0], form=True).submit("accounts/signup/", new)
    )
    host = _forging(base_url, ROOTS[0], form=True, session=here.sessions["seat"])
    invited = host.submit(f"tables/{here.names['table']}/invite/", {"name": "member"})
    _judge(report, "invitation", invited)
    report.tried["mails"] += len(ROOTS) + 2


def _look_at_mails(report: Report, base_url: str, server: MailServer) -> None:
    most = len(ROOTS) + 2
    with suppress(AssertionError):
        wait_for(lambda: len(server.mails) >= most, "mails", 60)
    report.expect(len(server.mails) >= most, f"Of {most} mails {len(server.mails)} came.")
    for letter in server.mails:
        body: Any = letter.get_body(("plain",))
        text = body.get_content()
        report.expect(not FORGED.search(letter.as_string() + text), f"A mail: {text}")
        begun = set(re.findall(r"https?://[^/\s]*/", text))
        report.expect(begun <= {base_url}, f"A mail leads to {sorted(begun)}: {text}")


def _open_sockets(report: Report, base_url: str, here: Any) -> None:
    from django.conf import settings

    headers = {name: value for name, value in hostile().items() if not name.startswith("sec-")}
    headers |= {"Cookie": f"{settings.SESSION_COOKIE_NAME}={here.sessions['seat']}"}
    headers.pop("origin")
    for root in ROOTS:
        for path in SOCKETS:
            address = base_url.replace("http", "ws", 1) + path.format(**here.names)
            report.tried["sockets"] += 1
            try:
                with connect(
                    address,
                    additional_headers=headers | {"daphne-root-path": root},
                    origin=base_url.rstrip("/"),  # type: ignore[arg-type]
                    close_timeout=1,
                ) as socket:
                    message = str(socket.recv(timeout=60))
                    report.expect(not FORGED.search(message), f"{path} tells {message[:400]}")
            except (InvalidHandshake, OSError) as error:
                report.expect(False, f"{path} below {root} did not open: {error!r}")
