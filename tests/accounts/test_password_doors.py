"""Every place that takes a password: what it costs, and which spellings of it count as one."""

import re
import threading
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from axes.models import AccessAttempt
from django.conf import settings as configured
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core import mail
from django.core.asgi import get_asgi_application
from django.test import Client

from accounts import hashing
from accounts.models import User
from portal.request_threads import KeptThreads
from portal.settings import PASSWORD_HASHERS
from tests.support.log_in import logged_in
from tests.support.patience import PATIENCE_SECONDS

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

PASSWORD = "violet-kettle-9"
EMAIL = "amber@post.example"
SPELLINGS = ["amber", "AMBER", EMAIL, EMAIL.upper()]
COMPOSED, APART = "caf\u00e9-kettle-9", "cafe\u0301-kettle-9"  # two keyboards' é


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """The passwords that were hashed, by the portal's own hasher made quick."""
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1)
    seen: list[str] = []
    encode = PBKDF2PasswordHasher.encode

    def noted(self: Any, password: str, *more: Any) -> str:
        seen.append(password)
        return encode(self, password, *more)

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", noted)
    return seen


def person(name: str = "amber", password: str = PASSWORD, **more: Any) -> User:
    email = f"{name}@post.example"
    user = User.objects.create_user(name, email, password, **more)
    user.emailaddress_set.create(email=email, primary=True, verified=True)
    return user


# -- one hash --------------------------------------------------------------------------------------


def page(name: str, password: str) -> bool:
    answer = Client().post("/accounts/login/", {"login": name, "password": password})
    return bool(answer.status_code == 302)


def call(name: str, password: str) -> bool:
    said = {"username": name, "password": password}
    answer = Client().post("/api/token/", said, content_type="application/json")
    return bool(answer.status_code == 200)


def office(name: str, password: str) -> bool:
    answer = Client().post("/admin/login/", {"username": name, "password": password})
    return bool(answer.status_code == 302)


each_log_in = pytest.mark.parametrize("log_in", [page, call, office])


@each_log_in
@pytest.mark.parametrize(
    ("name", "password", "right"),
    [
        ("amber", PASSWORD, True),
        ("AMBER", PASSWORD, True),
        (EMAIL, PASSWORD, True),
        (EMAIL.upper(), PASSWORD, True),
        ("amber", "guess", False),
        (EMAIL, "guess", False),
        ("nobody", "guess", False),
        ("nobody@post.example", "guess", False),
        ("Guest 7", "guess", False),  # has no password
        ("shut", PASSWORD, False),
    ],
)
def test_an_attempt_costs_one_hash(log_in, name, password, right, hashed):
    person(is_staff=True)
    User.objects.create_user("Guest 7", is_guest=True)
    User.objects.create_user("shut", password=PASSWORD, is_active=False)
    hashed.clear()
    inside = log_in(name, password)
    assert len(hashed) == 1
    assert inside == (right or (name == "shut" and log_in is page))  # is told there that it is shut


@each_log_in
@pytest.mark.parametrize("name", ["nobody", "b" * 60_000])  # which SQLite doesn't look for
def test_what_is_too_long_is_wrong_like_anything_else(log_in, name, hashed):
    """And isn't normalized, which would take the square of its length."""
    endless = "e\u0301" * hashing.LONGEST_PASSWORD
    assert not log_in(name, endless)
    assert hashed == [endless]


@each_log_in
def test_of_accounts_with_one_address_one_is_tried(log_in, hashed):
    old, new = (
        User.objects.create_user(name, EMAIL, f"{PASSWORD}-{name}", is_staff=True)
        for name in ("old", "new")
    )
    for user in (old, new):
        user.emailaddress_set.create(email=EMAIL, primary=True)
    hashed.clear()
    assert not log_in(EMAIL, f"{PASSWORD}-new")
    assert log_in(EMAIL, f"{PASSWORD}-old")
    new.emailaddress_set.update(verified=True)
    assert not log_in(EMAIL, f"{PASSWORD}-old")
    assert log_in(EMAIL, f"{PASSWORD}-new")
    assert len(hashed) == 4


@each_log_in
def test_wrong_guesses_count_for_the_account_however_it_is_called(log_in):
    person(is_staff=True)
    for name in islice(cycle(SPELLINGS), configured.AXES_FAILURE_LIMIT):
        assert not log_in(name, "guess")
    assert not any(log_in(name, PASSWORD) for name in SPELLINGS)
    assert AccessAttempt.objects.get().username == "amber"
    for name in ("nobody", "NoBody", "NOBODY"):
        log_in(name, "guess")
    assert AccessAttempt.objects.get(username="nobody").failures_since_start == 3


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/accounts/reauthenticate/", {"password": "guess"}),
        ("/accounts/password/change/", {"oldpassword": "guess"}),
        ("/settings/account/close/", {"password": "guess"}),
        ("/settings/data/", {"password": "guess"}),
    ],
)
def test_a_guess_at_an_open_browser_costs_one_hash(path, form, hashed):
    browser = logged_in(person())
    hashed.clear()
    browser.post(path, form)
    assert hashed == ["guess"]


@pytest.mark.parametrize("page", ["/accounts/login/", "/accounts/signup/", "/admin/login/"])
def test_a_browser_fills_in_the_name(page):
    fields = re.findall(r"<input[^>]*>", Client().get(page).content.decode())
    filled = [field for field in fields if 'autocomplete="username"' in field]
    assert len(filled) == 1
    assert re.search(r'name="(login|username)"', filled[0])


# -- one form --------------------------------------------------------------------------------------


def signed_up() -> None:
    Client().post("/accounts/signup/", {"username": "amber", "password1": APART})


def registered() -> None:
    said = {"username": "amber", "password": APART}
    Client().post("/api/accounts/", said, content_type="application/json")


def changed() -> None:
    form = {"oldpassword": PASSWORD, "password1": APART, "password2": APART}
    logged_in(person()).post("/accounts/password/change/", form)


def replaced() -> None:
    person()
    browser = Client()
    browser.post("/accounts/password/reset/", {"email": EMAIL})
    link = re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[0].body))
    assert link
    form = {"password1": APART, "password2": APART}
    browser.post(browser.get(link[0])["Location"], form)


def given() -> None:
    root = logged_in(User.objects.create_superuser("root"))
    form = {"password1": APART, "password2": APART, "usable_password": "true"}
    root.post(f"/admin/accounts/user/{person().pk}/password/", form)


def added() -> None:
    root = logged_in(User.objects.create_superuser("root"))
    form = {"username": "amber", "password1": APART, "password2": APART}
    root.post("/admin/accounts/user/add/", form | {"usable_password": "true"})


@pytest.mark.usefixtures("hashed")
@pytest.mark.parametrize("door", [signed_up, registered, changed, replaced, given, added])
def test_a_new_password_counts_however_its_letters_are_composed(door):
    door()
    assert page("amber", COMPOSED)
    assert call("amber", APART)


@pytest.mark.usefixtures("hashed")
def test_so_it_does_wherever_it_is_asked_for():
    user = person(password=COMPOSED, is_staff=True)
    assert all(log_in("amber", APART) for log_in in (page, call, office))
    browser = logged_in(user)
    assert browser.post("/accounts/reauthenticate/", {"password": APART}).status_code == 302
    form = {"oldpassword": APART, "password1": PASSWORD, "password2": PASSWORD}
    browser.post("/accounts/password/change/", form)
    assert page("amber", PASSWORD)
    User.objects.update(is_staff=False)
    closing = person("birch", COMPOSED)
    logged_in(closing).post("/settings/account/close/", {"password": APART})
    closing.refresh_from_db()
    assert not closing.is_active


# -- who hangs up ----------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Is set when a password is to be hashed. Until the test is over the only thread is busy."""
    wanted, over = threading.Event(), threading.Event()
    queue = hashing.FairQueue(1)

    def work() -> str:
        over.wait(PATIENCE_SECONDS)
        return ""

    def wanted_now(process: int) -> hashing.FairQueue:
        wanted.set()
        return queue

    queue.put(work)
    monkeypatch.setattr(hashing, "_queue", wanted_now)
    yield wanted
    over.set()


def posted(path: str, **form: str) -> tuple[Any, dict[str, Any]]:
    """A request to the portal's application, from which the client may hang up."""
    token = "a" * 32
    body = urlencode({"csrfmiddlewaretoken": token, **form}).encode()
    cookie = f"{configured.CSRF_COOKIE_NAME}={token}"
    headers = [(b"host", b"testserver"), (b"cookie", cookie.encode())]
    headers += [(b"content-type", b"application/x-www-form-urlencoded")]
    headers += [(b"content-length", str(len(body)).encode())]
    scope: dict[str, Any] = {"type": "http", "http_version": "1.1", "method": "POST", "path": path}
    scope |= {"query_string": b"", "headers": headers, "client": ("203.0.113.7", 4711)}
    communicator: Any = ApplicationCommunicator
    client = communicator(KeptThreads(get_asgi_application()), scope)
    return client, {"type": "http.request", "body": body}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/accounts/login/", {"login": "amber", "password": "guess"}),
        ("/accounts/signup/", {"username": "birch", "password1": PASSWORD}),
    ],
)
async def test_the_hash_of_a_request_whose_client_hung_up_is_never_made(path, form, hashed, asked):
    request, body = posted(path, **form)
    await request.send_input(body)
    await sync_to_async(asked.wait, thread_sensitive=False)(PATIENCE_SECONDS)
    await request.send_input({"type": "http.disconnect"})
    await request.wait()  # its thread is free, though the hash before it isn't done
    assert not hashed
    assert not await User.objects.aexists()


def test_who_finds_no_place_is_told_when_to_come_again(hashed, monkeypatch):
    monkeypatch.setattr(hashing, "LONGEST_LINE", 0)
    said = {"username": "amber", "password": PASSWORD}
    calls = [
        Client().post(path, said, content_type="application/json")
        for path in ("/api/token/", "/api/accounts/")
    ]
    pages = [
        Client().post("/accounts/login/", {"login": "amber", "password": PASSWORD}),
        Client().post("/accounts/signup/", {"username": "amber", "password1": PASSWORD}),
        Client().post("/admin/login/", said),
    ]
    assert [answer.status_code for answer in calls + pages] == [503] * 5
    assert all(int(answer["Retry-After"]) > 0 for answer in calls + pages)
    assert [answer.json()["code"] for answer in calls] == ["busy"] * 2
    assert all("One moment, please" in answer.content.decode() for answer in pages)
    assert not hashed


def test_who_logs_in_or_out_is_told_so():
    person()
    browser = Client()
    credentials = {"login": "amber", "password": PASSWORD}
    told = browser.post("/accounts/login/", credentials, follow=True).content.decode()
    assert "You’re logged in as amber." in told
    told = browser.post("/accounts/logout/", follow=True).content.decode()
    assert "You’re logged out." in told
