"""The board of Burnt to Ashes: battles and endings as they are told, a whole game, axe-core."""

import json
import re
from typing import Any

import pytest

from accounts.models import User
from games.burnt_to_ashes.state import Arranging, Battle, Naming, Spare, State
from games.matches.models import Match
from games.matches.play.actions import services
from tests.browser import burnt, castle
from tests.browser.auditing import SIZES, Auditor, nothing_is_wrong
from tests.browser.castle import confirm, made_at_once
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.browser.test_one_screen import OVERLAPPING
from tests.games.burnt_to_ashes.positions import position

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
LATE = tuple(range(6, 24))  # lands burnt already


def test_battle_cards_turn_one_by_one_and_the_flight_passes_over_burnt_land(
    somebody, at_the_server
):
    """All of it in one step, after which neither markers nor cards are left on the board."""
    amber = somebody(lively=True, **DESK).sign_up()
    state = position("1", cards="y134", burnt=(1,), arms={2: "k", 20: "k"}, attack=3, mode="team")
    burnt.sit_down([amber], at_the_server, state)
    amber.page.evaluate(NOTE_FLIGHTS)
    burnt.free(amber, "pass").click()
    expect(amber.live).not_to_have_attribute("data-version", "0")
    flown = amber.page.locator("html")
    expect(flown).to_have_attribute("data-flown", re.compile(r"marker.*( card-\w+){3}"))
    expect(flown).to_have_attribute("data-stage", "visible")
    waits = json.loads(flown.get_attribute("data-waits") or "")
    assert "Turned" not in flown.get_attribute("data-logged")
    assert len(waits) >= 3
    assert waits == sorted(set(waits))  # each card and its count wait for the one before


def test_the_dragon_hides_no_figure_of_the_realm_in_small_windows(somebody, at_the_server):
    amber = somebody(viewport={"width": 320, "height": 640}).sign_up()
    burnt.sit_down([amber], at_the_server, position("11", cards="y134"), absent=["birch"])
    for width, height in ((320, 640), (360, 740), (640, 544)):
        amber.resize(width, height)
        assert amber.page.evaluate(OVERLAPPING, [".realm > li", ".wyrm"]) == [], width


@pytest.mark.whole  # sooner: tests/games/burnt_to_ashes/test_board.py
def test_two_presses_buy_and_a_pile_is_put_in_order_by_the_fewest_touches(somebody, at_the_server):
    amber = somebody(**DESK).sign_up()
    pile = ["power", "attack", "knight"]
    state = position("111111", phase="buy", stone=None, arms={2: "k"}, known={6: pile})
    burnt.sit_down([amber], at_the_server, state)
    log, told = amber.page.get_by_role("log"), "E1 is now, from the top: dragon attack, knight"

    def presses(label: str, *targets: str) -> int:
        before = amber.version
        for target in targets:
            burnt.free(amber, target).click()
        made_at_once(amber, before, label)
        return amber.version

    presses("Look at the pile of E1", "land:6", "look")
    burnt.free(amber, "pile:attack").click()
    burnt.free(amber, "pile:knight").click()
    expect(amber.page.locator(".pick[data-order='3']")).to_have_text("power")
    confirm(amber, "From the top: dragon attack, knight and power")
    expect(log.get_by_text(told)).to_have_count(1)
    before = presses("Look at the pile of E1", "land:6", "look")
    amber.page.get_by_role("button", name="Leave it as it is").click()
    amber.moved_on_from(before)
    expect(log.get_by_text(told)).to_have_count(2)
    presses("Buy the top counter of N1", "land:0", "buy")
    expect(log).to_contain_text("amber buys from the pile of N1")
    counters_that_are_alike_are_not_to_be_put_in_order(amber)


def counters_that_are_alike_are_not_to_be_put_in_order(amber: Person) -> None:
    state = position("1111", phase="buy", stone=None, known={6: ["power", "power"]})
    state.pending = [Arranging(0, 6)]
    castle.put([amber], state)
    expect(amber.page.locator(".looking")).to_contain_text("They are alike")
    expect(amber.page.locator("#status")).to_contain_text("are alike: leave them as they are")
    expect(amber.hint).to_have_text("Choose a button.")
    expect(amber.page.locator("#live .can")).to_have_count(0)
    before = amber.version
    amber.page.get_by_role("button", name="Leave it as it is").click()
    amber.moved_on_from(before)


def lay_nothing(match: Match) -> None:
    services.submit_action(
        public_id=match.public_id,
        user=User.objects.get(username="birch"),
        action={"type": "lay"},
        version=match.version,
    )


def test_nothing_tells_how_a_battle_ends_before_its_last_card_lies(somebody, at_the_server):
    """Neither the sentence, the log, the strikes, the status line nor what can be pressed."""
    amber, birch = somebody(lively=True, **DESK).sign_up(), somebody().sign_up()
    fixed: dict[str, Any] = {"cards": "y134", "burnt": (1,), "attack": 3, "mode": "team"}
    state = position("1", "1", arms={2: "k", 20: "k"}, regent=1, to_act=1, **fixed)
    state.players[0].laid = [0, 0, 0, 0]
    burnt.sit_down([amber, birch], at_the_server, state)
    page, log = amber.page, amber.page.get_by_role("log")
    amber.stops_time()
    held, status = page.locator(".seat .more"), page.locator("#status").inner_text()
    before = held.all_text_contents()
    at_the_server(lambda: lay_nothing(Match.objects.get()))
    amber.sees_version(1)
    page.evaluate("document.getAnimations().forEach((flight) => flight.pause())")
    for _moment in range(3):
        expect(page.locator("#told p")).to_have_text("birch lays nothing.")
        expect(log).not_to_contain_text("Turned")
        expect(page.locator(".tray")).to_be_hidden()
        expect(held).to_have_text(before)
        expect(page.locator(".seat.turn .name")).to_contain_text("birch")
        expect(page.locator("#status")).to_have_text(status)
        page.clock.run_for(300)
    page.evaluate("document.getAnimations().forEach((flight) => flight.play())")
    page.clock.run_for(6_000)
    expect(log).to_contain_text("Turned")
    page.clock.run_for(10_000)
    expect(page.locator("#told")).to_be_hidden()
    expect(page.locator("#status")).not_to_have_text(status)


def name_the_winner(match: Match) -> None:
    services.submit_action(
        public_id=match.public_id,
        user=User.objects.get(username="birch"),
        action={"type": "crown", "seat": 1},
        version=match.version,
    )


@pytest.mark.whole  # sooner: how it came out is staged, in test_finale
def test_the_crowning_is_staged_before_anyone_is_told_who_won_and_then_the_sheets_explain_it(
    somebody, at_the_server
):
    amber, birch = somebody(lively=True, **PHONE).sign_up(), somebody().sign_up()
    state = position("1", "1", burnt=LATE, power=(3, 3), regent=1, phase="stone", stone=None)
    state.wounds, state.victor = [0, 1, 0, 1, 0, 1, 0], 0
    state.lands[0].turned, state.pending = ["power", "sword"], [Naming([0, 1])]
    burnt.sit_down([amber, birch], at_the_server, state)
    page, finale = amber.page, amber.page.locator("#finale")
    amber.stops_time()
    at_the_server(lambda: name_the_winner(Match.objects.get()))
    amber.sees_version(1)
    page.clock.run_for(2_500)
    beats = finale.locator("[data-beat]").all_text_contents()
    assert [beat.strip() for beat in beats] == [
        "amber lands the last strike: the dragon is dead.",
        "Pile by pile, the top counters are turned.",
        "Dragon fighters count double, the last striker triple.",
        "The dragon is dead, and birch is crowned.",
    ]
    expect(finale.locator(".now")).to_have_text(beats[0].strip())
    expect(page.locator("#status")).to_have_text("The game is over.")
    expect(page.locator(".result, .sheet, .burnt[data-ending]")).to_have_count(0)
    expect(page.locator("#said")).not_to_contain_text("crown")
    page.clock.run_for(8_000)
    expect(finale).to_be_hidden()
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".sheet").first).to_contain_text("kept to the end")
    amber.has_no_sideways_scroll()


# Note what kinds of pieces the page sends on their way, by the picture that flies.
NOTE_FLIGHTS = """() => {
  const { dataset } = document.documentElement;
  const noteStage = () => {
    const stage = document.querySelector(".past .battle");
    const cards = [...stage.querySelectorAll(".dealt")];
    const place = (card) => Number(card.querySelector(".kcard > small").textContent);
    const wait = (card) => card.getAnimations()[0].effect.getTiming().duration;
    dataset.stage = getComputedStyle(stage).visibility;
    dataset.logged ??= document.querySelector("[role=log]").textContent;
    dataset.waits = JSON.stringify(cards.sort((a, b) => place(a) - place(b)).map(wait));
  };
  dataset.flown = "";
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!node.classList?.contains("flying")) continue;
      const card = node.querySelector(".kface");
      if (card) dataset.flown += ` card-${card.dataset.kindOf}`;
      if (card) noteStage();
      else if (node.classList.contains("marker")) dataset.flown += " marker";
    }
  }).observe(document.querySelector("#live"), { childList: true, subtree: true });
}"""


@pytest.mark.whole  # sooner: the laws play whole games, the test above plays by touch
def test_a_whole_game_by_touch_at_a_desk_and_on_a_phone(somebody, at_the_server):
    people = [somebody(**kind).sign_up() for kind in (DESK, PHONE)]
    fixed: dict[str, Any] = {"arms": {0: "kh", 1: "ks"}, "power": (1, 1), "burnt": LATE}
    shopping: dict[str, Any] = {"phase": "buy", "stone": None, "attack": 4, "cards": "4567"}
    late = position("x1123", "1112", round=4, **fixed, **shopping)
    burnt.sit_down(people, at_the_server, late)
    kinds = castle.play_out(people, burnt.take, seed=5)
    assert {"lay", "aim", "done"} <= kinds, kinds
    for person in people:
        expect(person.page.locator(".burnt[data-ending]")).to_be_visible()


def moments() -> dict[str, State]:
    """A position for each kind of moment."""
    hands = ("x11123", "1", "2x")
    fixed: dict[str, Any] = {
        "arms": {0: "ksh", 3: "k", 5: "s"},
        "burnt": (2, 9, 14),
        "power": (2, 1, 0),
        "known": {6: ["power", "attack", "shield"]},
        "cards": "ry3y",
        "round": 2,
    }
    during: dict[str, Any] = {**fixed, "phase": "stone", "stone": None, "attacked": [0, 3]}
    shields: list[Any] = ["dragon", "shield", "shield", "dragon", "shield"]
    return {
        "lay": position(*hands, **fixed),
        "stone": position(*hands, **{**fixed, "phase": "stone", "stone": None}),
        "battle": position(*hands, **during, pending=[Battle(0, shields)]),
        "spare": position(*hands, **during, pending=[Spare(0)]),
        "buy": position(*hands, **{**fixed, "phase": "buy", "stone": None}),
        "order": position(
            *hands, **{**fixed, "phase": "buy", "stone": None}, pending=[Arranging(0, 6)]
        ),
    }


@pytest.mark.whole  # sooner: what the kit's parts say, in every browser test of other boards
@SIZES
def test_axe_has_nothing_against_any_kind_of_moment(somebody, at_the_server, axe, widths):
    look = Auditor(axe, widths)
    amber, found = somebody(**look.screen).sign_up(), {}
    burnt.sit_down([amber], at_the_server, moments()["lay"], absent=["birch", "cedar"])
    for name, state in moments().items():
        castle.put([amber], state)
        found[name] = look(amber.page)
    burnt.free(amber, "pile:attack").click()
    expect(amber.page.locator(".pick[data-order='1']")).to_have_count(1)
    found["in order"] = look(amber.page)
    castle.put([amber], moments()["buy"])
    burnt.free(amber, "land:6").click()
    expect(amber.page.locator("[data-pile='6']")).to_be_visible()
    found["a land touched"] = look(amber.page)
    nothing_is_wrong(found)


# How much of the form lies outside its box, and of the order that is left outside the column.
CUT_OFF = """() => ["#order-form", ".side"].map((part) => {
  const box = document.querySelector(part);
  return Math.max(box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth);
})"""


def test_the_longest_form_fits_a_small_desk_and_what_is_left_the_column(somebody, at_the_server):
    amber = somebody(viewport={"width": 1280, "height": 720}).sign_up()
    burnt.sit_down([amber], at_the_server, position("1", "1"), absent=["birch"])
    page = amber.page
    page.get_by_role("button", name="Standing order…").first.click()
    expect(page.get_by_label("Only in round")).to_have_value("")
    assert page.evaluate(CUT_OFF) == [0, 0]
    page.get_by_role("button", name="Give this order").click()
    expect(page.locator("#order")).to_contain_text("In every round, give at most 2, 1, 1 and 1")
    assert page.evaluate(CUT_OFF)[1] == 0
    expect(page.locator("#resign-s")).to_be_in_viewport(ratio=1)
    assert page.locator("#order > p").evaluate("(each) => each.offsetWidth") > 300
