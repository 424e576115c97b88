"""The board as HTML: what can be touched, its places, its pictures."""

import re
from functools import partial
from typing import Any

from games.plugin import SPECTATOR
from games.village_assault.components import CARDS
from games.village_assault.state import Declared, State, Village
from tests.games.village_assault.positions import GAME, position
from tests.support import board_html

html_of = partial(board_html.html_of, GAME)


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
        position(**fight, ending="beaten", scored=[7]),
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


def test_every_kind_of_card_has_a_picture_and_says_what_it_is() -> None:
    for card in {printed.kind: card for card, printed in CARDS.items()}.values():
        shown = html_of(position(hand=(card,), castle="sheep" if card != "sheep" else "pig"))
        assert f"pieces.svg#{CARDS[card].kind}" in shown
        assert f'data-piece="{card}"' in shown
