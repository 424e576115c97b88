"""Ruling sheet, The deck and Setup."""

from collections import Counter

from games.plugin import FastChance, Seating, SeededChance
from games.village_assault import rules
from games.village_assault.board import board
from games.village_assault.components import CARDS, DECK, UNITS
from games.village_assault.observation import observe
from games.village_assault.state import Options, State


def started(order: list[str]) -> State:
    """A run whose deck is drawn in this order, then as it comes."""
    rest = list((Counter(DECK) - Counter(order)).elements())

    class Stacked(FastChance):
        def outcome(self, kind: str, stream: str, args: object) -> object:
            return [*rest, *reversed(order)]

    return rules.setup(Options(), Seating(1), Stacked())


def test_sixty_nine_cards_are_in_play() -> None:
    assert len(DECK) == 69
    units = [card for card in DECK if CARDS[card].color]
    assert len(units) == len(set(units)) == 60
    assert Counter(CARDS[card].color for card in units) == dict.fromkeys(
        ("red", "orange", "yellow", "green", "blue", "purple"), 10
    )
    grays = Counter(card for card in DECK if not CARDS[card].color)
    assert grays == {"chicken": 2, "pig": 2, "bunny": 2, "sheep": 1, "inn": 2}
    assert len(UNITS) == 20


def test_a_unit_has_one_card_in_each_of_its_colors() -> None:
    letters = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}
    sheet = """
    farmer ROYGBP 1 3 | builder ROYGBP 1 3 | king YG 0 0 | princess YGBP 0 5 | merchant OY 0 3
    priest RO 0 0 | knight YGBP 2 1 | archer OG 2 2 | golem YG 2 2 | warrior ROB 2 1 | orc RO 2 2
    dragon RO 5 2 | assassin RP 1 3 | ace YGBP 2 1 | wizard ROBP 4 2 | thief YBP 1 1
    scout ROP 1 1 | joker GP 2 1 | goblin RYB 2 1 | hero GB 3 2
    """
    rows = [row.split() for row in sheet.replace("\n", "|").split("|") if row.strip()]
    told = {
        f"{unit}-{letters[letter]}": (int(power), int(gold))
        for unit, colors, power, gold in _by_four(rows)
        for letter in colors
    }
    assert told == {key: (card.power, card.gold) for key, card in CARDS.items() if card.color}
    assert {key: card.gold for key, card in CARDS.items() if not card.color} == {
        "chicken": 1,
        "pig": 1,
        "bunny": 1,
        "sheep": 1,
        "inn": 3,
    }


def _by_four(rows: list[list[str]]) -> list[list[str]]:
    return [row[at : at + 4] for row in rows for at in range(0, len(row), 4)]


def test_normal_gives_you_low_score_and_hard_high_score() -> None:
    normal = rules.setup(Options("normal"), Seating(1), FastChance(1))
    hard = rules.setup(Options("hard"), Seating(1), FastChance(1))
    assert [board_of(state)["holds"] for state in (normal, hard)] == ["low", "high"]
    assert (normal.rate, hard.rate) == (3, 4)


def board_of(state: State) -> dict[str, object]:
    return board(observe(state, 0))


def test_the_villages_are_castle_tower_and_tavern() -> None:
    state = rules.setup(Options(), Seating(1), FastChance(1))
    assert [village.key for village in state.villages][:3] == ["castle", "tower", "tavern"]


EIGHT = [
    "farmer-red", "builder-red", "knight-blue", "ace-blue", "pig", "hero-blue", "orc-red",
    "thief-blue",
]  # fmt: skip


def test_you_draw_eight_cards_and_each_village_gets_one_face_up_card() -> None:
    shown = ["dragon-red", "chicken", "princess-blue"]
    state = started([*EIGHT, *shown])
    assert state.hand == EIGHT
    assert [village.face for village in state.villages] == shown
    assert not any(village.down for village in state.villages)
    assert len(state.deck) == 69 - 11


def test_a_king_or_inn_drawn_is_discarded_and_uses_up_its_draw() -> None:
    state = started(["king-yellow", "inn", *EIGHT[:6], "dragon-red", "ace-green", "orc-orange"])
    assert state.hand == EIGHT[:6]
    assert state.discards == ["king-yellow", "inn"]


def test_the_deck_is_in_the_order_of_one_shuffle_at_setup() -> None:
    """So that a daily assault can give everyone the same deck."""
    seeds = [bytes([one]) * 32 for one in (1, 1, 2)]
    first, same, other = (rules.setup(Options(), Seating(1), SeededChance(one)) for one in seeds)
    assert first == same
    assert first.deck != other.deck
    chance = SeededChance(seeds[0])
    rules.setup(Options(), Seating(1), chance)
    assert [outcome.kind for outcome in chance.outcomes] == ["shuffle"]
