"""Matches that go on from a position of another one, as one of its seats knew it.

The setup step of such a match has an action: `Continue`, which holds all that the seat knew. What
it didn't know is dealt anew with the match's own chance, by `Game.determinize`. So the position
follows from the step and the seed alone, and the record can be checked without the other match.
"""

from typing import Annotated, Any

import msgspec

from games.plugin.chance import Chance
from games.plugin.codec import canonical_json, says
from games.plugin.model import Seating
from games.plugin.registry import AnyGame
from games.protocol.names import Digest

Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position that a match goes on from, by hashes alone: they lead nobody to its match.

    It is the one after step `step`; `state_hash` and `hash` are those of that step in the record
    of its match.
    """

    step: Number
    state_hash: Digest
    hash: Digest


class Continue(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="continue", tag_field="type"
):
    """The action of a setup step: go on from there, as `seat` knew it.

    `observation` is that seat's, as plain values.
    """

    origin: Origin
    seat: Number
    observation: Any


class Impossible(ValueError):
    """Nobody can go on from there, or nobody could have known that. The text says why."""


def beginning(action: Any) -> Continue | None:
    """What a setup step's action says; None for a match that begins as its rules say.

    Raises `msgspec.ValidationError` for anything else.
    """
    if action is None:
        return None
    told = msgspec.convert(action, Continue)
    if not says(action, told):
        raise msgspec.ValidationError("a beginning is not written as a portal writes it")
    return told


def setup(game: AnyGame, options: Any, seating: Seating, action: Any, chance: Chance) -> Any:
    """The position of a setup step with that action. Raises `Impossible`, and what rules raise."""
    told = beginning(action)
    if told is None:
        return game.setup(options, seating, chance)
    return position(game, seating, told, chance)


def position(game: AnyGame, seating: Seating, told: Continue, chance: Chance) -> Any:
    """The position that a match begins with which goes on from another one.

    The seat knows in it what it knew there, the game isn't over, and someone is to move. Raises
    `Impossible` where that can't be, and what rules raise for data that they never wrote.
    """
    if told.seat >= seating.count:
        raise Impossible(f"there is no seat {told.seat} that knew anything")
    seen = msgspec.json.decode(canonical_json(told.observation), type=game.Observation)
    if not says(told.observation, seen):
        raise Impossible("what was known is not written as the ruleset writes it")
    state = game.determinize(seen, told.seat, chance)
    if not says(told.observation, game.observation(state, told.seat)):
        raise Impossible(f"seat {told.seat} can't have known that")
    if game.result(state) is not None or not game.active_seats(state):
        raise Impossible("the game was over there")
    return state
