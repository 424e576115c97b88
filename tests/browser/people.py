"""What a person does with the portal in a browser."""

from collections.abc import Callable
from time import time
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client
from playwright.sync_api import Locator, Page

from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services
from tests.browser.expecting import expect
from tests.support.matches import started

BURN = "please-dont-burn-my-village"
PASSWORD = "correct horse"
CHOICES = 'import("/static/js/match/choices.js").then((module) => module.readChoices().choices)'
JUMP = 15  # s: a socket that was silent for 50 s by the page's clock is given up
# Its first answer comes with the next frame, after the page has been told of the window's size.
FRAME = """() => new Promise((drawn) => new ResizeObserver(drawn).observe(document.body))"""
BOARD_PAINTED = """async () => {
    const { loadBoard } = await import("/static/js/match/choices.js");
    await loadBoard(document.getElementById("page"));
    await new Promise((painted) => setTimeout(painted)); // by the page, which waits for it too
}"""


class Person:
    """Someone before a browser."""

    def __init__(
        self,
        name: str,
        portal: str,
        page: Page,
        complaints: list[str],
        at_the_server: Callable[..., Any],
    ) -> None:
        self.name = name
        self.at_the_server = at_the_server
        self.portal = portal  # its address
        self.page = page
        self.complaints = complaints  # what the consoles of all browsers of the test said

    def complained(self) -> list[str]:
        """All that the consoles said, which the test has expected. Leaves the page."""
        self.page.goto("about:blank")  # nothing more can come
        said = list(self.complaints)
        self.complaints.clear()
        return said

    def sign_up(self) -> "Person":
        """Have an account and be logged in, the short way."""
        client = Client()
        client.force_login(User.objects.create_user(self.name, password=PASSWORD))
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": key, "url": self.portal}
        self.page.context.add_cookies([cookie])  # type: ignore[list-item]
        return self

    def play_now(self, opponents: int = 2) -> "Person":
        """Be at a new match against computer players, the short way."""
        self.page.goto(self.new_match(opponents))
        return self

    def new_match(self, opponents: int = 2) -> str:
        """The address of one against computer players, for later or for others to look at."""
        players = [User.objects.get(username=self.name), *["easy"] * opponents]
        match = self.at_the_server(started, *players, deal=services.open_deal(), first=0)
        return f"/matches/{match.public_id}/"

    # -- at a match -----------------------------------------------------------------------------

    @property
    def public_id(self) -> str:
        """That of the match whose page is open."""
        return urlsplit(self.page.url).path.split("/")[2]

    def resigns(self) -> None:
        """Give that match up by another device."""
        user = User.objects.get(username=self.name)
        self.at_the_server(services.resign, public_id=self.public_id, user=user)

    @property
    def live(self) -> Locator:
        return self.page.locator("#live")

    @property
    def version(self) -> int:
        return int(self.live.get_attribute("data-version") or -1)

    def sees_version(self, version: int) -> None:
        expect(self.live).to_have_attribute("data-version", str(version))

    def is_at(self, match: Match) -> None:
        """Open its page, and wait until that is connected."""
        self.page.goto(f"/matches/{match.public_id}/")
        self.is_connected()

    def reloads(self) -> None:
        """Load the page of the match anew, and wait until that is connected."""
        self.page.reload()
        self.is_connected()

    def is_connected(self) -> None:
        """Wait until the page's socket is open and the board's own script has painted."""
        expect(self.page.locator("#page")).to_have_attribute("data-socket", "open")
        self.page.evaluate(BOARD_PAINTED)

    def opens_drawer(self) -> None:
        """Open what stands beside the board, where it lies in a drawer."""
        opener = self.page.locator("#drawer")
        if opener.is_visible():
            opener.click()

    def resize(self, width: int, height: int) -> None:
        """Make the window so large, in px; the page has heard of it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(FRAME)

    def stops_time(self) -> None:
        """From now on time stands still on the page, but for what `page.clock` lets pass."""
        self.page.clock.install()
        self.page.clock.pause_at(time() + JUMP)

    @property
    def buttons(self) -> Locator:
        """All choices as plain buttons."""
        return self.page.locator("#list")

    def open_the_list(self) -> None:
        """Have all choices shown as buttons (without a script they are shown anyway)."""
        toggle = self.page.get_by_role("button", name="All choices")
        over = self.page.locator("#live[data-over]")  # there is no list, and none comes
        expect(self.buttons.or_(toggle).or_(over).locator("visible=true").first).to_be_visible()
        if toggle.is_visible() and not self.buttons.is_visible():
            toggle.click()

    def moved_on_from(self, version: int) -> None:
        """Wait until the page shows what came after, without having each step told."""
        expect(self.live).not_to_have_attribute("data-version", str(version))
        telling = self.page.locator("#page[data-telling]")
        if telling.count():
            self.page.keyboard.press("Escape")
        expect(telling).to_have_count(0)

    def draw(self) -> None:
        """Draw a card and wait until the page shows that something happened."""
        self.open_the_list()
        before = self.version
        self.buttons.get_by_role("button", name="Draw").click()
        self.moved_on_from(before)

    def choose_any(self, number: int) -> None:
        """Take one of the choices offered, unfolding its group first; none if all is over.

        After an own move the page may show for a moment that others are to move.
        """
        self.open_the_list()
        offered = self.buttons.locator("button[name=action]")
        over = self.page.locator("#live[data-over]")
        expect(offered.or_(over).first).to_be_attached()
        if not offered.count():
            return
        before = self.version
        button = offered.nth(number % offered.count())
        group = button.locator("xpath=ancestor::details")
        if group.count() and group.get_attribute("open") is None:
            group.locator("summary").click()
        button.click()
        self.moved_on_from(before)

    # -- on the board ---------------------------------------------------------------------------

    def target(self, name: str) -> Locator:
        """The elements on the board that carry this target."""
        return self.page.locator(f'.board [data-target="{name}"]')

    def touch(self, name: str) -> None:
        """Touch one more of this target, at its free edge: the cards of a fan overlap."""
        free = self.page.locator(f'.board [data-target="{name}"]:not(.chosen)')
        free.last.click(position={"x": 12, "y": 20})  # inside a leaning card too

    @property
    def confirm(self) -> Locator:
        """The button that says in words what has been chosen."""
        return self.page.locator("#confirm")

    @property
    def hint(self) -> Locator:
        """The line that says what is missing, or why something can't be."""
        return self.page.locator("#say")

    def choices(self) -> list[dict[str, Any]]:
        """What the server offers, as the page's script reads it."""
        return self.page.evaluate(CHOICES)

    def has_no_sideways_scroll(self) -> None:
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.page.evaluate(wide) <= 0, self.page.url


Somebody = Callable[..., Person]
