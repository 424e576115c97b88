"""Chance for matches and their records.

`SeededChance` deals a match from its secret seed, so that everyone can check it once the seed is
open. `RecordedChance` returns a record's outcomes, `ScriptedChance` those of a guide.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any

from games.plugin.chance import Chance, Outcome, OutcomeKind
from games.plugin.codec import canonical_json
from games.plugin.errors import ChanceMismatch

MOST_SIDES = 1 << 64  # of a die, or pieces in a bag: one block of the source


class SeededChance(Chance):
    """The chance of a match: outcome n of a stream follows from the seed, the stream and n alone.

    So two matches with one seed meet the same deck whatever else they rolled. `counters` counts the
    outcomes of each stream so far (over all steps, taken back or not); it is updated in place.
    `outcomes` holds those since construction.
    """

    def __init__(self, seed: bytes, counters: dict[str, int] | None = None) -> None:
        self._seed = seed
        self.counters = {} if counters is None else counters
        self.outcomes: list[Outcome] = []

    def outcome(self, kind: OutcomeKind, stream: str, args: Any) -> Any:
        number = self.counters.get(stream, 0)
        self.counters[stream] = number + 1
        value = _decide(kind, args, _Source(self._seed, stream, number))
        self.outcomes.append(Outcome(kind, stream, args, value))
        return value


class RecordedChance(Chance):
    """Replays recorded outcomes; raises `ChanceMismatch` if the rules ask for anything else."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self._left = list(reversed(outcomes))

    def outcome(self, kind: OutcomeKind, stream: str, args: Any) -> Any:
        if not self._left:
            raise ChanceMismatch(f"no {kind} on {stream} is recorded")
        written = self._left.pop()
        if (written.kind, written.stream) != (kind, stream) or not same(written.args, args):
            raise ChanceMismatch(f"{written.kind} on {written.stream} is recorded, not this {kind}")
        if not possible(written):
            raise ChanceMismatch(f"this {kind} on {stream} can't come out so")
        return written.value

    def finish(self) -> None:
        """Raise `ChanceMismatch` unless every outcome was used."""
        if self._left:
            raise ChanceMismatch(f"{len(self._left)} recorded outcomes were never used")


class ScriptedChance(Chance):
    """Chance with these values in order. Raises `ChanceMismatch` for an impossible one."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._left = list(reversed(values))

    def outcome(self, kind: OutcomeKind, stream: str, args: Any) -> Any:
        if not self._left:
            raise ChanceMismatch(f"nothing is scripted for a {kind} on {stream}")
        value = self._left.pop()
        if not possible(Outcome(kind, stream, args, value)):
            raise ChanceMismatch(f"a {kind} on {stream} can't come out as {value!r}")
        return value

    def finish(self) -> None:
        """Raise `ChanceMismatch` unless every value was used."""
        if self._left:
            raise ChanceMismatch(f"{len(self._left)} scripted values were never used")


class _Source:
    """Fair integers from HMAC-SHA256(seed, stream, number, block)."""

    def __init__(self, seed: bytes, stream: str, number: int) -> None:
        self._seed = seed
        self._label = f"{stream}/{number}/"
        self._block = 0

    def below(self, bound: int) -> int:
        """An integer from 0 to bound - 1, exactly fair by rejection."""
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            label = f"{self._label}{self._block}".encode()
            self._block += 1
            number = int.from_bytes(hmac.digest(self._seed, label, hashlib.sha256)[:8], "big")
            if number < limit:
                return number % bound


def _decide(kind: OutcomeKind, args: Any, source: _Source) -> Any:
    if kind == "roll":
        return source.below(args) + 1
    if kind == "draw":
        left = source.below(sum(count for _, count in args))
        for item, count in args:
            left -= count
            if left < 0:
                return item
    cards = list(args)
    for last in range(len(cards) - 1, 0, -1):  # Fisher-Yates
        other = source.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def askable(outcome: Outcome) -> bool:
    """Whether rules can ask `Chance` for such an outcome.

    Without this check, a source could loop forever over an outcome in a forged record.
    """
    args = outcome.args
    if outcome.kind == "roll":
        return type(args) is int and 1 <= args <= MOST_SIDES
    if outcome.kind == "shuffle":
        return isinstance(args, list)
    try:
        bag = dict(args)
        counted = all(type(count) is int and count > 0 for count in bag.values())
        pairs = [[item, count] for item, count in sorted(bag.items())]
        return counted and 0 < sum(bag.values()) <= MOST_SIDES and same(pairs, args)
    except (TypeError, ValueError):
        return False


def same(one: Any, other: Any) -> bool:
    """Whether two plain values are the same data; 1, 1.0 and True differ."""
    return canonical_json(one) == canonical_json(other)


def possible(outcome: Outcome) -> bool:
    """Whether an outcome of this kind with these arguments can have this value."""
    value, args = outcome.value, outcome.args
    if outcome.kind == "roll":
        return type(value) is int and 1 <= value <= args
    if outcome.kind == "draw":
        return isinstance(value, str) and value in [item for item, _ in args]
    if not isinstance(value, list):
        return False
    return sorted(map(canonical_json, value)) == sorted(map(canonical_json, args))
