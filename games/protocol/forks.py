"""Matches that go on from a position of another one, as one of its seats knew it.

The action of such a match's setup step is a `Continue`, which holds the seat's observation.
`Game.determinize` deals the rest anew with the match's own chance, so the position follows from
step and seed alone, and the record can be checked without the other match.
"""

from typing import Annotated, Any

import msgspec

from games.plugin.chance import Chance
from games.plugin.codec import canonical_json, says
from games.plugin.model import Seating, Tagged
from games.plugin.registry import AnyGame
from games.protocol.names import Digest

Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The step of another match's record, by hashes alone: they lead nobody to that match."""

    step: Number
    state_hash: Digest
    hash: Digest


class Continue(Tagged, tag="continue"):
    """The action of a setup step: go on from `origin` with what `seat` knew, as plain values."""

    origin: Origin
    seat: Number
    observation: Any


class Impossible(ValueError):
    """Nobody can go on from there or could have known that; the text says why."""


def beginning(action: Any) -> Continue | None:
    """The fork in a setup step's action, if any. Raises `msgspec.ValidationError` if malformed."""
    if action is None:
        return None
    fork = msgspec.convert(action, Continue)
    if not says(action, fork):
        raise msgspec.ValidationError("a beginning is not written as a portal writes it")
    return fork


def setup(game: AnyGame, options: Any, seating: Seating, action: Any, chance: Chance) -> Any:
    """The position of a setup step with that action. Raises `Impossible`, and what rules raise."""
    fork = beginning(action)
    if fork is None:
        return game.setup(options, seating, chance)
    return position(game, seating, fork, chance)


def position(game: AnyGame, seating: Seating, fork: Continue, chance: Chance) -> Any:
    """The first position of a match that goes on from another one.

    The seat knows in it what it knew there, the game isn't over, and someone is to move. Raises
    `Impossible` where that can't be, and what rules raise for data that they never wrote.
    """
    if fork.seat >= seating.count:
        raise Impossible(f"there is no seat {fork.seat} that knew anything")
    known = msgspec.json.decode(canonical_json(fork.observation), type=game.Observation)
    if not says(fork.observation, known):
        raise Impossible("what was known is not written as the ruleset writes it")
    state = game.determinize(known, fork.seat, chance)
    if not says(fork.observation, game.observation(state, fork.seat)):
        raise Impossible(f"seat {fork.seat} can't have known that")
    if game.result(state) is not None or not game.active_seats(state):
        raise Impossible("the game was over there")
    return state
