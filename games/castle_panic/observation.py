"""A viewer's knowledge of a position, and positions that fit a seat's knowledge.

Hands are open, and deck and pile have no order, so only the Overlord's tokens are hidden, from the
castle and from spectators. These know the joint contents of the pile and that hand (`unseen`).
"""

from collections import Counter

from games.castle_panic.components import Tokens
from games.castle_panic.state import State, Table
from games.plugin import OMNISCIENT, Chance, PublicFields, Viewer, bags


class Observation(Table, kw_only=True):
    """A viewer's knowledge: the table, and tokens.

    `held` is the Overlord's hand; it and `pile` are None if hidden. `unseen` is both together.
    """

    you: int | None
    unseen: Tokens
    pile: Tokens | None
    pile_size: int
    held: Tokens | None
    held_size: int


# Bags are copied in an order that reveals nothing about their history.
_BAGS = ("deck", "discards", "gone", "spent")
# Players and pending decisions are copied whole: neither may hide anything.
_public = PublicFields(State, Observation, " ".join(Table.__struct_fields__))


def observe(state: State, viewer: Viewer) -> Observation:
    opened = state.overlord in (None, viewer) or viewer is OMNISCIENT or bool(state.ending)
    public = _public(state)
    public.update({name: bags.in_order(public[name]) for name in _BAGS})
    return Observation(
        you=viewer if isinstance(viewer, int) else None,
        unseen=bags.in_order(Counter(state.pile) + Counter(state.held)),
        pile=bags.in_order(state.pile) if opened else None,
        pile_size=sum(state.pile.values()),
        held=bags.in_order(state.held) if opened else None,
        held_size=sum(state.held.values()),
        **public,
    )


def determinize(observation: Observation, seat: int, chance: Chance) -> State:
    """Return a position that `seat` could be in: the tokens that it can't see are random."""
    pile = dict(observation.unseen if observation.pile is None else observation.pile)
    held = dict(observation.held or {})
    if observation.held is None:
        for _ in range(observation.held_size):
            bags.move(chance.draw(pile, "unseen"), pile, held)
    return State(pile=pile, held=held, **_public(observation))
