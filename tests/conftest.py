"""What every test gets: the same deals each run, an empty cache, no network, skips that count."""

import datetime
import gc
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.conf import settings

from tests.support import no_network, patience, slow_work
from tests.support.scenes import deal_the_same, forget_what_is_not_stored

NOON = datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a skipped test is a failed one")


def pytest_configure(config: pytest.Config) -> None:
    no_network.forbid()


def pytest_unconfigure(config: pytest.Config) -> None:
    if settings.configured:
        shutil.rmtree(settings.DATA_FOLDER, ignore_errors=True)


# What looks at answers alone, to one request after another, in a transaction that is rolled back:
# where it stands in the file, `everywhere` makes an exception.
LOOKS = ("tests/api/", "tests/pages/")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What has been asked of a database and a broker elsewhere is `alike` on all of them."""
    for item in items:
        stored = item.get_closest_marker("django_db")
        commits = stored is not None and stored.kwargs.get("transaction", False)
        excepted = commits or item.get_closest_marker("everywhere")
        if item.nodeid.startswith(LOOKS) and not excepted:
            item.add_marker(pytest.mark.alike)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of tests live until the end: the garbage collector needn't look at them again."""
    gc.collect()
    gc.freeze()


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


@pytest.fixture(autouse=True)
def _nothing_left_over() -> Iterator[None]:
    yield
    forget_what_is_not_stored()


@pytest.fixture(autouse=True, scope="session")
def _slow_work_is_noted() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        slow_work.watch(monkeypatch)
        yield


@pytest.fixture(autouse=True, scope="session")
def _sockets_are_waited_for() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        patience.wait_longer(monkeypatch)
        yield


@pytest.fixture(autouse=True)
def _nothing_slow_inside_a_transaction() -> Iterator[None]:
    """Whatever a test is about, it fails where the portal does slow work in a transaction."""
    yield
    said = slow_work.complaints()
    assert not said, said


@pytest.fixture(autouse=True, scope="session")
def _quick_to_empty_tables() -> Iterator[None]:
    """Tests that commit are followed by nothing slower than they are."""
    from django.test import TransactionTestCase

    from tests.support import tables  # it needs the settings, too

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(TransactionTestCase, "_fixture_teardown", tables.empty)
        yield


@pytest.fixture(autouse=True, scope="session")
def _quick_to_log_in() -> Iterator[None]:
    from django.test import Client

    from tests.support import log_in  # it needs the settings, too

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(Client, "force_login", log_in.force_login)
        yield


@pytest.fixture(autouse=True)
def _the_same_deals_at_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test deals its first match, its second … from the same seeds, so a game repeats."""
    deal_the_same(monkeypatch)


@pytest.fixture
def frozen() -> Iterator[time_machine.Traveller]:
    """Time stands still at noon, 1 May 2026 UTC, until `frozen.shift(seconds)` moves it.

    For another moment, or a clock that ticks, use time-machine's own fixture `time_machine`.
    """
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller
