"""The page around a board on a phone: what one needs stays in sight, and has its name."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Locator

from accounts.models import User
from accounts.talk.services import say
from games.matches.models import Match
from games.plugin.model import Meta
from tests.browser.expecting import expect
from tests.browser.people import BURN, Person, Somebody
from tests.browser.test_every_board import GAMES, in_mid_game
from tests.browser.test_finale import ROWS
from tests.browser.test_one_screen import CUT, INSIDE, LEAST_TOUCH, LOW_DESK, OVERLAPPING
from tests.browser.test_playing import OUT_OF_HEADER
from tests.browser.test_telling import before_a_still_page
from tests.games.matches.conftest import look, play, user_to_move
from tests.support.also import also_rows

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}

# The boxes around what can be asked about that something cuts which doesn't cut the thing itself.
CUT_BOXES = """() => [...document.querySelectorAll("#live .board [data-rule]")].filter((thing) => {
  const { outlineWidth, outlineOffset } = getComputedStyle(thing);
  const by = parseFloat(outlineWidth) + parseFloat(outlineOffset);
  const room = (box) => {
    const inner = thing.getBoundingClientRect(), outer = box.getBoundingClientRect();
    return Math.min(inner.left - outer.left, outer.right - inner.right,
      inner.top - outer.top, outer.bottom - inner.bottom);
  };
  for (let box = thing.parentElement; box.id !== "live"; box = box.parentElement)
    if (getComputedStyle(box).overflow !== "visible" && room(box) > -1 && room(box) < by - 0.5)
      return thing.checkVisibility() && !thing.closest("[popover]");
}).map((thing) => thing.className)"""
Sizes = tuple[tuple[int, int], ...]
OTHER_PHONES = ((320, 640), (390, 844), (740, 360))
# Whether a press in the middle of this element is one on it.
ON_TOP = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
# The same once one has scrolled to it.
IN_REACH = """(element) => {
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  return (ON_TOP)(element);
}""".replace("ON_TOP", ON_TOP)
# The px between the words of a button and its sides.
AROUND_WORDS = """(button) => {
  const words = document.createRange();
  words.selectNodeContents(button);
  const inner = words.getBoundingClientRect(), outer = button.getBoundingClientRect();
  return Math.min(inner.left - outer.left, outer.right - inner.right);
}"""

# The headings and names of one word that are broken within it.
BROKEN = """() => [...document.querySelectorAll("thead th:not(:has(*)), .note b")].filter((one) => {
  const word = document.createRange();
  word.selectNodeContents(one);
  return !/\\s/.test(one.textContent.trim()) && word.getClientRects().length > 1;
}).map((one) => one.textContent.trim())"""


@pytest.fixture
def amber(somebody: Somebody) -> Person:
    person = somebody(**PHONE).sign_up().play_now()
    person.is_connected()
    return person


def test_what_one_needs_stays_in_sight_and_below_a_result_no_line_begins_with_a_dot(amber):
    the_status_line_names_the_game(amber)
    putting_back_has_room_around_its_words(amber)
    the_preferences_can_be_closed_and_tell_of_no_keys(amber)
    the_prompt_stays_in_sight_while_all_choices_are_listed(amber)
    amber.resigns()
    amber.page.reload()
    expect(amber.page.locator("#live[data-over]")).to_be_attached()
    assert amber.page.evaluate(LEADING_DOTS) == []
    amber.page.locator(".result .who").first.evaluate("(who) => who.append('o'.repeat(30))")
    assert amber.page.evaluate(BROKEN) == [], "a long name has its own column alone"


def test_the_name_of_whoever_is_invited_is_in_one_piece(somebody, at_the_server):
    at_the_server(User.objects.create_user, "juniper")
    page = somebody(**PHONE).sign_up().page
    page.goto(f"/tables/new/{BURN}/?invite=juniper")
    expect(page.locator(".note b")).to_have_text("juniper")
    assert page.evaluate(BROKEN) == []


def the_status_line_names_the_game(amber: Person) -> None:
    assert amber.page.evaluate(CUT, ".strip .name") == []
    expect(amber.page.locator(".status .game")).to_contain_text("Please Don’t Burn My Village")
    expect(amber.page.locator(".status .game")).to_be_visible()


def putting_back_has_room_around_its_words(amber: Person) -> None:
    amber.target("deck").first.click()
    back = amber.page.locator("#clear")
    expect(back).to_be_visible()
    assert back.evaluate(AROUND_WORDS) >= 8
    back.click()


def the_preferences_can_be_closed_and_tell_of_no_keys(amber: Person) -> None:
    amber.page.locator("#drawer").tap()
    amber.page.get_by_role("button", name="How you play").tap()
    panel = amber.page.locator("#preferences")
    expect(panel.get_by_role("heading", name="Keys")).to_be_hidden()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    amber.page.keyboard.press("Escape")


def the_prompt_stays_in_sight_while_all_choices_are_listed(amber: Person) -> None:
    page = amber.page
    page.evaluate("scrollTo(0, 20)")
    before = page.evaluate("scrollY")
    page.locator("#all").click()
    expect(page.locator("#list summary").first).to_be_visible()
    page.evaluate("scrollBy(0, 60)")
    status, choices = (page.locator(part).bounding_box() for part in ("#status", "#list"))
    assert status is not None
    assert choices is not None
    assert status["y"] >= 0
    assert status["y"] + status["height"] <= choices["y"]
    amber.has_no_sideways_scroll()
    page.locator("#all").click()
    assert page.evaluate("scrollY") == before, "the board is where it was"


Scene = tuple[Person, Match]


@pytest.fixture
def scene(somebody: Somebody, at_the_server: Callable[..., Any], meta: Meta) -> Scene:
    """amber on a phone, to move in mid-game, with elm if two can play it."""
    amber = somebody(**PHONE).sign_up()
    match = at_the_server(in_mid_game, meta, amber.name)
    amber.is_at(match)
    return amber, match


# Beside a board that is played alone at once, beside another in windows of every size.
EVERY = (*OTHER_PHONES, LOW_DESK)
ALONE = next(meta for meta in GAMES if meta.max_seats == 1)


@pytest.mark.parametrize(
    ("meta", "sizes"),
    [
        (ALONE, ()),
        pytest.param(GAMES[0], EVERY, marks=pytest.mark.whole),
        *also_rows(*product(GAMES[1:], [EVERY])),
    ],
    ids=lambda each: each.slug if isinstance(each, Meta) else str(len(each)),
)
def test_what_stands_beside_a_board_lies_in_a_drawer_that_is_always_in_reach(
    scene, at_the_server, meta, sizes
):
    amber, match = scene
    everything_beside_the_board_lies_in_a_drawer(amber, sizes)
    while_one_asks_the_instruction_and_the_way_out_lie_on_top(amber)
    the_way_to_the_drawer_stays_beside_a_move(amber, sizes)
    if meta.max_seats == 1:
        return
    while user_to_move(look(match)).username == amber.name:
        at_the_server(play, match)
    amber.reloads()
    assert amber.page.locator("#drawer").evaluate(ON_TOP), "while others move"


def everything_beside_the_board_lies_in_a_drawer(amber: Person, sizes: Sizes) -> None:
    page = amber.page
    opener = page.locator("#drawer")
    before = page.locator("#undo").is_visible()
    assert before == (page.locator("#take-back").count() == 1), "taking back takes one press"
    expect(opener).to_have_accessible_name("Chat and log")
    opener.tap()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(page.locator("#close-chat")).to_be_focused()
    for part in beside_the_board(amber):
        assert part.evaluate(IN_REACH), part
    expect(page.locator(".table")).to_be_hidden()  # behind it nothing takes the focus
    amber.has_no_sideways_scroll()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    expect(opener).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#resign-s")).to_be_hidden()
    page.evaluate("scrollTo(0, 999)")
    opener.press("Enter")
    expect(page.locator(".status")).to_be_in_viewport(ratio=1)
    page.locator("#close-chat").press("Enter")
    expect(opener).to_be_focused()
    if page.locator(".strip").is_visible():
        page.locator(".strip a").last.tap()
        assert page.locator(".seat:visible").last.evaluate(ON_TOP)
        page.locator("#close-chat").tap()
    for width, height in sizes:
        amber.resize(width, height)
        assert page.evaluate(INSIDE, "#drawer"), (width, height)
        opener.click()
        assert page.locator("#resign-s").evaluate(IN_REACH), (width, height)
        page.locator("#close-chat").click()
        amber.has_no_sideways_scroll()
    amber.resize(360, 740)


def while_one_asks_the_instruction_and_the_way_out_lie_on_top(amber: Person) -> None:
    page = amber.page
    page.locator("[data-ask]:visible").first.tap()
    told = page.locator(".asking")
    expect(told).to_contain_text("anything on the board")
    assert page.evaluate(CUT_BOXES) == []
    for one in page.locator("#live .board .can:not([data-rule], [data-rule] *)").all()[:1]:
        one.tap()
        expect(told).to_be_visible()
        expect(page.locator("#live[data-picking]")).to_have_count(0)
    assert page.evaluate(INSIDE, ".asking")
    for part in (told.locator("p"), told.get_by_role("button", name="Done")):
        assert part.evaluate(ON_TOP)
    told.get_by_role("button", name="Done").tap()
    expect(told).to_be_hidden()
    page.locator("[data-ask]:visible").first.tap()
    page.locator(".board [data-rule]:not([aria-disabled=true]):visible").first.tap()
    sheet = page.locator("[data-asked]")
    expect(sheet).to_be_visible()
    beside = [one for one in page.locator("#live .board .can").all() if one.evaluate(ON_TOP)]
    beside[-1].tap()
    expect(sheet).to_be_hidden()
    expect(page.locator("#live[data-picking]")).to_have_count(0)


def the_way_to_the_drawer_stays_beside_a_move(amber: Person, sizes: Sizes) -> None:
    page = amber.page
    chosen = next(one["picks"] for one in amber.choices() if one["picks"] and not one["atOnce"])
    page.locator(f'#live [data-target="{chosen[0]}"].can').first.click()
    expect(page.locator("#live[data-picking]")).to_have_count(1)
    for width, height in ((360, 740), *sizes, (800, 1100)):
        amber.resize(width, height)
        for part in ("#clear", "#confirm", "#drawer"):
            assert page.evaluate(INSIDE, part), (part, width, height)
            assert page.locator(part).evaluate(ON_TOP), (part, width, height)
            box = page.locator(part).bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= LEAST_TOUCH, (part, width, height)
        amber.has_no_sideways_scroll()
    amber.resize(360, 740)
    expect(page.locator("#drawer")).to_have_accessible_name("Chat and log")
    page.locator("#drawer").tap()
    assert page.locator("#resign-s").evaluate(IN_REACH)
    page.locator("#close-chat").tap()
    expect(page.locator("#live[data-picking]")).to_have_count(1)  # nothing is put back


one_board = pytest.mark.parametrize("meta", GAMES[:1], ids=[GAMES[0].slug])


def beside_the_board(person: Person) -> list[Locator]:
    """Of everything that has no place on a small screen, what one presses or reads first."""
    page = person.page
    return [
        page.get_by_role("heading", name="Players’ chat"),
        page.get_by_role("textbox", name="Say something"),
        page.locator("#watching"),
        *page.locator(".others summary, #take-back, #order .btn, #asking-s, #resign-s").all(),
        page.get_by_role("button", name="How you play"),
        page.get_by_role("button", name="Notepad"),
        page.locator("[role=log] li").last,
        *page.locator(".seat:visible").all(),
    ]


@pytest.mark.whole  # sooner: test_chat.py, tests/pages/test_match_page.py
@one_board
def test_an_unread_message_covers_nothing_and_who_was_away_finds_the_way_back(
    scene, somebody, at_the_server
):
    amber, match = scene
    cedar = somebody(**PHONE).sign_up()
    dune = User.objects.create_user("dune")
    cedar.is_at(match)
    elm = User.objects.get(username="elm")
    for user, room, reader in ((elm, "players", amber), (dune, "watchers", cedar)):
        at_the_server(say, user=user, key=f"match:{match.public_id}:{room}", text="Oh dear.")
        badge = reader.page.locator("[data-unread]:visible")
        expect(badge).to_have_text("1 new messages")
        words = (".status > *, .status a", "[data-unread], #chat > summary, #drawer")
        assert reader.page.evaluate(OVERLAPPING, words) == []
        badge.tap()
        expect(reader.page.get_by_text("Oh dear.").first).to_be_visible()
        expect(badge).to_have_count(0)
    page = amber.page
    Match.objects.filter(pk=match.pk).update(paused=Match.Paused.RESTING)
    page.reload()
    assert page.get_by_role("button", name="Play on").evaluate(ON_TOP)
    Match.objects.filter(pk=match.pk).update(paused="")
    match.seats.filter(user__username=amber.name).update(caretaker=True)
    page.reload()
    amber.is_connected()
    for width, height in ((360, 740), *OTHER_PHONES, LOW_DESK):
        amber.resize(width, height)
        assert page.evaluate(INSIDE, "#return"), (width, height)
        assert page.locator("#return").evaluate(ON_TOP), (width, height)
        parts = ".status h1, .strip, .playfield, .tray :is(.card, .btn)"
        assert page.evaluate(OVERLAPPING, [".way-back", parts]) == [], (width, height)
        assert page.locator("#chat > summary").evaluate(ON_TOP), (width, height)
    amber.resize(360, 740)
    page.locator("#chat > summary").tap()
    page.locator(".controls [popovertarget=preferences]").tap()
    expect(page.locator("#preferences")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#close-chat").tap()
    page.locator("#return").tap()
    expect(page.locator(".acting")).to_be_visible()
    expect(page.locator("#return")).to_have_count(0)
    amber.is_connected()
    assert page.locator("#drawer").evaluate(ON_TOP)


# The px between the header's last piece and the place where its content ends.
LEFT_AT_THE_END = """(bar) => {
  const end = bar.getBoundingClientRect().right - parseFloat(getComputedStyle(bar).paddingRight);
  return end - bar.lastElementChild.getBoundingClientRect().right;
}"""


def test_the_header_takes_one_row_on_every_page_and_has_a_menu(somebody):
    amber = somebody(**PHONE).sign_up()
    page, match = amber.page, amber.new_match()
    for path in ("/", f"/rules/{BURN}/", match):
        page.goto(path)
        if path == "/":
            assert page.locator("body > .bar").evaluate(LEFT_AT_THE_END) == 0, "nothing waits"
        for width in (320, 800, 360):
            amber.resize(width, 740)
            assert page.locator("body > .bar").evaluate(ROWS) == 1, (path, width)
            assert page.evaluate(OUT_OF_HEADER) == [], (path, width)
            amber.has_no_sideways_scroll()
    opener, menu = page.get_by_role("button", name="Menu"), page.locator("#menu")
    expect(menu).to_be_hidden()
    opener.press("Enter")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()
    opener.tap()
    for name in ("Desk", "Tables", "Quick match", "My matches", "Settings"):
        assert menu.get_by_role("link", name=name).evaluate(ON_TOP), name
    expect(menu.get_by_role("button", name="Dark or light")).to_be_visible()
    menu.get_by_role("link", name="Tables").tap()
    page.wait_for_url("**/tables/")
    opener.tap()
    menu.get_by_role("button", name="Log out").tap()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


# With which room the line below the heading begins one of its lines with a dot.
LEADING_DOTS = """() => {
  const line = document.querySelector(".status .phase");
  const begins = () => {
    const { left } = line.getBoundingClientRect();
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) {
      const dot = texts.currentNode.data.indexOf("·");
      if (dot < 0) continue;
      const range = document.createRange();
      range.setStart(texts.currentNode, dot);
      range.setEnd(texts.currentNode, dot + 1);
      found.push(range.getBoundingClientRect().left < left + 4);
    }
    return found.includes(true);
  };
  return Array.from({ length: 40 }, (_, step) => 260 + 4 * step).filter((room) => {
    line.style.inlineSize = `${room}px`;
    return begins();
  });
}"""


def test_who_has_no_mouse_is_told_of_touches(somebody, at_the_server):
    amber, steps = before_a_still_page(somebody, at_the_server, **PHONE)
    steps(2)
    expect(amber.hint).to_have_text("A touch skips what is shown.")


def test_a_guests_page_of_a_match_that_is_over_scrolls_down_alone(somebody):
    guest = somebody(**PHONE).sign_up().play_now()
    User.objects.update(is_guest=True)
    guest.resigns()
    page = guest.page
    page.reload()
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    menu = page.locator(".to-menu").bounding_box()
    assert menu is not None
    assert 340 < menu["x"] + menu["width"] <= 360
    page.evaluate("scrollTo(0, 200)")
    assert (
        page.evaluate("document.querySelector('#chat > summary').getBoundingClientRect().top") > 0
    )
