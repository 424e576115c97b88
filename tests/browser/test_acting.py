"""Acting on the board: touches make a choice, the choice is said in words and then sent."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator

from accounts.models import User
from games.matches.models import Match
from tests.browser.expecting import expect
from tests.browser.people import Person, Somebody
from tests.browser.test_controls import begun
from tests.games.matches.conftest import play
from tests.rulesets.fixtures import installed
from tests.rulesets.held import HOLD, Held
from tests.support.also import also


@pytest.fixture
def lively() -> None:
    """Pieces move, and what others do is told step by step, for `amber` of the same test."""


@pytest.fixture
def amber(somebody: Somebody, request: pytest.FixtureRequest) -> Person:
    """amber, to move against two computer players, with an open socket."""
    person = somebody(lively="lively" in request.fixturenames).sign_up().play_now()
    person.is_connected()
    return person


def visit(person: Person, cards: int) -> dict[str, Any]:
    """A choice of exactly so many cards at a stall, waited for if others have emptied it."""
    while True:
        found = (c for c in person.choices() if c["picks"][0].startswith("stall:"))
        wanted = next((c for c in found if len(c["picks"]) == cards + 1), None)
        if wanted:
            return wanted
        person.draw()
        person.page.keyboard.press("Escape")


def unchosen(person: Person, target: str) -> Locator:
    return person.page.locator(f'.board [data-target="{target}"]:not(.chosen)').first


def test_touches_or_keys_become_a_choice_in_words_and_then_a_move(amber):
    choice = visit(amber, 1)
    expect(amber.confirm).to_have_attribute("aria-disabled", "true")
    lacking = iter(["Still missing: cards from your hand to pay with", choice["label"]])
    for pick in choice["picks"]:
        expect(unchosen(amber, pick)).to_have_class(re.compile(r"\bcan\b"))
        amber.touch(pick)
        expect(amber.confirm).to_have_text(next(lacking))
    expect(amber.page.locator(".board .chosen[data-target]")).to_have_count(2)
    before = amber.version
    amber.confirm.click()
    expect(amber.live).to_have_attribute("data-version", str(before + 3))
    expect(amber.page.locator("#said")).to_contain_text("amber pays")
    expect(amber.page.locator(".board .chosen")).to_have_count(0)
    the_keyboard_picks_puts_back_and_confirms(amber)


def the_keyboard_picks_puts_back_and_confirms(amber: Person) -> None:
    choice = visit(amber, 1)
    for pick, key in zip(choice["picks"], ("Enter", " "), strict=True):
        unchosen(amber, pick).focus()
        amber.page.keyboard.press(key)
    expect(amber.confirm).to_have_text(choice["label"])
    amber.page.keyboard.press("Escape")
    expect(amber.page.locator(".board .chosen")).to_have_count(0)
    expect(amber.confirm).to_have_attribute("aria-disabled", "true")
    for pick in choice["picks"]:
        unchosen(amber, pick).focus()
        amber.page.keyboard.press("Enter")
    before = amber.version
    amber.page.keyboard.press("Control+Enter")
    expect(amber.live).to_have_attribute("data-version", str(before + 3))
    expect(amber.page.locator("#page :focus")).to_have_count(1)  # it is not lost
    an_update_keeps_the_focus_on_the_board(amber)


def an_update_keeps_the_focus_on_the_board(amber: Person) -> None:
    amber.target("deck").first.focus()
    before = amber.version
    amber.page.keyboard.press("Enter")
    amber.page.keyboard.press("Control+Enter")
    amber.moved_on_from(before)
    expect(amber.page.locator('.board [data-target="deck"]:focus')).to_have_count(1)
    a_touch_that_leads_nowhere_says_why_or_that_it_does_not_know(amber)


def choose_a_visit_and_touch_the_deck(person: Person) -> None:
    for pick in visit(person, 1)["picks"]:
        person.touch(pick)
    person.target("deck").click(force=True)  # it says that it can't be touched, and is


def a_touch_that_leads_nowhere_says_why_or_that_it_does_not_know(amber: Person) -> None:
    choose_a_visit_and_touch_the_deck(amber)
    told = "Drawing takes your whole turn: you can’t combine it with anything else."
    expect(amber.hint).to_have_text(told)
    expect(amber.page.locator("#said")).to_contain_text(told)
    expect(amber.page.locator(".board .chosen[data-target]")).to_have_count(2)
    amber.page.keyboard.press("Escape")  # what is done next takes the words away
    expect(amber.hint).to_have_text("Choose anything that glows.")
    amber.page.route("**/why/**", lambda route: route.abort())
    choose_a_visit_and_touch_the_deck(amber)
    expect(amber.hint).to_have_text("That doesn’t go with what you’ve chosen.")
    assert amber.complained()  # the console notes the blocked question


def test_who_is_not_to_move_hears_who_is(somebody):
    waiting, mover = somebody().sign_up(), User.objects.create_user("birch")
    match = begun(mover.username, waiting.name, bank=3_600)
    waiting.is_at(match)
    expect(waiting.hint).to_have_text("Nothing for you to decide right now.")
    expect(waiting.page.locator(".board .can")).to_have_count(0)
    waiting.target("deck").click(force=True)
    expect(waiting.hint).to_contain_text(f"It’s {mover.username}’s turn")


def prefers_not_to_be_asked(person: Person) -> None:
    person.page.get_by_role("button", name="How you play").click()
    person.page.get_by_label("Confirm moves before they are made").uncheck()
    person.page.keyboard.press("Escape")


def test_without_asking_a_whole_move_is_sent_at_once(amber):
    prefers_not_to_be_asked(amber)
    where_more_could_follow_even_an_impatient_player_is_asked(amber)
    before = amber.version
    amber.target("deck").first.click()
    amber.sees_version(before + 3)
    amber.page.reload()
    amber.page.get_by_role("button", name="How you play").click()
    expect(amber.page.get_by_label("Confirm moves before they are made")).not_to_be_checked()


def where_more_could_follow_even_an_impatient_player_is_asked(amber: Person) -> None:
    offered = amber.choices()
    more = [sorted(c["picks"]) for c in offered if len(c["picks"]) > 1]
    short = next(c for c in offered if any(goes_on(c["picks"], m) for m in more))
    before = amber.version
    for pick in short["picks"]:
        amber.touch(pick)
    expect(amber.confirm).to_have_text(short["label"])
    assert amber.version == before
    amber.confirm.click()
    amber.sees_version(before + 3)


def test_the_second_click_of_two_is_meant_for_what_stood_there_before(amber):
    prefers_not_to_be_asked(amber)
    amber.page.evaluate("document.addEventListener('submit', () => { window.sent = true; }, true)")
    amber.page.evaluate("performance.now = () => -1")  # the choices have just come
    clicks_again(amber.target("deck").first)
    expect(amber.confirm).to_have_text("Draw the top card")
    amber.open_the_list()
    clicks_again(amber.buttons.get_by_role("button", name="Draw"))
    assert not amber.page.evaluate("window.sent")
    amber.page.evaluate("delete performance.now")
    clicks_again(amber.buttons.get_by_role("button", name="Draw"))
    assert amber.page.evaluate("window.sent")


def clicks_again(place: Locator) -> None:
    """What a browser makes of the second click of a double one."""
    place.hover()
    place.page.mouse.down(click_count=2)
    place.page.mouse.up(click_count=2)


def goes_on(picks: list[str], longer: list[str]) -> bool:
    enough = all(longer.count(pick) >= picks.count(pick) for pick in picks)
    return enough and len(longer) > len(picks)


def versions_shown(person: Person) -> None:
    """Have the page note every version that its board shows (`window.boards`)."""
    person.page.evaluate("""() => {
        const live = () => Number(document.getElementById("live").dataset.version);
        window.boards = [live()];
        new MutationObserver(() => boards.at(-1) === live() || boards.push(live())).observe(
            document.getElementById("page"), { subtree: true, attributeFilter: ["data-version"] });
    }""")


def boards(person: Person) -> list[int]:
    return person.page.evaluate("window.boards")


def told(person: Person, version: int, who: str) -> None:
    """The board after this step is shown, and said that this player has made it."""
    person.sees_version(version)
    expect(person.page.locator("#told")).to_be_visible()
    expect(person.page.locator("#told p")).to_contain_text(re.compile(f"^{who} "))
    expect(person.page.locator("[role=log] li").last).to_have_id(re.compile(f"^log-{version}-"))


def passed_until(person: Person, version: int) -> int:
    """Let time pass until the board shows this version; how much, in ms."""
    passed = 0
    while person.version < version:
        person.page.clock.run_for(50)
        passed += 50
    return passed


@pytest.mark.whole  # sooner: everything is told in turn, in test_telling
@pytest.mark.usefixtures("lively")
def test_who_likes_it_better_sees_the_outcome_at_once(amber):
    speed = amber.page.get_by_label("Others’ moves")
    expect(speed).to_have_value("normal")
    amber.page.get_by_role("button", name="How you play").click()
    speed.select_option("all at once")
    amber.page.keyboard.press("Escape")
    before = amber.version
    versions_shown(amber)
    amber.target("deck").first.click()
    amber.confirm.click()
    amber.sees_version(before + 3)
    assert boards(amber) == [before, before + 3]
    assert amber.page.locator("#said p").count() >= 3  # nothing is kept from who listens


@pytest.mark.whole  # sooner: tests/browser/test_telling.py
@pytest.mark.usefixtures("lively")
def test_since_your_last_turn_shows_again_what_the_others_did(amber):
    again = amber.page.get_by_role("button", name="Since your last turn")
    expect(again).to_be_disabled()
    before = amber.version
    amber.draw()
    amber.sees_version(before + 3)
    amber.page.reload()  # as someone would who comes back the day after
    amber.is_connected()
    amber.stops_time()
    versions_shown(amber)
    again.click()
    amber.sees_version(before + 1)
    for seat in (1, 2):
        passed_until(amber, before + seat + 1)
        who = amber.page.locator(f"#seat-{seat} .name > [title]").get_attribute("title")
        told(amber, before + seat + 1, str(who))
    amber.page.clock.run_for(20_000)
    expect(amber.page.locator("#told")).to_be_hidden()
    assert boards(amber) == [before + 3, before + 1, before + 2, before + 3]
    for pick in visit(amber, 1)["picks"]:  # and it is the board to play on
        amber.touch(pick)
    expect(amber.confirm).to_have_attribute("aria-disabled", "false")


@pytest.fixture
def held(somebody: Somebody, at_the_server: Callable[..., Any]) -> Iterator[tuple[Person, Match]]:
    """amber, whose time stands still. Two others have just rolled, one after the other.

    The first roll is on amber's board, and is held there; the second is known to her page.
    """
    amber = somebody(lively=True).sign_up()
    with installed(Held()) as game:
        others = [User.objects.create_user(name) for name in ("birch", "cedar")]
        match = begun(*(user.username for user in others), amber.name, game=game)
        amber.is_at(match)
        amber.stops_time()
        for _roll in range(2):
            at_the_server(play, match, action={"type": "roll"})
            amber.sees_version(1)
        expect(amber.page).to_have_title(re.compile("Your turn"))
        yield amber, match


def test_what_all_are_to_see_is_held_before_the_next_step_is_told(held):
    amber, _ = held
    amber.page.clock.run_for(1_000 * HOLD - 100)
    amber.sees_version(1)
    amber.page.clock.run_for(200)
    amber.sees_version(2)


def test_a_touch_ends_what_is_held(held):
    amber, _ = held
    amber.page.keyboard.press("Escape")
    amber.sees_version(2)


# A board's module that keeps the choice it was asked about, and says the kind of it.
PREVIEWING = """export function preview(root, choice) {
  window.previewed = choice;
  return choice ? `This would ${choice.action.type}.` : "";
}"""


def test_a_boards_preview_gets_the_action_as_the_api_takes_it(somebody):
    amber = somebody().sign_up()
    amber.page.route(
        re.compile(r"/burn_my_village/board\.js$"),
        lambda route: route.fulfill(body=PREVIEWING, content_type="text/javascript"),
    )
    amber.play_now().is_connected()
    assert amber.page.evaluate("window.previewed") is None
    for action in ({"type": "draw"}, visit(amber, 1)["action"]):
        amber.page.keyboard.press("Escape")
        choice = next(one for one in amber.choices() if one["action"] == action)
        for pick in choice["picks"]:
            amber.touch(pick)
        assert amber.page.evaluate("window.previewed.action") == action
        expect(amber.hint).to_contain_text(f"This would {action['type']}.")
        assert json.loads(amber.confirm.get_attribute("value") or "") == action
    amber.open_the_list()
    values = amber.buttons.locator("button").evaluate_all("all => all.map((one) => one.value)")
    assert sorted(values) == sorted(
        json.dumps(one["action"], separators=(",", ":")) for one in amber.choices()
    )
    before = amber.version
    amber.confirm.click()
    amber.sees_version(before + 3)


MOVING = """() => {
    window.moved = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        window.moved += 1;
        return animate.apply(this, how);
    };
    for (const kind of ["animationstart", "transitionrun"]) {
        document.addEventListener(kind, () => { window.moved += 1; }, { capture: true });
    }
}"""


@pytest.mark.parametrize("motion", ["no-preference", *also("reduce")])
def test_pieces_move_but_for_those_who_ask_for_rest(somebody, motion):
    amber = somebody(lively=True, reduced_motion=motion).sign_up().play_now()
    amber.is_connected()
    amber.page.evaluate(MOVING)
    before = amber.version
    for pick in visit(amber, 1)["picks"]:
        amber.touch(pick)
    amber.target("deck").first.click(force=True)  # refused
    amber.confirm.click()
    amber.moved_on_from(before)
    amber.sees_version(before + 3)
    if motion == "reduce":
        assert amber.page.evaluate("window.moved") == 0
    else:
        assert amber.page.evaluate("window.moved") > 3


def people_at_a_match(somebody: Somebody, script: str = "") -> tuple[Person, Person]:
    """amber, who is to move, and birch at a match of two with much time, with open sockets.

    On birch's pages that script runs before their own.
    """
    amber, birch = somebody().sign_up(), somebody().sign_up()
    if script:
        birch.page.add_init_script(script)
    match = begun(amber.name, birch.name, bank=3_600)
    for person in (amber, birch):
        person.is_at(match)
    return amber, birch
