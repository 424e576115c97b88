"""Whoever refuses something, the answer is the portal's own: a page, a typed body or message."""

import json
import re
import sqlite3
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings as configured
from django.core.files.base import ContentFile
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client

from accounts import sanctions
from accounts.live import NOT_FOUND
from accounts.models import User
from accounts.services import issue_token
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db

PASSWORD = "violet-kettle-9"
FORM, JSON, PARTS = "application/x-www-form-urlencoded", "application/json", "multipart/form-data"
# Of no use to a visitor, and of some to an attacker.
INNARDS = re.compile(r"DEBUG|[Dd]jango|[Pp]ython|Traceback|site-packages|\.py\b|/work|secret-words")
NEEDED = {401: "WWW-Authenticate", 405: "Allow", 429: "Retry-After", 503: "Retry-After"}
LIMITS = {"DEFAULT_THROTTLE_RATES": {"sign-up": "1/min", "tables": "1/min"}}


class Scene:
    """A member, a portal whose parts break on demand, and browsers that take any answer."""

    def __init__(self, settings: Any, patch: pytest.MonkeyPatch) -> None:
        self.amber = User.objects.create_user("amber")
        self.key = {"authorization": f"Token {issue_token(user=self.amber)}"}
        self.settings, self.patch = settings, patch
        self.member = self.browser()

    def browser(self, **more: Any) -> Client:
        client = Client(raise_request_exception=False, **more)
        client.force_login(self.amber)
        return client

    def call(self, path: str, body: bytes = b"{}", kind: str = JSON) -> HttpResponse:
        return Client(raise_request_exception=False).post(path, body, kind, headers=self.key)

    def breaking(self, what: str, error: Exception) -> Client:
        def fail(*_said: Any, **_more: Any) -> Any:
            raise error

        self.patch.setattr(what, fail)
        return self.member

    def twice(self, ask: Callable[[], HttpResponse], **limits: Any) -> HttpResponse:
        """The second answer, where one is the limit."""
        for name, value in limits.items():
            setattr(self.settings, name, value)
        ask()
        return ask()


@pytest.fixture
def scene(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Scene:
    return Scene(settings, monkeypatch)


def mistake() -> Exception:
    return RuntimeError("secret-words of /work/portal/settings.py")


def busy() -> Exception:
    error = OperationalError("secret-words")
    error.__cause__ = sqlite3.OperationalError()
    error.__cause__.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


def collected_file() -> str:
    (Path(configured.STATIC_ROOT) / "plain.txt").write_text("plain")
    return f"/{configured.STATIC_URL.strip('/')}/plain.txt"


def sign_up() -> HttpResponse:
    return Client().post("/accounts/signup/", {"username": ""})


PAGES: list[tuple[int, str, Callable[[Scene], HttpResponse]]] = [
    (400, "host", lambda here: here.member.get("/", headers={"host": "evil.example"})),
    (400, "half a form", lambda here: here.member.post("/settings/", b"--x\r\n", PARTS)),
    (403, "csrf", lambda here: here.browser(enforce_csrf_checks=True).post("/settings/")),
    (403, "office", lambda here: here.member.get("/moderation/")),
    (404, "page", lambda here: here.member.get("/nowhere/")),
    (404, "file", lambda here: here.member.get("/static/css/nowhere.css")),
    (404, "no UTF-8", lambda here: here.member.get("/matches/%FF/")),
    (405, "read", lambda here: here.member.get("/matches/x/act/")),
    (405, "sent", lambda here: here.member.post("/tables/", {"a": "b"})),
    (405, "sent to a file", lambda here: here.browser().post(collected_file())),
    (413, "letters", lambda here: here.member.post("/settings/", "a=" + "x" * 70_000, FORM)),
    (413, "fields", lambda here: here.member.post("/settings/", "a&" * 1_001, FORM)),
    (429, "our limit", lambda here: here.twice(sign_up, REST_FRAMEWORK=LIMITS)),
    (429, "its limit", lambda here: here.twice(sign_up, ACCOUNT_RATE_LIMITS={"signup": "1/m/ip"})),
    (500, "page", lambda here: here.breaking("lobby.home.views.render", mistake()).get("/")),
    (503, "page", lambda here: here.breaking("lobby.home.views.render", busy()).get("/")),
]


@pytest.mark.parametrize(
    ("status", "ask"),
    [(status, ask) for status, _, ask in PAGES],
    ids=[f"{status} {name}" for status, name, _ in PAGES],
)
def test_a_page_is_ours_and_says_what_to_do(scene, status, ask):
    answer = ask(scene)
    page = answer.content.decode()
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("text/html")
    assert '<main id="main"' in page, "the site's own shell"
    assert "Back to the games" in page
    told = re.search(r'<p class="lead">(.+?)</p>', page, re.DOTALL)
    assert told, page
    assert not INNARDS.search(page)
    assert not NEEDED.get(status) or answer[NEEDED[status]]


def test_what_is_not_there_or_cannot_be_made_is_said(scene):
    asked = [
        "You may have to log in." in browser.get("/nowhere/").content.decode()
        for browser in (Client(), scene.member)
    ]
    assert asked == [True, False]
    answer = scene.breaking("portal.refusals.render", mistake()).get("/nowhere/")
    assert answer.status_code == 500
    assert answer["Content-Type"] == "text/plain"
    assert answer.content.decode().startswith("It’s our fault.")


QUERY = "toolbox.api.pagination.Pages.paginate_queryset"
BOUNDLESS = b'"' + b"x" * 70_000 + b'"'
CALLS: list[tuple[int, str, Callable[[Scene], HttpResponse]]] = [
    (400, "malformed", lambda here: here.call("/api/tables/", b"{")),
    (400, "malformed", lambda here: Client().get("/api/games/", headers={"host": "evil.example"})),
    (401, "authentication_failed", lambda here: _with_key("x")),
    (401, "not_authenticated", lambda here: Client().post("/api/tables/")),
    (403, "csrf", lambda here: here.browser(enforce_csrf_checks=True).post("/api/tables/")),
    (404, "not_found", lambda here: here.member.get("/api/nowhere/")),
    (404, "not_found", lambda here: here.member.get("/api/matches/nowhere/")),
    (405, "method_not_allowed", lambda here: here.call("/api/games/")),
    (406, "not_acceptable", lambda here: Client().get("/api/games/", headers={"accept": "x/y"})),
    (413, "too_large", lambda here: here.call("/api/tables/", BOUNDLESS)),
    (415, "unsupported_media_type", lambda here: here.call("/api/tables/", b"a=b", FORM)),
    (
        429,
        "throttled",
        lambda here: here.twice(
            lambda: here.call("/api/tables/"), REST_FRAMEWORK=configured.REST_FRAMEWORK | LIMITS
        ),
    ),
    (500, "internal", lambda here: here.breaking(QUERY, mistake()).get("/api/tables/")),
    (503, "busy", lambda here: here.breaking(QUERY, busy()).get("/api/tables/")),
]


def _with_key(key: str) -> HttpResponse:
    return Client().get("/api/games/", headers={"authorization": f"Token {key}"})


@pytest.mark.parametrize(("status", "code", "ask"), CALLS, ids=range(len(CALLS)))
def test_a_call_is_answered_with_a_code_and_a_sentence(scene, status, code, ask):
    answer = ask(scene)
    assert answer.status_code == status
    assert answer["Content-Type"] == JSON
    told = answer.json()
    assert (told["code"], told["detail"][-1]) == (code, ".")
    assert not INNARDS.search(answer.content.decode())
    assert not NEEDED.get(status) or answer[NEEDED[status]]


def test_options_name_the_methods_and_a_form_without_the_last_slash_arrives(scene):
    answer = scene.member.options("/api/games/")
    assert answer.json() == {"methods": ["GET", "HEAD", "OPTIONS"]}
    assert answer["Allow"] == "GET, HEAD, OPTIONS"
    answer = scene.member.post("/settings", {"shown_name": "Amber", **SPEED}, follow=True)
    assert answer.redirect_chain[0] == ("/settings/", 308)
    assert User.objects.get().shown_name == "Amber"


def test_a_script_of_our_pages_hears_json(scene):
    browser = scene.browser(enforce_csrf_checks=True)
    for headers in ({"hx-request": "true"}, {"accept": "application/json"}):
        answer = browser.post("/settings/", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert browser.get("/nowhere/", headers={"hx-request": "true"}).json()["code"] == "not_found"


@pytest.mark.parametrize("headers", [{"hx-request": "true"}, {"accept": "application/json"}])
def test_so_it_does_of_bans_guests_and_lock_outs(scene, headers):
    guest = logged_in(User.objects.create_user("Guest 7", is_guest=True))
    answers = [guest.get("/accounts/email/", headers=headers)]
    for _ in range(configured.AXES_FAILURE_LIMIT):
        guess = {"login": "amber", "password": "guess"}
        locked_out = Client().post("/accounts/login/", guess, headers=headers)
    root = User.objects.create_superuser("root")
    sanctions.impose(user=scene.amber, by=root, kind="ban", reason="threats")
    answers += [locked_out, scene.member.post("/settings/", headers=headers)]
    told = [(answer.status_code, answer.json()["code"]) for answer in answers]
    assert told == [(403, "guest_account"), (429, "locked_out"), (403, "banned")]


# -- forms without the right token ---------------------------------------------------------------

OWN = {"origin": "http://testserver"}
SPEED = {"telling_speed": User.TellingSpeed.values[0]}  # without which no settings are kept


class Tab:
    """A page with a form, as a browser keeps it open; tabs of one browser share its cookies."""

    def __init__(self, browser: Client, address: str) -> None:
        self.browser, self.address = browser, address
        self.token = _token_in(browser.get(address))

    def send(self, headers: Any = OWN, **fields: Any) -> HttpResponse:
        sent = {"csrfmiddlewaretoken": self.token, **fields}
        return self.browser.post(self.address, sent, headers=headers)


def _token_in(answer: HttpResponse) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.content.decode())
    assert found, answer.content.decode()
    return found[1]


def form_in(answer: HttpResponse) -> tuple[str, list[tuple[str, str]]]:
    """The address of the form that can be sent again, and what it sends."""
    page = answer.content.decode()
    form = page.partition('class="form panel sent"')[2].partition("</form>")[0]
    fields = re.findall(r'<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"\s*>', form)
    address = re.search(r'action="([^"]*)"', form)
    return address[1] if address else "", [(unescape(name), unescape(v)) for name, v in fields]


@pytest.fixture
def guarded() -> Client:
    User.objects.create_user("birch", password=PASSWORD)
    return Client(enforce_csrf_checks=True)


def test_a_form_that_was_opened_before_a_log_in_can_be_sent_again(guarded):
    """Logging in changes the token, and maybe the person."""
    guarded.force_login(User.objects.get(username="birch"))
    form = Tab(guarded, "/settings/?tab=1")
    guarded.logout()
    log_in = Tab(guarded, "/accounts/login/")
    assert log_in.send(login="birch", password=PASSWORD).status_code == 302
    typed = {"shown_name": 'A "quoted"\nline <b>', "several": ["1", "2"], "new_password": "hush"}
    refused = form.send(**typed)
    assert refused.status_code == 403
    page = refused.content.decode()
    assert "This page was out of date" in page
    assert "You are logged in as birch." in page
    assert "hush" not in page, "a password is never shown"
    assert 'type="password" name="new_password"' in " ".join(page.split())
    address, fields = form_in(refused)
    assert address == "/settings/?tab=1"
    token, *kept = fields
    assert kept == [("shown_name", typed["shown_name"]), ("several", "1"), ("several", "2")]
    assert form.send(**{token[0]: token[1]}, shown_name="Birch", **SPEED).status_code == 302
    assert User.objects.get().shown_name == "Birch"


def test_who_logs_in_in_two_tabs_is_logged_in(guarded):
    first, second = (Tab(guarded, "/accounts/login/?next=/tables/") for _ in range(2))
    sent = {"login": "birch", "password": PASSWORD, "next": "/tables/"}
    assert first.send(**sent).url == "/tables/"
    answer = second.send(**sent)
    assert (answer.status_code, answer.url) == (302, "/tables/")
    assert "You are already logged in as birch." in guarded.get("/tables/").content.decode()


def test_what_was_typed_is_not_lost_when_logged_out_or_behind_a_proxy_that_hides_the_port(guarded):
    guarded.force_login(User.objects.get(username="birch"))
    form = Tab(guarded, "/settings/")
    guarded.cookies.pop(configured.SESSION_COOKIE_NAME)
    answer = form.send(shown_name="Birch")
    assert answer.status_code == 403
    assert "You are logged out" in answer.content.decode()
    assert form_in(answer)[1][1:] == [("shown_name", "Birch")]
    assert "<dt>Shown name</dt>" in answer.content.decode()
    with_file = form.send(record_file=ContentFile(b"{}", "record.json"))
    assert "The file for Record file, once more" in with_file.content.decode()
    nothing_typed = form.send()
    assert nothing_typed.url == "/accounts/login/?next=/settings/"
    guarded.force_login(User.objects.get(username="birch"))
    form = Tab(guarded, "/settings/")
    answer = form.send({"origin": "http://testserver:8443"}, shown_name="Typed at length")
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "This portal isn’t set up right" in unescape(page)
    assert "Typed at length" in page
    assert form_in(answer)[1] == []
    assert "Send it again" not in page, "another program of that host would only need one press"


def test_who_logs_in_for_a_form_is_led_to_no_address_that_takes_only_forms():
    assert Client().post("/matches/nowhere/notepad/").url == "/accounts/login/?next=/"


@pytest.mark.parametrize("address", ["/quick/", "/tables/new/burn-my-village/"])
def test_nor_is_a_form_that_strangers_would_sign_up_for(guarded, address):
    guarded.force_login(User.objects.get(username="birch"))
    form = Tab(guarded, address)
    guarded.cookies.pop(configured.SESSION_COOKIE_NAME)
    answer = form.send(games="burn-my-village", title="An evening")
    assert answer.status_code == 403
    assert "You are logged out" in answer.content.decode()
    kept = form_in(answer)[1][1:]
    assert kept == [("games", "burn-my-village"), ("title", "An evening")]


def test_a_browser_without_cookies_is_told_so(guarded):
    form = Tab(guarded, "/accounts/login/")
    guarded.cookies.clear()
    answer = form.send(login="birch", password=PASSWORD)
    assert answer.status_code == 403
    assert "Your browser sent no cookie" in answer.content.decode()
    token, login = form_in(answer)[1]
    assert login == ("login", "birch")
    guarded.cookies = answer.cookies
    again = Tab(guarded, "/accounts/login/").send(
        **{token[0]: token[1]}, login="birch", password=PASSWORD
    )
    assert again.status_code == 302


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver", "sec-fetch-site": "cross-site"},
        {"referer": "https://evil.example/"},
        {},
    ],
)
def test_what_another_site_sends_can_not_be_sent_again(guarded, headers):
    """Or a forged form would need one press only."""
    guarded.force_login(User.objects.get(username="birch"))
    answer = guarded.post("/settings/", {"shown_name": "Eve"}, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "This came from elsewhere" in page
    assert "Eve" not in page


def test_a_form_that_comes_too_often_or_to_a_busy_portal_can_be_sent_again(scene):
    def send() -> HttpResponse:
        sent = {"username": "cedar", "email": "", "password1": "violet"}
        return Client().post("/accounts/signup/", sent, headers=OWN)

    answer = scene.twice(send, REST_FRAMEWORK=LIMITS)
    assert form_in(answer)[1][1:] == [("username", "cedar"), ("email", "")]
    scene.breaking("accounts.settings.services.change", busy())
    answer = scene.member.post("/settings/", {"shown_name": "Amber", **SPEED}, headers=OWN)
    assert answer.status_code == 503
    assert form_in(answer)[1][1:] == [("shown_name", "Amber"), *SPEED.items()]


# -- sockets -------------------------------------------------------------------------------------


async def test_a_socket_that_is_not_there_says_so():
    from portal.asgi import application

    for path in ("/ws/nowhere/", "/nowhere", "/"):
        socket = WebsocketCommunicator(application, path, [(b"host", b"testserver")])
        assert (await socket.connect())[0], "before it is open it can be told nothing"
        told = json.loads(await socket.receive_from())
        assert (told["type"], told["code"], told["detail"][-1]) == ("error", "not_found", ".")
        assert await socket.receive_output() == {"type": "websocket.close", "code": NOT_FOUND}
