"""The board of Please Don't Burn My Village in a browser: previews, the running score, its fit."""

import re
from typing import Any

import pytest

from games.burn_my_village.components import SPACE_VALUES, no_cards
from games.burn_my_village.state import Laid
from games.matches.models import Match
from games.matches.record.selectors import snapshot
from games.plugin import Choice
from tests.browser.castle import change
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_one_screen import OVERLAPPING

PREVIEW = """async ({script, choice}) => {
    const { preview } = await import(script);
    preview(document.getElementById("live"), choice);
}"""


def preview(person: Person, choice: Choice[Any] | None) -> None:
    """Have the board show what a choice would do, as the page does when one is selected."""
    person.is_connected()
    given = {"script": "/static/burn_my_village/board.js"}
    shown = None if choice is None else {"picks": list(choice.picks), "preview": choice.preview}
    person.page.evaluate(PREVIEW, {**given, "choice": shown})


def choices_of(person: Person) -> list[Choice[Any]]:
    """What the person, on the first seat, may choose now."""
    match = Match.objects.select_related("deal").get(public_id=person.public_id)
    shown = snapshot(match)
    return list(shown.game.choices(shown.state, 0))


def best(choices: list[Choice[Any]]) -> Choice[Any]:
    """The bribe that makes its treasure so much more valuable."""

    def gain(choice: Choice[Any]) -> int:
        coming = choice.preview or {"from": 0, "to": 0}
        return SPACE_VALUES[coming["to"]] - SPACE_VALUES[coming["from"]]

    found = max(choices, key=gain)
    assert gain(found) > 0
    return found


# Cards of the market that stick out of their stall, and names that are covered or cut.
UNREADABLE = """() => [...document.querySelectorAll(".column .card")].filter((card) => {
  const box = card.closest(".column").getBoundingClientRect();
  const words = card.querySelector(".caption");
  const inner = document.createRange();
  inner.selectNodeContents(words);
  const { left, top, right, bottom } = inner.getBoundingClientRect();
  const next = card.parentElement.nextElementSibling?.getBoundingClientRect();
  const until = next && next.top > top ? Math.min(next.top, box.bottom) : box.bottom;
  return top < box.top || bottom > until + 4 || left < box.left
    || right > box.right || parseFloat(getComputedStyle(words).fontSize) < 11;
}).map((card) => card.textContent.trim())"""


# Ways into the rules, and the figure of a pile: none may lie on another.
MARKS = ".trade .ask, .piles .many"


@pytest.mark.again  # sooner: what a player needs is at hand, in test_every_board
def test_any_number_of_cards_hangs_in_a_stall_or_is_laid_as_a_bribe_and_can_be_read(somebody):
    amber = somebody(viewport={"width": 1280, "height": 720}).sign_up().play_now()

    def full(state: Any) -> None:
        every = ["sword", "scroll", "feather", "potion", "axe", "crown", "wild"]
        state.stalls[0], state.stalls[1] = every * 2, every[:6]
        state.stalls[2], state.stalls[3] = ["axe", "crown"] * 5, [*every, "axe"]

    change(amber, full)
    amber.reloads()
    page = amber.page
    expect(page.locator(".stall").nth(3)).to_contain_text("2 feathers")
    expect(page.locator(".stall").nth(1).locator(".column .card")).to_have_count(2)
    for width, height in (
        *((1280, 720), (1280, 850), (1366, 660), (1440, 900), (1024, 700)),
        *((1024, 600), (740, 600), (360, 740), (360, 690)),
    ):
        amber.resize(width, height)
        assert page.evaluate(UNREADABLE) == [], (width, height)
        assert page.evaluate(OVERLAPPING, [MARKS, MARKS]) == [], (width, height)
    page.get_by_role("button", name="Chat and log").click()  # where the seats lie on a phone
    room = page.locator(".bribes.own")
    expect(room).to_be_empty()
    assert room.evaluate("(room) => room.offsetHeight") > 0, "for the bribe that is chosen"
    page.locator("#live").evaluate("(match) => match.removeAttribute('data-acts')")
    assert room.evaluate("(room) => room.offsetHeight") == 0, "nobody chooses one"
    what_counts_the_cards_of_a_bribe_covers_none_of_them(amber)


# Bribes whose cards reach below the words that count them, or whose words reach the next bribe.
COVERED_CARDS = """() => [...document.querySelectorAll(".bribe")].filter((bribe) => {
  const cards = [...bribe.querySelectorAll(".piece")].map((card) => card.getBoundingClientRect());
  const sum = bribe.querySelector(".sum").getBoundingClientRect();
  const box = bribe.getBoundingClientRect();
  return Math.max(...cards.map(({ right }) => right)) > sum.left || sum.right > box.right + 1;
}).map((bribe) => `${bribe.dataset.place} ${bribe.querySelector(".sum").textContent}`)"""


def what_counts_the_cards_of_a_bribe_covers_none_of_them(amber: Person) -> None:
    def lavish(state: Any) -> None:
        for player in state.players:
            for treasure, count in zip(player.bribes, (12, 1, 14, 3, 11, 10), strict=True):
                player.bribes[treasure] = Laid(count - 1, 1)

    change(amber, lavish)
    amber.reloads()
    for size in ((1280, 720), (1440, 900), (1024, 700), (360, 740)):
        amber.resize(*size)
        for choice in (None, best(choices_of(amber))):
            preview(amber, choice)
            assert amber.page.evaluate(COVERED_CARDS) == [], (size, choice)


# How far the rings of picked cards stay below the upper edge of the tray that would cut them.
ROOM = """() => {
  const above = document.querySelector(".tray").getBoundingClientRect().top;
  const tops = [...document.querySelectorAll(".tray .chosen")].map((card) =>
    card.getBoundingClientRect().top);
  return Math.min(...tops) - 5 - above;
}"""
# Which tokens' figures lie under a mark of what their kind would be worth.
COVERED = """() => [...document.querySelectorAll(".space > .token[data-then]")].filter((token) => {
  const figure = token.querySelector(".piece").getBoundingClientRect();
  const mark = getComputedStyle(token, "::after");
  const edge = token.getBoundingClientRect().bottom - parseFloat(mark.bottom)
    - parseFloat(getComputedStyle(token).borderBottomWidth);
  return edge - parseFloat(mark.height) < figure.bottom;
}).map((token) => token.id)"""


@pytest.mark.again  # sooner: a choice is shown on the board, below
def test_on_a_phone_a_preview_covers_no_figure_and_each_touch_takes_one_more(somebody):
    amber = somebody(viewport={"width": 360, "height": 740}).sign_up().play_now()
    page = amber.page
    choice = best(choices_of(amber))
    for pick in choice.picks:
        amber.touch(pick)
    move, _colon, effect = str(amber.confirm.text_content()).partition(": ")
    expect(amber.confirm.locator("small")).to_have_text(effect)
    assert move.startswith(("Bribe with", "Add"))
    assert page.locator(".space > .token[data-then]").count() > 0
    assert page.evaluate(COVERED) == []
    assert page.evaluate(ROOM) >= 0
    above = page.evaluate(
        """() => [".track > .path", ".track .token", ".standing"].map((each) =>
        Number(getComputedStyle(document.querySelector(each)).zIndex))"""
    )
    assert above == sorted(set(above)), "tokens and buttons lie over the way"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Look through the discards").click()
    expect(page.get_by_role("heading", name="Discards")).to_be_visible()
    amber.resize(320, 640)
    amber.has_no_sideways_scroll()
    deal(amber, LONG_HAND)
    amber.is_connected()
    amber.has_no_sideways_scroll()
    for kind, count in LONG_HAND.items():
        cards = amber.page.locator(f'.tray [data-target="hand:{kind}"]')
        expect(cards).to_have_count(count)
        lefts = [box["x"] for card in cards.all() if (box := card.bounding_box())]
        assert 0 < max(lefts) - min(lefts) < 10, "one heap, with the edges of its cards"
    for taken in range(1, LONG_HAND["sword"] + 1):
        amber.touch("hand:sword")
        expect(amber.page.locator('.tray .chosen[data-target="hand:sword"]')).to_have_count(taken)


def test_a_choice_is_shown_on_the_board_before_it_is_made_and_anything_tells_its_rule(somebody):
    amber = somebody(viewport={"width": 360, "height": 900}).sign_up().play_now()
    page = amber.page
    choice = best(choices_of(amber))
    coming = choice.preview
    assert coming is not None
    before = page.locator(".village").inner_html()
    preview(amber, choice)
    ghost = page.locator(".space").nth(coming["to"]).locator(".ghost")
    expect(ghost).to_be_visible()
    expect(ghost).to_have_attribute("data-kind", coming["token"])
    expect(page.locator(".path path")).to_have_attribute("d", re.compile(r"^M[\d.-]+ "))
    token = page.locator(f"#token-{coming['token']}")
    expect(token).to_have_attribute("data-then", re.compile("→"))
    expect(token).to_have_attribute("data-trend", "up")
    for seat, later in enumerate(coming["points"]):
        figures = page.locator(f"[data-points='{seat}']")
        # in the strip of seats, above the track and on the seat's card
        expect(figures).to_have_text(["0"] * 3)
        changed = page.locator(f"[data-points='{seat}'][data-then='{later}']")
        expect(changed).to_have_count(3 if later else 0)
    laid = page.locator(f".bribes.own [data-kind='{coming['token']}'] .set .ghost")
    expect(laid).to_have_count(len(choice.picks))  # own cards, as if they lay there already
    on_track = page.locator(f".space[data-kind='{coming['token']}'] .owners")
    expect(on_track).to_contain_text(f"+{len(choice.picks)}")
    amber.has_no_sideways_scroll()
    preview(amber, None)
    assert page.locator(".village").inner_html() == before
    expect(page.locator("[data-then], [data-trend]")).to_have_count(0)
    preview(amber, choice)
    preview(amber, next(one for one in choices_of(amber) if one.picks == ("deck",)))
    expect(page.locator(".ghost, .path, [data-then], [data-forecast]")).to_have_count(0)
    preview(amber, choice)
    amber.draw()
    preview(amber, None)
    expect(page.locator(".ghost, .path, [data-then], [data-forecast]")).to_have_count(0)
    amber.is_connected()
    page, answer = amber.page, amber.page.locator("[data-asked]")
    for place, anchor in RULES.items():
        for thing in (page.locator(place).first, page.locator(place).last):
            page.locator(".scene [data-ask]").click()
            expect(page.locator(".asking")).to_be_visible()
            # What can't be chosen now can be asked about all the same, hence the force.
            thing.click(position={"x": 12, "y": 20}, force=True)
            expect(answer.locator("article:visible")).to_have_count(1)
            links = answer.locator("a:visible")
            expect(links.first).to_have_attribute("href", re.compile(rf"/rules/.*#{anchor}$"))
            expect(links.first).to_be_focused()
            page.keyboard.press("Escape")
            expect(answer).to_be_hidden()
    expect(page.locator(".chosen")).to_have_count(0)  # asking chooses nothing
    page.locator(".track .token").first.focus()
    page.keyboard.press("?")
    expect(answer.get_by_role("heading", name="A space of the Dragon’s Favor")).to_be_visible()


@pytest.mark.whole  # sooner: tests/games/burn_my_village/test_board.py
def test_points_are_said_and_shown_but_for_who_hides_them(somebody):
    amber = somebody().sign_up().play_now()
    amber.is_connected()
    choice = best(choices_of(amber))
    assert choice.preview is not None
    for pick in choice.picks:
        amber.touch(pick)
    expect(amber.hint).to_contain_text(f"Points: you +{choice.preview['points'][0]}.")
    amber.page.keyboard.press("Escape")
    expect(amber.hint).not_to_contain_text("Points")
    points = amber.page.locator(".seat .points")
    expect(points).to_have_count(3)
    expect(points.first).to_be_visible()
    amber.page.get_by_role("button", name="Hide the points").click()
    expect(points.first).to_be_hidden()
    for pick in choice.picks:
        amber.touch(pick)
    expect(amber.hint).not_to_contain_text("Points")
    amber.page.keyboard.press("Escape")
    amber.draw()
    expect(points.first).to_be_hidden()
    amber.reloads()
    expect(points.first).to_be_hidden()
    amber.page.get_by_role("button", name="Show the points").click()
    expect(points.first).to_be_visible()


RULES = {  # what is touched: where its rule leads first
    ".kinds > :not([data-rule=wilds]) .card": "bribe",
    ".kinds > [data-rule=wilds] .card": "wilds",
    ".space .token": "favor",
    ".stall .pick": "visit",
    "#deck": "draw",
    "#discards": "curse",
}


def test_without_a_script_all_rules_of_the_board_are_told_at_once(somebody):
    amber = somebody(java_script_enabled=False).sign_up().play_now()
    amber.page.locator(".holding [data-ask]").click()
    expect(amber.page.locator("[data-asked] article:visible")).to_have_count(8)


LONG_HAND = {"sword": 5, "scroll": 4, "feather": 3, "potion": 5, "axe": 2, "crown": 3, "wild": 6}


def deal(person: Person, hand: dict[str, int]) -> None:
    """Give the person, on the first seat, these cards and show them."""

    def dealt(state: Any) -> None:
        state.players[0].hand = no_cards() | hand

    change(person, dealt)
    person.page.reload()
