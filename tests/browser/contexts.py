"""Browsers that are handed on from test to test: they forget people, but not the portal's files."""

import json
from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.browser.expecting import PATIENCE

MOST = 8  # that are kept: nobody asks twice for some of them
FORGOTTEN = "cookies,indexeddb,local_storage,service_workers,cache_storage"
# A clock that a test has installed would stay for ever.
HAS_A_CLOCK = "'__pwClock' in globalThis"


class Contexts:
    """A match asks for more than forty files; whoever has them opens it in half the time."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._asked_for: dict[BrowserContext, str] = {}
        self._idle: defaultdict[str, list[BrowserContext]] = defaultdict(list)

    def new_page(self, portal: str, *, fresh: bool, **arguments: Any) -> Page:
        """The only page of a browser in which nobody is logged in and nothing is remembered.

        A `fresh` one has never been at the portal. `arguments` are those of `new_context`.
        """
        like = json.dumps([portal, arguments], sort_keys=True)
        if self._idle[like] and not fresh:
            context = self._idle[like].pop()
            page = context.new_page()
            told = {"origin": portal, "storageTypes": FORGOTTEN}
            session = context.new_cdp_session(page)
            session.send("Storage.clearDataForOrigin", told)
            session.detach()
            return page
        context = self._chromium.new_context(base_url=portal, **arguments)
        context.set_default_timeout(PATIENCE)
        self._asked_for[context] = like
        return context.new_page()

    def give_back(self, context: BrowserContext) -> None:
        """Whatever the test has done with it."""
        try:
            clock = any(page.evaluate(HAS_A_CLOCK) for page in context.pages)
            for page in context.pages:
                page.close()
            context.clear_cookies()
            context.set_offline(False)
        except Error:  # a page that is just on its way elsewhere, or gone
            clock = True
        like = self._asked_for[context]
        if clock or sum(map(len, self._idle.values())) >= MOST:
            del self._asked_for[context]
            context.close()
        else:
            self._idle[like].append(context)
