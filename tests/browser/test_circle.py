"""People play with those they know: a challenge finds its way, and so does a club's link."""

import re
from urllib.parse import urlsplit

from accounts.models import User
from lobby.clubs import services as clubs
from tests.browser.expecting import expect
from tests.browser.test_desk import is_listening


def test_a_challenge_reaches_somebody_elsewhere_and_leads_to_the_table(somebody):
    amber, birch = (somebody().sign_up().page for _person in range(2))
    birch.goto("/clubs/")
    is_listening(birch)
    amber.goto("/people/birch/")
    amber.get_by_role("button", name="Follow", exact=True).click()
    expect(amber.get_by_role("button", name="Unfollow")).to_be_visible()
    amber.get_by_role("link", name="Challenge").click()
    amber.get_by_role("link", name="Please Don’t Burn My Village").click()
    amber.get_by_role("button", name="Open the table").click()
    amber.wait_for_url(re.compile(r"/tables/[a-z0-9]+/$"))
    birch.get_by_role("alert").get_by_text("amber").click()
    birch.get_by_role("button", name="Sit down").first.click()
    expect(amber.locator(".place", has_text="birch")).to_be_visible()


def test_the_link_that_is_copied_lets_people_into_the_club(somebody):
    amber = somebody(permissions=["clipboard-read", "clipboard-write"]).sign_up()
    birch = somebody().sign_up().page
    owner = User.objects.get(username="amber")
    club = amber.at_the_server(clubs.found, user=owner, name="Round Table", open=False)
    birch.goto(club.get_absolute_url())
    expect(birch.get_by_role("button", name="Join the club")).to_have_count(0)
    amber.page.goto(f"{club.get_absolute_url()}edit/")
    amber.page.get_by_role("button", name="Make a new link").click()
    amber.page.get_by_role("button", name="Copy").click()
    expect(amber.page.get_by_role("alert")).to_have_text(re.compile("Copied"))
    link = amber.page.evaluate("navigator.clipboard.readText()")
    amber.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    amber.page.get_by_role("button", name="Copy").click()  # as it is without HTTPS
    assert amber.page.evaluate("getSelection().toString()") == link, "it can be copied by hand"
    birch.goto(urlsplit(link).path)
    birch.get_by_role("button", name="Join the club").click()
    expect(birch.get_by_text("Leave", exact=True)).to_be_visible()
