"""A portal to browse, a Chromium, and people in it. Without a Chromium these tests are skipped."""

import itertools
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.contexts import QUIET_PLACE, Contexts
from tests.browser.people import Person
from tests.browser.server import ServerThread
from tests.rulesets.fixtures import endless
from tests.support import axe as engine
from tests.support.chromium import LAUNCH_ARGUMENTS, MISSING, find_chromium

__all__ = ["endless"]

# Nobody waits for steps to be told; who says on the page that they like to, does.
AT_ONCE = """if (location.protocol === "http:") {
    localStorage.getItem("prefer-speed") ?? localStorage.setItem("prefer-speed", "at-once");
}"""

_server: list[ServerThread] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One Chromium for this package; it ends before other tests want the event loop."""
    path = find_chromium()
    if path is None:
        pytest.skip(MISSING)
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's loop runs in the tests' thread
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(LAUNCH_ARGUMENTS))
        yield browser
        browser.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="package")
def contexts(chromium: Browser) -> Contexts:
    """What is kept of the browsers of earlier tests."""
    return Contexts(chromium)


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core; without it these tests are skipped."""
    source = engine.find_axe()
    if source is None:
        pytest.skip(engine.MISSING)
    return source


def _address() -> str:
    if not _server:
        _server.append(ServerThread())
    return _server[0].address


@pytest.fixture
def portal(transactional_db: None) -> str:
    """The address of a portal on the tests' database."""
    return _address()


@pytest.fixture(scope="module")
def bare_page(contexts: Contexts) -> Iterator[Page]:
    """An empty page without any policy, whose scripts are the portal's; it asks for no data.

    All tests of a module share it: they bring what they need on it.
    """
    complaints: list[str] = []
    page = contexts.new_page(_address(), fresh=False, complaints=complaints, bypass_csp=True)
    page.goto(QUIET_PLACE)
    yield page
    contexts.give_back(page)
    assert not complaints


@pytest.fixture
def at_the_server(portal: str) -> Callable[..., Any]:
    """Calls a service inside the server, as a view would: `at_the_server(play, match)`."""
    return _server[0].call


@pytest.fixture
def somebody(portal: str, contexts: Contexts) -> Iterator[Callable[..., Person]]:
    """Opens a browser for one more person (amber, birch, …), who isn't signed up yet.

    Nothing moves and steps aren't told, but with `lively`; the portal's files are known already,
    but with `fresh`. Other arguments are those of Playwright's `new_context`. What a page complains
    about on its console (a policy violated, an exception) fails the test.
    """
    names = itertools.chain(["amber", "birch", "cedar"], map("dune{}".format, itertools.count()))
    pages: list[Page] = []
    complaints: list[str] = []

    def make(*, lively: bool = False, fresh: bool = False, **arguments: Any) -> Person:
        at_rest = {} if lively else {"reduced_motion": "reduce", "at_once": AT_ONCE}
        asked = {"fresh": fresh, "complaints": complaints, **at_rest, **arguments}
        page = contexts.new_page(portal, **asked)
        pages.append(page)
        return Person(next(names), portal, page, complaints, _server[0].call)

    yield make
    for page in pages:
        contexts.give_back(page)
    assert not complaints
