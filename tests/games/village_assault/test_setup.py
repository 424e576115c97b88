"""Ruling sheet, The deck and Setup."""

from collections import Counter

from games.plugin import FastChance, Seating
from games.protocol.dealing import SeededChance
from games.village_assault.board import board
from games.village_assault.components import CARDS, DECK, UNITS
from games.village_assault.observation import observe
from games.village_assault.state import Options, State
from tests.games.village_assault.positions import GAME, has


def started(order: str) -> State:
    """A run whose deck is drawn in this order, then as it comes."""
    rest = list((Counter(DECK) - Counter(order.split())).elements())

    class Stacked(FastChance):
        def outcome(self, kind: str, stream: str, args: object) -> object:
            return [*rest, *reversed(order.split())]

    return GAME.setup(Options(), Seating(1), Stacked())


SHEET = """
farmer ROYGBP 1 3 | builder ROYGBP 1 3 | king YG 0 0 | princess YGBP 0 5 | merchant OY 0 3
priest RO 0 0 | knight YGBP 2 1 | archer OG 2 2 | golem YG 2 2 | warrior ROB 2 1 | orc RO 2 2
dragon RO 5 2 | assassin RP 1 3 | ace YGBP 2 1 | wizard ROBP 4 2 | thief YBP 1 1
scout ROP 1 1 | joker GP 2 1 | goblin RYB 2 1 | hero GB 3 2
"""
COLORS = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}


def test_a_unit_has_one_card_in_each_of_its_colors() -> None:
    rows = [row.split() for row in SHEET.replace("\n", "|").split("|") if row.strip()]
    told = {
        f"{unit}-{COLORS[letter]}": (int(power), int(gold))
        for unit, letters, power, gold in rows
        for letter in letters
    }
    assert told == {key: (card.power, card.gold) for key, card in CARDS.items() if card.color}
    grays = {key: card.gold for key, card in CARDS.items() if not card.color}
    assert grays == {"chicken": 1, "pig": 1, "bunny": 1, "sheep": 1, "inn": 3}
    assert len(UNITS) == len(rows) == 20


def test_sixty_nine_cards_are_in_play() -> None:
    assert len(DECK) == 69
    units = [card for card in DECK if CARDS[card].color]
    assert len(units) == len(set(units)) == 60
    grays = Counter(card for card in DECK if not CARDS[card].color)
    assert grays == {"chicken": 2, "pig": 2, "bunny": 2, "sheep": 1, "inn": 2}
    assert Counter(CARDS[card].color for card in units) == dict.fromkeys(COLORS.values(), 10)


def test_normal_gives_you_low_score_and_hard_high_score() -> None:
    for difficulty, holds, rate in (("normal", "low", 3), ("hard", "high", 4)):
        state = GAME.setup(Options(difficulty), Seating(1), FastChance(1))
        assert (board(observe(state, 0))["holds"], state.rate) == (holds, rate)


EIGHT = "farmer-red builder-red knight-blue ace-blue pig hero-blue orc-red thief-blue"


def test_you_draw_eight_cards_and_castle_tower_and_tavern_get_one_face_up_card() -> None:
    state = started(f"{EIGHT} dragon-red chicken princess-blue")
    has(state, hand=EIGHT, castle="dragon-red", tower="chicken", tavern="princess-blue")
    assert [village.key for village in state.villages] == ["castle", "tower", "tavern"]
    assert len(state.deck) == 69 - 11


def test_a_king_or_inn_drawn_is_discarded_and_uses_up_its_draw() -> None:
    state = started(f"king-yellow inn {EIGHT}")
    has(state, hand=EIGHT.removesuffix(" orc-red thief-blue"), discards="king-yellow inn")


def test_the_deck_is_in_the_order_of_one_shuffle_at_setup() -> None:
    """So that a daily assault can give everyone the same deck."""
    chances = [SeededChance(bytes([one]) * 32) for one in (1, 1, 2)]
    first, same, other = (GAME.setup(Options(), Seating(1), chance) for chance in chances)
    assert first == same
    assert first.deck != other.deck
    assert [outcome.kind for outcome in chances[0].outcomes] == ["shuffle"]
