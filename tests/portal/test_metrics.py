"""`/metrics`: who may read it, what it counts, and that nobody else's words get in."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from asgiref.sync import sync_to_async
from django.conf import settings as project
from django.db import connections
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from accounts import pushes
from games.matches.live import hub
from games.matches.play.actions import services
from games.matches.play.parts import announcements, waiting_turns
from portal import doors, health, metrics
from portal.celery import serve_figures
from tests.games.matches.test_json_socket import seated, table
from tests.support import unavailable

__all__ = ["table"]
TOKEN = "kept-by-the-operator"
Figures = dict[tuple[str, str], float]


@pytest.fixture(autouse=True)
def _open(settings: Any) -> Iterator[None]:
    health.forget()
    settings.METRICS_TOKEN = TOKEN
    yield
    connections.close_all()


def scraped() -> str:
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.content.decode()


def figures(text: str = "") -> Figures:
    """Every figure by its name and the values of its labels."""
    families = text_string_to_metric_families(text or scraped())
    samples = (sample for family in families for sample in family.samples)
    return {(sample.name, " ".join(sample.labels.values())): sample.value for sample in samples}


def grown(before: Figures) -> Figures:
    """By how much each figure has grown since, timings aside."""
    now = figures()
    grew = {key: now[key] - before.get(key, 0.0) for key in now if not key[0].endswith("_sum")}
    return {key: by for key, by in grew.items() if by}


# -- who reads it --------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    "token", ["", "Bearer ", "Bearer wrong", f"Token {TOKEN}", f"Bearer {TOKEN}é"]
)
def test_for_strangers_there_is_no_such_page(token):
    for method in ("get", "post", "put", "options"):
        answer = getattr(Client(enforce_csrf_checks=True), method)(
            "/metrics", headers={"Authorization": token}
        )
        assert answer.status_code == 404, method
        assert "no-store" in answer["Cache-Control"]
        assert b"portal_" not in answer.content


@pytest.mark.django_db
def test_without_a_token_no_token_is_right(settings):
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("proxies", "address", "forwarded", "status"),
    [
        (0, "10.1.2.3", None, 200),
        (0, "::ffff:10.1.2.3", None, 200),
        (0, "fd00::7", None, 200),
        (0, "10.2.0.1", None, 404),
        (0, "", None, 404),
        (0, "10.1.2.3", "192.0.2.1", 404),  # a proxy that nobody trusts hides who it is
        (0, "192.0.2.1", "10.1.2.3", 404),
        (1, "10.1.2.3", "192.0.2.1", 404),
        (1, "192.0.2.1", "10.1.2.3", 200),
        (1, "10.1.2.3", "10.1.2.3, 192.0.2.1", 404),  # the first entry is the visitor's invention
        (2, "10.1.2.3", "192.0.2.1", 404),  # fewer proxies than the setting says
        (1, "10.1.2.3", "nonsense", 404),
    ],
)
def test_networks_count_by_the_visitors_own_address(settings, proxies, address, forwarded, status):
    settings.METRICS_FROM = [ip_network("10.1.0.0/16"), ip_network("fd00::/64")]
    settings.TRUSTED_PROXIES = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    assert Client(REMOTE_ADDR=address).get("/metrics", headers=headers).status_code == status


@pytest.mark.django_db
def test_programs_without_https_may_read_it(settings):
    settings.SECURE_SSL_REDIRECT = True
    scraped()


# -- what it counts ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_strangers_words_become_no_labels():
    client = Client()
    client.get("/nowhere")
    before = figures()
    for word in ("amber", "violet", "birch"):
        client.get(f"/{word}")
        client.get(f"/people/{word}/")
        client.generic(word.upper(), f"/rules/{word}/", headers={"X-Request-ID": word})
    grew = grown(before)
    assert grew["portal_requests_total", "none 404"] == 3
    assert grew["portal_requests_total", "/people/<str:username>/ 404"] == 3
    assert grew["portal_refusals_total", "not_found"] >= 6
    assert not re.search("amber|violet|birch", scraped(), re.IGNORECASE)


@pytest.mark.django_db(transaction=True)
async def test_a_move_is_counted_by_game_and_way_and_timed_to_the_views(table):
    match, *tokens = table
    before = await sync_to_async(figures)()
    async with seated(match, *tokens) as (first, second):
        await first.act({"type": "draw"}, match.version)
        await first.next("accepted")
        for client in (first, second):
            await client.next("state")
        grew = await sync_to_async(grown)(before)
        assert grew["portal_open_sockets", "api"] == 2
    assert grew["portal_moves_total", f"{match.game} api-socket"] == 1
    assert grew["portal_move_to_view_seconds_count", match.game] == 2
    assert grew["portal_move_seconds_count", "api-socket"] == 1
    assert grew["portal_database_seconds_count", "move"] == 1
    assert ("portal_open_sockets", "api") not in await sync_to_async(grown)(before)


@pytest.mark.django_db(transaction=True)
async def test_views_of_other_processes_moves_count_from_the_moves_own_time(frozen, table):
    """A worker's move whose push got lost."""
    match, *tokens = table

    def move_elsewhere() -> Figures:
        move = {"public_id": match.public_id, "action": {"type": "draw"}, "version": match.version}
        with pushes.held_back([]):
            services.submit_action(user=match.seats.get(index=0).user, **move)
        announcements.recent.forget(match.public_id)
        return figures()

    async with seated(match, *tokens) as clients:
        before = await sync_to_async(move_elsewhere)()
        frozen.shift(7)
        await hub.current().resync()
        for client in clients:
            await client.next("state")
        now = await sync_to_async(figures)()
    keys = [(f"portal_move_to_view_seconds_{end}", match.game) for end in ("count", "sum")]
    assert [now[key] - before.get(key, 0.0) for key in keys] == [2, pytest.approx(14)]


@pytest.mark.django_db
def test_what_the_doors_refuse_is_counted_by_status():
    before = figures()
    doors.whole_answer(414, for_program=False)
    assert grown(before)["portal_door_refusals_total", "414"] == 1


@pytest.mark.django_db
def test_what_waits_stands_in_it(monkeypatch, settings):
    loads = [waiting_turns.Load(2, 5, waited=0.0), waiting_turns.Load(1, 0, waited=7.5)]
    monkeypatch.setattr(waiting_turns, "load", lambda slow: loads[slow])
    settings.DISK_RESERVE = 10**9
    now = figures()
    assert now["portal_turns_waiting", "ai people"] == 2
    assert now["portal_turns_waiting", "ai nobody"] == 5
    assert now["portal_turns_waiting", "ai-slow people"] == 1
    assert now["portal_turns_age_seconds", "ai-slow"] == 7.5
    assert (now["portal_check_ok", "disk"], now["portal_check_ok", "database"]) == (0, 1)


@pytest.mark.django_db(transaction=True)
def test_it_answers_while_the_database_does_not(monkeypatch):
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.001)
    with unavailable.busy():
        now = figures()
    assert now["portal_check_ok", "database"] == 0
    assert ("portal_notices_due", "") not in now


# -- several processes ---------------------------------------------------------------------------

COUNT = """
import os, sys
import django; django.setup()
from portal.supervisor import parts
parts.load()
assert os.listdir(sys.argv[1]) == [], "a fork would close these files under their owner"
from accounts.live import SOCKETS
from toolbox.errors import NotFound
from prometheus_client.multiprocess import mark_process_dead
from portal.metrics import counted
from prometheus_client import generate_latest
for child in range(2):
    if (pid := os.fork()) == 0:
        NotFound(), SOCKETS.labels("page").inc()
        os._exit(0)
    os.waitpid(pid, 0)
mark_process_dead(pid)
print(generate_latest(counted()).decode())
"""


def test_processes_count_together_and_nothing_is_open_before_they_fork(tmp_path):
    environment = os.environ | {
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "portal.settings",
    }
    program = [sys.executable, "-c", COUNT, str(tmp_path)]
    done = subprocess.run(
        program, env=environment, cwd=project.BASE_DIR, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    now = figures(done.stdout)
    assert now["portal_refusals_total", "not_found"] == 2
    assert now["portal_open_sockets", "page"] == 1, "the dead have no sockets"


@pytest.mark.parametrize(
    ("queues", "port"), [("default", 9101), ("ai", 9102), ("ai-slow", 9103), ("ai-slow,ai", 9102)]
)
def test_each_workers_figures_have_a_port_of_their_own(settings, monkeypatch, queues, port):
    settings.METRICS_PORT = 9101
    served: list[int] = []
    monkeypatch.setattr(metrics, "serve", served.append)
    consumed = SimpleNamespace(consume_from=dict.fromkeys(queues.split(",")))
    app = SimpleNamespace(amqp=SimpleNamespace(queues=consumed))
    serve_figures(sender=SimpleNamespace(app=app))
    assert served == [port]


# -- dashboard and alerts ------------------------------------------------------------------------

DEPLOY = Path(project.BASE_DIR) / "deploy"
NAME = re.compile(r"\bportal_\w+")


def expressions(file: str) -> list[str]:
    if file.endswith(".yml"):
        groups = yaml.safe_load((DEPLOY / file).read_text())["groups"]
        return [rule["expr"] for group in groups for rule in group["rules"]]
    panels = json.loads((DEPLOY / file).read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel.get("targets", ())]


@pytest.mark.django_db
@pytest.mark.parametrize("file", ["grafana.json", "alerts.yml"])
def test_expressions_use_only_what_there_is(file):
    known = set()
    for family in text_string_to_metric_families(scraped()):
        ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
        known |= {family.name + end for end in ends.get(family.type, ("",))}
    used = [name for expression in expressions(file) for name in NAME.findall(expression)]
    assert len(used) > 8, "the search still finds them"
    assert set(used) <= known
    for expression in expressions(file):
        assert expression.count("(") == expression.count(")")
