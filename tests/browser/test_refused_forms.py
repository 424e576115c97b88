"""Forms whose person logged in or out elsewhere meanwhile, and the page of one's own hours."""

from django.conf import settings

from accounts.models import User
from tests.browser.expecting import expect


def test_notes_that_a_script_sends_stay_and_the_page_says_why(somebody):
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


def test_who_has_no_time_zone_yet_is_offered_the_devices(somebody):
    amber = somebody(timezone_id="America/New_York").sign_up()
    page = amber.page
    page.goto("/settings/hours/")
    expect(page.get_by_text("Time zone: UTC.")).to_be_visible()
    page.get_by_label("from", exact=True).fill("23:00")
    page.get_by_role("button", name="Use America/New York, as this device does").click()
    expect(page.get_by_text("Time zone: America/New_York.")).to_be_visible()
    expect(page.get_by_role("button", name="as this device does")).to_have_count(0)
    expect(page.get_by_label("from", exact=True)).to_be_focused()
    expect(page.get_by_label("from", exact=True)).to_have_value("23:00")
    assert User.objects.get(username=amber.name).time_zone == "America/New_York"
    page.reload()
    expect(page.get_by_text("Time zone: America/New_York.")).to_be_visible()
    expect(page.locator("[data-shown-zone]")).to_have_count(0)


def test_who_was_logged_out_meanwhile_is_told_that_nothing_was_saved(somebody):
    amber = somebody(timezone_id="America/New_York").sign_up()
    page = amber.page
    page.goto("/settings/hours/")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="as this device does").click()
    expect(page.get_by_text("That wasn’t saved.")).to_be_visible()
    expect(page.get_by_text("Time zone: UTC.")).to_be_visible()
    assert User.objects.get(username=amber.name).time_zone == ""
    assert all("403" in said for said in amber.complained())
