"""The board as HTML: what can be touched, its places, the rules it tells, and what stays hidden."""

import re
from types import SimpleNamespace
from typing import Any

from django.template.loader import get_template

from games.plugin import OMNISCIENT, SPECTATOR, FastChance, Viewer
from games.village_assault.components import CARDS
from games.village_assault.game import VillageAssault
from games.village_assault.state import Declared, State, Village
from tests.games.village_assault.positions import position

GAME = VillageAssault()


def html_of(state: State, viewer: Viewer = 0) -> str:
    """The board with the seat's row, as the match page puts them together for that viewer."""
    data = GAME.board(GAME.observation(state, viewer))
    seat = SimpleNamespace(index=0, name="amber", ai=False, you=viewer == 0, data=data["seats"][0])
    page = {
        "board": data,
        "names": ["amber"],
        "parts": "village_assault",
        "viewer": viewer if isinstance(viewer, int) else None,
        "is_newest": True,
        "touch": isinstance(viewer, int) and not state.ending,
        "seat": seat,
        "explains_end": state.ending is not None,
    }
    return "".join(
        get_template(f"village_assault/{name}.html").render(page) for name in ("board", "seat")
    )


def moments() -> list[State]:
    villages: dict[str, Any] = {
        "castle": "hero-green farmer-red",
        "tower": "bunny scout-red",
        "tavern": "archer-orange golem-green",
        "inn": "princess-yellow",
    }
    fight: dict[str, Any] = {
        **villages,
        "hand": "ace-green assassin-red warrior-blue bunny chicken pig sheep",
        "kings": "king-green",
        "prisoners": "priest-red",
        "deck": "farmer-blue",
    }
    crowded = position(**fight)
    crowded.villages.append(Village("inn-2"))
    crowded.discards.remove("inn")
    hand = ("merchant-orange", "chicken", "assassin-red", "warrior-blue", "farmer-red")
    empty: dict[str, Any] = {**dict.fromkeys(villages), "kings": "king-green"}
    return [
        crowded,
        position(**fight, phase="boosting", declared=Declared("ace-green", "castle")),
        position(hand=hand, **empty),
        position(hand=hand, **empty, phase="adding", prisoners="pig", added=1),
        position(**fight, phase="cashing", merchant="merchant-orange"),
        position(**fight, ending="beaten"),
    ]


def found(what: str, html: str) -> set[str]:
    return set(re.findall(rf'{what}="([^"]*)"', html))


def test_everything_that_a_choice_picks_can_be_touched() -> None:
    for state in moments():
        picks = {pick for choice in GAME.choices(state, 0) for pick in choice.picks}
        assert picks <= found("data-target", html_of(state)), state.phase
        assert not found("data-target", html_of(state, SPECTATOR))


def test_every_place_of_a_motion_is_there_once() -> None:
    for state in moments():
        places = re.findall(r'data-place="([^"]*)"', html_of(state))
        assert len(places) == len(set(places))
        keys = {village.key for village in state.villages}
        villages = {f"{kind}:{key}" for kind in ("village", "down") for key in keys}
        hand = set() if state.ending else {"hand"}
        assert set(places) == {"deck", "discards", "prisoners", "kings"} | hand | villages


def test_everything_on_the_board_has_a_rule() -> None:
    told = {explanation.about for explanation in GAME.explanations()}
    asked = set().union(*(found("data-rule", html_of(state)) for state in moments()))
    assert asked <= told
    assert {"castle", "village", "inn", "king", "prisoners", "deck", "scores", "points"} <= asked


def test_face_down_cards_and_the_deck_leave_no_trace() -> None:
    for state in moments():
        other = GAME.determinize(GAME.observation(state, 0), 0, FastChance(1))
        for viewer in (0, SPECTATOR):
            assert html_of(other, viewer) == html_of(state, viewer)
    state = moments()[0]
    assert "blue Farmer" in html_of(state, OMNISCIENT)
    assert "blue Farmer" not in html_of(state)


def test_every_kind_of_card_has_a_picture_and_says_what_it_is() -> None:
    for card in {printed.kind: card for card, printed in CARDS.items()}.values():
        shown = html_of(position(hand=(card,), castle="sheep" if card != "sheep" else "pig"))
        assert f"pieces.svg#{CARDS[card].kind}" in shown
        assert f'data-piece="{card}"' in shown


def test_a_village_is_empty_until_the_next_round_unless_there_is_none() -> None:
    shown: dict[str, Any] = {"tower": "orc-red", "hand": "ace-green"}
    assert "until the next round" in html_of(position(**shown))
    last = html_of(position(**shown, last_round=True))
    assert "until the next round" not in last
    assert "for good" in last
    over = html_of(position(**shown, ending="beaten", scored=[3]))
    assert "until the next round" not in over


def test_a_hand_without_units_is_asked_for_none() -> None:
    said = "Choose a unit: each village shows how an attack would end."
    villages: dict[str, Any] = {"castle": "golem-green", "tower": None, "tavern": None}
    assert said in html_of(position(hand="ace-green bunny", **villages))
    assert said not in html_of(position(hand="bunny", **villages))
