"""The challenge of the day as two people meet it."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from tests.browser.expecting import expect
from tests.browser.people import Person

Somebody = Callable[..., Person]
PAGE = "/daily/village-assault/"


@pytest.mark.whole  # sooner: tests/lobby/daily/test_gate.py
def test_a_try_is_begun_once_ends_at_its_points_and_is_shut_for_the_other(
    somebody: Somebody,
) -> None:
    amber, birch = somebody().sign_up(), somebody().sign_up()
    User.objects.update(date_joined=timezone.now() - timedelta(days=9))
    amber.page.goto(PAGE)
    left = amber.page.locator("[data-countdown]").first
    expect(left).to_have_text(re.compile(r"\(in \d\d:\d\d:"))
    amber.page.get_by_role("button", name="Begin your only try").click()
    amber.page.wait_for_url("**/matches/**")
    amber.is_connected()
    match = amber.page.url
    answer = birch.page.goto(match)
    assert answer is not None
    assert answer.status == 404
    amber.page.locator("#resign-s").click()
    amber.page.locator("#resign-now").click()
    amber.page.get_by_role("link", name="To the challenge").click()
    expect(amber.page.get_by_text("You scored 0 points.")).to_be_visible()
    expect(amber.page.get_by_label("To share")).to_have_value(re.compile("0 points · 1 day"))
    answer = amber.page.goto(match)
    assert answer is not None
    assert answer.status == 403
    assert len(amber.complained()) == 2
