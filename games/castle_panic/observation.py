"""What each viewer may know of a position, and positions that fit what a seat knows.

Hands are open and deck and pile have no order, so only the Overlord's tokens are hidden: from the
castle and from onlookers. They know what the pile and that hand hold together (`unseen`).
"""

from typing import Any

import msgspec

from games.castle_panic.components import Cards, Tokens
from games.castle_panic.rules.run import put, take
from games.castle_panic.state import Ending, Monster, Options, Pending, Phase, Player, State
from games.plugin import OMNISCIENT, Chance, Viewer

_SHARED = (
    "options",
    "overlord",
    "first",
    "active",
    "hand_size",
    "walls",
    "fortified",
    "towers",
    "phase",
    "turn",
    "missing",
    "trades_left",
    "refused",
    "queue",
    "plays_left",
    "may_place",
    "must_play",
    "ending",
)  # plain values and lists of them that everyone knows


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """All that a viewer may know; fields are those of `State`, but for the tokens.

    `held` is the Overlord's hand, None while it is hidden from the viewer; `pile` is None with it.
    `unseen` is both together.
    """

    you: int | None
    options: Options
    players: list[Player]
    overlord: int | None
    first: int
    active: int
    hand_size: int
    deck: Cards
    discards: Cards
    gone: Cards
    unseen: Tokens
    pile: Tokens | None
    pile_size: int
    held: Tokens | None
    held_size: int
    spent: Tokens
    monsters: list[Monster]
    walls: list[bool]
    fortified: list[bool]
    towers: list[bool]
    phase: Phase
    turn: int
    missing: bool
    trades_left: int
    refused: int
    offered: list[tuple[int, str, str]]
    queue: int
    plays_left: int
    may_place: bool
    must_play: bool
    pending: list[Pending]
    ending: Ending | None


def observe(state: State, viewer: Viewer) -> Observation:
    """The position as `viewer` may know it, sharing nothing with the state."""
    opened = (
        state.overlord is None or viewer in (OMNISCIENT, state.overlord) or state.ending is not None
    )
    unseen = dict(state.pile)
    for token, count in state.held.items():
        put(unseen, token, count)
    return Observation(
        you=viewer if isinstance(viewer, int) else None,
        players=_copy(state.players, list[Player]),
        deck=_sorted(state.deck),
        discards=_sorted(state.discards),
        gone=_sorted(state.gone),
        unseen=_sorted(unseen),
        pile=_sorted(state.pile) if opened else None,
        pile_size=sum(state.pile.values()),
        held=_sorted(state.held) if opened else None,
        held_size=sum(state.held.values()),
        spent=_sorted(state.spent),
        monsters=_copy(state.monsters, list[Monster]),
        offered=list(state.offered),
        pending=_copy(state.pending, list[Pending]),
        **_shared(state),
    )


def _shared(source: State | Observation) -> dict[str, Any]:
    values = {name: getattr(source, name) for name in _SHARED}
    return {name: list(v) if isinstance(v, list) else v for name, v in values.items()}


def _sorted(bag: dict[str, int]) -> dict[str, int]:
    """A copy whose order tells nothing of how it came about."""
    return {kind: bag[kind] for kind in sorted(bag)}


_encoder = msgspec.msgpack.Encoder()


def _copy(value: Any, kind: Any) -> Any:
    return msgspec.msgpack.decode(_encoder.encode(value), type=kind)


def determinize(observation: Observation, seat: int, chance: Chance, version: int) -> State:
    """A position that `seat` could be in: what it can't see is dealt out at random."""
    pile, held = observation.pile, observation.held
    if pile is None or held is None:
        pile, held = _dealt(observation, chance)
    return State(
        players=_copy(observation.players, list[Player]),
        deck=dict(observation.deck),
        pile=dict(pile),
        held=dict(held),
        discards=dict(observation.discards),
        gone=dict(observation.gone),
        spent=dict(observation.spent),
        monsters=_copy(observation.monsters, list[Monster]),
        offered=list(observation.offered),
        pending=_copy(observation.pending, list[Pending]),
        rules_version=version,
        **_shared(observation),
    )


def _dealt(observation: Observation, chance: Chance) -> tuple[Tokens, Tokens]:
    pile: Tokens = dict(observation.unseen)
    held: Tokens = {}
    for _ in range(observation.held_size):
        token = chance.draw(pile, "unseen")
        take(pile, token)
        put(held, token)
    return pile, held
