"""A kind of card stands in one row; wherever else kinds are listed, they are those of the rows."""

import re
from pathlib import Path

import games.burn_my_village
from games.burn_my_village.actions import Payment
from games.burn_my_village.catalog import CARDS
from games.burn_my_village.components import KINDS, TREASURES, full_deck

STATIC = Path(games.burn_my_village.__file__).parent / "static/burn_my_village"


def test_types_name_the_kinds_of_the_catalog_and_all_are_in_play_with_five() -> None:
    assert list(CARDS) == list(KINDS) == list(Payment.__struct_fields__)
    assert full_deck(5) == {**dict.fromkeys(TREASURES, 14), "wild": 20}


def test_every_kind_is_drawn_and_has_a_color() -> None:
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / "pieces.svg").read_text()))
    colored = re.findall(r'data-kind="([\w-]+)"', (STATIC / "board/base.css").read_text())
    assert drawn >= CARDS.keys()
    assert colored == list(CARDS)
