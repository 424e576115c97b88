"""Who asks how the portal is: alive at once, ready only with everything that play needs."""

import gzip
import re
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from celery.beat import PersistentScheduler
from django.conf import settings
from django.core.cache import cache
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from games.matches.models import Heartbeat, Match
from games.matches.play.parts import downtime, waiting_turns
from games.matches.play.parts.waiting_turns import Urgency
from portal import beat, health, pulse
from portal.celery import WorkerPulse, app
from tests.support import unavailable
from tests.support.log_in import logged_in

pytestmark = pytest.mark.everywhere

ALWAYS = {"database", "migrations", "disk", "clock"}
WORKERS = {"worker-default", "worker-ai", "worker-ai-slow"}
PROCESSES = WORKERS | {"broker", "computer-turns", "beat", "sweeper"}


@pytest.fixture(autouse=True)
def _look_anew() -> None:
    health.forget()


def ready(client: Client | None = None, **headers: str) -> tuple[int, dict[str, Any]]:
    answer = (client or Client()).get("/readyz", headers=headers)
    assert "no-store" in answer["Cache-Control"]
    return answer.status_code, answer.json()


def wrong() -> set[str]:
    health.forget()
    _status, said = ready()
    return {name for name, found in said["checks"].items() if not found["ok"]}


def test_alive_asks_nobody():
    answer = Client().get("/healthz")  # without `django_db` any query would fail
    assert (answer.status_code, answer.content) == (200, b"ok")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_neither_redirects(settings, path):
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get(path).status_code == 200
    assert Client().get("/").status_code == 301


@pytest.mark.django_db
def test_ready_with_everything_there_and_asking_often_makes_no_work(django_assert_num_queries):
    status, said = ready()
    assert (status, said["ready"]) == (200, True)
    assert said["checks"].keys() == ALWAYS
    assert all(found["age"] >= 0 for found in said["checks"].values())
    ready()
    with django_assert_num_queries(0):
        for _ in range(5):
            ready()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("situation", [unavailable.busy, unavailable.full])
def test_not_ready_without_a_database_to_write_to(situation, monkeypatch):
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.001)
    with situation():
        status, said = ready()
    assert (status, said["ready"]) == (503, False)
    assert said["checks"]["database"]["ok"] is False
    assert wrong() == set(), "and again as soon as it can be"
    assert not Heartbeat.objects.exists(), "what is written to try it is taken back"


@pytest.mark.django_db
def test_not_ready_without_room_on_the_disk(settings):
    settings.DISK_RESERVE = 10**9
    assert wrong() == {"disk"}


@pytest.mark.django_db
def test_what_is_not_ready_is_logged_when_it_begins_and_when_it_ends(settings, caplog, monkeypatch):
    monkeypatch.setattr(health, "KEPT_SECONDS", -1.0)  # each asks anew
    for reserve in (10**9, 10**9, 0, 0):
        settings.DISK_RESERVE = reserve
        ready()
    lines = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert [level for level, _line in lines] == ["ERROR", "WARNING"]
    assert lines[0][1].startswith("not ready: disk: ")
    assert lines[1][1] == "ready again"


@pytest.mark.django_db
def test_not_ready_before_all_migrations(monkeypatch):
    plan = [("the first", False), ("the second", False)]
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: plan)
    _status, said = ready()
    assert said["checks"]["migrations"] | {"age": 0} == {"ok": False, "said": "2 missing", "age": 0}
    monkeypatch.undo()
    assert wrong() == set()


@pytest.fixture
def processes(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in production, with signs of life of everybody."""
    settings.CELERY_TASK_ALWAYS_EAGER = False
    monkeypatch.setattr(health, "_broker", lambda: health.Finding(True, "answers"))
    for name in (*WORKERS, "beat"):
        pulse.give(name)
    downtime.note()


@pytest.mark.django_db
@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize(
    ("away", "unknown"),
    [("database", {"migrations", "computer-turns", "sweeper"}), ("broker", WORKERS | {"beat"})],
)
def test_what_would_wait_for_something_that_is_away_is_not_asked(away, unknown, monkeypatch):
    monkeypatch.setattr(health, f"_{away}", lambda: health.Finding(False, "no answer"))
    assert wrong() == {away} | unknown
    checks = ready()[1]["checks"]
    assert {checks[name]["said"] for name in unknown} == {f"not known without the {away}"}


@pytest.mark.django_db
@pytest.mark.usefixtures("frozen", "processes")
def test_processes_are_ready_while_they_give_signs_of_life(frozen, monkeypatch):
    begun = pulse.steady()
    since = timezone.now()
    monkeypatch.setattr(pulse, "steady", lambda: begun + (timezone.now() - since).total_seconds())
    for name in (*WORKERS, "beat"):
        pulse.give(name)
    status, said = ready()
    assert status == 200
    assert said["checks"].keys() == ALWAYS | PROCESSES
    frozen.shift(health.SILENT_SECONDS - 1)
    assert wrong() == set()
    assert 28.9 <= ready()[1]["checks"]["worker-ai"]["age"] <= 35
    frozen.shift(1)
    assert wrong() == WORKERS | {"beat", "sweeper"}
    pulse.give("worker-ai")
    assert wrong() == WORKERS - {"worker-ai"} | {"beat", "sweeper"}


@pytest.mark.django_db
@pytest.mark.usefixtures("processes")
@pytest.mark.parametrize("hours", [1, -1])
def test_a_system_clock_that_is_set_is_told_and_takes_nobody_for_dead(frozen, hours):
    downtime.note()
    ready()
    health.forget()
    frozen.shift(3600 * hours)
    downtime.note()
    assert wrong() == set()
    said = ready()[1]["checks"]["clock"]["said"]
    assert said.startswith("was set by ")


@pytest.mark.django_db
@pytest.mark.usefixtures("processes")
def test_a_process_on_another_machine_is_known_by_the_time_of_day(frozen, monkeypatch):
    monkeypatch.setattr(pulse.socket, "gethostname", lambda: "elsewhere")
    pulse.give("worker-ai")
    monkeypatch.undo()
    frozen.shift(12)
    assert pulse.age("worker-ai") == 12


@pytest.mark.django_db
@pytest.mark.usefixtures("processes")
def test_who_never_gave_a_sign_is_not_there():
    cache.clear()
    assert wrong() == WORKERS | {"beat"}
    assert ready()[1]["checks"]["beat"]["age"] is None


@pytest.mark.django_db
@pytest.mark.usefixtures("processes")
def test_not_ready_while_people_wait_for_computer_players_in_vain(begin, person, frozen):
    amber, birch = person(), person()
    alone, left = (begin(user, "easy", "easy", first=1) for user in (amber, birch))
    assert waiting_turns.schedule(alone, Urgency.ALONE)
    assert waiting_turns.schedule(left, Urgency.NOBODY)
    frozen.shift(health.SILENT_SECONDS - 1)
    assert wrong() & {"computer-turns"} == set()
    found = ready()[1]["checks"]["computer-turns"]
    ai = "ai: 1 wait for people, the first for 29.0 s, 1 for nobody; a player may take 1.0 s"
    slow = "ai-slow: 0 wait for people, the first for 0.0 s, 0 for nobody; a player may take 6.0 s"
    assert found["said"] == f"{ai}. {slow}"
    frozen.shift(1)
    assert "computer-turns" in wrong()
    assert waiting_turns.take(alone.pk, 0)
    assert "computer-turns" not in wrong()
    Match.objects.filter(pk=alone.pk).update(ai_lease_until=None, turn_slow=True)
    assert "computer-turns" in wrong(), "those who wait for slow players count, too"


@pytest.mark.django_db
def test_a_broker_that_is_away(settings):
    settings.CELERY_TASK_ALWAYS_EAGER = False
    settings.REDIS_URL = "unix:///nowhere/r.sock?db=0"
    assert "broker" in wrong()


# -- who sees it -----------------------------------------------------------------------------------


@pytest.mark.django_db
def test_what_was_found_is_told_to_this_machine_and_to_who_knows_the_token(settings):
    stranger, own = Client(REMOTE_ADDR="198.51.100.7"), Client(REMOTE_ADDR="::1")
    assert ready(stranger) == (200, {"ready": True})
    assert "checks" in ready(own)[1]
    assert ready(own, **{"x-forwarded-for": "127.0.0.1"}) == (200, {"ready": True})
    assert ready(stranger, authorization="Bearer ") == (200, {"ready": True})
    settings.READYZ_TOKEN = "only the operator knows"
    assert ready(stranger, authorization="Bearer guess") == (200, {"ready": True})
    assert "checks" in ready(stranger, authorization=f"Bearer {settings.READYZ_TOKEN}")[1]


# -- signs of life ---------------------------------------------------------------------------------


def test_a_worker_gives_a_sign_for_each_queue_by_its_own_timer():
    calls: list[Any] = []
    timer = SimpleNamespace(call_repeatedly=lambda *given: calls.append(given))
    queues = SimpleNamespace(consume_from={"ai": object()})
    worker = SimpleNamespace(
        timer=timer,
        app=SimpleNamespace(amqp=SimpleNamespace(queues=queues)),
        pool=SimpleNamespace(info={"processes": []}),
        pool_pulses=pulse.Pulses(),
    )
    assert WorkerPulse in app.steps["worker"]
    WorkerPulse(worker).start(worker)
    assert pulse.age("worker-ai") is not None
    assert pulse.age("worker-default") is None
    cache.clear()
    ((seconds, again, given),) = calls
    assert seconds == pulse.SECONDS
    again(*given)
    assert pulse.age("worker-ai") is not None


def test_beat_gives_a_sign_where_it_looks_what_is_due(monkeypatch):
    assert app.conf.beat_scheduler == "portal.beat:Scheduler"
    monkeypatch.setattr(PersistentScheduler, "tick", lambda self: 1.5)
    scheduler = beat.Scheduler.__new__(beat.Scheduler)
    assert scheduler.tick() == 1.5
    assert pulse.age(pulse.BEAT) is not None


# -- headers ---------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_pages_of_a_seat_are_stored_nowhere(begin, person):
    amber = person("amber")
    match = begin(amber, person("birch"), first=0)
    player, visitor = logged_in(amber), Client()
    for path in ("", "?step=0", "log/", "why/?version=0&pick=x"):
        address = f"/matches/{match.public_id}/{path}"
        answer = player.get(address)
        assert answer.status_code == 200, address
        assert "no-store" in answer["Cache-Control"], address
        assert "no-store" not in visitor.get(address).headers.get("Cache-Control", ""), address
    said = player.get(f"/chat/match:{match.public_id}:players/")
    assert said.status_code == 200
    assert "no-store" in said["Cache-Control"]


def settings_with(monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, Any]:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    file = Path(__file__).parents[2] / "portal" / "settings.py"
    return runpy.run_path(str(file))


def test_settings_for_other_hosts_paths_and_cookies_are_as_asked_for(monkeypatch):
    names = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    for name in ("HTTPS", "HSTS_SUBDOMAINS", "HSTS_PRELOAD"):
        monkeypatch.delenv(name, raising=False)
    plain = settings_with(monkeypatch, HTTPS="1")
    assert plain["SECURE_HSTS_SECONDS"] == 31_536_000
    assert [plain[name] for name in names] == [False, False]
    chosen = settings_with(monkeypatch, HSTS_SUBDOMAINS="1")
    assert [chosen[name] for name in names] == [True, False]
    chosen = settings_with(monkeypatch, HSTS_PRELOAD="1")
    assert [chosen[name] for name in names] == [True, True]
    assert not settings_with(monkeypatch, HTTPS="0")["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
    for root, path in (("", "healthz"), ("/games", "games/readyz"), ("/games", "games/doctor")):
        (exempt,) = settings_with(monkeypatch, ROOT_PATH=root)["SECURE_REDIRECT_EXEMPT"]
        assert re.search(exempt, path)
        assert not re.search(exempt, f"matches/{path}")
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME")
    plain = settings_with(monkeypatch, HTTPS="0", COOKIE_PREFIX="")
    assert [plain[name] for name in names] == ["hearth_session", "hearth_csrf"]
    below = settings_with(monkeypatch, ROOT_PATH="/games")
    assert below["SESSION_COOKIE_PATH"] == below["CSRF_COOKIE_PATH"] == "/games"
    safe = settings_with(monkeypatch, HTTPS="1", COOKIE_PREFIX="club")
    assert safe["SESSION_COOKIE_NAME"] == "__Host-club_session"
    assert safe["CSRF_COOKIE_NAME"] == "__Host-club_csrf"
    # what browsers ask of cookies of that name
    assert safe["SESSION_COOKIE_SECURE"]
    assert safe["CSRF_COOKIE_SECURE"]
    assert safe["SESSION_COOKIE_PATH"] == safe["CSRF_COOKIE_PATH"] == "/"  # below /games, too
    assert safe["CSRF_COOKIE_HTTPONLY"]
    assert settings.SESSION_COOKIE_DOMAIN is settings.CSRF_COOKIE_DOMAIN is None


@pytest.mark.django_db
def test_a_page_is_compressed_for_who_asks():
    plain = Client().get("/")
    packed = Client().get("/", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 2
    assert b"<h1>" in gzip.decompress(packed.content)
