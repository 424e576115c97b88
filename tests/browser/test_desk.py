"""The figures that every page shows: they count live, wherever one is."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts import notices
from accounts.models import User
from games.matches.models import Match
from tests.browser.expecting import expect
from tests.browser.people import BURN
from tests.games.matches.conftest import play
from tests.support.matches import started
from tests.support.waiting import wait_for

Server = Callable[..., Any]

# Whether the next match is still not offered when the offer comes just after a press.
OFFERED_AT_A_PRESS = """async () => {
  const { showBadge } = await import("/static/js/site/page.js");
  document.dispatchEvent(new PointerEvent("pointerdown"));
  showBadge({ waiting: 2, elsewhere: 2, unread: 0, next_here: true });
  return document.getElementById("next-here").hidden;
}"""


def begin(*names: str) -> Match:
    """A match of these people, in which the first is to move."""
    users = [User.objects.get(username=name) for name in names]
    return started(*users, number=Match.objects.count() + 1, first=0)


def is_listening(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-me", "open")


def icon_of(page: Page) -> str:
    return str(page.evaluate("document.querySelector('link[rel=icon]').href.slice(0, 22)"))


def counts(page: Page, figure: int) -> None:
    """The header, the title and the icon of this page show so many matches."""
    turn = page.locator("#my-turn")
    if figure:
        expect(turn).to_have_text(re.compile(rf"My turn\s*{figure}"))
        expect(page).to_have_title(re.compile(rf"^\({figure}\) "))
    else:
        expect(turn).to_be_hidden()
        expect(page).to_have_title(re.compile(r"^[^(]"))
    drawn = "data:image/png;base64," if figure else icon_of(page)
    page.wait_for_function(
        "href => document.querySelector('link[rel=icon]').href.startsWith(href)", arg=drawn
    )


@pytest.mark.whole  # sooner: tests/lobby/test_me_socket.py
def test_the_badge_counts_live_on_every_page(somebody, at_the_server):
    amber, birch = somebody().sign_up(), somebody().sign_up()
    elsewhere = amber.page.context.new_page()
    elsewhere.goto("/my-matches/")
    amber.page.goto("/")
    birch.page.goto("/")
    pages = (amber.page, elsewhere)
    for page in (*pages, birch.page):
        is_listening(page)
        counts(page, 0)
    plain = icon_of(elsewhere)

    first, second = (at_the_server(begin, "amber", "birch") for _match in range(2))
    for page in pages:
        counts(page, 2)
    expect(amber.page.get_by_role("heading", level=1)).to_have_text(
        "2 matches are waiting for you."
    )

    elsewhere.goto(f"/matches/{first.public_id}/")
    is_listening(elsewhere)
    counts(elsewhere, 2)
    offer = elsewhere.get_by_role("link", name="Next game")
    expect(offer).to_be_hidden()
    tools = elsewhere.locator(".tools")
    before = tools.bounding_box()
    assert elsewhere.evaluate(OFFERED_AT_A_PRESS), "nothing appears under a finger"
    expect(offer).to_be_visible()
    assert tools.bounding_box() == before, "its place was kept"
    at_the_server(play, first)
    counts(elsewhere, 1)
    counts(amber.page, 1)
    counts(birch.page, 1)
    offer.click()
    expect(elsewhere).to_have_url(re.compile(second.public_id))
    at_the_server(play, second)
    for page in pages:
        counts(page, 0)
    assert icon_of(elsewhere) == plain


# Toasts go after eight seconds; another window may take longer to count.
TOASTS_STAY = """const later = window.setTimeout;
window.setTimeout = (what, ms, ...more) => ms === 8_000 ? 0 : later(what, ms, ...more);"""


def test_every_window_counts_a_notice_and_one_shows_it_and_leads_on(somebody, at_the_server):
    amber = somebody().sign_up()
    windows = [amber.page, amber.page.context.new_page()]
    for page in windows:
        page.add_init_script(TOASTS_STAY)
        page.goto("/tables/")
        is_listening(page)
    pk = User.objects.get(username="amber").pk
    for count in (1, 2):
        link = ("/", "/my-matches/")[count - 1]
        told = {"text": f"Kettle {count} is on.", "link": link, "key": f"kettle{count}"}
        at_the_server(notices.tell, user_id=pk, **told)
        bells = [page.get_by_role("link", name="Notices") for page in windows]
        for bell in bells:
            expect(bell).to_contain_text(str(count))
        toasts = [page.get_by_role("alert").get_by_text(told["text"]) for page in windows]
        wait_for(lambda toasts=toasts: sum(toast.count() for toast in toasts) > 0, "a toast")
        for page in windows:
            page.evaluate("navigator.locks.query()")  # a turn for whoever else would show it
        assert sum(toast.count() for toast in toasts) == 1
    shown = next(index for index, toast in enumerate(toasts) if toast.count())
    toasts[shown].click()
    expect(windows[shown]).to_have_url("/my-matches/")
    expect(bells[shown]).to_contain_text("1")


@pytest.mark.again  # sooner: no page scrolls sideways, in test_playing
def test_games_stand_in_rows_pages_begin_at_the_same_edge_and_a_countdown_counts(somebody):
    page = somebody(viewport={"width": 1440, "height": 900}).sign_up().page
    left = "document.querySelector('main h1').getBoundingClientRect().left"
    edges = set()
    for path in ("/notices/", "/settings/", "/tables/", f"/play/{BURN}/", "/"):
        page.goto(path)
        edges.add(page.evaluate(left))
    assert len(edges) == 1
    columns = "getComputedStyle(document.querySelector('.tiles')).gridTemplateColumns.split(' ')"
    for width, count in ((1440, 4), (1280, 4), (800, 2), (360, 1)):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(f"{columns}.length") == count, width
    page.goto("/daily/village-assault/")
    expect(page.locator("[data-countdown]").first).to_have_text(re.compile(r"\(in \d\d:\d\d:"))
