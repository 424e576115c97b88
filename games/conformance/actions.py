"""Actions that the rules must refuse: out of turn, out of place, or slightly wrong."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from games.conformance.sample import Moment, Sample
from games.plugin.codec import plain

_EACH = 12  # wrong actions tried per position
_NUMBERS = (-1, 0, 1, 2, 99, 2**40)


def other_actions(sample: Sample) -> Iterator[tuple[Moment, int, Any]]:
    """The sample's positions with seats and actions that aren't legal for them there.

    The actions come from other positions and seats, some with a changed part.
    """
    dice = random.Random(sample.seed)
    pool = [moment.step.action for moment in sample.all_moments if moment.step is not None]
    pool = list({msgspec.json.encode(action): action for action in pool}.values())
    words = sorted({word for action in pool for word in _words(plain(action))} | {"", "nonsense"})
    for moment in sample.moments:
        legal = {s: sample.game.legal_actions(moment.state, s) for s in moment.seats}
        for seat in moment.seats:
            tried = dice.sample(pool, min(len(pool), _EACH))
            tried += [action for other in moment.seats for action in legal[other]][:_EACH]
            tried = [*tried, *_corrupted(sample, tried, words, dice)]
            for action in tried:
                if action not in legal[seat]:
                    yield moment, seat, action


def _corrupted(
    sample: Sample, actions: list[Any], words: list[str], dice: random.Random
) -> Iterator[Any]:
    for action in actions:
        try:
            yield msgspec.convert(_corrupt(plain(action), words, dice), sample.game.Action)
        except msgspec.ValidationError:
            continue  # the platform refuses this one before the rules see it


def _corrupt(value: Any, words: list[str], dice: random.Random) -> Any:
    """`value` with one part of it changed."""
    match value:
        case bool():
            return not value
        case int():
            return dice.choice(_NUMBERS)
        case str():
            return dice.choice(words)
        case None:
            return dice.choice([*_NUMBERS, *words])
        case list() if value:
            place = dice.randrange(len(value))
            part = [_corrupt(value[place], words, dice), *value[:1]][: dice.randrange(3)]
            return value[:place] + part + value[place + 1 :]
        case dict() if value:
            key = dice.choice(sorted(value))
            return value | {key: _corrupt(value[key], words, dice)}
    return value


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _words(part)
