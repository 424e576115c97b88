"""What each kind of page is to a screen reader, and to a finger.

The first is kept as reviewed snapshots of roles, names and states in `trees/`; with `RENEW_TREES=1`
these tests write them anew. Read what has changed as somebody hears it, from top to bottom.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

from games.castle_panic.state import Monster
from tests.browser.castle import sit_down
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_accessibility import prepared
from tests.browser.test_every_board import GAMES, in_mid_game
from tests.permissions.scene import Scene
from tests.support.on_screen import LEAST_TOUCH, OUT_OF_REACH, SMALL_CONTROLS, SMALL_TOUCHES

PHONES = (320, 640), (360, 740), (740, 360)
SIZES = *PHONES, (640, 544)
DESK = (1280, 720)
LEAST = 24  # px, of what isn't touched in every turn
TREES = Path(__file__).parent / "trees"
# What differs from run to run, beside what the scene has named; and addresses, which nobody hears.
CHANGES = {
    r" *- /url: .*\n": "",
    r"\b[A-Z][a-z]{2} \d{1,2}, \d{4}(, \d{1,2}:\d\d\s[AP]M)?": "DATE",
    r"(#)[a-z0-9]{4}\b": "#NAME",
    r"\b\d{1,2}(:\d\d)+\b": "TIME",
    r"sealed [0-9a-f]+…": "sealed DIGEST…",
    r"\b\w+–\w+ 20\d\d": "SEASON",
    r"since [A-Z]\w+ 20\d\d": "since MONTH",
    r"http://[^/]+": "",
}


def tree_of(page: Page, names: dict[str, str], part: str) -> str:
    """The page as it is read out, with these names for what is random."""
    told = page.locator(part).aria_snapshot() + "\n"
    for name, value in names.items():
        told = told.replace(value, f"<{name}>")
    for changing, name in CHANGES.items():
        told = re.sub(changing, name, told)
    return told


def is_read_as_before(name: str, told: str) -> None:
    kept = TREES / f"{name}.yml"
    if "RENEW_TREES" in os.environ:
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(told)
    assert told == (kept.read_text() if kept.exists() else ""), name


# Links to what a page fetches by itself once it is shown, and the line about a check.
COMING = "#after > .btn, [hx-trigger=revealed] > .btn, :text('Checking …')"
AROUND = {"welcome": "body", "header": ".bar"}  # what stands around every page
PAGES = {
    "anonymous": {
        "welcome": "/",
        "log-in": "/accounts/login/",
        "sign-up": "/accounts/signup/",
        "rules": "/rules/{game}/",
        "guide": "/games/{game}/guide/4/",
        "daily": "/daily/{solo}/",
        "leaderboard": "/leaderboards/{solo}/",
        "season": "/seasons/{game}/",
        "watch": "/watch/",
        "replay": "/matches/{over}/?step=1",
        "over": "/matches/{over}/",
        "verify": "/matches/{over}/verify/",
        "privacy": "/privacy/",
    },
    "seat": {
        "header": "/settings/",
        "desk": "/",
        "lobby": "/tables/",
        "table-form": "/tables/new/{game}/",
        "table": "/tables/{table}/",
        "quick": "/quick/",
        "my-matches": "/my-matches/",
        "notices": "/notices/",
        "profile": "/people/partner/",
        "compare": "/people/partner/compare/",
        "challenge": "/people/partner/challenge/",
        "clubs": "/clubs/",
        "new-club": "/clubs/new/",
        "club": "/clubs/{club}/",
        "settings": "/settings/",
        "notice-choices": "/settings/notices/",
        "calendar": "/settings/calendar/",
    },
    "moderator": {"moderation": "/moderation/"},
    "reviewer": {"review": "/review/", "review-match": "/review/{public}/"},
}


@pytest.mark.whole  # sooner: each board, below
@pytest.mark.parametrize("who", PAGES)
def test_each_kind_of_page_is_read_as_before_and_pressed_easily(
    somebody, at_the_server, portal, who
):
    here: Scene = at_the_server(prepared)
    person = somebody()
    if who in here.sessions:
        key = here.sessions[who]
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": key, "url": portal}
        person.page.context.add_cookies([cookie])
    names = {name: value for name, value in here.names.items() if isinstance(value, str)}
    small: dict[Any, Any] = {}
    for name, path in PAGES[who].items():
        person.page.goto(path.format(**here.names))
        expect(person.page.locator(COMING)).to_have_count(0)
        is_read_as_before(name, tree_of(person.page, names, AROUND.get(name, "main")))
        small |= hard_to_press(person, name)
    assert not small


def hard_to_press(person: Person, where: str) -> dict[Any, list[Any]]:
    """What is smaller than a finger needs, by place and size of the window."""
    small: dict[Any, Any] = {}
    for size in SIZES:
        person.resize(*size)
        small[where, size] = person.page.evaluate(SMALL_CONTROLS, LEAST)
    person.resize(*DESK)
    return {window: found for window, found in small.items() if found}


@pytest.mark.parametrize("meta", GAMES, ids=lambda meta: meta.slug)
def test_each_board_is_read_as_before_and_pressed_easily(somebody, at_the_server, meta):
    amber = somebody().sign_up()
    match = at_the_server(in_mid_game, meta, amber.name)
    amber.is_at(match)
    is_read_as_before(meta.slug, tree_of(amber.page, {"match": match.public_id}, "main"))
    small: dict[Any, Any] = {}
    for size in SIZES:
        amber.resize(*size)
        small[size] = amber.page.evaluate(SMALL_TOUCHES, LEAST_TOUCH)
        assert amber.page.evaluate(OUT_OF_REACH) == [], size
        amber.opens_drawer()
        small["drawer", *size] = amber.page.evaluate(SMALL_CONTROLS, LEAST)
        amber.page.locator("#close-chat").click()
    assert not any(small.values()), small


def playing(**hand: int) -> Callable[[Any], None]:
    def edit(state: Any) -> None:
        state.phase, state.active = "play", 0
        state.monsters = [Monster("orc", 2, ring, arc) for ring, arc in ((1, 1), (2, 3), (3, 5))]
        state.players[0].hand = {name.replace("_", "-"): n for name, n in hand.items()}

    return edit


def claiming(state: Any) -> None:
    state.phase, state.active, state.towers = "towers", 0, [True] * 6
    state.monsters, state.players[0].hand = [], {}


@pytest.mark.parametrize(
    ("chosen", "edit"),
    [("hand:tar", playing(tar=1)), ("hand:fortify", playing(fortify=1)), ("", claiming)],
    ids=["monsters", "walls", "towers"],
)
def test_what_stands_on_the_round_table_is_pressed_easily(somebody, at_the_server, chosen, edit):
    amber = somebody().sign_up()
    sit_down([amber], at_the_server, edit=edit, absent=["birch"], mans_home=True)
    if chosen:
        amber.touch(chosen)
    expect(amber.page.locator(".world .can").first).to_be_visible()
    small: dict[Any, Any] = {}
    for size in PHONES:
        amber.resize(*size)
        small[size] = amber.page.evaluate(SMALL_TOUCHES, LEAST_TOUCH)
    assert not any(small.values()), small
