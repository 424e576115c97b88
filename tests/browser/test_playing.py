"""People and guests play in a browser, live, on a phone and at a desk."""

import pytest

from accounts import pushes
from games.matches.models import Match
from tests.browser.expecting import expect
from tests.browser.people import BURN, Person


@pytest.mark.whole  # sooner: test_keyboard.py, tests/pages/test_match_page.py
def test_the_list_can_be_used_by_keyboard_alone_and_a_refusal_is_said(somebody):
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
    amber.sees_version(before + 3)
    a_refusal_is_said_and_the_page_goes_on(amber)


def a_refusal_is_said_and_the_page_goes_on(amber: Person) -> None:
    amber.open_the_list()
    unfolded = amber.buttons.locator("details", has_text="Bribe with").first
    if unfolded.get_attribute("open") is None:
        unfolded.locator("summary").click()
    before = amber.version
    amber.page.evaluate("document.querySelector('#acts [name=version]').value = 999")
    amber.buttons.get_by_role("button", name="Draw").click()
    expect(amber.page.get_by_role("alert")).to_contain_text("The match hasn’t gotten that far yet.")
    expect(amber.page.locator("#acts [name=version]")).to_have_value(str(before))
    expect(unfolded).to_have_attribute("open", "")  # though the choices were sent anew
    amber.draw()


def test_the_theme_is_remembered(somebody):
    amber = somebody(color_scheme="light")
    amber.page.goto("/")
    amber.page.get_by_role("button", name="Dark or light").click()
    amber.page.reload()
    expect(amber.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_no_page_scrolls_sideways(somebody):
    amber = somebody(viewport={"width": 360, "height": 740})
    for path in ("/accounts/signup/", "/nowhere/"):
        amber.page.goto(path)
        amber.has_no_sideways_scroll()
    amber.complaints.clear()  # the console notes the missing page
    amber.sign_up()
    amber.page.goto(f"/tables/new/{BURN}/")
    amber.has_no_sideways_scroll()
    amber.page.get_by_role("button", name="Open the table").click()
    amber.has_no_sideways_scroll()
    amber.play_now(4)
    amber.open_the_list()
    for group in amber.buttons.locator("details").all():
        group.evaluate("group => { group.open = true }")
    amber.has_no_sideways_scroll()
    amber.page.goto(amber.page.url + "?step=0")
    amber.has_no_sideways_scroll()


# What lies beyond the header's edges, or is covered by another part of it.
OUT_OF_HEADER = """() => [...document.querySelectorAll("header.bar :is(a, button)")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => {
    const { left, right, top, height, width } = each.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return width > 1 && (left < 0 || right > innerWidth || !each.contains(hit));
  })
  .map((each) => each.textContent.trim())"""


def test_a_visitor_begins_from_the_page_of_a_game(somebody):
    visitor = somebody(viewport={"width": 360, "height": 740})
    page = visitor.page
    page.goto(f"/play/{BURN}/")
    visitor.has_no_sideways_scroll()
    page.get_by_label("medium").check()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/matches/*/")
    visitor.is_connected()
    assert Match.objects.get().seats.get(index=1).ai_level == "medium"
    assert page.evaluate(OUT_OF_HEADER) == []
    page.goto("/")
    visitor.has_no_sideways_scroll()
    assert page.evaluate(OUT_OF_HEADER) == []
    expect(page.locator("#my-turn .ic")).to_be_visible()  # the words have no room
    expect(page.get_by_role("link", name="My turn")).to_be_visible()
    assert page.locator("header.bar").evaluate("bar => bar.offsetHeight") <= 64
    expect(page.locator(".note.guest")).to_contain_text("You’re playing as Guest")
    page.get_by_role("link", name="Keep your games: make an account").click()
    expect(page.get_by_text("Your matches stay yours.")).to_be_visible()


def test_a_log_in_that_ends_sends_no_form_a_second_time(somebody, at_the_server):
    page = somebody().page
    page.goto(f"/play/{BURN}/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/matches/*/")
    page.goto("/accounts/login/")
    page.get_by_label("Login").fill("amber")
    page.get_by_label("Password").fill("not hers")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_text("you specified are not correct.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-me", "open")
    guest = Match.objects.get().seats.get(index=0).user_id
    with page.expect_request("**/accounts/login/") as asked:
        at_the_server(pushes.log_out, guest)
    assert asked.value.method == "GET"
