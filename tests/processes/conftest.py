"""Real processes: everything below is part of `make test-whole`."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.running_portal import RunningPortal, migrated_database


@pytest.fixture
def new_portal(tmp_path: Path) -> Iterator[RunningPortal]:
    with RunningPortal(tmp_path / "data", {"COOKIE_PREFIX": ""}) as portal:
        yield portal


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a portal that is used, but not for its first start, may begin with."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # that of the whole run
    return migrated_database(folder)


@pytest.fixture(scope="module")
def shared_portal(
    tmp_path_factory: pytest.TempPathFactory, migrated: Path
) -> Iterator[RunningPortal]:
    with RunningPortal(tmp_path_factory.mktemp("portal"), database=migrated) as portal:
        yield portal


@pytest.fixture
def running_portal(shared_portal: RunningPortal) -> RunningPortal:
    """The same, to be killed: see tests/support/running_portal.py for what it can do.

    It runs and answers, and every child may die three times more: five are forgiven in a minute.
    """
    if not shared_portal.running or max(shared_portal.killed.values(), default=0) > 2:
        shared_portal.begin_anew()
    shared_portal.wait_until_healthy()
    return shared_portal
