"""The board of Please Don't Burn My Village in a browser: previews, the running score, its fit."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from games.burn_my_village.components import SPACE_VALUES
from games.matches.models import Match
from games.matches.selectors import snapshot
from games.plugin import Choice
from tests.browser.people import Person

Somebody = Callable[..., Person]
PREVIEW = """async ({script, choice}) => {
    const { preview } = await import(script);
    preview(document.getElementById("live"), choice);
}"""


def preview(person: Person, choice: Choice[Any] | None) -> None:
    """Have the board show what a choice would do, as the page does when one is selected."""
    given = {"script": "/static/burn_my_village/board.js"}
    shown = None if choice is None else {"picks": list(choice.picks), "preview": choice.preview}
    person.page.evaluate(PREVIEW, {**given, "choice": shown})


def choices_of(person: Person) -> list[Choice[Any]]:
    """What the person, on the first seat, may choose now."""
    found = re.search(r"/matches/([^/]+)/", person.page.url)
    assert found
    shown = snapshot(Match.objects.select_related("deal").get(public_id=found[1]))
    return list(shown.game.choices(shown.state, 0))


def best(choices: list[Choice[Any]]) -> Choice[Any]:
    """The bribe that makes its treasure so much more valuable."""

    def gain(choice: Choice[Any]) -> int:
        coming = choice.preview or {"from": 0, "to": 0}
        return SPACE_VALUES[coming["to"]] - SPACE_VALUES[coming["from"]]

    found = max(choices, key=gain)
    assert gain(found) > 0
    return found


@pytest.mark.parametrize("width", [360, 1440])
def test_a_choice_is_shown_on_the_board_before_it_is_made(somebody: Somebody, width: int) -> None:
    amber = somebody(viewport={"width": width, "height": 900}).sign_up().play_now()
    page = amber.page
    choice = best(choices_of(amber))
    coming = choice.preview
    assert coming is not None
    before = page.locator(".village").inner_html()
    preview(amber, choice)
    ghost = page.locator(".space").nth(coming["to"]).locator(".ghost")
    expect(ghost).to_be_visible()
    expect(ghost).to_have_attribute("data-kind", coming["token"])
    expect(page.locator(".path path")).to_have_attribute("d", re.compile(r"^M[\d.-]+ "))
    token = page.locator(f"#token-{coming['token']}")
    expect(token).to_have_attribute("data-then", re.compile("→"))
    expect(token).to_have_attribute("data-trend", "up")
    for seat, (now, later) in enumerate(coming["points"]):
        figures = page.locator(f"[data-points='{seat}']")
        expect(figures).to_have_text([str(now)] * 2)  # above the track and on the seat's card
        changed = page.locator(f"[data-points='{seat}'][data-then='{later}']")
        expect(changed).to_have_count(0 if now == later else 2)
    preview(amber, None)
    assert page.locator(".village").inner_html() == before
    expect(page.locator("[data-then], [data-trend]")).to_have_count(0)
    amber.has_no_sideways_scroll()


def test_a_choice_that_moves_nothing_shows_nothing(somebody: Somebody) -> None:
    amber = somebody().sign_up().play_now()
    draw = next(one for one in choices_of(amber) if one.picks == ("deck",))
    preview(amber, best(choices_of(amber)))
    preview(amber, draw)
    expect(amber.page.locator(".ghost, .path, [data-then], [data-forecast]")).to_have_count(0)


def test_an_update_takes_the_preview_away(somebody: Somebody) -> None:
    amber = somebody().sign_up().play_now()
    amber.is_connected()
    preview(amber, best(choices_of(amber)))
    expect(amber.page.locator(".ghost")).to_have_count(1)
    amber.draw()
    preview(amber, None)
    expect(amber.page.locator(".ghost, .path, [data-then], [data-forecast]")).to_have_count(0)


def test_whether_points_are_shown_is_remembered(somebody: Somebody) -> None:
    amber = somebody().sign_up().play_now()
    amber.is_connected()
    page = amber.page
    points = page.locator(".seat .points")
    preview(amber, None)
    expect(points).to_have_count(3)
    expect(points.first).to_be_visible()
    page.get_by_role("button", name="Hide the points").click()
    expect(points.first).to_be_hidden()
    amber.draw()
    expect(points.first).to_be_hidden()
    page.reload()
    preview(amber, None)
    expect(points.first).to_be_hidden()
    page.get_by_role("button", name="Show the points").click()
    expect(points.first).to_be_visible()


def test_the_discards_open_and_close(somebody: Somebody) -> None:
    amber = somebody(viewport={"width": 360, "height": 740}).sign_up().play_now()
    amber.page.get_by_role("button", name="Look through the discards").click()
    expect(amber.page.get_by_role("heading", name="Discards")).to_be_visible()
    amber.page.keyboard.press("Escape")
    expect(amber.page.get_by_role("heading", name="Discards")).to_be_hidden()


@pytest.mark.parametrize("size", [(320, 640), (360, 740), (800, 1000), (1024, 768), (1280, 720)])
def test_the_board_fits_every_window(somebody: Somebody, size: tuple[int, int]) -> None:
    amber = somebody(viewport={"width": size[0], "height": size[1]}).sign_up().play_now()
    amber.has_no_sideways_scroll()
    cards = amber.page.locator(".hand li:has(> .card)")
    widths = cards.evaluate_all("cards => cards.map(card => card.offsetWidth)")
    assert min(widths) >= 19  # px of a covered card that can be touched
