"""Three people look for a quick match, and all find themselves at the same one."""

import re
from collections.abc import Callable

import pytest

from games.matches.models import Match
from tests.browser.expecting import expect
from tests.browser.people import Person

Somebody = Callable[..., Person]


def look_for_a_table(person: Person) -> None:
    """For three, at the pace that is ticked already."""
    person.page.goto("/quick/")
    person.page.get_by_label("At least").select_option("3")
    person.page.get_by_label("At most").select_option("3")
    person.page.get_by_role("button", name="Find me a table").click()


@pytest.mark.whole  # sooner: tests/lobby/quick/test_matching.py
def test_three_are_seated_together_one_of_them_without_script(somebody: Somebody) -> None:
    amber, birch, cedar = somebody().sign_up(), somebody(java_script_enabled=False), somebody()
    for person in (birch, cedar):
        person.sign_up()
    amber.page.goto("/quick/")
    amber.page.get_by_role("checkbox", name="no clock").check()
    expect(amber.page.locator("#estimate")).to_contain_text("Nobody has looked for this lately")
    for person in (amber, birch):
        look_for_a_table(person)
        expect(person.page.get_by_role("heading", level=1)).to_have_text("Looking for your table")
    expect(amber.page.locator("#others")).to_contain_text("Someone else who fits")
    look_for_a_table(cedar)
    for person in (amber, birch, cedar):
        expect(person.page).to_have_url(re.compile(r"/matches/\w+/$"))
    assert amber.page.url == birch.page.url == cedar.page.url
    amber.is_connected()
    seats = Match.objects.get().seats.all()
    assert {seat.name for seat in seats} == {"amber", "birch", "cedar"}
