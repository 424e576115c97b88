"""Requests that make no sense are answered in a word and fill no log."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.http import HttpResponse
from django.test import AsyncClient, Client

from portal import logs
from toolbox import limits

pytestmark = pytest.mark.django_db


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What the portal's own handler would write of strange requests."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logging.Formatter(settings.LOGGING["formatters"]["line"]["format"]))
    logger = logging.getLogger("django.security")
    logger.addHandler(handler)
    yield written
    logger.removeHandler(handler)


def test_health_is_only_asked_for():
    for path in ("/healthz", "/readyz"):
        for method in ("post", "put", "patch", "delete"):
            answer = getattr(Client(enforce_csrf_checks=True), method)(path)
            assert answer.status_code == 405
            assert {"GET", "HEAD"} <= set(answer["Allow"].split(", "))
        assert Client().head(path).status_code == 200


@pytest.mark.everywhere
def test_a_cookie_that_is_no_key_of_a_session_is_not_looked_up(django_assert_num_queries):
    cookie = rf'{settings.SESSION_COOKIE_NAME}="with a zero: \000"'
    with django_assert_num_queries(0):
        answer = Client().get("/healthz", headers={"cookie": cookie})
    assert answer.content == b"ok"


@pytest.mark.parametrize("host", ["evil.example", "a" * 5000, "two words", "\"x'y"])
def test_a_wrong_host_is_one_short_line_in_the_log(host, log):
    answer = Client(raise_request_exception=False).get("/", headers={"host": host})
    assert answer.status_code == 400
    lines = log.getvalue().splitlines()
    assert len(lines) == 1
    assert len(lines[0]) < 300
    assert "WARNING django.security.DisallowedHost Invalid HTTP_HOST header" in lines[0]


def test_many_of_them_do_not_fill_the_log(monkeypatch):
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)
    strange = logs.Strange()
    record = logging.LogRecord("django.security.csrf", logging.ERROR, "", 0, "no", None, None)
    passed = [strange.filter(record) for _ in range(1_000)]
    assert sum(passed) == logs.LINES[1]


@pytest.mark.parametrize("body", ["a=" + "x" * 70_000, "a&" * 1_001])
def test_a_form_that_is_too_large_is_one_short_line_in_the_log(body, log):
    client = Client(raise_request_exception=False)
    answer = client.post("/accounts/login/", body, "application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert len(log.getvalue().splitlines()) == 1


@pytest.mark.parametrize("encoding", ["hex", "undefined", "latin-1", "UTF-8", "no such encoding"])
def test_a_form_is_read_in_utf_8_whatever_it_claims(encoding):
    body = '--x\r\nContent-Disposition: form-data; name="login"\r\n\r\nåmber\r\n--x--\r\n'
    kind = f"multipart/form-data; boundary=x; charset={encoding}"

    async def post() -> HttpResponse:  # `Client` reads addresses in it, too
        return await AsyncClient().generic("POST", "/accounts/login/", body.encode(), kind)

    answer = async_to_sync(post)()
    assert 'value="åmber"' in answer.content.decode()


def test_with_debug_too_a_refused_form_is_one_line_in_the_log(tmp_path):
    refused = """
import django
django.setup()
from django.test import Client
print(Client(enforce_csrf_checks=True).post("/accounts/login/").status_code)
"""
    portal = {"DJANGO_SETTINGS_MODULE": "portal.settings", "DATA_DIR": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", refused],
        env=os.environ | portal | {"DEBUG": "1"},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "403\n"
    assert ran.stderr.count("CSRF cookie not set") == 1
