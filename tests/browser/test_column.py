"""At a desk the seats and the log stand beside the board, and nobody is out of sight."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from games.burn_my_village.components import TREASURES
from games.burn_my_village.state import Laid
from games.castle_panic.state import Monster
from games.matches.models import Match
from games.matches.play.actions import services
from tests.browser.castle import change_match
from tests.browser.expecting import expect
from tests.browser.people import BURN, Person, Somebody
from tests.browser.test_every_board import LINES
from tests.browser.test_finale import ROWS
from tests.browser.test_one_screen import OUT_OF_REACH, OVERLAPPING
from tests.browser.test_phone_page import ON_TOP
from tests.browser.test_playing import OUT_OF_HEADER
from tests.games.matches.conftest import play
from tests.support.matches import started

SMALL, LARGE = (1280, 720), (1440, 900)
BRIBES = (  # treasures and coins of each seat, by kind
    ((2, 1), (1, 0), (3, 2)),
    ((4, 0), (2, 1), (1, 0), (1, 0)),
    ((1, 0), (5, 1)),
    ((2, 0), (1, 0), (1, 0)),
)

# The seats that aren't to be seen whole.
CUT_SEATS = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const list = box(".side > section:has(> .seats)");
  return [...document.querySelectorAll(".seat")].filter((seat) => {
    const { top, bottom } = seat.getBoundingClientRect();
    return top < list.top - 1 || bottom > Math.min(list.bottom, innerHeight) + 1;
  }).map((seat) => seat.id);
}"""
TOPS = "[...document.querySelectorAll('.seat')].map((seat) => seat.getBoundingClientRect().top)"
NAME_HEIGHTS = "[...document.querySelectorAll('.seat .name')].map((name) => name.offsetHeight)"


@pytest.fixture
def table(
    somebody: Somebody, at_the_server: Callable[..., Any]
) -> Callable[..., tuple[Person, Match]]:
    """amber at a desk, with so many others at a match that stands as `edit` says."""
    amber = somebody(viewport={"width": SMALL[0], "height": SMALL[1]}).sign_up()

    def make(others: int, edit: Callable[[Any], None], game: str = BURN) -> tuple[Person, Match]:
        names = [f"guest{number}" for number in range(others)]
        users = [User.objects.create_user(name) for name in names]
        people = [User.objects.get(username=amber.name), *users]
        match = at_the_server(started, *people, game=game, deal=services.open_deal(), first=0)
        change_match(match.public_id, edit)
        amber.is_at(match)
        return amber, match

    return make


def late(state: Any) -> None:
    """Everyone has bribed and taken cards openly."""
    for player, laid in zip(state.players, BRIBES, strict=True):
        player.bribes |= {kind: Laid(*of) for kind, of in zip(TREASURES, laid, strict=False)}
        player.known = {kind: min(count, 2) for kind, count in player.hand.items()}


def castle(phase: str) -> Callable[[Any], None]:
    def edit(state: Any) -> None:
        state.phase, state.turn, state.active, state.trades_left = phase, 1, 0, 1
        state.monsters = [Monster("orc", 2, ring, arc) for ring, arc in ((1, 1), (2, 3), (3, 5))]
        for player in state.players:
            player.hand = {"archer-red": 1, "knight-green": 2, "hero-blue": 1, "tar": 1}

    return edit


def test_an_open_chat_hides_nothing_ends_with_the_window_and_the_header_is_one_line(
    table, at_the_server
):
    amber, match = table(3, late)
    for _step in range(4):
        at_the_server(play, match)
    page = amber.page
    page.locator("#chat > summary").click()
    for size in (SMALL, LARGE):
        amber.resize(*size)
        assert page.evaluate(CUT_SEATS) == []
        for part in ("#asking-s", "#resign-s"):
            assert page.locator(part).evaluate(ON_TOP), (part, size)
        to_log = page.get_by_role("button", name="Log", exact=True)
        assert page.locator(".side .log").is_visible() != to_log.is_visible(), size
        assert page.evaluate(LINES) > 1
        for part in ("#chat .nothing", "#chat .chips", "#chat .sharebox"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        box = page.locator("#chat").bounding_box()
        assert box
        assert box["y"] + box["height"] < size[1]
    amber.resize(*SMALL)
    to_log.click()
    expect(page.locator("#chat > summary")).to_be_focused()
    expect(page.locator(".side .log")).to_be_visible()
    for figure in ("my-turn", "next-here"):
        amber.page.evaluate(f"document.getElementById('{figure}').hidden = false")
    for width in (960, 1024, 1200, 1440):
        amber.resize(width, 768)
        assert amber.page.locator("body > .bar").evaluate(ROWS) == 1, width
        assert amber.page.evaluate(OUT_OF_HEADER) == [], width
        assert amber.page.evaluate(OVERLAPPING, [".bar nav a", ".brand span, .tools *"]) == []
        expect(amber.page.locator("#next-here .btn")).to_have_css("height", "40px")
        if width >= 1200:  # below that a figure, and the menu or one's own page, have to do
            expect(amber.page.get_by_text("Next game")).to_be_in_viewport(ratio=1)
            expect(amber.page.get_by_role("button", name="Log out")).to_be_in_viewport(ratio=1)
        expect(amber.page.locator(".to-menu")).to_be_hidden()
        amber.has_no_sideways_scroll()


@pytest.mark.whole  # sooner: an open chat hides nothing, above
def test_six_seats_are_in_reach_in_a_trade_fade_in_a_small_window_and_fit_a_large_one(table):
    amber, match = table(5, castle("trade"), "castle-panic")
    page = amber.page
    assert page.locator(".seat [data-target].can").count() > 0
    for size in (SMALL, LARGE):
        amber.resize(*size)
        assert page.evaluate(CUT_SEATS) == []
        assert page.evaluate(OUT_OF_REACH) == []
        assert page.evaluate(TOPS) == sorted(page.evaluate(TOPS)), "as in all phases"
    change_match(match.public_id, castle("play"))
    amber.resize(*SMALL)
    amber.reloads()
    page = amber.page
    seats = page.locator(".side > section:has(> .seats)")
    assert page.evaluate(CUT_SEATS) != []
    cut = "(list) => getComputedStyle(list).getPropertyValue('--cut')"
    assert seats.evaluate(cut) == "24px"
    seats.evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
    expect(seats).to_have_css("--cut", "0px")
    for seat in match.seats.exclude(index=0):
        match.seats.filter(pk=seat.pk).update(name=f"{seat.name} of Northumberland")
    match.seats.filter(index=5).update(user=None, ai_level="easy", name="Ember the Bold")
    page = amber.page
    page.reload()
    amber.resize(*LARGE)
    assert page.evaluate(CUT_SEATS) == []
    assert max(page.evaluate(NAME_HEIGHTS)) < 30, "one line"
    last = page.locator("#seat-4 .name > :first-child")
    expect(last).to_have_attribute("title", "guest3 of Northumberland")
    amber.resize(360, 740)
    assert page.locator(".strip .name").last.inner_text() == "Ember"
    page.locator(".strip a").nth(4).click()
    assert page.locator("#seat-4").get_by_text("guest3 of Northumberland").evaluate(ON_TOP)
