"""What a seat knows of a position, in numbers, for the learned value of level `hard`."""

from games.burnt_to_ashes.components import GOLD, LANDS, STRIKE_GLORY, value
from games.burnt_to_ashes.policy import flight, market, odds
from games.burnt_to_ashes.state import State


def features(state: State, seat: int) -> list[float]:
    """Return the round and its gold, the kingdom, the seat and the first of its rivals."""
    lands = flight.kingdom(state, seat, ahead=True)
    unseen = market.unseen(state, seat)
    power = unseen["power"] / max(1, sum(unseen.values()))
    own, *others = (_facts(state, lands, one, seat, power) for one in state.seats_from(seat))
    first = max(others, default=own)
    above = sum(rank[:2] > own[:2] for rank in others)
    return [
        *_round(state, seat),
        *_kingdom(state, lands),
        power,
        *own,
        *first,
        own[0] - first[0],
        float(above),
    ]


def _round(state: State, seat: int) -> list[float]:
    player = state.players[seat]
    seen = map(sum, zip(state.discards, player.hand, player.returned, strict=True))
    left = [copies - known for copies, known in zip(GOLD, seen, strict=True)]
    cards = sum(sum(other.hand) for other in state.players) - sum(player.hand)
    down = [n for n, card in enumerate(state.cards) if card.number is None]
    asked = sum(sum(numbers) / len(numbers) for numbers in map(state.possible_numbers, down))
    return [
        float(state.count),
        float(state.round),
        float(len(down)),
        float(state.phase == "buy"),
        asked,
        float(value(player.hand) - player.spent),
        cards * value(left) / max(1, sum(left)),
        (state.regent - seat) % state.count / state.count,
    ]


def _kingdom(state: State, lands: flight.Kingdom) -> list[float]:
    standing = [land for land in state.lands if not land.burnt]
    knights = [land for land in lands if land is not None and land.knight]
    power = sum(player.power for player in state.players)
    wins = [odds.chances(one.sword, one.shield, one.power).win for one in knights]
    return [
        float(state.strikes),
        float(state.strikes**2) / 7,
        float(len(standing)),
        LANDS / max(1, len(standing)),
        float(len(knights)),
        1 / max(1, len(knights)),
        sum(wins),
        float(sum(one.sword for one in knights)),
        float(sum(one.shield for one in knights)),
        float(power),
        float(sum(land.size for land in standing)),
        flight.posture(lands),
    ]


def _facts(
    state: State, lands: flight.Kingdom, seat: int, viewer: int, share: float
) -> list[float]:
    """Of a seat: its points as they would be at the finale, and what may bring more."""
    player, times = state.players[seat], state.times(seat)
    own = state.standing(seat)
    finale = 0.0
    counters = looked = 0
    for land in own:
        pile = state.lands[land]
        counters += pile.size
        looked += pile.known is not None
        if pile.known is not None and seat == viewer:
            tops = [counter == "power" for counter in (*pile.known, "")]
            finale += tops.index(False)
        elif pile.size:
            finale += share
    knights = [one for land in own if (one := lands[land]) is not None and one.knight]
    return [
        (player.power + finale) * times,
        float(len(own)),
        float(player.power),
        finale,
        float(times),
        float(state.wounds.count(seat)),
        sum(odds.chances(one.sword, one.shield, one.power).win for one in knights),
        float(player.glory + STRIKE_GLORY * player.fresh),
        float(counters),
        float(looked),
    ]


def horizon(start: State, state: State, seat: int) -> bool:
    """Until the dragon's attack is over; of a team nothing is searched, and so nothing learned."""
    later = (state.round, state.attack) != (start.round, start.attack)
    return state.crown and not state.pending and (later or bool(start.pending))
