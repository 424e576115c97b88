"""axe-core finds nothing to complain about on any kind of page, narrow and light, wide and dark."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match
from lobby.models import SeasonStanding, Table
from lobby.ratings.seasons import season_of
from lobby.tables import services as tables
from tests.browser.auditing import BOTH, HEIGHTS, SIZES, Auditor, audit, nothing_is_wrong, screen
from tests.browser.expecting import expect
from tests.browser.people import BURN, Person, Somebody
from tests.pages.conftest import play_to_the_end
from tests.permissions import scene
from tests.support.matches import started

pytestmark = [pytest.mark.browser, pytest.mark.whole]
CASTLE = "castle-panic"
# The staged ending as it is at last, for as long as it takes to look at it.
ENDING = """() => {
    const finale = document.getElementById("finale");
    finale.hidden = false;
    finale.querySelector("[data-beat]").classList.add("now");
    for (const each of finale.querySelectorAll("[data-at]")) each.classList.add("on");
}"""
FOR_ANYBODY = (
    "/",
    "/accounts/signup/",
    "/accounts/login/",
    "/accounts/password/reset/",
    f"/rules/{BURN}/",
    *(f"/games/{BURN}/guide/{step}/" for step in (1, 4, 7, 8)),
    f"/rules/{CASTLE}/",
    *(f"/games/{CASTLE}/guide/{step}/" for step in (1, 3, 5, 8)),
    "/nowhere/",
)


@pytest.fixture
def reader(somebody: Somebody) -> Callable[[], Person]:
    """Makes people who read on a phone first."""
    return lambda: somebody(**screen(BOTH[0]))


@SIZES
def test_pages_for_anybody(somebody, axe, widths):
    look = Auditor(axe, widths)
    found = audit(somebody(**look.screen), look, *FOR_ANYBODY)
    nothing_is_wrong(found)


def test_the_page_of_all_parts(reader, axe, monkeypatch):
    monkeypatch.setattr(settings, "DEBUG", True)
    look = Auditor(axe, BOTH)
    fern = reader()
    found = audit(fern, look, "/design/")
    look = Auditor(axe)  # the rest of this long page hasn't changed
    fern.page.get_by_role("button", name="A dialog").click()
    found |= {"dialog": look(fern.page)}
    fern.page.get_by_role("button", name="Stay", exact=True).click()
    fern.page.get_by_role("button", name="A toast").click()
    found |= {"toast": look(fern.page)}
    fern.has_no_sideways_scroll()
    nothing_is_wrong(found)


def test_forms_with_errors(reader, axe):
    amber = reader()
    amber.page.goto("/accounts/signup/")
    amber.page.get_by_label("Username").fill("x y")
    amber.page.get_by_label("Password").fill("1")
    amber.page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(amber.page.locator(".errorlist").first).to_be_visible()
    found = Auditor(axe, BOTH)(amber.page)
    nothing_is_wrong(found)


@SIZES
def test_a_match(somebody, at_the_server, axe, widths):
    """On the move, choosing, while watching, by steps, its log, when it is over, and checked."""
    look = Auditor(axe, widths)
    amber, stranger = (somebody(**look.screen) for _ in range(2))
    amber.sign_up().play_now()
    amber.is_connected()
    address = amber.page.url
    found = {"to move": look(amber.page)}
    amber.page.locator("[data-target^='hand:']").last.click()
    found |= {"with something chosen": look(amber.page)}
    amber.page.keyboard.press("Escape")
    amber.page.get_by_role("button", name="All choices").click()
    found |= {"with all choices shown": look(amber.page)}
    amber.opens_drawer()
    amber.page.get_by_role("button", name="How you play").click()
    found |= {"with preferences open": look(amber.page)}
    amber.reloads()
    amber.draw()
    found |= {"after a move": look(amber.page)}
    found |= audit(amber, look, f"{address}?step=0", f"{address}log/")
    found |= audit(stranger, look, address)
    over = f"/matches/{at_the_server(finished_match).public_id}/"
    stranger.page.goto(f"{over}verify/")
    expect(stranger.page.locator("[data-verdict]")).to_have_text(
        "Signed by this portal, and everything is right."
    )
    found |= {"when it is checked": look(stranger.page)}
    found |= audit(stranger, look, over)
    stranger.page.evaluate(ENDING)
    found |= {"with its ending": look(stranger.page)}
    nothing_is_wrong(found)


def finished_match() -> Match:
    """Of two people, which has run its course."""
    match = started(*(User.objects.create_user(name) for name in ("fern", "ivy")))
    play_to_the_end(match)
    return match


PAGES = {
    "seat": (
        *("/", "/quick/{ticket}/", "/notices/", "/my-matches/", "/tables/", "/tables/{table}/"),
        *("/settings/", "/settings/account/", "/settings/account/close/", "/settings/data/"),
        *("/privacy/", "/settings/people/", "/people/partner/", "/tables/new/{game}/"),
        *("/people/partner/compare/", "/people/partner/challenge/", "/seasons/{game}/"),
        *("/leaderboards/{solo}/", "/accounts/email/", "/accounts/password/set/"),
        *("/matches/{public}/?chat=open", "/chat/match:{public}:players/", "/chat/report/partner/"),
        *("/clubs/", "/clubs/{club}/", "/clubs/{club}/members/", "/clubs/{club}/edit/"),
    ),
    "spectator": (
        "/watch/",
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
    """One of everything, a wish to change seats, and two badges."""
    here = scene.make()
    table = Table.objects.get(public_id=here.names["table"])
    partner = table.seats.get(index=1).user
    assert partner is not None
    tables.ask_swap(table=table, user=partner, seat=0)
    now = timezone.now()
    for rank, user in enumerate((here.people["seat"], partner), start=1):
        SeasonStanding.objects.create(
            user=user,
            game=here.names["game"],
            pace="live",
            season=season_of(now).begins,
            matches=10,
            number=1700 - rank,
            doubt=90,
            ended_at=now,
            rank=rank,
            badge=str(rank),
        )
    return here


@SIZES
@pytest.mark.parametrize("who", PAGES)
def test_pages_about_people(somebody, at_the_server, portal, axe, widths, settings, who):
    here = at_the_server(prepared)
    look, found = Auditor(axe, widths), {}
    person = somebody(**look.screen)
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": here.sessions[who], "url": portal}
    person.page.context.add_cookies([cookie])  # type: ignore[list-item]
    for path in PAGES[who]:
        found |= audit(person, look, path.format(**here.names))
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
    if who in ("guest", "banned"):
        person.complained()  # the console notes each 403
        person.page.context.clear_cookies()  # or there would be another one at the end
    nothing_is_wrong(found)
