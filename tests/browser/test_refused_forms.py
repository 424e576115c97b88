"""Forms that were opened before their person logged in elsewhere: nothing typed is lost."""

from collections.abc import Callable

from django.conf import settings
from playwright.sync_api import Page

from accounts.models import Report, User
from tests.browser.expecting import expect
from tests.browser.people import PASSWORD, Person


def log_in(page: Page, name: str) -> None:
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in").click()


def test_two_tabs_to_log_in_lead_on_and_typed_forms_can_be_sent_again(
    somebody: Callable[..., Person],
) -> None:
    amber = somebody()
    User.objects.create_user("amber", password=PASSWORD)
    User.objects.create_user("birch", password=PASSWORD)
    first, second = amber.page, amber.page.context.new_page()
    for page in (first, second):
        page.goto(f"{amber.portal}/accounts/login/?next=/tables/")
    log_in(first, "amber")
    expect(first).to_have_url(f"{amber.portal}/tables/")
    log_in(second, "amber")
    expect(second).to_have_url(f"{amber.portal}/tables/")
    expect(second.get_by_text("You are already logged in as amber.")).to_be_visible()

    first.goto(f"{amber.portal}/chat/report/birch/")
    words = 'He said "<b>no</b>".\nTwice.'
    first.get_by_label("What happened?").fill(words)
    second.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    second.goto(f"{amber.portal}/settings/")  # which sets another one, as a log-in does
    second.close()
    first.get_by_role("button", name="Send the report").click()
    expect(first.get_by_role("heading", name="This page was out of date")).to_be_visible()
    expect(first.get_by_text(words)).to_be_visible()
    first.get_by_role("button", name="Send it again").click()
    expect(first.get_by_text("A moderator will look at it.")).to_be_visible()
    assert Report.objects.get().reason.splitlines() == words.splitlines()
    assert all("403" in said for said in amber.complained())


def test_notes_that_a_script_sends_stay_and_the_page_says_why(
    somebody: Callable[..., Person],
) -> None:
    amber = somebody().sign_up().play_now()
    amber.is_connected()
    page = amber.page
    page.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    page.locator("#notepad").evaluate("(notepad) => notepad.showPopover()")
    page.get_by_label("Notes").fill("a plan")
    expect(page.get_by_text("Allow cookies for this site")).to_be_visible()
    expect(page.get_by_label("Notes")).to_have_value("a plan")
    expect(amber.live).to_be_visible()
    page.route("**/notepad/", lambda route: route.fulfill(status=502, body="<p>Bad gateway"))
    page.get_by_label("Notes").fill("a better plan")
    expect(page.get_by_text("That didn’t work.")).to_be_visible()
    assert all("403" in said or "502" in said for said in amber.complained())
