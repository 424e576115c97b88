"""People play in a browser, live."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from tests.browser.expecting import expect
from tests.browser.people import BURN, Person
from tests.support.also import also

Somebody = Callable[..., Person]


@pytest.mark.whole  # sooner: test_guests.py begins a match, tests/lobby/guests/ makes the account
def test_a_stranger_plays_after_one_click_and_makes_an_account_later(somebody: Somebody) -> None:
    amber = somebody()
    amber.page.goto("/")
    at_once = amber.page.locator(f"form[action='/play/{BURN}/']").last
    at_once.get_by_role("button", name="Play against AI now").click()
    amber.page.wait_for_url("**/matches/*/")
    match = amber.page.url
    expect(amber.page.get_by_role("heading", name="Please Don’t Burn")).to_have_count(0)
    expect(amber.page.get_by_role("heading", level=1)).to_contain_text("Your turn")
    expect(amber.page).to_have_title(re.compile("Your turn"))
    before = amber.version
    amber.draw()
    amber.sees_version(before + 3)  # mine, and those of two computer players
    expect(amber.page.get_by_role("log")).to_contain_text(re.compile(r"Guest \d+ draws a card"))
    beside = amber.page.context.new_page()  # a tab that stays open while its owner signs up
    beside.goto(match)
    expect(beside.locator("#page")).to_have_attribute("data-socket", "open")
    amber.page.get_by_role("link", name="Make an account").first.click()
    amber.fill_in_sign_up()
    amber.page.wait_for_url(match)
    expect(amber.page.get_by_role("log")).to_contain_text("amber draws a card")
    amber.is_connected()
    amber.draw()
    amber.sees_version(before + 6)
    expect(beside.locator("#live")).to_have_attribute("data-version", str(before + 6))
    expect(beside.get_by_role("log")).to_contain_text("amber draws a card")
    assert not amber.complaints
    amber.page.goto("/my-matches/")
    expect(amber.page.locator(f"a[href='{urlsplit(match).path}']").first).to_be_visible()


@pytest.mark.whole  # sooner: tests/pages/test_page_socket.py
def test_moves_arrive_without_a_reload_at_every_screen(somebody: Somebody) -> None:
    amber, birch, stranger = somebody().sign_up(), somebody().sign_up(), somebody()
    amber.page.goto(f"/tables/new/{BURN}/")
    amber.page.get_by_label("Seat 2").select_option("open")
    amber.page.get_by_label("Seat 3").select_option("unused")
    amber.page.get_by_role("button", name="Open the table").click()
    birch.page.goto(amber.page.url)
    birch.page.get_by_role("button", name="Sit down").click()
    amber.page.get_by_role("button", name="Start now").click()
    for person in (amber, birch):  # the guest's page notices by itself
        person.page.wait_for_url("**/matches/*/")
        person.is_connected()
        person.page.evaluate("window.kept = true")
    stranger.page.goto(amber.page.url)
    stranger.is_connected()
    mover, other = (amber, birch) if amber.page.locator(".mine-now").count() else (birch, amber)
    mover.draw()
    for person in (other, stranger):
        person.sees_version(1)
    other.draw()
    for person in (mover, stranger):
        person.sees_version(2)
    assert amber.page.evaluate("window.kept") is True
    expect(amber.page.get_by_role("heading", name="Your hand")).to_be_visible()
    expect(stranger.page.get_by_role("heading", name="Your hand")).to_have_count(0)
    expect(stranger.page.locator("#acts")).to_have_count(0)


def test_the_list_can_be_used_by_keyboard_alone(somebody: Somebody) -> None:
    amber = somebody().sign_up().play_now()
    amber.is_connected()
    amber.page.get_by_role("button", name="How you play").press("Enter")
    expect(amber.page.get_by_role("heading", name="Keys")).to_be_visible()  # not so on a phone
    amber.page.keyboard.press("Escape")
    amber.page.get_by_role("button", name="All choices").focus()
    amber.page.keyboard.press("Enter")
    group = amber.buttons.locator("details").first
    group.locator("summary").focus()
    amber.page.keyboard.press("Enter")
    expect(group).to_have_attribute("open", "")
    amber.page.keyboard.press("Tab")
    expect(amber.buttons.locator("button:focus")).to_have_count(1)
    before = amber.version
    amber.page.keyboard.press("Enter")
    expect(amber.live).not_to_have_attribute("data-version", str(before))
    # Where the chosen button is gone, the focus waits at the status line.
    expect(amber.page.locator("#status:focus, #acts :focus")).to_have_count(1)


def test_a_refusal_is_said_and_the_page_goes_on(somebody: Somebody) -> None:
    amber = somebody().sign_up().play_now()
    amber.is_connected()
    amber.open_the_list()
    unfolded = amber.buttons.locator("details", has_text="Bribe with").first
    unfolded.locator("summary").click()
    before = amber.version
    amber.page.evaluate("document.querySelector('#acts [name=version]').value = 999")
    amber.buttons.get_by_role("button", name="Draw").click()
    expect(amber.page.get_by_role("alert")).to_contain_text("The match hasn't gotten that far yet.")
    expect(amber.page.locator("#acts [name=version]")).to_have_value(str(before))
    expect(unfolded).to_have_attribute("open", "")  # though the choices were sent anew
    amber.draw()


@pytest.mark.parametrize("scripted", [False, *also(True)])
def test_the_board_tells_everything_in_words_too(somebody: Somebody, scripted: bool) -> None:
    amber = somebody(java_script_enabled=scripted).sign_up().play_now()
    for heading in ("The Dragon’s Favor", "The market", "Your hand", "What you can do", "Log"):
        expect(amber.page.get_by_role("heading", name=heading)).to_be_visible()
    amber.draw()
    expect(amber.page.get_by_role("log")).to_contain_text("amber draws a card")


def test_the_theme_is_remembered(somebody: Somebody) -> None:
    amber = somebody(color_scheme="light")
    amber.page.goto("/")
    amber.page.get_by_role("button", name="Dark or light").click()
    amber.page.reload()
    expect(amber.page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("width", [360, *also(800, 1440)])
def test_no_page_scrolls_sideways(somebody: Somebody, width: int) -> None:
    amber = somebody(viewport={"width": width, "height": 740})
    for path in ("/", "/accounts/login/", "/accounts/signup/", "/nowhere/"):
        amber.page.goto(path)
        amber.has_no_sideways_scroll()
    amber.complaints.clear()  # the console notes the missing page
    amber.sign_up()
    for path in (f"/play/{BURN}/", f"/tables/new/{BURN}/", "/my-matches/"):
        amber.page.goto(path)
        amber.has_no_sideways_scroll()
    amber.page.goto(f"/tables/new/{BURN}/")
    amber.page.get_by_role("button", name="Open the table").click()
    amber.has_no_sideways_scroll()
    amber.play_now(4)
    amber.open_the_list()
    for group in amber.buttons.locator("details").all():
        group.evaluate("group => { group.open = true }")
    amber.has_no_sideways_scroll()
    amber.page.goto(amber.page.url + "?step=0")
    amber.has_no_sideways_scroll()
    amber.page.goto("/")
    amber.has_no_sideways_scroll()
