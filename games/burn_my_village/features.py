"""A seat's knowledge of a position, in numbers, for the learned value of level `hard`."""

from collections.abc import Iterator

from games.burn_my_village import components as box, policy, scoring
from games.burn_my_village.state import Player, State


def features(state: State, seat: int) -> list[float]:
    """Return numbers for the own cards, for each rival's known cards, and for the common position.

    Cards are counted space by space of the track, so kinds are told apart by their value alone.
    Rivals follow in the order of turns.
    """
    count = len(state.players)
    time = policy.time_left(state)
    numbers = [time, state.deck_size / count, (state.to_move - seat) % count / count]
    best, own = 0.0, 0.0
    for other in range(count):
        player = state.players[(seat + other) % count]
        hand = player.known if other else player.hand
        prices = policy.prices_of(player, state.track, time)
        worth = policy.worth(player, hand, state.track, prices)
        own, best = (own, max(best, worth)) if other else (worth, -99.0)
        numbers += (worth, scoring.table_points(player, state.track), player.hand_size)
        numbers += _cards(state, player, hand)
    prices = policy.prices_of(state.players[seat], state.track, time)
    numbers += (sum(prices[kind] for kind in stall) for stall in state.stalls)
    return [*numbers, own - best]


def _cards(state: State, player: Player, hand: box.Cards) -> Iterator[float]:
    yield hand[box.WILD]
    for treasure in state.track:
        yield player.has_bribed(treasure)
        yield player.bribes[treasure].size
        yield hand[treasure]


def cell(state: State, seat: int) -> str:
    return f"{len(state.players)} players"


def horizon(start: State, state: State, seat: int) -> bool:
    """Until the end of the seat's next turn: by then its visits and bribes have paid off."""
    return state.turn > start.turn + len(state.players)
