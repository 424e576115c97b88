"""What a person does with the portal in a browser."""

from playwright.sync_api import Locator, Page, expect

BURN = "please-dont-burn-my-village"


class Person:
    """Somebody before a browser."""

    def __init__(self, name: str, page: Page, complaints: list[str]) -> None:
        self.name = name
        self.page = page
        self.complaints = complaints  # what the consoles of all browsers of the test said

    def fill_in_sign_up(self) -> None:
        self.page.get_by_label("Username").fill(self.name)
        self.page.get_by_label("Password").fill("correct horse")
        self.page.get_by_role("main").get_by_role("button", name="Sign up").click()

    def sign_up(self) -> "Person":
        self.page.goto("/accounts/signup/")
        self.fill_in_sign_up()
        expect(self.page).to_have_url("/")
        return self

    def play_now(self, opponents: int = 2) -> "Person":
        """Begin a match against computer players."""
        self.page.goto(f"/play/{BURN}/")
        self.page.get_by_role("radio", name=str(opponents)).check()
        self.page.get_by_role("button", name="Play now").click()
        self.page.wait_for_url("**/matches/*/")
        return self

    # -- at a match -----------------------------------------------------------------------------

    @property
    def live(self) -> Locator:
        return self.page.locator("#live")

    @property
    def version(self) -> int:
        return int(self.live.get_attribute("data-version") or -1)

    def sees_version(self, version: int) -> None:
        expect(self.live).to_have_attribute("data-version", str(version))

    def is_connected(self) -> None:
        """Wait until the page's socket is open."""
        expect(self.page.locator("#page")).to_have_attribute("data-socket", "open")

    def draw(self) -> None:
        """Draw a card and wait until the page shows that something happened."""
        before = self.version
        self.page.get_by_role("button", name="Draw").click()
        expect(self.live).not_to_have_attribute("data-version", str(before))

    def choose_any(self, number: int) -> None:
        """Take one of the choices offered, unfolding its group first."""
        before = self.version
        buttons = self.page.locator("#acts button[name=action]")
        button = buttons.nth(number % buttons.count())
        group = button.locator("xpath=ancestor::details")
        if group.count() and group.get_attribute("open") is None:
            group.locator("summary").click()
        button.click()
        expect(self.live).not_to_have_attribute("data-version", str(before))

    def has_no_sideways_scroll(self) -> None:
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.page.evaluate(wide) <= 0, self.page.url
