"""People meet at tables and by quick match, in browsers."""

import re

import pytest

from accounts.models import User
from lobby.models import Table
from lobby.quick import services, tasks
from tests.browser.expecting import expect
from tests.browser.people import BURN, Person
from tests.browser.test_connection import Line


def open_table(host: Person, *, seats: int = 2, rated: bool = False) -> str:
    """Open a table by the form, the other seats free; its address."""
    host.page.goto(f"/tables/new/{BURN}/")
    host.page.locator("[name=rated]").set_checked(rated)
    for number in range(2, 6):
        wanted = "open" if number <= seats else "unused"
        host.page.get_by_label(f"Seat {number}").select_option(wanted)
    host.page.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url(re.compile(r"/tables/[a-z0-9]+/$"))
    return host.page.url


# Counts what would be sent, and sends nothing.
COUNT_SENT = """() => {
  window.sent = 0;
  addEventListener("submit", (event) => {
    if (!event.defaultPrevented) window.sent += 1;
    event.preventDefault();
  });
}"""


def test_a_double_click_opens_one_table(somebody):
    """A form that leads nowhere may be sent again after a while, or by who comes back to it."""
    page = somebody().sign_up().page
    page.clock.install()
    page.goto(f"/tables/new/{BURN}/")
    page.evaluate(COUNT_SENT)
    button = page.get_by_role("button", name="Open the table")
    button.dblclick()
    assert page.evaluate("sent") == 1
    page.clock.fast_forward(4_000)
    button.dblclick()
    assert page.evaluate("sent") == 2
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))")
    button.click()
    assert page.evaluate("sent") == 3


def test_a_rated_table_says_what_it_could_change_and_the_match_what_it_did(somebody):
    amber, birch = somebody().sign_up(), somebody().sign_up()
    birch.page.goto(open_table(amber, rated=True))
    stakes = birch.page.get_by_text("for you between")
    lost, won = re.findall(r"[−+]\d+", stakes.inner_text())
    birch.page.get_by_role("button", name="Sit down").click()
    amber.page.get_by_role("button", name="Start now").click()
    birch.page.wait_for_url("**/matches/*/")
    birch.is_connected()
    amber.page.wait_for_url("**/matches/*/")
    amber.resigns()
    for person in (amber, birch):
        ratings = person.page.locator("#ratings").get_by_role("listitem")
        expect(ratings.filter(has_text="amber")).to_contain_text(f"({lost})")
        expect(ratings.filter(has_text="birch")).to_contain_text(f"({won})")


@pytest.mark.whole  # sooner: tests/lobby/test_start.py
def test_a_countdown_runs_out_and_the_match_begins(somebody, settings):
    settings.TABLE_COUNTDOWN_SECONDS = 1
    amber, birch = somebody().sign_up(), somebody().sign_up()
    birch.page.goto(open_table(amber))
    birch.page.get_by_role("button", name="Sit down").click()
    expect(birch.page.locator(".count b")).to_have_text("0")
    from lobby.tasks import sweep_tables

    table = Table.objects.get()
    table.starts_at = table.touched_at  # the second is over, whatever this machine's clock says
    table.save()
    sweep_tables()
    for person in (amber, birch):
        person.page.wait_for_url("**/matches/*/")


@pytest.mark.whole  # sooner: tests/lobby/test_sockets.py
def test_what_is_being_typed_survives_what_others_do(somebody):
    amber, birch = somebody().sign_up(), somebody().sign_up()
    address = open_table(amber, seats=3)
    field = amber.page.get_by_label("Invite by name")
    field.fill("bir")
    names_known = amber.page.locator("#known-names option")
    expect(names_known).to_have_count(1)
    birch.page.goto(address)
    birch.page.get_by_role("button", name="Sit down").first.click()
    expect(amber.page.locator(".place", has_text="birch")).to_be_visible()
    expect(field).to_have_value("bir")
    expect(field).to_be_focused()
    expect(names_known).to_have_count(1)
    amber.page.get_by_role("button", name="Send birch on seat 2 away").focus()
    birch.page.get_by_role("button", name="Leave the table").click()
    expect(amber.page.get_by_role("main")).to_be_focused()


@pytest.mark.whole  # sooner: without sockets, in test_connection
def test_a_table_fills_and_starts_without_sockets(somebody):
    """Through a proxy that lets none through."""
    amber, birch = somebody().sign_up(), somebody().sign_up()
    for person in (amber, birch):
        Line(person).cut = True
    birch.page.goto(open_table(amber))
    birch.page.get_by_role("button", name="Sit down").click()
    expect(amber.page.locator(".place", has_text="birch")).to_be_visible()
    amber.page.get_by_role("button", name="Start now").click()
    for person in (amber, birch):
        person.page.wait_for_url("**/matches/*/")


@pytest.mark.whole  # sooner: tests/lobby/test_listing.py
def test_the_list_changes_without_jumping(somebody):
    amber, birch, cedar = somebody().sign_up(), somebody().sign_up(), somebody()
    open_table(amber, seats=3)
    cedar.page.goto("/tables/")
    row = cedar.page.locator(".open-table").first
    row.get_by_role("link").focus()
    before = row.bounding_box()
    address = open_table(birch, seats=2)
    pill = cedar.page.get_by_role("button", name="One new table: show")
    expect(pill).to_be_visible()
    count = cedar.page.locator("#table-count")
    expect(count).to_have_text("2 tables are waiting for players.")
    expect(cedar.page.locator(".open-table")).to_have_count(1)
    birch.page.goto(f"/tables/{Table.objects.get(host__username='amber').public_id}/")
    birch.page.get_by_role("button", name="Sit down").first.click()
    expect(row.get_by_role("img", name="1 of 3 seats free")).to_be_visible()
    expect(row.get_by_role("link")).to_be_focused()
    assert row.bounding_box() == before
    pill.click()
    expect(cedar.page.locator(".open-table")).to_have_count(2)
    expect(cedar.page.locator(".open-table").first.get_by_role("link")).to_be_focused()
    birch.page.goto(address)
    birch.page.get_by_role("button", name="Leave the table").click()
    gone = cedar.page.locator(".open-table.gone")
    expect(gone).to_have_count(1)
    expect(gone).to_contain_text("no longer open")
    expect(cedar.page.locator(".open-table")).to_have_count(2)
    expect(count).to_have_text("One table is waiting for players.")


def test_a_new_table_that_closes_unnoticed_is_no_longer_offered(somebody):
    amber, birch, cedar = somebody().sign_up(), somebody().sign_up(), somebody()
    open_table(amber)
    line = Line(cedar, hurried=False)
    cedar.page.goto("/tables/")
    open_table(birch)
    pill = cedar.page.get_by_role("button", name="One new table: show")
    expect(pill).to_be_visible()
    line.break_()
    with birch.page.expect_navigation():
        birch.page.get_by_role("button", name="Leave the table").click()
    cedar.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # they come back
    expect(pill).to_be_hidden()
    expect(cedar.page.locator(".open-table")).to_have_count(1)


@pytest.mark.whole  # sooner: tests/pages/test_lobby_pages.py
def test_filters_are_in_the_address_and_the_form_speaks(somebody):
    amber = somebody().sign_up()
    amber.page.goto("/tables/")
    amber.page.get_by_label("Pace").select_option("live")
    expect(amber.page).to_have_url(re.compile(r"/tables/\?pace=live$"))
    expect(amber.page.get_by_text("No open table fits.")).to_be_visible()
    amber.page.get_by_role("main").get_by_role("link", name="Open a table").first.click()
    said = amber.page.locator(".said")
    expect(said).to_contain_text("2 seats are free for people.")
    amber.page.get_by_label("Seat 2").select_option("easy")
    expect(said).to_contain_text("1 seat is free for people, and AI, easy joins in.")
    amber.page.get_by_label("Only for people with the link").check()
    expect(said).to_contain_text("Only people with the link")


def test_the_shortest_way_offers_nothing_that_can_not_be_played(somebody):
    amber = somebody(viewport={"width": 360, "height": 740})
    amber.page.goto("/play/castle-panic/")
    numbers = amber.page.locator(".seg:has([name='opponents']) label")
    assert numbers.count() == 6
    assert len({box["y"] for one in numbers.all() if (box := one.bounding_box())}) == 1, "a row"
    overlord = amber.page.locator("label:has([name=option-mode][value=overlord])")
    none = amber.page.locator("label", has_text=re.compile(r"^\s*none\s*$"))
    none.click()
    expect(overlord).to_be_hidden()
    amber.page.locator("label:has([name=opponents][value='3'])").click()
    overlord.click()
    expect(none).to_be_hidden()


@pytest.mark.whole  # sooner: tests/pages/test_quick.py
def test_who_looks_for_a_table_is_told_of_others_and_led_to_the_match(somebody, at_the_server):
    page, birch = somebody().sign_up().page, User.objects.create_user("birch")
    page.goto("/quick/")
    page.get_by_role("checkbox", name="no clock").check()
    expect(page.locator("#estimate")).to_contain_text("Nobody has looked for this lately")
    page.get_by_role("button", name="Find me a table").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Looking for your table")
    at_the_server(services.enqueue, user=birch, games=[BURN], paces=["none"])
    at_the_server(tasks.match_waiting)
    expect(page).to_have_url(re.compile(r"/matches/\w+/$"))
