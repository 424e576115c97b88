"""Chance: what a seed gives, how fair it is, and how a replay insists on it."""

import hashlib
import hmac
import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.plugin import Chance, ChanceMismatch, FastChance, Outcome
from games.protocol.deal import commitment, new_seed
from games.protocol.dealing import RecordedChance, SeededChance

SEED = bytes(range(32))
KNOWN = ([5, 4, 1, 4, 3, 4, 3, 3], "sword", [6, 5, 2, 3, 1, 4])


def numbers_of(stream: str, number: int) -> Callable[[int], int]:
    """The published recipe for fair numbers, written again with nothing but the standard library:

    64 bits of HMAC-SHA256(seed, "stream/number/block"), blocks counted up, a block thrown away
    if it lies in the last, incomplete run of `bound` numbers below 2**64.
    """
    blocks = itertools.count()

    def below(bound):
        for block in blocks:
            text = f"{stream}/{number}/{block}".encode("ascii")
            value = int(hmac.new(SEED, text, hashlib.sha256).hexdigest()[:16], 16)
            if value // bound < 2**64 // bound:
                return value % bound
        raise AssertionError

    return below


@pytest.mark.parametrize("sides", [1, 2, 6, 20, 1000, 2**63 + 1])
def test_rolls_follow_the_published_recipe(sides):
    chance = SeededChance(SEED)
    expected = [numbers_of("die", number)(sides) + 1 for number in range(40)]
    assert [chance.roll(sides, "die") for _ in range(40)] == expected


def test_draws_and_shuffles_follow_the_published_recipe():
    bag = {"pear": 2, "apple": 3, "nothing": 0}
    chance = SeededChance(SEED)
    expected = [("aaapp"[numbers_of("bag", number)(5)]) for number in range(30)]
    assert [chance.draw(bag, "bag")[0] for _ in range(30)] == expected
    assert bag == {"pear": 2, "apple": 3, "nothing": 0}
    cards = ["a", "b", "c", "d", "e"]
    below, expected = numbers_of("deck", 0), list(cards)
    for last in (4, 3, 2, 1):
        other = below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert SeededChance(SEED).shuffle(cards, "deck") == expected
    assert cards == ["a", "b", "c", "d", "e"]


def test_known_answers_and_commitments_never_change():
    """Records of old matches must verify for ever, so these values are written in stone."""
    chance = SeededChance(SEED)
    given = (
        [chance.roll(6, "arc") for _ in range(8)],
        chance.draw({"sword": 3, "crown": 1}, "deck"),
        chance.shuffle([1, 2, 3, 4, 5, 6], "deck"),
    )
    assert given == KNOWN
    told = commitment("deal-7", SEED)
    text = b"hearth-and-dragon/deal/1\0deal-7\0" + SEED
    assert told == hashlib.sha256(text).hexdigest()
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()


def chi_square(counts: Counter[Any], expected: dict[Any, float]) -> float:
    assert set(counts) <= set(expected)
    return sum((counts[value] - mean) ** 2 / mean for value, mean in expected.items())


@pytest.mark.parametrize("make", [lambda: SeededChance(SEED), lambda: FastChance(5)])
def test_dice_bags_and_orders_are_fair(make):
    """Bounds that a fair source exceeds once in a thousand times; the seeds are fixed."""
    chance = make()
    counts = Counter(chance.roll(6, "die") for _ in range(3000))
    assert chi_square(counts, dict.fromkeys(range(1, 7), 500)) < 20.5  # 5 degrees of freedom
    counts = Counter(chance.draw({"a": 1, "b": 3, "c": 2}, "bag") for _ in range(3000))
    assert chi_square(counts, {"a": 500, "b": 1500, "c": 1000}) < 13.8  # 2 degrees of freedom
    counts = Counter("".join(chance.shuffle("abcd", "deck")) for _ in range(4800))
    orders = ["".join(order) for order in itertools.permutations("abcd")]
    assert chi_square(counts, dict.fromkeys(orders, 200)) < 49.7  # 23 degrees of freedom


def test_streams_do_not_touch_each_other():
    alone = SeededChance(SEED)
    deck = [alone.roll(1000, "deck") for _ in range(5)]
    mixed = SeededChance(SEED)
    seen = []
    for _ in range(5):
        mixed.roll(6, "arc")
        seen.append(mixed.roll(1000, "deck"))
        mixed.shuffle([1, 2, 3], "arc")
    assert seen == deck
    assert [SeededChance(SEED).roll(1000, f"s{n}") for n in range(5)] != deck


def test_outcomes_are_noted_in_order_with_what_was_asked():
    chance = SeededChance(SEED)
    rolled = chance.roll(6, "arc")
    drawn = chance.draw({"b": 1, "a": 2, "c": 0}, "deck")
    shuffled = chance.shuffle(["x", "y"], "pile")
    assert chance.outcomes == [
        Outcome("roll", "arc", 6, rolled),
        Outcome("draw", "deck", [["a", 2], ["b", 1]], drawn),
        Outcome("shuffle", "pile", ["x", "y"], shuffled),
    ]


@pytest.mark.parametrize("chance", [SeededChance(SEED), FastChance(1), RecordedChance([])])
def test_impossible_questions(chance):
    with pytest.raises(ValueError, match="empty bag"):
        chance.draw({"a": 0}, "bag")
    with pytest.raises(ValueError, match="at least one side"):
        chance.roll(0, "die")
    with pytest.raises(ValueError, match="less than nothing"):
        SeededChance(SEED).draw({"a": 2, "b": -1}, "bag")


def ask(chance: Chance) -> list[Any]:
    return [
        chance.roll(6, "arc"),
        chance.draw({"a": 2, "b": 1}, "deck"),
        chance.shuffle([1, 2, 2], "pile"),
    ]


def test_a_replay_gives_what_was_written():
    seeded = SeededChance(SEED)
    given = ask(seeded)
    recorded = RecordedChance(seeded.outcomes)
    assert ask(recorded) == given
    recorded.finish()


WRITTEN = [
    Outcome("roll", "arc", 6, 3),
    Outcome("draw", "deck", [["a", 2], ["b", 1]], "a"),
    Outcome("shuffle", "pile", [1, 2, 2], [2, 1, 2]),
]


OTHERWISE = [
    (0, Outcome("draw", "arc", 6, 3)),
    (0, Outcome("roll", "die", 6, 3)),
    *((0, Outcome("roll", "arc", sides, 3)) for sides in (8, 6.0)),
    *((0, Outcome("roll", "arc", 6, value)) for value in (7, 0, 3.0, True, None)),
    (1, Outcome("draw", "deck", [["a", 1], ["b", 2]], "a")),
    *((1, Outcome("draw", "deck", [["a", 2], ["b", 1]], value)) for value in ("c", ["a"])),
    (2, Outcome("shuffle", "pile", [2, 1, 2], [2, 1, 2])),
    *(
        (2, Outcome("shuffle", "pile", [1, 2, 2], value))
        for value in ([1, 1, 2], [1, 2], "122", [True, 2, 2])
    ),
]


@pytest.mark.parametrize(("place", "outcome"), OTHERWISE)
def test_a_replay_refuses_what_the_rules_did_not_ask(place, outcome):
    ask(RecordedChance(WRITTEN))
    written = [*WRITTEN[:place], outcome, *WRITTEN[place + 1 :]]
    with pytest.raises(ChanceMismatch):
        ask(RecordedChance(written))


def test_a_replay_counts_its_outcomes():
    short = RecordedChance(WRITTEN[:2])
    with pytest.raises(ChanceMismatch, match="no shuffle on pile"):
        ask(short)
    long = RecordedChance([*WRITTEN, WRITTEN[0]])
    ask(long)
    with pytest.raises(ChanceMismatch, match="1 recorded outcomes were never used"):
        long.finish()
