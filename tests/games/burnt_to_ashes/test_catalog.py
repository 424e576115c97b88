"""The rows of the catalog, and the kinds that the types name."""

from games.burnt_to_ashes.catalog import PIECES
from games.burnt_to_ashes.components import COUNTERS, KNIGHT_CARDS, WORTHS
from games.burnt_to_ashes.words import PHRASES


def test_the_rows_with_counters_and_those_with_cards_are_the_kinds_in_the_types() -> None:
    assert {key for key, row in PIECES.items() if row.counters} == set(COUNTERS)
    assert {key for key, row in PIECES.items() if row.cards} == set(KNIGHT_CARDS)


def test_set_phrases_ask_for_gold_that_there_is() -> None:
    numbers = ("zero", "one", "two", "three", "four", "five", "six")
    asked = {worth for worth, name in enumerate(numbers) if f" a {name}?" in " ".join(PHRASES)}
    assert asked
    assert asked < set(WORTHS)
