"""The page to watch: each match's board in a frame, which follows it."""

from typing import Any

from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services
from games.plugin import registry
from tests.browser.expecting import expect
from tests.games.matches.conftest import play, user_at
from tests.support.matches import started

LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"  # sooner than it would
# The width of each frame's board, and what of it reaches out of the frame.
BOARDS = """() => [...document.querySelectorAll("iframe")].map(({ contentWindow }) => {
  const { document, innerHeight } = contentWindow;
  const field = document.querySelector(".playfield");
  const box = field.getBoundingClientRect();
  const cut = [...document.querySelectorAll(".tray"), document.scrollingElement].filter(
    (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1,
  );
  return { width: box.width, inside: box.bottom <= innerHeight + 1, cut: cut.length };
})"""


def begin(count: int = 2, game: str = "please-dont-burn-my-village") -> Match:
    number = Match.objects.count() + 1
    people = [User.objects.create_user(f"elm{number}-{seat}") for seat in range(count)]
    return started(*people, number=number, game=game, first=0)


def test_a_board_follows_its_match(somebody, at_the_server):
    match = at_the_server(begin)
    page = somebody(color_scheme="light").page
    page.goto("/watch/")
    card = page.get_by_role("listitem").filter(has=page.locator("iframe"))
    board = card.frame_locator("iframe")
    expect(board.locator(".village")).to_be_visible()
    link = card.get_by_role("link", name=f"#{match.number} with elm1-0 and elm1-1. It’s elm1-0’s")
    expect(link).to_be_visible()
    page.evaluate("document.querySelector('iframe').contentWindow.kept = true")
    held = board.locator(".zones").inner_text()
    at_the_server(play, match)
    page.evaluate(LOOK_AGAIN)
    expect(card.locator(".prompt")).to_have_text("It’s elm1-1’s turn.")
    expect(board.locator(".zones")).not_to_have_text(held)
    page.get_by_role("button", name="Dark or light").click()
    expect(board.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("document.querySelector('iframe').contentWindow.kept"), "no flicker"
    place = card.bounding_box()
    at_the_server(services.resign, public_id=match.public_id, user=user_at(match, 0))
    page.evaluate(LOOK_AGAIN)
    expect(card.get_by_text("The end")).to_be_visible()
    assert card.bounding_box() == place
    card.get_by_role("link").click()
    page.wait_for_url(f"**/matches/{match.public_id}/")


def test_every_board_fits_its_frame_on_a_phone(somebody, at_the_server):
    games = [game.meta for game in registry.installed()]

    def begin_all() -> None:
        for meta in games:
            begin(meta.max_seats, meta.slug)

    at_the_server(begin_all)
    person = somebody(viewport={"width": 360, "height": 740})
    person.page.goto("/watch/")
    for frame in person.page.locator("iframe").all():
        frame.scroll_into_view_if_needed()
        expect(frame).to_have_css("visibility", "visible")
    measured: list[dict[str, Any]] = person.page.evaluate(BOARDS)
    assert len(measured) == len(games)
    for one in measured:
        assert one["width"] >= 300, measured
        assert (one["inside"], one["cut"]) == (True, 0), measured
    person.has_no_sideways_scroll()
