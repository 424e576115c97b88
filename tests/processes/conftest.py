"""Real processes: everything below is part of `make test-all`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.running_portal import RunningPortal


@pytest.fixture
def running_portal(tmp_path: Path) -> Iterator[RunningPortal]:
    """A portal of its own for the test: see tests/support/running_portal.py for what it can do."""
    with RunningPortal(tmp_path / "data") as portal:
        yield portal


@pytest.fixture(scope="module")
def shared_portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPortal]:
    """One portal for the tests of a module that leave it as they found it."""
    with RunningPortal(tmp_path_factory.mktemp("portal")) as portal:
        yield portal
