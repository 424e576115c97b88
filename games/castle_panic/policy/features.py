"""The position in numbers, for the learned value of level `hard`.

The castle's seats win together and hide nothing, so all of them see the same numbers. The Overlord
also sees its tokens.
"""

from collections.abc import Iterator

from games.castle_panic import components as box
from games.castle_panic.policy import plan
from games.castle_panic.state import State

STEPS = 3  # turns that are forecast
_SPECIAL = [card for card in box.CARDS if card not in box.HITS]
_FIGHTERS = [[f"{one}-{color}" for color in box.COLORS] for one in box.FIGHTERS]
_RARE = (box.BARBARIAN, box.NICE_SHOT, box.MISSING, box.DRAW_TWO, box.SCAVENGE)
_KINDS = (
    [box.BOULDER],
    [box.DISCARD, *box.PLAGUES],
    [*box.DRAW_MORE],
    [*box.MOVES, *box.TURNS, "orc-warlord", "troll-mage"],
    ["healer"],
)


def features(state: State, seat: int) -> list[float]:
    """Return the board, the effects of the next turns on it, the cards, and the tokens to come."""
    numbers = [*_board(state), *_forecast(state), *_cards(state), *_tokens(state)]
    return [*numbers, *_counts(state.held)] if seat == state.overlord else numbers


def _board(state: State) -> Iterator[float]:
    options, walls = state.options, state.walls
    yield len(state.castle_seats)
    yield state.hand_size
    yield options.heroic_powers
    yield options.all_for_one
    yield options.dwindling_resources
    yield len(state.in_play) if options.mans_home else sum(state.towers)
    yield sum(state.towers)
    yield sum(walls)
    yield sum(state.fortified)
    yield len(state.monsters)
    points, arcs, open_cost = [0] * len(box.RINGS), [0.0] * 6, 0.0
    for one in state.monsters:
        wall = walls[one.arc - 1]
        cost = plan.cost(one.ring, one.points, wall=wall)
        points[one.ring] += one.points
        arcs[one.arc - 1] += cost
        open_cost += 0.0 if wall else cost
    yield from points
    yield sum(arcs)
    yield max(arcs)
    yield open_cost


def _forecast(state: State) -> Iterator[float]:
    """Play the present hands, turn by turn, without new cards and tokens."""
    count, seats = len(state.players), state.in_play
    order = sorted(seats, key=lambda seat: (seat - state.active) % count)
    board, towers = plan.outlook(state), [*state.towers]
    for step in range(STEPS):
        gained, met = board.play(state.players[order[step]].hand if step < len(order) else {})
        board = board.marched(board.left(met), towers)
        yield gained
        yield sum(towers)
        yield sum(board.walls)
        yield sum(points for _ring, _arc, points in board.monsters)


def _cards(state: State) -> Iterator[float]:
    hands = [state.players[seat].hand for seat in state.in_play]
    own = state.players[state.active].hand
    yield sum(own.values())
    yield sum(max(0, state.hand_size - sum(hand.values())) for hand in hands)
    for kinds in (*_FIGHTERS, plan.WIDE, *([one] for one in _SPECIAL)):
        yield sum(hand.get(card, 0) for hand in hands for card in kinds)
    yield sum(min(hand.get(box.BRICK, 0), hand.get(box.MORTAR, 0)) for hand in hands)
    yield sum(state.deck.values())
    yield sum(card in state.deck for card in _RARE)


def _tokens(state: State) -> Iterator[float]:
    unseen = {one: state.pile.get(one, 0) + state.held.get(one, 0) for one in box.TOKENS}
    yield from _counts(unseen)
    yield sum(unseen[kind] for kind in box.MONSTERS)
    yield sum(state.held.values())


def _counts(tokens: box.Tokens) -> Iterator[float]:
    yield sum(tokens.values())
    yield sum(tokens.get(kind, 0) * points for kind, points in box.POINTS.items())
    for kinds in _KINDS:
        yield sum(tokens.get(kind, 0) for kind in kinds)


def cell(state: State, seat: int) -> str:
    """The kind of game for the seat: alone, together, against an Overlord, or as the Overlord."""
    if state.overlord is not None:
        return "overlord" if seat == state.overlord else "against an overlord"
    return "together" if len(state.players) > 1 else "alone"


def horizon(start: State, state: State, seat: int) -> bool:
    """Until the next castle player's turn, when the new monsters are on the board.

    For the Overlord, until it has also seen the castle's response.
    """
    return state.turn > start.turn + (seat == state.overlord)
