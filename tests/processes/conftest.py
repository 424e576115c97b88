"""Real processes: everything below is part of `make test-whole`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.running_portal import RunningPortal


@pytest.fixture
def new_portal(tmp_path: Path) -> Iterator[RunningPortal]:
    """A portal that has never been started before."""
    with RunningPortal(tmp_path / "data") as portal:
        yield portal


@pytest.fixture(scope="module")
def shared_portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPortal]:
    """One portal for the tests of a module."""
    with RunningPortal(tmp_path_factory.mktemp("portal")) as portal:
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
