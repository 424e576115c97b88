"""A turn of each game by what a screen reader tells: names and roles to press, sentences that come.

Every step is said once, in one place, whoever makes it.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator

from games.matches.models import Match
from games.plugin import registry
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_every_board import in_mid_game
from tests.games.matches.conftest import look, play, user_to_move

# What is said from now on, wherever the page lets something be read out by itself.
LISTEN = """() => {
  window.heard = [];
  const live = "[aria-live]:not([aria-live=off]), [role=status], [role=alert]";
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const region = (target.closest ? target : target.parentElement)?.closest(live);
      if (region) for (const added of addedNodes) window.heard.push(added.textContent.trim());
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
SENTENCES = """(after) => [...document.querySelectorAll("[role=log] li[id^='log-']")]
  .filter((line) => Number(line.id.split("-")[1]) > after && line.querySelector("a"))
  .map((line) => line.querySelector("a").textContent.trim())"""
DESK = (1280, 720)
YES = "the button that says the move in words"
# By game, what is pressed in a turn, move by move.
TURNS = {
    "please-dont-burn-my-village": [["Stall 1, costs 1 card", "feather, 1 of 1", YES]],
    "castle-panic": [
        ["No trade: play cards"],
        ["Knight, Knight ring, any color", "Goblin, 1 of 1, in the red Knight ring", YES],
        ["Done: monsters move"],
    ],
    "burnt-to-ashes": [["N4, free, pile of 3", YES]],
    "village-assault": [["orange Dragon, power 5", "Castle ?:", YES]],
}


@pytest.mark.parametrize("size", [(360, 740), DESK], ids=["phone at once", "desk step by step"])
@pytest.mark.parametrize("slug", TURNS)
def test_a_turn_is_made_by_names_and_each_step_is_said_once(somebody, at_the_server, slug, size):
    told = {"lively": True, "reduced_motion": "reduce"} if size == DESK else {}
    amber = somebody(**told).sign_up()
    amber.resize(*size)
    match = at_the_server(in_mid_game, registry.get(slug).meta, amber.name)
    amber.is_at(match)
    amber.page.evaluate(LISTEN)
    for presses in TURNS[slug]:
        before = amber.version
        for name in presses:
            button_called(amber, name).press("Enter")
        if (
            len(presses) == 1
        ):  # a button that had only just come asks; one yes too many does nothing
            amber.page.keyboard.press("Control+Enter")
        amber.moved_on_from(before)
        every_step_since(before, amber)
    expect(amber.page.locator(":focus")).to_have_count(1)
    if registry.get(slug).meta.max_seats > 1:
        others_are_heard(amber, match, at_the_server)
    nobody_is_told_twice_why_not(amber)


def button_called(amber: Person, name: str) -> Locator:
    if name != YES:
        return amber.page.get_by_role("button", name=re.compile(f"^{name}")).last
    moves = re.compile(
        "^({})$".format("|".join(re.escape(one["label"]) for one in amber.choices()))
    )
    acts = amber.page.get_by_role("region", name="What you can do")
    return acts.get_by_role("button", name=moves).first


def every_step_since(version: int, amber: Person) -> None:
    """Each sentence that the log has of it was said as often as it stands there, then what is next.

    A step that the log says nothing about leads to something else to do.
    """
    said = " ".join(amber.page.evaluate("window.heard.splice(0)"))
    written = Counter(amber.page.evaluate(SENTENCES, version))
    next_is = amber.page.locator("#status").inner_text()
    told = said.removesuffix(next_is)
    assert {line: told.count(line) for line in written} == dict(written), said
    if not written:
        assert said.endswith(next_is)


def others_are_heard(amber: Person, match: Match, at_the_server: Callable[..., Any]) -> None:
    while user_to_move(look(match)).username == amber.name:
        at_the_server(play, match)
    amber.sees_version(look(match).version)
    amber.page.evaluate("window.heard.splice(0)")
    before = amber.version
    at_the_server(play, match)
    amber.moved_on_from(before)
    every_step_since(before, amber)


def nobody_is_told_twice_why_not(amber: Person) -> None:
    """What leads nowhere says why, once."""
    page = amber.page
    page.evaluate("window.heard.splice(0)")
    page.locator("#live .board [data-target][aria-disabled=true]:visible").first.press("Enter")
    expect(page.locator("#say.why")).to_be_visible()
    why = page.locator("#say").inner_text()
    assert page.evaluate("window.heard.splice(0)") == [why]
