"""A viewer's knowledge of a position, and positions that fit a seat's knowledge.

Hands and the deck's contents are hidden; all else is public: discards, columns, bribes, sizes, and
the cards that everyone saw enter a hand. At the end the hands are opened.
"""

import msgspec

from games.burn_my_village import components as box, scoring
from games.burn_my_village.rules import missing
from games.burn_my_village.scoring import ScoreSheet
from games.burn_my_village.state import Bribes, Player, Public, State
from games.plugin import OMNISCIENT, Chance, PublicFields, Viewer


class SeatView(msgspec.Struct, frozen=True):
    """A seat as a viewer sees it.

    `hand` is None if hidden. `known` counts the cards certainly in hand, because everyone saw them
    being taken. `points` are those of the present bribes.
    """

    hand: box.Cards | None
    hand_size: int
    known: box.Cards
    bribes: Bribes
    points: int
    sheet: ScoreSheet | None  # at the end only
    rank: int | None  # at the end only


class Observation(Public, kw_only=True):
    """A viewer's knowledge. `you` is the viewer's seat; only a reviewer sees `deck`."""

    you: int | None
    to_move: int | None
    deck_size: int
    deck: box.Cards | None
    seats: list[SeatView]


_public = PublicFields(State, Observation, " ".join(Public.__struct_fields__))


def observe(state: State, viewer: Viewer) -> Observation:
    """Return the viewer's observation, which shares nothing with the state."""
    opened = viewer is OMNISCIENT or state.ending is not None
    final = scoring.standings(state) if state.ending else None
    return Observation(
        you=viewer if isinstance(viewer, int) else None,
        to_move=None if state.ending else state.to_move,
        deck_size=state.deck_size,
        deck=dict(state.deck) if viewer is OMNISCIENT else None,
        seats=[
            SeatView(
                hand=dict(player.hand) if opened or viewer == seat else None,
                hand_size=player.hand_size,
                known=dict(player.known),
                bribes=dict(player.bribes),
                points=scoring.table_points(player, state.track),
                sheet=final[seat].sheet if final else None,
                rank=final[seat].rank if final else None,
            )
            for seat, player in enumerate(state.players)
        ],
        **_public(state),
    )


def determinize(observation: Observation, seat: int, chance: Chance) -> State:
    """Return a position that `seat` could be in: the unseen cards are dealt at random.

    All players keep the cards that were seen entering their hands; the rest of each hand and the
    deck come from the cards that the seat can't see.
    """
    players = [
        Player(dict(view.hand or view.known), dict(view.known), dict(view.bribes))
        for view in observation.seats
    ]
    state = State(players=players, deck=box.no_cards(), **_public(observation))
    left = missing(state)
    cards = [kind for kind in box.KINDS for _ in range(left[kind])]
    unseen = iter(chance.shuffle(cards, "unseen"))
    for player, view in zip(state.players, observation.seats, strict=True):
        for _ in range(view.hand_size - player.hand_size):
            player.hand[next(unseen)] += 1
    for card in unseen:
        state.deck[card] += 1
    return state
