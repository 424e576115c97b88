"""A real portal, and browsers that aren't Chromium. Without them these tests are skipped."""

import shutil
import socket
from collections.abc import Iterator

import pytest

from tests.other_browsers.driving import Browser, Firefox, WebKit
from tests.support.running_portal import RunningPortal, migrated_database

KINDS = [pytest.param(kind, id=kind.name) for kind in (Firefox, WebKit)]


@pytest.fixture(scope="session")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPortal]:
    """One for all: each test brings people of its own. It keeps its port when it starts anew."""
    folder = tmp_path_factory.mktemp("portal")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    environment = {"LIMITS": "off", "PORT": str(port)}
    with RunningPortal(folder / "data", environment, database=migrated_database(folder)) as running:
        yield running


@pytest.fixture(scope="session", params=KINDS)
def opened(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """A browser for all tests of that kind, which take seconds to start."""
    kind = request.param
    if shutil.which(kind.program) is None:
        pytest.skip(f"{kind.program} isn't installed")
    browser = kind(tmp_path_factory.mktemp(kind.name))
    yield browser
    browser.close()


@pytest.fixture
def browser(opened: Browser, portal: RunningPortal) -> Browser:
    """A stranger's, at the home page."""
    opened.open(portal.base_url)
    opened.forget()
    opened.open(portal.base_url)
    opened.run("localStorage.setItem('prefer-speed', 'at-once')")
    return opened
