"""No header of a request changes a link, on a page or in what others get afterwards; settings do.

The requests go to Django as Daphne hands them on, which takes `root_path` from the header
`Daphne-Root-Path`; `python -m attack headers` sends them over the wire.
"""

import asyncio
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.core import mail
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from django.urls import clear_script_prefix, set_script_prefix

from accounts.models import User
from portal.addresses import RootPath
from portal.asgi import http
from tests.support.hostile_headers import FORGED, MARK, PORT, hostile, names, rows
from tests.support.log_in import logged_in
from toolbox.memory import Memory

pytestmark = pytest.mark.django_db

PASSWORD, NEW = "violet-kettle-9", "another-kettle-9"
SAME_SITE = frozenset({"origin", "referer"})  # without a right one of these no form is taken
FOR_PROGRAMS = frozenset({"accept", "authorization"})  # wrong ones get no more than a refusal


def ask(
    client: Client, path: str, form: Mapping[str, str] | None = None, *, honest: bool = False
) -> str:
    """The status, headers and body of an answer to hostile headers; `form` is posted."""
    body = urlencode(form or {}).encode()
    spared = SAME_SITE if form else FOR_PROGRAMS if path.startswith("/api/") else frozenset()
    sent = {} if honest else hostile(without=spared)
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    if not honest:
        cookies |= {"messages": f"https://{MARK}/", "django_language": MARK, "next": f"//{MARK}/"}
    sent["host"] = "testserver" if honest else f"testserver:{PORT}"
    sent["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    if form:
        sent |= {"content-type": "application/x-www-form-urlencoded"}
        sent |= {
            "content-length": str(len(body)),
            "x-csrftoken": cookies[settings.CSRF_COOKIE_NAME],
        }
    root = "" if honest else unquote(sent.pop("daphne-root-path"))
    parts = urlsplit(path)
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST" if form else "GET",
        "path": unquote(parts.path),
        "query_string": parts.query.encode(),
        "root_path": root,
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        "client": ["127.0.0.1", 1],
        "server": ["127.0.0.1", 8000],
    }
    return asgi_answer(scope, body)


def asgi_answer(scope: dict[str, Any], body: bytes) -> str:
    said: list[str] = []

    async def receive() -> dict[str, Any]:
        if said or not unread:
            await asyncio.Event().wait()  # nobody hangs up
        return {"type": "http.request", "body": unread.pop()}

    async def send(message: dict[str, Any]) -> None:
        headers = [b"%s: %s\n" % header for header in message.get("headers", [])]
        said.append(f"{message.get('status', '')}\n{b''.join(headers).decode()}")
        said.append(message.get("body", b"").decode(errors="replace"))

    unread = [body]
    for signal in (request_started, request_finished):  # the test's transaction goes on
        signal.disconnect(close_old_connections)
    async_to_sync(RootPath(http))(scope, receive, send)  # in this thread, which has the data
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
    return "".join(said)


@pytest.fixture
def one_of_each(every_page: list[tuple[str, Client]]) -> list[tuple[str, Client]]:
    """Each page once, as the first who looks at it sees it."""
    return list(
        {path.partition("?")[0]: (path, client) for path, client in every_page[::-1]}.values()
    )


def test_the_headers_are_found_in_the_libraries():
    known = {"daphne-root-path", "x-forwarded-for", "x-forwarded-host", "hx-current-url", "referer"}
    assert known <= names()


def test_no_page_shows_a_header_nor_does_the_next_ones(one_of_each):
    pages = [*one_of_each, ("/api/matches/?page_size=1", Client())]
    answers = [(path, ask(client, path)) for path, client in pages]
    found = [path for path, answer in answers if FORGED.search(answer)]
    found += [path for path, client in pages if FORGED.search(ask(client, path, honest=True))]
    assert not found
    lost = [path for path, answer in answers if not answer.startswith("200")]
    assert lost == ["/nowhere/"]
    assert not [row for row in rows() if FORGED.search(row)]


def test_no_mail_and_no_row_has_one():
    """Every mail that a request sends: of a lost password, for a new address, of changes."""
    amber = User.objects.create_user("amber", "amber@post.example", PASSWORD)
    amber.emailaddress_set.create(email=amber.email, primary=True, verified=True)
    mine, stranger = logged_in(amber), Client()
    for client in (mine, stranger):
        client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    new = {"username": "birch", "email": "birch@post.example", "password1": PASSWORD}
    change = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    said = [
        ask(stranger, "/accounts/password/reset/", {"email": amber.email}),
        ask(stranger, "/accounts/signup/", new),
        ask(stranger, "/accounts/login/", {"login": "amber", "password": "guess"}),
        ask(mine, "/accounts/reauthenticate/", {"password": PASSWORD}),
        ask(mine, "/accounts/email/", {"action_add": "", "email": "new@post.example"}),
        ask(mine, "/accounts/password/change/", change),
    ]
    assert not [answer for answer in said if FORGED.search(answer)]
    texts = [str(letter.message()) for letter in mail.outbox]
    assert len(texts) == 4, [letter.subject for letter in mail.outbox]
    assert not [text for text in texts if FORGED.search(text)]
    for letter in mail.outbox:
        begun = re.findall(r"https?://[^/\s]*", str(letter.body))
        assert set(begun) <= {"http://localhost:8000"}, letter.body
    assert not [row for row in rows() if FORGED.search(row)]


@pytest.fixture
def below_a_path(settings: Any) -> Iterator[None]:
    """A portal started with ROOT_PATH=/club."""
    settings.ROOT_PATH = settings.FORCE_SCRIPT_NAME = "/club"
    settings.STATIC_URL = "/club/static/"
    set_script_prefix("/club/")
    forget_what_is_remembered()  # by a portal at the root
    yield
    clear_script_prefix()
    forget_what_is_remembered()


def forget_what_is_remembered() -> None:
    """Empty what our modules keep in memory, as in a new process."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("accounts", "games", "lobby", "portal", "toolbox"):
            for kept in vars(module).values():
                if isinstance(kept, Memory):
                    kept.clear()
                elif hasattr(kept, "cache_clear"):
                    kept.cache_clear()


def test_below_a_path_every_address_of_a_page_lies_there(one_of_each, below_a_path):
    wrong = set()
    for path, client in one_of_each:
        if "next=" in path:  # which leads wherever it was said to
            continue
        html = client.get(path).content.decode()
        wrong |= {
            (path.split("?")[0], found[0])
            for found in re.finditer(r'\s[\w:-]+="(/[^"\s]*)"', html)
            if not f"{found[1]}/".startswith("/club/")
        }
    assert not wrong
