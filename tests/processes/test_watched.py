"""Real processes as an operator watches them: figures of all of them, one id through their logs."""

import json
import socket
import subprocess
import sys
import urllib.request
from contextlib import closing
from typing import Any
from uuid import uuid4

import pytest
from celery import Celery

from portal.celery_settings import celery_url
from tests.support.running_portal import ROOT, RunningPortal, clean_environment
from tests.support.waiting import wait_for

# tests/portal/test_metrics.py and test_tracing.py are quicker about each piece.
pytestmark = [pytest.mark.whole, pytest.mark.xdist_group("run")]
SEEN = {"METRICS_TOKEN": "a-token", "LOG_FORMAT": "json", "LOG_LEVEL": "INFO"}


@pytest.fixture(scope="module")
def portal(tmp_path_factory, migrated):
    with RunningPortal(tmp_path_factory.mktemp("portal"), SEEN, database=migrated) as portal:
        yield portal


def read(address: str) -> str:
    request = urllib.request.Request(address, headers={"Authorization": "Bearer a-token"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(answer.read().decode())


def asked(address: str, said: dict[str, Any], token: str = "") -> tuple[Any, str]:
    """The answer, and its id."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Token {token}"
    request = urllib.request.Request(address, json.dumps(said).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer), answer.headers["X-Request-ID"]


def test_web_answers_for_the_workers_whose_lines_have_the_requests_id(portal):
    person = {"username": "amber9", "password": "a stubborn password"}
    token = asked(f"{portal.base_url}api/accounts/", person)[0]["token"]
    tables = f"{portal.base_url}api/tables/"
    table = asked(tables, {"game": "please-dont-burn-my-village", "seats": 2}, token)[0]["id"]
    # A full table begins ten seconds later, by a task.
    _table, given = asked(f"{tables}{table}/add-ai/", {"level": "easy"}, token)

    def lines() -> list[str]:
        told = [json.loads(line) for line in portal.output.splitlines() if line.startswith("{")]
        return [
            line["message"] for line in told if (line["request"], line["way"]) == (given, "task")
        ]

    wait_for(lambda: any("start_when_due" in line for line in lines()), "a worker to do the task")
    files = {path.stem.rpartition("_")[2] for path in (portal.data_dir / "metrics").iterdir()}
    assert portal.process is not None
    assert str(portal.pids["web"]) in files
    assert str(portal.process.pid) not in files
    started = 'route="/api/tables/<public_id:public_id>/add-ai/",status="200"} 1.0'
    assert started in read(f"{portal.base_url}metrics")
    portal.kill("web")
    portal.wait_until_healthy()
    figures = read(f"{portal.base_url}metrics")
    assert started in figures, "what a dead process has counted still counts"


def test_a_worker_by_itself_serves_what_its_pool_counts(portal, tmp_path):
    broker = f"unix://{portal.note['broker_folder']}/r.sock?db=0"
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = probe.getsockname()[1]
    environment = clean_environment(
        DATA_DIR=str(portal.data_dir),
        REDIS_URL=broker,
        SITE_URL="http://localhost",
        METRICS_PORT=str(port),
        TMPDIR=str(tmp_path),
    )
    program = [sys.executable, "-m", "celery", "-A", "portal", "worker", "-Q", "apart", "-c", "2"]
    with subprocess.Popen(program, cwd=ROOT, env=environment) as worker:
        try:
            with Celery(broker=celery_url(broker)) as app:
                app.send_task("games.matches.tasks.look", [str(uuid4())], queue="apart")

            def counted() -> bool:
                assert worker.poll() is None
                try:
                    text = read(f"http://127.0.0.1:{port}/metrics")
                except OSError:
                    return False
                return 'portal_database_seconds_count{work="move"} 1.0' in text

            wait_for(counted, "the look for the match that isn't there")
        finally:
            worker.terminate()
    assert list(tmp_path.glob("portal-metrics-*")) == []
