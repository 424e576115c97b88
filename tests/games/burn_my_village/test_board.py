"""The board as HTML: what can be touched on it, its places, what it tells and what it must not."""

import re
from functools import cache, partial
from typing import Any

from games.burn_my_village.board import board
from games.burn_my_village.components import KINDS
from games.burn_my_village.state import State
from games.plugin import SPECTATOR
from tests.games.burn_my_village.tables import GAME, fresh, table
from tests.support import board_html
from tests.support.random_games import played

html_of = partial(board_html.html_of, GAME)


@cache
def game(seats: int) -> list[tuple[State, tuple[Any, ...]]]:
    return [*played(GAME, fresh(seats, seed=seats), seats)]


def test_all_places_and_cards_in_hand_have_a_rule() -> None:
    html = html_of(table("axe wild", "", stalls={0: "axe"}))
    for thing in ("space", "stall", "pile"):
        drawn = re.findall(rf'<\w+ class="{thing}"[^>]*>', html)
        assert drawn
        assert all("data-rule=" in one for one in drawn)
    assert len(re.findall(r'data-rule="\w+"[^>]*><ol class="fan"', html)) == 2


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
