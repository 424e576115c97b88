"""What people do here, in Firefox and WebKitGTK: one test each, against a portal that runs."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.other_browsers.driving import SECONDS, Browser
from tests.support.running_portal import RunningPortal
from tests.support.waiting import wait_for

NAMES = map("amber{}".format, itertools.count())
PASSWORD = "correct horse battery"
MOST_MOVES = 400
FEW, MANY = 9, 24  # touches after which what is picked is put back, and given up
SLUGS = ("burnt-to-ashes", "castle-panic", "please-dont-burn-my-village", "village-assault")

OFFERED = "#list button[name=action]"
OVER = "#live[data-over]"
TO_TOUCH = "#live [data-target].can:not(.chosen)"
CONFIRM = "#confirm[aria-disabled=false]"
VERSION = "return document.querySelector('#live')?.dataset.version"
HAS_WORKER = "return Boolean(navigator.serviceWorker?.controller)"
# The page, and all that it is drawn and run with.
KEPT = """
const files = [...document.querySelectorAll("link[rel=stylesheet], script[src]")];
const named = [location.pathname, ...files.map((file) => file.href || file.src)];
const kept = named.map((one) => caches.match(one, { ignoreSearch: true, ignoreVary: true }));
return Promise.all(kept).then((all) => all.every(Boolean))"""
UNFOLD = (
    """document.querySelectorAll("#list details").forEach((group) => { group.open = true; });"""
)


@contextmanager
def stopped(portal: RunningPortal) -> Iterator[None]:
    """The portal is gone for so long, and back for what follows, other tests included."""
    portal.stop()
    try:
        yield
    finally:
        portal.start()


def sign_up(browser: Browser) -> str:
    """Sign up by the form; the new name."""
    name = next(NAMES)
    browser.press("Sign up", "header a")
    browser.arrives("/accounts/signup/")
    browser.fill("username", name)
    browser.fill("password1", PASSWORD)
    browser.press("Sign up", "main button")
    browser.read(name)
    return name


def begin(browser: Browser, portal: RunningPortal, slug: str) -> None:
    """Be at a new match against computers, as the form proposes it."""
    browser.open(f"{portal.base_url}play/{slug}/")
    browser.press("", "main form button.primary")
    browser.arrives("/matches/")
    browser.see("#page[data-socket=open]")


def move(browser: Browser, number: int) -> bool:
    """Take one of the choices when there are any, from the list of all; False if all is over."""
    pressed: list[str] = []  # the versions at which one was

    def made() -> bool:
        if browser.has(OVER):
            return True
        if not browser.all("#list"):
            browser.press_any("#all")
        before = browser.run(VERSION)
        browser.run(UNFOLD)
        if browser.press_any(OFFERED, nth=number):
            pressed.append(before)
        return pressed != [] and browser.run(VERSION) != pressed[0]

    wait_for(made, "a move to be made, or the end", SECONDS)
    return bool(pressed)


def play(browser: Browser, number: int) -> bool:
    """Touch pieces on the board until they are a move, and confirm it; False if all is over.

    Choices that have no pieces are taken from the list, and moves that touches don't find.
    """
    before = browser.run(VERSION)
    touches = itertools.count()

    def made() -> bool:
        if browser.has(OVER) or browser.now(VERSION) not in (None, before):
            return True
        if browser.press_any(CONFIRM):
            return False
        touch = next(touches)
        if touch % FEW == FEW - 1:
            browser.press_any("#acts button", "Put back")
        elif touch > MANY or not browser.press_any(TO_TOUCH, nth=number + touch):
            move_by_list(browser)
        return False

    wait_for(made, "a move to be made by touch, or the end", SECONDS)
    return not browser.has(OVER)


def move_by_list(browser: Browser) -> None:
    """Take the first choice of the list, if there is any now."""
    if not browser.all("#list"):
        browser.press_any("#all")
    browser.run(UNFOLD)
    browser.press_any(OFFERED)


def test_somebody_signs_up_and_logs_in_again(browser, portal):
    name = sign_up(browser)
    browser.forget()
    browser.open(portal.base_url)
    browser.press("Log in", "header a")
    browser.fill("login", name)
    browser.fill("password", PASSWORD)
    browser.press("Log in", "main button")
    browser.read(name)


def test_a_guest_makes_a_move(browser, portal):
    browser.press("now", "main button")
    browser.arrives("/matches/")
    assert move(browser, 0)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_whole_game_by_touch(browser, portal, slug):
    begin(browser, portal, slug)
    assert any(not play(browser, 7 * turn) for turn in range(MOST_MOVES))
    browser.read("The end")


def played_out(browser: Browser, portal: RunningPortal) -> str:
    """Play a short game to its end; the address of the match."""
    begin(browser, portal, "village-assault")
    assert any(not move(browser, 5 * turn) for turn in range(MOST_MOVES))
    return browser.address


def test_the_desk_leads_to_the_match_that_waits(browser, portal):
    sign_up(browser)
    begin(browser, portal, "village-assault")
    match = browser.address
    browser.open(portal.base_url)
    browser.press("", "main .matches a, main a[href*='/matches/']")
    browser.arrives(match)


def test_a_table_is_opened_by_its_form_and_played_at(browser, portal):
    name = sign_up(browser)
    browser.open(f"{portal.base_url}tables/new/castle-panic/")
    browser.press("Open", "main form button.primary")
    browser.arrives("/tables/")
    browser.read(name)
    browser.press("Add AI, easy")
    browser.read("Waiting for one more player.")
    browser.press("Add AI, easy")
    browser.arrives("/matches/")
    assert move(browser, 0)


def test_the_studio_goes_through_a_match(browser, portal):
    match = played_out(browser, portal)
    browser.open(f"{match}?step=0")
    browser.press("Forward", "#transport button, #transport a")
    browser.arrives("step=1")
    browser.press("Back", "#transport button, #transport a")
    browser.arrives("step=0")


def test_a_record_is_verified(browser, portal):
    match = played_out(browser, portal)
    browser.open(f"{match}verify/")
    browser.read("Signed by this portal, and everything is right.")


def test_notices_are_chosen(browser, portal):
    sign_up(browser)
    browser.open(f"{portal.base_url}settings/notices/")
    browser.press("Save", "main button")
    browser.read("Your choices are saved.")


def test_a_line_of_chat_is_said(browser, portal):
    sign_up(browser)
    begin(browser, portal, "please-dont-burn-my-village")
    browser.press("", "#drawer")
    browser.fill("text", "Good evening!")
    browser.press("Send", "#chat button")
    browser.see("#chat .text", "Good evening!")


def test_a_portal_that_was_gone_is_played_on(browser, portal):
    begin(browser, portal, "village-assault")
    with stopped(portal):
        browser.read("Connection lost, trying again…")
    browser.see("#page[data-socket=open]")
    assert move(browser, 0)


def test_what_was_kept_is_read_while_the_portal_is_gone(browser, portal):
    def keeps(path: str) -> None:
        browser.open(path)
        wait_for(lambda: browser.now(KEPT), f"{path} to be kept", SECONDS)

    sign_up(browser)
    wait_for(lambda: browser.now(HAS_WORKER), "the worker", SECONDS)
    rules = f"{portal.base_url}rules/village-assault/"
    keeps(rules)
    begin(browser, portal, "village-assault")
    match = browser.address
    keeps(match)
    with stopped(portal):
        browser.open(rules)
        browser.see("#offline", "You are offline")
        browser.see("article.rules h2")
        browser.open(match)
        browser.see("#offline", "You are offline")
        browser.see(".board")
        wait_for(lambda: not browser.all(".acts"), "nothing to be offered", SECONDS)
    browser.see("#page[data-socket=open]")
    assert not browser.all("#offline")
    assert move(browser, 0)
