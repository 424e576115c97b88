"""The leaderboard as a person comes to it: from the end of a run, to somebody else's replay."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services
from lobby.leaderboards.services import rank
from lobby.models import Run
from tests.browser.expecting import expect
from tests.browser.people import Person


def finished(
    person: Person,
    at_the_server: Callable[..., Any],
    score: int,
    *,
    days_ago: int = 0,
    **options: Any,
) -> Match:
    """A run of the person's that counts, given up at the start, with these points."""
    user = User.objects.get(username=person.name)
    match: Match = at_the_server(
        services.start_match,
        game="village-assault",
        options=options,
        players=[services.Player(user=user)],
        deal=at_the_server(services.open_deal),
    )
    at_the_server(services.resign, public_id=match.public_id, user=user)
    match.seats.update(score=score)
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now() - timedelta(days=days_ago))
    at_the_server(rank, match.pk)
    return match


@pytest.mark.whole  # sooner: tests/lobby/leaderboards/
def test_from_the_end_of_a_run_to_a_better_ones_replay(
    somebody: Callable[..., Person], at_the_server: Callable[..., Any]
) -> None:
    amber, birch = somebody().sign_up(), somebody().sign_up()
    finished(amber, at_the_server, 48, days_ago=30)
    finished(amber, at_the_server, 12)
    best = finished(birch, at_the_server, 33)
    finished(birch, at_the_server, 7, difficulty="hard")
    mine = finished(amber, at_the_server, 21)
    assert Run.objects.count() == 5

    page = amber.page
    page.goto(f"/matches/{mine.public_id}/")
    page.get_by_role("link", name="Leaderboard").click()
    rows = page.locator(".standings tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("birch")
    expect(rows.nth(0)).to_contain_text("33")
    expect(rows.nth(1)).to_have_class("mine")
    own = page.get_by_role("region", name="Your runs")
    expect(own).to_contain_text("Your place here")
    expect(own.get_by_role("link")).to_have_text("48")  # the best ever, with its replay
    expect(own.get_by_role("img")).to_have_attribute(
        "aria-label", "Points of your last runs, oldest first: 48, 12, 21"
    )

    page.get_by_role("link", name="All time").click()
    expect(rows.nth(0)).to_contain_text("amber")
    expect(rows.nth(0)).to_contain_text("48")
    page.get_by_role("navigation", name="Boards").get_by_role("link", name="hard").click()
    expect(page.get_by_role("link", name="All time")).to_have_attribute("aria-current", "page")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("birch")
    expect(own).to_contain_text("None of your runs is on this board yet.")

    page.get_by_role("navigation", name="Boards").get_by_role("link", name="normal").click()
    page.get_by_role("link", name="Today").click()
    rows.nth(0).get_by_role("link", name="Watch it step by step").click()
    page.wait_for_url(f"**/matches/{best.public_id}/?step=0")
    expect(page.locator(".board .plot").first).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("birch")
    page.locator("a[rel=next]").first.click()
    page.wait_for_url("**step=1*")
