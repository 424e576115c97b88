"""Browsers that are handed on from test to test: they forget people, but not the portal's files."""

import json
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

from tests.browser.expecting import PATIENCE

MOST = 8  # that are kept: nobody asks twice for some of them
FORGOTTEN = "cookies,indexeddb,local_storage,service_workers,cache_storage"
QUIET_PLACE = "/healthz"  # the lightest page; at the portal, so that a page's process stays its own
VIEWPORT = {"width": 1280, "height": 720}
# What a test can't take back of a page; one that was asked for it isn't handed on.
LASTING = ("on", "once", "add_init_script", "expose_function", "expose_binding", "route_web_socket")
# A clock that a test has installed would stay for ever.
HAS_A_CLOCK = "'__pwClock' in globalThis"
FORGET_THE_TAB = "sessionStorage.clear(); window.name = ''"


class Contexts:
    """A match asks for more than forty files; whoever has them opens it in half the time.

    Whoever opens it in a page that has shown one before takes half of that again.
    """

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._asked_for: dict[BrowserContext, str] = {}
        self._idle: defaultdict[str, list[Page]] = defaultdict(list)
        self._heard: dict[Page, list[str]] = {}  # what its console says now goes there
        self._used_up: set[Page] = set()

    def new_page(
        self,
        portal: str,
        *,
        fresh: bool,
        complaints: list[str],
        viewport: Any = VIEWPORT,
        color_scheme: Any = "light",
        reduced_motion: Any = "no-preference",
        at_once: str = "",
        **arguments: Any,
    ) -> Page:
        """The only page of a browser in which nobody is logged in and nothing is remembered.

        A `fresh` one has never been at the portal. What its console complains about is noted.
        `at_once` is a script that runs before those of every page, `arguments` are, like those
        before, Playwright's for `new_context`.
        """
        like = json.dumps([portal, at_once, arguments], sort_keys=True)
        if self._idle[like] and not fresh:
            page = self._idle[like].pop()
            self._forget_people(page, portal)
        else:
            page = self._page_of(self._another(portal, at_once, like, arguments))
        self._heard[page] = complaints
        page.set_viewport_size(viewport)
        page.emulate_media(media="null", color_scheme=color_scheme, reduced_motion=reduced_motion)
        return page

    def give_back(self, page: Page) -> None:
        """Whatever the test has done with it."""
        context = page.context
        try:
            spoiled = bool(page.evaluate(HAS_A_CLOCK))
            self._leave(page)
        except Error:  # a page that is just on its way elsewhere, or gone
            spoiled = True
        like = self._asked_for[context]
        if spoiled or sum(map(len, self._idle.values())) >= MOST:
            del self._asked_for[context]
            context.close()
        else:
            self._idle[like].append(self._fit_for_another(page))

    def _another(
        self, portal: str, at_once: str, like: str, arguments: dict[str, Any]
    ) -> BrowserContext:
        # A worker would answer what a test routes.
        workers = {"service_workers": "block"} | arguments
        context = self._chromium.new_context(base_url=portal, **workers)
        context.set_default_timeout(PATIENCE)
        if at_once:
            context.add_init_script(at_once)
        self._asked_for[context] = like
        return context

    def _page_of(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: self._heard[page].append(str(error)))
        page.on("console", lambda said: self._note(page, said))
        for name in LASTING:
            setattr(page, name, self._using_up(page, getattr(page, name)))
        return page

    def _note(self, page: Page, said: ConsoleMessage) -> None:
        # A position that a test changed can't be played again: there is no curve of its points.
        no_curve = "409 (Conflict)" in said.text and said.location["url"].endswith("/after/")
        if said.type == "error" and not no_curve:
            self._heard[page].append(said.text)

    def _using_up(self, page: Page, method: Callable[..., Any]) -> Callable[..., Any]:
        def used(*arguments: Any, **named: Any) -> Any:
            self._used_up.add(page)
            return method(*arguments, **named)

        return used

    def _leave(self, page: Page) -> None:
        for other in page.context.pages:
            if other != page:
                other.close()
        page.unroute_all()
        page.context.set_offline(False)
        page.goto(QUIET_PLACE)  # first: a page that still asks without its cookies is refused
        page.context.clear_cookies()
        page.evaluate(FORGET_THE_TAB)
        page.mouse.move(0, 0)

    def _fit_for_another(self, page: Page) -> Page:
        if page not in self._used_up:
            return page
        self._used_up.discard(page)
        del self._heard[page]
        page.close()
        return self._page_of(page.context)

    def _forget_people(self, page: Page, portal: str) -> None:
        session = page.context.new_cdp_session(page)
        told = {"origin": portal, "storageTypes": FORGOTTEN}
        session.send("Storage.clearDataForOrigin", told)
        session.detach()
