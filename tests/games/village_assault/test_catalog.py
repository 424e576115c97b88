"""The rows of the catalog, and the keys that the types name."""

from games.village_assault.catalog import COLORS, KINDS, VILLAGES
from games.village_assault.components import CARDS, DECK, VILLAGE_KEYS
from games.village_assault.explanations import BOOK


def test_every_village_in_the_types_has_a_name() -> None:
    assert tuple(VILLAGES) == VILLAGE_KEYS


def test_every_card_is_of_a_kind_and_a_color_that_have_rows() -> None:
    assert set(CARDS) == set(DECK)
    assert {card.kind for card in CARDS.values()} == set(KINDS)
    assert {card.color for card in CARDS.values()} == {*COLORS, None}


def test_the_board_explains_every_kind() -> None:
    told = {one.about: (one.title, one.text, one.chapters) for one in BOOK.explanations}
    for key, kind in KINDS.items():
        assert told[key] == (kind.name, kind.rule, kind.chapters)
