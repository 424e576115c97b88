"""Whose address counts, and which pages may open the sockets that trust a cookie."""

import asyncio
import json
from itertools import product
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from celery.signals import beat_init, worker_init
from channels.testing import WebsocketCommunicator
from django.conf import settings as configured
from django.core.checks.registry import registry
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.checks import check_site
from accounts.live import REFUSED
from accounts.models import User
from portal import addresses
from portal.addresses import RootPath, VisitorAddress, is_own_page
from portal.celery import refuse_without_site
from tests.portal.test_limits_off import started
from toolbox.limits import TokenBucket

PROXY = "10.0.0.1"
VISITOR = "198.51.100.7"
JSON = "application/json"


def seen(forwarded: str | None) -> tuple[str, str | None]:
    """The address that the portal goes by, and what is left of the header."""
    request = HttpRequest()
    request.META = {"REMOTE_ADDR": PROXY}
    if forwarded is not None:
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded
    VisitorAddress(lambda _: HttpResponse())(request)
    return request.META["REMOTE_ADDR"], request.META.get("HTTP_X_FORWARDED_FOR")


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, VISITOR, PROXY),
        (1, None, PROXY),
        (1, VISITOR, VISITOR),
        (1, f"1.1.1.1, 2.2.2.2, {VISITOR}", VISITOR),
        (1, f"nonsense,,{VISITOR}", VISITOR),
        (2, f"1.1.1.1, {VISITOR}, 10.0.0.2", VISITOR),
        (2, VISITOR, PROXY),  # it came past one of the proxies
        (1, f"{VISITOR}:4711", VISITOR),
        (1, "2001:DB8::7", "2001:db8::7"),
        (1, "[2001:db8::7]:4711", "2001:db8::7"),
        (1, "", PROXY),
        (1, f"{VISITOR}, _hidden", PROXY),
        (1, f"{VISITOR}, [", PROXY),
        (1, f"{VISITOR}, 999.1.1.1", PROXY),
        (1, "\0" * 5000, PROXY),
    ],
)
def test_the_address_is_what_our_own_proxies_have_written(settings, proxies, forwarded, address):
    settings.TRUSTED_PROXIES = proxies
    assert seen(forwarded) == (address, None)


@pytest.mark.parametrize(("proxies", "warnings"), [(0, 1), (1, 0)])
def test_the_log_is_told_once_of_a_proxy_that_nobody_trusts(
    settings, monkeypatch, caplog, proxies, warnings
):
    settings.TRUSTED_PROXIES = proxies
    monkeypatch.setattr(addresses, "UNTRUSTED_WARNINGS", TokenBucket(1 / 600, 1))
    for _again in range(3):
        seen(VISITOR)
    assert caplog.text.count("TRUSTED_PROXIES is 0") == warnings


@pytest.mark.django_db
@pytest.mark.parametrize("proxies", [0, 1])
def test_who_guesses_passwords_cannot_get_rid_of_the_lockout_by_a_header(settings, proxies):
    settings.TRUSTED_PROXIES = proxies
    User.objects.create_user("amber", password="a long password")

    def log_in(invented: str, password: str) -> int:
        sent = {"username": "amber", "password": password}
        headers = {"x-forwarded-for": f"{invented}, {VISITOR}"}
        return Client().post("/api/token/", sent, JSON, headers=headers).status_code

    for n in range(configured.AXES_FAILURE_LIMIT):
        log_in(f"203.0.113.{n}", "guess")
    assert log_in("203.0.113.99", "a long password") == 429


def asking(origin: str | None, *, host: str = "testserver", **more: Any) -> dict[str, Any]:
    headers = [(b"host", host.encode()), *more.pop("headers", ())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    return {"type": "websocket", "path": "/ws/me/", "headers": headers, **more}


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://testserver", "testserver", True),
        ("http://TestServer:80", "testserver", True),
        ("http://testserver:8000", "testserver:8000", True),
        ("http://testserver", "testserver:8000", False),
        ("https://testserver", "testserver", False),
        ("http://localhost", "testserver", False),  # a name of ours, but not where it was asked
        ("http://evil.example", "testserver", False),
        ("http://evil.example", "evil.example", False),
        (None, "testserver", False),
        ("", "testserver", False),
        ("null", "testserver", False),
        ("http://[", "testserver", False),
        ("http://testserver:port", "testserver", False),
        ("file://testserver", "testserver", False),
    ],
)
def test_an_origin_is_compared_with_scheme_and_port(origin, host, own):
    assert is_own_page(asking(origin, host=host)) is own


def test_behind_a_proxy_the_scheme_is_the_visitors(settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    by_https = [(b"x-forwarded-proto", b"https")]
    assert is_own_page(asking("https://testserver", headers=by_https))
    assert not is_own_page(asking("http://testserver", headers=by_https))
    assert is_own_page(asking("https://testserver", scheme="wss"))


def test_origins_trusted_with_forms_are_trusted_with_sockets(settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://play.example.org"]
    assert is_own_page(asking("https://play.example.org"))
    assert not is_own_page(asking("http://play.example.org"))
    assert not is_own_page(asking("https://play.example.org:8443"))
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.example.org"]
    assert is_own_page(asking("https://play.example.org"))
    assert not is_own_page(asking("https://playexample.org"))


def refused_at(origin: str, caplog: pytest.LogCaptureFixture, **headers: str) -> str:
    """What the log says of a form from there at http://testserver/."""
    browser = Client(enforce_csrf_checks=True)
    browser.post("/accounts/login/", {"login": "x"}, headers={"origin": origin, **headers})
    return "\n".join(
        line.getMessage() for line in caplog.records if line.name == addresses.__name__
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("origin", "advice"),
    [
        ("http://testserver:8443", "CSRF_TRUSTED_ORIGINS=http://testserver:8443."),  # the port
        ("https://testserver", "CSRF_TRUSTED_ORIGINS=https://testserver."),  # the scheme
        ("https://play.example.org", "CSRF_TRUSTED_ORIGINS=https://play.example.org."),  # all of it
    ],
)
def test_of_a_proxy_that_hides_the_address_the_log_says_what_to_set_once_in_a_while(
    origin, advice, settings, monkeypatch, caplog
):
    settings.SITE_URL = "https://play.example.org"
    monkeypatch.setattr(addresses, "PROXY_WARNINGS", TokenBucket(1 / 600, 1))
    for _again in range(3):
        said = refused_at(origin, caplog)
    assert said.count(advice) == 1
    assert "proxy_set_header Host $http_host" in said


@pytest.mark.django_db
@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://testserver.evil.example"]
)
def test_another_sites_form_is_nothing_for_the_log(origin, settings, caplog):
    settings.ALLOWED_HOSTS = ["testserver", "*"]
    assert refused_at(origin, caplog) == ""


SOCKETS = ("matches/abc", "me", "tables", "tables/abc", "chat/table:abc")


@pytest.mark.django_db(transaction=True)
async def test_no_socket_opens_for_another_site_and_no_header_chooses_what_it_lies_below():
    from portal.asgi import application

    for path, origin in product(SOCKETS, (b"http://testserver:8001", b"http://evil.example")):
        headers = [(b"host", b"testserver"), (b"origin", origin)]
        communicator = WebsocketCommunicator(application, f"/ws/{path}/", headers)
        assert (await communicator.connect())[0], "or it could be told nothing"
        told = json.loads(await communicator.receive_from())
        assert (told["type"], told["code"]) == ("error", "foreign_page"), path
        closed = {"type": "websocket.close", "code": REFUSED}
        assert await communicator.receive_output() == closed
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    for root in ("https://evil.example", "/ws", "/ws/tables"):
        communicator = WebsocketCommunicator(application, "/ws/tables/", headers)
        communicator.scope["root_path"] = root  # as Daphne takes it from `Daphne-Root-Path`
        assert (await communicator.connect())[0]
        await communicator.disconnect()


@pytest.mark.parametrize(
    ("root", "path", "inner"),
    [
        *(("", "/a/", "/a/"), ("/b", "/b/a/", "/b/a/"), ("/b", "/a/", "/b/a/")),
        ("", "/a\0/", "/a\ufffd/"),
        *(("/b", "/ba/", "/b/ba/"), ("/b", "/b", "/b/"), ("/b", "/", "/b/")),
    ],
)
async def test_everything_lies_below_the_root_path(settings, root, path, inner):
    """Whether a proxy passes it on or not; and what a socket links to does, too."""
    settings.ROOT_PATH = root
    seen = {}

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.update(scope, home=await sync_to_async(reverse)("lobby:home"))

    scope = {"type": "websocket", "path": path, "root_path": "/evil"}
    await asyncio.create_task(RootPath(application)(scope, None, None))
    assert (seen["path"], seen["root_path"], seen["home"]) == (inner, root, f"{root}/")


@pytest.mark.parametrize(
    ("site", "root", "faults"),
    [
        ("https://play.example.org", "", []),
        ("http://localhost:8000", "/games/night", []),
        ("", "", ["accounts.E002"]),
        ("play.example.org", "", ["accounts.E002"]),
        ("http://play.example.org:99999", "", ["accounts.E002"]),
        ("https://play.example.org/games", "", ["accounts.E002"]),
        ("https://play.example.org", "games", ["accounts.E003"]),
        ("https://play.example.org", "//evil.example", ["accounts.E003"]),
    ],
)
def test_what_links_are_made_of_is_checked(settings, site, root, faults):
    settings.SITE_URL, settings.ROOT_PATH = site, root
    assert [problem.id for problem in check_site(None)] == faults


def test_no_server_starts_without_its_address(tmp_path, settings):
    """But commands do, and `check --deploy` says it."""
    refused = started(tmp_path, "-c", "import portal.asgi")
    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1] == (
        "Links can't begin with SITE_URL=''. "
        "Set SITE_URL to where people reach the portal, such as https://play.example.org."
    )
    settings.SITE_URL = ""
    with pytest.raises(SystemExit, match="Links can't begin with SITE_URL=''"):
        refuse_without_site()
    for starting in (worker_init, beat_init):
        assert refuse_without_site in [receiver() for _key, receiver in starting.receivers]
    assert check_site in registry.get_checks(include_deployment_checks=True)
