"""Set-up for every test: the same deals in each run, an empty cache, no network, counted skips."""

import datetime
import gc
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from asgiref.sync import SyncToAsync
from django.conf import settings

from tests.support import no_network, patience, slow_work
from tests.support.scenes import deal_the_same, forget_what_is_not_stored
from toolbox import tracing

# Test files that run only on PostgreSQL.
ON_POSTGRESQL = (
    "games/matches/test_on_postgresql.py",
    "portal/test_backups_on_postgresql.py",
    "processes/test_web_processes.py",
)
is_postgresql = settings.DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql"
collect_ignore = () if is_postgresql else ON_POSTGRESQL

NOON = datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a skipped test is a failed one")


def pytest_configure(config: pytest.Config) -> None:
    no_network.forbid()
    gc.disable()  # until all tests are collected: none is garbage


def pytest_unconfigure(config: pytest.Config) -> None:
    if settings.configured:
        shutil.rmtree(settings.DATA_FOLDER, ignore_errors=True)


# Tests that only look at responses, one request after another, in a transaction that is rolled
# back. The mark `everywhere` in a file makes an exception.
LOOKS = ("tests/api/", "tests/pages/", "tests/portal/")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests as `alike` on all databases if they use none, or if other tests cover that."""
    for item in items:
        stored = item.get_closest_marker("django_db")
        commits = stored is not None and stored.kwargs.get("transaction", False)
        asks = stored or not {"db", "transactional_db"}.isdisjoint(
            getattr(item, "fixturenames", ())
        )
        looks = item.nodeid.startswith(LOOKS) and not commits
        here_alone = item.nodeid.removeprefix("tests/").startswith(ON_POSTGRESQL)
        if (looks or not asks) and not (here_alone or item.get_closest_marker("everywhere")):
            item.add_marker(pytest.mark.alike)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Freeze thousands of tests that live until the end: the collector needn't scan them again."""
    gc.collect()
    gc.freeze()
    gc.enable()


def _refuse_skip(report: Any, config: pytest.Config) -> None:
    if report.skipped and not hasattr(report, "wasxfail") and config.getoption("--no-skips"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"skipped, and nothing may be (--no-skips): {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report: Any = yield
    _refuse_skip(report, item.config)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    report: Any = yield
    _refuse_skip(report, collector.config)
    return report


# One fixture for everything: thousands of tests would request each.
@pytest.fixture(autouse=True, scope="session")
def _watched_and_quick() -> Iterator[None]:
    """Record slow work, wait longer for sockets; empty tables and log people in quickly."""
    from django.test import Client, TransactionTestCase

    from tests.support import log_in, tables  # they need the settings, which a bare run lacks

    with pytest.MonkeyPatch.context() as monkeypatch:
        slow_work.watch(monkeypatch)
        patience.wait_longer(monkeypatch)
        monkeypatch.setattr(TransactionTestCase, "_fixture_teardown", tables.empty)
        monkeypatch.setattr(Client, "force_login", log_in.force_login)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Close the connection of `sync_to_async`'s thread, so that the database can be dropped."""
    from django.db import connections

    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(autouse=True)
def _each_for_itself(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make games repeatable, leave nothing of a test behind, and let nothing slow hold a lock.

    The first match of every test is dealt from the same seed, and so is its second. Every test
    fails if the portal does slow work in a transaction.
    """
    deal_the_same(monkeypatch)
    with tracing.caused_by(None):  # at its end, the trace is as before
        yield
    forget_what_is_not_stored()
    complaints = slow_work.complaints()
    assert not complaints, complaints


@pytest.fixture
def frozen() -> Iterator[time_machine.Traveller]:
    """Stop time at noon, 1 May 2026 UTC, until `frozen.shift(seconds)` moves it.

    For another moment, or a clock that ticks, use time-machine's own fixture `time_machine`.
    """
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller
