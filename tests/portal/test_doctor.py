"""`manage.py doctor`: each mistake of an operator once, and what it says to mend it.

tests/deploy/test_for_real.py has it examine a real portal behind nginx, on PostgreSQL and Redis.
"""

import http.client
import json
import os
import zoneinfo
from contextlib import nullcontext
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client

from portal import doctor, doctor_token, health
from portal.static_storage import HashedStaticFiles

HOST = "play.example.org:8443"
ADDRESS = "203.0.113.7"
SHEET = "/static/css/site.0123.css"
pytestmark = pytest.mark.django_db


class Proxy:
    """Stands for the connections to a proxy, which passes requests on to the portal.

    `headers` are those it sends, with … for what the visitor sent (None: not sent); `own` those it
    adds to answers, `answers` whole answers of its own, `processes` how many webs it has.
    """

    def __init__(self) -> None:
        self.headers: dict[str, str | None] = {
            "Host": HOST,
            "X-Forwarded-For": ADDRESS,
            "X-Forwarded-Proto": "https",
        }
        self.own = {"Server": "nginx"}
        self.answers: dict[str, tuple[int, dict[str, str]]] = {
            "/ws/doctor/": (101, {}),
            SHEET: (200, {"Cache-Control": "public, immutable"}),
        }
        self.processes, self.asked = 1, 0
        self.other_web: dict[str, str] = {}  # what it says that is set up differently
        self.answer: Any = None

    def __call__(self, netloc: str, timeout: float) -> "Proxy":
        assert netloc == HOST
        return self

    def request(self, method: str, path: str, headers: dict[str, str]) -> None:
        passed = {
            name: value.replace("…", headers.get(name, ""))
            for name, value in {**headers, **self.headers}.items()
            if value is not None
        }
        for name in [name for name, value in self.headers.items() if value is None]:
            passed.pop(name, None)
        self.asked += 1
        if path in self.answers:
            status, said = self.answers[path]
            self.answer = HttpResponse(status=status, headers=said)
        else:
            self.answer = Client(raise_request_exception=False).get(path, headers=passed)

    def getresponse(self) -> Any:
        answer, body = self.answer, self.answer.content
        if answer.status_code == 200 and answer["Content-Type"] == "application/json":
            own = {"process": self.asked % self.processes, **self.other_web}
            body = json.dumps(answer.json() | own).encode()
        headers = {**answer.headers, **self.own}
        return SimpleNamespace(status=answer.status_code, headers=headers, read=lambda: body)

    def close(self) -> None:
        pass


class Database:
    """Stands for a PostgreSQL that takes so many connections."""

    vendor = "postgresql"

    def __init__(self, most: int) -> None:
        self.limits = [("max_connections", str(most)), ("superuser_reserved_connections", "3")]

    def cursor(self) -> Any:
        return nullcontext(SimpleNamespace(execute=lambda sql: None, fetchall=lambda: self.limits))


@pytest.fixture
def well(settings, monkeypatch, tmp_path):
    """A portal with which nothing is wrong: settings, proxy, and a way to replace something."""
    health.forget()
    settings.SITE_URL, settings.HTTPS, settings.TRUSTED_PROXIES = f"https://{HOST}", True, 1
    settings.ALLOWED_HOSTS = ["play.example.org"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_SSL_REDIRECT = settings.SESSION_COOKIE_SECURE = True
    settings.CSRF_COOKIE_SECURE, settings.SECURE_HSTS_SECONDS = True, 1
    settings.SECRET_KEY = "".join(map(chr, range(48, 123)))
    settings.DEFAULT_FROM_EMAIL = "portal@play.example.org"
    settings.DATA_DIR, settings.REDIS_URL = tmp_path, "redis://127.0.0.1"
    monkeypatch.setenv("SECRET_KEY", settings.SECRET_KEY)
    monkeypatch.setenv("RECORD_KEY", settings.RECORD_KEY)
    monkeypatch.setattr(doctor, "TRIES", 3)
    proxy, storage = Proxy(), HashedStaticFiles(tmp_path, "/static/")
    storage.hashed_files = {"css/site.css": SHEET.removeprefix("/static/")}
    redis = SimpleNamespace(memory={"maxmemory_policy": "noeviction"})
    redis.info = lambda section: getattr(redis, section)
    monkeypatch.setattr(http.client, "HTTPSConnection", proxy)
    monkeypatch.setattr(doctor, "staticfiles_storage", storage)
    monkeypatch.setattr(doctor.redis.Redis, "from_url", lambda url, **how: nullcontext(redis))
    return SimpleNamespace(
        settings=settings, proxy=proxy, storage=storage, redis=redis, folder=tmp_path,
        replace=monkeypatch.setattr, unset=monkeypatch.delenv, mail="",
    )  # fmt: skip


def on_postgresql(well: Any, most: int = 100, pool: int = 12) -> None:
    well.replace(doctor, "connection", Database(most))
    databases = {"default": {"OPTIONS": {"pool": {"max_size": pool}}}}
    well.replace(doctor.settings, "DATABASES", databases)


def fails(*_arguments: Any, **_named: Any) -> Any:
    raise ConnectionRefusedError("refused.")


def sends(well: Any, header: str, value: str | None) -> None:
    well.proxy.headers[header] = value


MISTAKES: dict[str, tuple[Any, str, str]] = {
    # the settings
    "no site": (lambda w: setattr(w.settings, "SITE_URL", ""), "settings", "Set SITE_URL"),
    "http": (lambda w: setattr(w.settings, "HTTPS", False), "settings", "Set HTTPS=1"),
    "path": (lambda w: setattr(w.settings, "ROOT_PATH", "games"), "settings", "Set ROOT_PATH"),
    "hosts": (lambda w: setattr(w.settings, "ALLOWED_HOSTS", ["x"]), "settings", "ALLOWED_HOSTS"),
    "short key": (lambda w: setattr(w.settings, "SECRET_KEY", "x"), "settings", "SECRET_KEY"),
    "key's file": (
        lambda w: (on_postgresql(w), w.unset("SECRET_KEY")),
        "keys",
        "Set SECRET_KEY, the same",
    ),
    "record key's file": (
        lambda w: (on_postgresql(w), w.unset("RECORD_KEY")),
        "keys",
        "Set RECORD_KEY, the same",
    ),
    "time zones": (
        lambda w: w.replace(zoneinfo, "available_timezones", set),
        "time zones",
        "tzdata",
    ),
    "folder": (lambda w: setattr(w.settings, "DATA_DIR", w.folder / "x"), "folders", "DATA_DIR="),
    "root's folder": (
        lambda w: w.replace(doctor.os, "access", lambda path, mode: False),
        "folders",
        "chown",
    ),
    # the servers beside it
    "SQLite": (lambda w: setattr(w.proxy, "processes", 2), "database", "set DATABASE_URL"),
    "connections": (
        lambda w: (on_postgresql(w, most=30), setattr(w.proxy, "processes", 3)),
        "database",
        "3 web processes with DATABASE_POOL=12 and 0 worker processes may need 36 connections, but "
        "PostgreSQL leaves them 27.",
    ),
    "no Redis": (lambda w: setattr(w.settings, "REDIS_URL", ""), "Redis", "Set REDIS_URL"),
    "lost Redis": (lambda w: w.replace(w.redis, "info", fails), "Redis", "checked: refused."),
    "eviction": (
        lambda w: w.redis.memory.update(maxmemory_policy="allkeys-lru"),
        "Redis",
        "maxmemory-policy to noeviction",
    ),
    "disk": (
        lambda w: setattr(w.settings, "DISK_RESERVE", 10**12),
        "processes",
        "DISK_RESERVE",
    ),
    "mail": (
        lambda w: (setattr(w, "mail", "me@example.org"), w.replace(doctor, "send_mail", fails)),
        "mail",
        "EMAIL_HOST=localhost",
    ),
    "no mail": (
        lambda w: (
            setattr(w, "mail", "me@example.org"),
            setattr(w.settings, "EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend"),
        ),
        "mail",
        "Set EMAIL_BACKEND",
    ),
    "example's relay": (
        lambda w: setattr(w.settings, "EMAIL_HOST", "smtp.example.org"),
        "mail",
        "Set it to your mail relay",
    ),
    "sender": (
        lambda w: setattr(w.settings, "DEFAULT_FROM_EMAIL", "P <portal@localhost>"),
        "mail",
        "DEFAULT_FROM_EMAIL",
    ),
    # what visitors reach
    "nobody": (
        lambda w: w.replace(http.client, "HTTPSConnection", fails),
        "site and proxy",
        "SITE_URL",
    ),
    "another key": (
        lambda w: w.replace(doctor_token, "fresh", lambda: "Bearer x:y:z"),
        "site and proxy",
        "another SECRET_KEY",
    ),
    "another path": (
        lambda w: setattr(w.settings, "ROOT_PATH", "/club"),
        "site and proxy",
        "/club/doctor answers 404",
    ),
    "elsewhere": (
        lambda w: w.proxy.answers.update({"/doctor": (301, {"Location": "https://b.example/"})}),
        "site and proxy",
        "https://b.example/. Set SITE_URL",
    ),
    "broken": (lambda w: w.proxy.answers.update({"/doctor": (502, {})}), "site and proxy", "502"),
    "unknown host": (lambda w: sends(w, "Host", "web"), "site and proxy", "$http_host"),
    "no port": (
        lambda w: sends(w, "Host", "play.example.org"),
        "site and proxy",
        "for the host play.example.org, not play.example.org:8443",
    ),
    "no scheme": (
        lambda w: sends(w, "X-Forwarded-Proto", None),
        "site and proxy",
        "X-Forwarded-Proto $scheme",
    ),
    "visitors' scheme": (
        lambda w: sends(w, "X-Forwarded-Proto", "…"),
        "site and proxy",
        "X-Forwarded-Proto $scheme",
    ),
    "untrusted": (
        lambda w: setattr(w.settings, "TRUSTED_PROXIES", 0),
        "site and proxy",
        "Set TRUSTED_PROXIES=1,",
    ),
    "appending": (
        lambda w: sends(w, "X-Forwarded-For", f"…, {ADDRESS}, 10.0.0.1"),
        "site and proxy",
        "Set TRUSTED_PROXIES=2,",
    ),
    "too many": (
        lambda w: setattr(w.settings, "TRUSTED_PROXIES", 2),
        "site and proxy",
        "Set TRUSTED_PROXIES=1,",
    ),
    "visitors' address": (
        lambda w: sends(w, "X-Forwarded-For", "…"),
        "site and proxy",
        "X-Forwarded-For $remote_addr",
    ),
    "no address": (
        lambda w: sends(w, "X-Forwarded-For", None),
        "site and proxy",
        "X-Forwarded-For $remote_addr",
    ),
    "no proxy": (
        lambda w: (sends(w, "X-Forwarded-For", "…"), w.proxy.own.clear()),
        "site and proxy",
        "Set TRUSTED_PROXIES=0,",
    ),
    "not all restarted": (
        lambda w: w.proxy.other_web.update(address=doctor.FORGED),
        "site and proxy",
        "with the same TRUSTED_PROXIES",
    ),
    "sockets": (lambda w: w.proxy.answers.pop("/ws/doctor/"), "sockets", "Upgrade $http_upgrade"),
    "plain files": (
        lambda w: w.replace(doctor, "staticfiles_storage", object()),
        "static files",
        "Set STATICFILES_BACKEND=",
    ),
    "not collected": (
        lambda w: setattr(w.storage, "hashed_files", {}),
        "static files",
        "collectstatic",
    ),
    "not restarted": (lambda w: w.proxy.answers.pop(SHEET), "static files", "Restart the web"),
}


def examined(well: Any) -> dict[str, list[str]]:
    return dict(doctor.examine(doctor.Patient(well.settings.SITE_URL, well.mail)))


def test_nothing_is_wrong_with_a_portal_that_is_set_up_right(well):
    well.mail = "me@example.org"
    output = StringIO()
    call_command("doctor", mail=well.mail, stdout=output)
    assert [line[:7] for line in output.getvalue().splitlines()] == ["ok     "] * len(doctor.CHECKS)
    [sent] = mail.outbox
    assert (sent.to, sent.from_email) == (["me@example.org"], "portal@play.example.org")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_is_told_with_what_to_change(well, mistake):
    make, check, words = MISTAKES[mistake]
    if check != "settings":  # they take long
        well.replace(doctor.checks, "run_checks", lambda **which: [])
    make(well)
    wrong = [f"{name}: {sentence}" for name, told in examined(well).items() for sentence in told]
    found = [sentence for sentence in wrong if sentence.startswith(check) and words in sentence]
    assert found, wrong
    assert ".." not in found[0]
    assert wrong[0] == found[0], "the first advice is the one to follow"
    # One sentence, unless the mistake spoils more: without SITE_URL there is nobody to ask.
    assert len(wrong) == 1 or mistake in {"no site", "path", "hosts", "short key", "folder"}, wrong


def test_a_server_that_is_away_is_told_once(well):
    """Neither as what else can't be known then, nor by the checks that need it."""
    checks = {
        "database": fails,
        "migrations": fails,
        "broker": lambda: health.Finding(True, "answers"),
    }
    well.replace(health, "_checks", lambda: checks)
    well.replace(doctor, "connection", SimpleNamespace(vendor="postgresql", cursor=fails))
    found = examined(well)
    assert found["processes"] == [
        "database: refused. Check DATABASE_URL, and that its server runs."
    ]
    assert "database" not in found
    assert sum(map(len, found.values())) == 1


def test_a_container_may_have_its_data_folder_read_only(well):
    on_postgresql(well)
    well.replace(doctor.os, "access", lambda path, mode: False)
    well.replace(doctor.os, "statvfs", lambda path: SimpleNamespace(f_flag=os.ST_RDONLY))
    assert examined(well)["folders"] == []


def test_mistakes_make_the_command_fail(well):
    sends(well, "Host", "web")
    output = StringIO()
    with pytest.raises(CommandError, match=r"Problems: 1\."):
        call_command("doctor", stdout=output)
    assert "WRONG  site and proxy: " in output.getvalue()


# -- the door ------------------------------------------------------------------------------------


def test_a_web_process_says_what_it_saw_to_the_doctor_alone(settings):
    settings.TRUSTED_PROXIES = 1
    sent = {"X-Forwarded-For": f"1.1.1.1, {ADDRESS}", "Host": "testserver:8000"}
    answer = Client().get("/doctor", headers={**sent, "Authorization": doctor_token.fresh()})
    assert "no-store" in answer["Cache-Control"]
    said = answer.json()
    assert said.pop("process")
    assert said == {
        "address": ADDRESS,
        "forwarded": f"1.1.1.1, {ADDRESS}",
        "scheme": "http",
        "host": "testserver:8000",
    }


@pytest.mark.parametrize("token", ["", "Bearer ", "Bearer doctor", "Bearer doctor:1:x", "Token é"])
def test_to_anybody_else_it_is_no_page(token):
    assert Client().get("/doctor", headers={"Authorization": token}).status_code == 404


def test_a_token_is_good_for_a_minute():
    with time_machine.travel("2026-05-01T12:00:00Z", tick=False) as now:
        token = doctor_token.fresh()
        now.shift(doctor_token.GOOD_SECONDS)
        assert doctor_token.is_right(token)
        now.shift(1)
        assert not doctor_token.is_right(token)
