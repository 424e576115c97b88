"""People play in a browser, live."""

from collections.abc import Callable

from tests.browser.expecting import expect
from tests.browser.people import BURN, Person

Somebody = Callable[..., Person]


def test_the_list_can_be_used_by_keyboard_alone_and_a_refusal_is_said(somebody: Somebody) -> None:
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


def test_the_theme_is_remembered(somebody: Somebody) -> None:
    amber = somebody(color_scheme="light")
    amber.page.goto("/")
    amber.page.get_by_role("button", name="Dark or light").click()
    amber.page.reload()
    expect(amber.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_no_page_scrolls_sideways(somebody: Somebody) -> None:
    amber = somebody(viewport={"width": 360, "height": 740})
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
