"""axe-core finds nothing on the pages of a player, about people and on those of the staff."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from lobby.models import Table
from lobby.tables import services as tables
from tests.browser.auditing import BOTH, HEIGHTS, SIZES, Auditor, Widths, audit
from tests.browser.people import Person
from tests.permissions import scene

pytestmark = [pytest.mark.browser, pytest.mark.whole]
Somebody = Callable[..., Person]

PAGES = {
    "seat": (
        *("/", "/quick/{ticket}/", "/notices/", "/my-matches/", "/tables/", "/tables/{table}/"),
        *("/settings/", "/settings/account/", "/settings/account/close/", "/settings/data/"),
        *("/privacy/", "/settings/people/", "/people/partner/", "/tables/new/{game}/"),
        *("/leaderboards/{solo}/", "/accounts/email/", "/accounts/password/set/"),
        *("/matches/{public}/?chat=open", "/chat/match:{public}:players/", "/chat/report/partner/"),
    ),
    "spectator": (
        "/matches/{public}/?chat=open",
        "/chat/match:{public}:watchers/",
        "/people/seat/",
    ),
    "moderator": (
        *("/moderation/", "/moderation/reports/{report}/", "/moderation/people/"),
        *("/moderation/people/banned/", "/moderation/people/member/", "/moderation/audit/"),
        "/moderation/appeals/{appeal}/",
    ),
    "reviewer": ("/review/", "/review/?text=a", "/review/?state=voided", "/review/{public}/"),
    "guest": (
        *("/", "/play/{game}/", "/tables/{closed}/", "/chat/table:{closed}/", "/quick/"),
        *("/settings/", "/people/guest/", "/accounts/signup/", "/accounts/login/"),
        *("/accounts/logout/", "/daily/{solo}/", "/matches/{public}/?chat=open"),
    ),
    "banned": ("/", "/moderation/ban/", "/settings/data/", "/settings/account/close/"),
}


def prepared() -> scene.Scene:
    """One of everything, and a wish to change seats."""
    here = scene.make()
    table = Table.objects.get(public_id=here.names["table"])
    partner = table.seats.get(index=1).user
    assert partner is not None
    tables.ask_swap(table=table, user=partner, seat=0)
    return here


@SIZES
def test_pages_about_people(
    somebody: Somebody,
    at_the_server: Callable[..., Any],
    portal: str,
    axe: str,
    widths: Widths,
    settings: Any,
) -> None:
    here = at_the_server(prepared)
    look, found = Auditor(axe, widths), {}
    for who, paths in PAGES.items():
        person = somebody(**look.screen)
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": here.sessions[who], "url": portal}
        person.page.context.add_cookies([cookie])  # type: ignore[list-item]
        for path in paths:
            for where, wrong in audit(person, look, path.format(**here.names)).items():
                found[f"{who} {where}"] = wrong
            for width in reversed(BOTH):
                person.resize(width, HEIGHTS[width])
                person.has_no_sideways_scroll()
        if who == "reviewer":
            person.page.get_by_label("Reason").fill("A player asked what went wrong.")
            person.page.get_by_role("button", name="Look into it").click()
            person.page.get_by_text("Your reason:").wait_for()
            if wrong := look(person.page):
                found["reviewing"] = wrong
        if who == "banned":
            assert "data-me" not in person.page.content()  # or it would load for ever
            person.complained()  # the console notes the 403
            person.page.context.clear_cookies()  # or there would be another one at the end
    assert not found, json.dumps(found, indent=1)
