"""Where the focus is once a form was sent: at what the answer says first, without a script too."""

import pytest
from django import forms

from tests.browser.expecting import expect


@pytest.fixture(params=[True, False], ids=["scripts", "plain"])
def anybody(request, somebody):
    return somebody(java_script_enabled=request.param)


def test_what_was_done_is_read_first(anybody):
    page = anybody.sign_up().page
    page.goto("/settings/notices/")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(":focus")).to_have_text("Your choices are saved.")


def test_what_is_wrong_is_read_first(anybody):
    page = anybody.page
    page.goto("/accounts/signup/")
    page.locator("[name=username]").fill("amber")
    page.locator("[name=password1]").fill("12345")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("too common")).to_be_visible()
    expect(page.locator(":focus")).to_have_attribute("name", "password1")

    page.goto("/accounts/login/")
    page.locator("[name=login]").fill("amber")
    page.locator("[name=password]").fill("wrong")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    expect(page.locator(":focus")).to_contain_text("not correct")


def test_of_a_group_of_buttons_that_is_wrong_the_first_one_is_read(anybody):
    page = anybody.sign_up().page
    page.goto("/settings/")
    themes = page.get_by_role("group", name="Theme").get_by_role("radio")
    themes.nth(1).evaluate("(radio) => { radio.checked = true; radio.value = 'plaid' }")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("plaid is not one of the available choices")).to_be_visible()
    expect(themes.first).to_be_focused()


def test_of_boxes_of_which_none_is_ticked_the_first_one_is_read(anybody):
    page = anybody.sign_up().page
    page.goto("/quick/")
    paces = page.locator("[name=paces]")
    paces.evaluate_all("(boxes) => boxes.forEach((box) => { box.checked = false; })")
    page.locator("form.quick [type=submit], form.quick .primary").first.click()
    expect(paces.first).to_be_focused()


def test_the_first_wrong_field_is_that_of_the_page_not_the_first_complained_of():
    class Decision(forms.Form):
        kind = forms.CharField(required=False)
        reason = forms.CharField(required=False)

        def clean(self) -> None:
            self.add_error("reason", "None is given.")
            self.add_error("kind", "It doesn't fit.")

    shown = Decision({}).as_p()
    assert shown.count("autofocus") == 1
    assert shown.index('name="kind"') < shown.index("autofocus") < shown.index('name="reason"')
