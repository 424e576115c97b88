"""The board as HTML: what can be touched on it, its places, what it tells and what it must not."""

import re
from collections import Counter
from functools import cache, partial
from typing import Any

import pytest
from django.template.loader import get_template

from games.burn_my_village.board import board
from games.burn_my_village.components import KINDS, TREASURES
from games.burn_my_village.state import State
from games.plugin import OMNISCIENT, SPECTATOR, FastChance, project
from tests.games.burn_my_village.tables import GAME, fresh, table
from tests.support import board_html
from tests.support.random_games import played

html_of = partial(board_html.html_of, GAME)


def targets(html: str) -> Counter[str]:
    return Counter(re.findall(r'data-target="([^"]*)"', html))


def places(html: str) -> list[str]:
    return re.findall(r'data-place="([^"]*)"', html)


@cache
def game(seats: int) -> list[tuple[State, tuple[Any, ...]]]:
    return [*played(GAME, fresh(seats, seed=seats), seats)]


@pytest.mark.parametrize("seats", [2, 5])
def test_every_choice_can_be_made_by_touching_the_board(seats: int) -> None:
    for state, _ in [*game(seats)[::6], game(seats)[-1]]:
        for seat in range(seats):
            found = targets(html_of(state, seat))
            if state.ending:
                assert not found
                continue
            expected = Counter({f"token:{kind}": 1 for kind in TREASURES} | {"deck": 1})
            expected.update(f"stall:{cost}" for cost in range(4))
            expected.update({f"hand:{k}": n for k, n in state.players[seat].hand.items() if n})
            assert found == expected
            for choice in GAME.choices(state, seat):
                assert Counter(choice.picks) <= found


def test_nothing_can_be_touched_by_those_who_watch_or_in_the_past() -> None:
    state = fresh(3)
    assert not targets(html_of(state, SPECTATOR))
    assert not targets(html_of(state, OMNISCIENT))
    assert not targets(html_of(state, 0, is_newest=False))


def test_pieces_move_between_places_of_the_board() -> None:
    before: dict[Any, list[str]] = {}
    for state, events in game(3)[:30]:
        for viewer in (0, SPECTATOR):
            now = places(html_of(state, viewer))
            assert len(now) == len(set(now))
            for event in events:
                told = GAME.narrate(project(event, viewer))
                for motion in told.motions if told else ():
                    assert motion.source in before[viewer]
                    assert motion.target in now
            before[viewer] = now


def test_the_board_shows_nothing_that_its_viewer_may_not_know() -> None:
    state = game(2)[9][0]
    other = GAME.determinize(GAME.observation(state, 0), 0, FastChance(1))
    assert html_of(other, 0) == html_of(state, 0)
    assert html_of(other, 1) != html_of(state, 1)


def test_whatever_lies_on_the_board_has_a_rule_and_every_rule_its_chapter() -> None:
    chapters = set(re.findall(r'<section id="(\w+)"', rules_page()))
    for state, _ in game(3)[::5]:
        for viewer in (0, SPECTATOR):
            html = html_of(state, viewer)
            told = dict.fromkeys(re.findall(r'data-about="(\w+)"', html))
            rules = "bribe wilds favor visit market draw curse scoring"
            assert told.keys() == set(rules.split())
            assert set(re.findall(r'data-rule="(\w+)"', html)) <= told.keys()
            for kind in ("space", "stall", "pile"):
                things = re.findall(rf'<\w+ class="{kind}"[^>]*>', html)
                assert things
                assert all("data-rule=" in thing for thing in things)
            fans = re.findall(r'(<[^>]*>)<ol class="fan"', html)
            assert fans or viewer != 0 or state.ending or not state.players[0].hand_size
            assert all("data-rule=" in around for around in fans)
            helps = set(re.findall(r'data-help="(\w+)"', html))
            assert helps >= {"bribe", "visit", "curse", "refill", "draw", "wilds", "favor", "end"}
            assert helps <= chapters
            addresses = re.findall(r'href="/rules/[^"#]*#(\w+)"', html)
            assert set(addresses) == helps


def rules_page() -> str:
    return get_template("burn_my_village/rules.html").render(
        {"figures": GAME.figures(), "parts": "burn_my_village"}
    )


def test_each_space_tells_who_bribes_its_kind() -> None:
    state = table("", "", bribes=[{"axe": (2, 1)}, {"axe": (1, 0), "crown": (1, 0)}])
    spaces = {space["kind"]: space for space in board(GAME.observation(state, SPECTATOR))["spaces"]}
    assert spaces["axe"] == {"kind": "axe", "value": 3, "owners": [[0, 3], [1, 1]]}
    assert spaces["crown"]["owners"] == [[1, 1]]
    assert spaces["sword"]["owners"] == []


def test_only_the_owner_is_told_what_a_hand_would_score_now() -> None:
    state = table("axe crown wild", "sword", bribes=[{"axe": (2, 0)}], deck="axe")
    mine, theirs = (board(GAME.observation(state, seat))["seats"][0] for seat in (0, 1))
    assert mine["if_now"] == 3 * 3 - 4 - 2  # an axe joins, the crown and the coin cost
    assert theirs["if_now"] is None
    assert "3 points if it ended now" in html_of(state, 0)


def test_what_a_hand_would_cost_now_has_a_true_minus() -> None:
    state = table("crown wild", "sword", bribes=[{}], deck="axe")
    loss = board(GAME.observation(state, 0))["seats"][0]["if_now"]
    assert loss < 0
    assert f"\N{MINUS SIGN}{-loss} points if it ended now" in html_of(state, 0)


def test_the_discards_are_listed_by_kind_and_the_cursed_kind_is_marked() -> None:
    state = table("", "", cursed="axe", deck="sword")
    state.discards.update(axe=2, wild=1)
    html = html_of(state, SPECTATOR)
    listed = html[html.index('id="discarded"') :]
    assert "2 axes" in listed
    assert "1 coin" in listed
    assert listed.index("cursed last") > listed.index("2 axes")
    assert listed.index("cursed last") < listed.index("1 coin")


def test_the_end_explains_every_seats_score_kind_by_kind() -> None:
    for state, _ in (game(4)[-1], game(2)[-1]):
        data = board(GAME.observation(state, SPECTATOR))
        html = html_of(state, SPECTATOR)
        for index, seat in enumerate(data["seats"]):
            sheet = seat["sheet"]
            explained = sum(row["points"] for row in sheet["rows"])
            assert explained == sheet["total"]
            assert f'id="sheet-{index}"' in html
            hand = state.players[index].hand
            assert seat["hand"] == [[kind, hand[kind]] for kind in KINDS if hand[kind]]


def test_a_tie_break_is_told_on_the_sheet() -> None:
    state = table("", "", bribes=[{"axe": (1, 0)}, {"potion": (1, 0)}], ending="deck-empty-draw")
    html = html_of(state, 0)
    assert html.count('class="tie"') == 2
