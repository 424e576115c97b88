"""Acting on the board: touches make a choice, the choice is said in words and then sent."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import BURN, Person

Somebody = Callable[..., Person]


@pytest.fixture
def amber(somebody: Somebody) -> Person:
    """amber, to move against two computer players, with an open socket."""
    person = somebody().sign_up().play_now()
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


def test_touches_become_a_choice_in_words_and_then_a_move(amber: Person) -> None:
    choice = visit(amber, 1)
    expect(amber.confirm).to_have_attribute("aria-disabled", "true")
    for pick in choice["picks"]:
        expect(unchosen(amber, pick)).to_have_class(re.compile(r"\bcan\b"))
        amber.touch(pick)
    expect(amber.confirm).to_have_text(choice["label"])
    expect(amber.page.locator(".board .chosen[data-target]")).to_have_count(2)
    before = amber.version
    amber.confirm.click()
    expect(amber.live).to_have_attribute("data-version", str(before + 3))
    expect(amber.page.locator("#said")).to_contain_text("amber pays")
    expect(amber.page.locator(".board .chosen")).to_have_count(0)


def test_the_keyboard_picks_puts_back_and_confirms(amber: Person) -> None:
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


def choose_a_visit_and_touch_the_deck(person: Person) -> None:
    for pick in visit(person, 1)["picks"]:
        person.touch(pick)
    person.target("deck").click(force=True)  # it says that it can't be touched, and is


def test_a_touch_that_leads_nowhere_says_why(amber: Person) -> None:
    choose_a_visit_and_touch_the_deck(amber)
    told = "Drawing is a whole turn: it goes with nothing else."
    expect(amber.hint).to_have_text(told)
    expect(amber.page.locator("#said")).to_contain_text(told)
    expect(amber.page.locator(".board .chosen[data-target]")).to_have_count(2)
    amber.page.keyboard.press("Escape")  # what is done next takes the words away
    expect(amber.hint).to_have_text("Choose on the board: what glows can be touched.")


def test_something_is_said_where_the_server_can_not_be_asked(amber: Person) -> None:
    amber.page.route("**/why/**", lambda route: route.abort())
    choose_a_visit_and_touch_the_deck(amber)
    expect(amber.hint).to_have_text("That does not go with what you have chosen.")
    amber.complaints.clear()  # the console notes the blocked question


def test_who_is_not_to_move_hears_who_is(somebody: Somebody) -> None:
    amber, birch = people_at_a_table(somebody)
    waiting = birch if amber.page.locator(".mine-now").count() else amber
    mover = amber if waiting is birch else birch
    expect(waiting.hint).to_have_text("Nothing to decide for you right now.")
    expect(waiting.page.locator(".board .can")).to_have_count(0)
    waiting.target("deck").click(force=True)
    expect(waiting.hint).to_contain_text(f"{mover.name} is to move")


def test_without_asking_a_whole_move_is_sent_at_once(amber: Person) -> None:
    amber.page.get_by_role("button", name="How you play").click()
    amber.page.get_by_label("Ask before every move").uncheck()
    amber.page.keyboard.press("Escape")
    before = amber.version
    amber.target("deck").first.click()
    expect(amber.live).to_have_attribute("data-version", str(before + 3))
    amber.page.reload()
    amber.page.get_by_role("button", name="How you play").click()
    expect(amber.page.get_by_label("Ask before every move")).not_to_be_checked()


def test_missed_steps_are_told_one_after_another_and_can_be_skipped(amber: Person) -> None:
    before = amber.version
    amber.target("deck").first.click()
    amber.confirm.click()
    told = amber.page.locator("#told")
    expect(told).to_contain_text("amber draws a card")
    assert amber.version == before  # the newest position waits for its turn
    amber.page.get_by_role("button", name="Skip").click()
    expect(amber.live).to_have_attribute("data-version", str(before + 3))
    expect(told).to_be_hidden()
    assert amber.page.locator("#said p").count() >= 3


def test_an_update_keeps_the_focus_on_the_board(amber: Person) -> None:
    amber.target("deck").first.focus()
    amber.page.keyboard.press("Enter")
    amber.page.keyboard.press("Control+Enter")
    before = amber.version
    amber.page.keyboard.press("Shift")  # don't wait for the steps
    expect(amber.live).not_to_have_attribute("data-version", str(before))
    expect(amber.page.locator('.board [data-target="deck"]:focus')).to_have_count(1)


def test_the_others_move_arrives_though_http_is_blocked(somebody: Somebody) -> None:
    amber, birch = people_at_a_table(somebody)
    mover, other = (amber, birch) if amber.page.locator(".mine-now").count() else (birch, amber)
    for person in (mover, other):
        person.page.route(re.compile("^http"), lambda route: route.abort())
    mover.target("deck").first.click()
    mover.confirm.click()
    for person in (mover, other):
        person.sees_version(1)
    expect(other.page.locator(".mine-now")).to_have_count(1)
    expect(other.page.get_by_role("log")).to_contain_text(f"{mover.name} draws a card")
    amber.complaints.clear()  # the console notes pictures that were blocked


def people_at_a_table(somebody: Somebody) -> tuple[Person, Person]:
    """amber and birch at a match of two, with open sockets."""
    amber, birch = somebody().sign_up(), somebody().sign_up()
    amber.page.goto(f"/tables/new/{BURN}/")
    amber.page.get_by_label("Seat 2").select_option("open")
    amber.page.get_by_label("Seat 3").select_option("unused")
    amber.page.get_by_role("button", name="Open the table").click()
    birch.page.goto(amber.page.url)
    birch.page.get_by_role("button", name="Sit down").click()
    amber.page.get_by_role("button", name="Start the match").click()
    for person in (amber, birch):
        person.page.wait_for_url("**/matches/*/")
        person.is_connected()
    return amber, birch
