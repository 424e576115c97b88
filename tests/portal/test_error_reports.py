"""What Sentry is told of errors, received by a server on this machine, as it would receive it."""

import gzip
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import brotli
from django.conf import settings as project

from tests.support.running_portal import clean_environment

# In a process of its own, since sentry-sdk takes hold of Django, Celery and logging for good.
FAIL = """
import asyncio, logging
import django; django.setup()
from asgiref.testing import ApplicationCommunicator
from celery import shared_task
from django.core.management import call_command
from portal.asgi import application
import sentry_sdk

call_command("migrate", verbosity=0)
from accounts.models import User
from django.test import Client

user = User.objects.create_user("planted-name", "planted@post.example", "planted-password")
client = Client(); client.force_login(user)
cookie = "; ".join(f"{name}={value.value}" for name, value in client.cookies.items())

def fail(request, *arguments, **named):
    local = "planted-local"
    str(request.user.name), str(request.POST)
    raise KeyError("planted-words")

from django.urls import path
from portal import urls
urls.urlpatterns.insert(0, path("fails/<str:secret>/", fail))

async def ask():
    body = b"field=planted-field"
    scope = {"type": "http", "method": "POST", "path": "/fails/planted-path/",
        "query_string": b"key=planted-query", "client": ("192.0.2.77", 5), "headers": [
        (b"host", b"testserver"), (b"cookie", cookie.encode() + b"; more=planted-cookie"),
        (b"authorization", b"Token planted-token"), (b"x-strange", b"planted-header"),
        (b"baggage", b"sentry-user_id=planted-baggage"),
        (b"content-type", b"application/x-www-form-urlencoded"),
        (b"origin", b"http://testserver"), (b"content-length", str(len(body)).encode())]}
    asked = ApplicationCommunicator(application, scope)
    await asked.send_input({"type": "http.request", "body": body})
    start = await asked.receive_output(20)
    assert start["status"] == 500, start
    await asked.wait()
    print(dict(start["headers"])[b"X-Request-ID"].decode())

fail.csrf_exempt = True
asyncio.run(ask())

@shared_task
def failing_task(seed):
    raise ValueError(f"planted-seed {seed}")

failing_task.apply(["planted-argument"], throw=False)
log = logging.getLogger("portal.planted")
log.error("a move of %s failed", "planted-in-a-line")
logging.getLogger("asyncio").error("a future of planted-in-a-future failed")
sentry_sdk.flush(10)
"""


@contextmanager
def sink() -> Iterator[tuple[str, list[str]]]:
    """A DSN, and what its server has received."""
    received: list[str] = []

    class Sink(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            unpack = {"br": brotli.decompress, "gzip": gzip.decompress}
            received.append(unpack[self.headers["Content-Encoding"]](body).decode())
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Sink) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://public@127.0.0.1:{server.server_port}/1", received
        finally:
            server.shutdown()


def run(program: str, tmp_path: object, **more: str) -> subprocess.CompletedProcess[str]:
    environment = clean_environment(
        DJANGO_SETTINGS_MODULE="portal.settings",
        DATA_DIR=str(tmp_path),
        ALLOWED_HOSTS="testserver",
        SITE_URL="http://testserver",
        **more,
    )
    return subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        cwd=project.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_report_has_the_places_in_the_source_and_nobodys_data(tmp_path):
    with sink() as (dsn, received):
        done = run(FAIL, tmp_path, SENTRY_DSN=dsn)
    assert done.returncode == 0, done.stderr
    of_request, of_task, of_line, of_foreign = received
    for text in received:
        assert "planted" not in text.replace("portal.planted", "")
        assert "192.0.2.77" not in text
        assert project.SECRET_KEY not in text
    assert '"type":"KeyError"' in of_request
    assert '"function":"fail"' in of_request
    assert f'"request":"{done.stdout.strip()}"' in of_request
    assert '"type":"ValueError"' in of_task
    assert '"function":"failing_task"' in of_task
    assert "a move of %s failed" in of_line
    assert "a future" not in of_foreign


def test_a_portal_without_the_package_says_so_in_one_line(tmp_path):
    program = "import sys; sys.modules['sentry_sdk'] = None\nimport django; django.setup()"
    done = run(program, tmp_path, SENTRY_DSN="http://public@127.0.0.1:9/1")
    assert done.returncode == 1
    assert done.stderr == (
        "SENTRY_DSN is set, but sentry-sdk is missing: pip install -r requirements-sentry.txt\n"
    )
