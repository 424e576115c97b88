"""The rules: setting up, bidding, picking masks, and points."""

from collections.abc import Sequence

from games import plugin
from games.plugin import Chance, Run, Withdraw, line, msg, refuse_if
from tests.rulesets.fair_of_masks.components import BIDS, KINDS, MASKS, PLACES, ROUNDS, SET
from tests.rulesets.fair_of_masks.state import Bid, Move, Pick, Position, View

REFUSALS = {
    "no-such-bid": msg("You can’t bid that now."),
    "no-such-mask": msg("You can’t take that mask now."),
}


def setup(options: plugin.NoOptions, seating: plugin.Seating, chance: Chance) -> Position:
    """A roll decides who leads the first round unless the table says so."""
    count, first = seating.count, seating.first
    state = Position(
        leader=chance.roll(count, "first") - 1 if first is None else first,
        hands=[list(BIDS) for _ in range(count)],
        masks=[[] for _ in range(count)],
        bag=dict.fromkeys(MASKS, 1),
        bids=plugin.Sealed(),
    )
    _begin_round(state, chance)
    return state


def _begin_round(state: Position, chance: Chance) -> None:
    state.round += 1
    state.shown = []
    state.open = sorted(chance.take(state.bag, "masks") for _ in state.hands[1:])
    state.bids.ask(range(len(state.hands)))


def active_seats(state: Position) -> frozenset[int]:
    """Everybody who hasn't bid, or else the one who picks."""
    return state.bids.waiting or frozenset(state.pickers[:1])


def legal_actions(state: Position, seat: int) -> list[Move]:
    if state.bids.asked:
        return list(state.bids.offers(seat, [Bid(n) for n in state.hands[seat]]))
    return [Pick(mask) for mask in state.open] if seat in state.pickers[:1] else []


def apply_action(state: Position, seat: int, action: Move, chance: Chance) -> list[plugin.Event]:
    """Check everything first, change afterwards: a refusal leaves no trace."""
    legal = legal_actions(state, seat)
    refuse_if(not active_seats(state), "game-over")
    refuse_if(not legal, "not-your-turn")
    refuse_if(action not in legal, "no-such-mask" if isinstance(action, Pick) else "no-such-bid")
    run = Run(state, chance)
    if isinstance(action, Pick):
        _pick(run, action.mask)
        return run.events
    bids = state.bids.choose(seat, action)
    if isinstance(action, Withdraw):
        run.tell("withdrawn", seat=seat)
    else:
        run.tell("sealed", seat=seat, private={seat: {"bid": action.number}})
    if bids:
        _open(run, [bids[seat].number for seat in range(len(bids))])
    return run.events


def _open(run: Run[Position], bids: list[int]) -> None:
    """Turn up the bids, which are used now; the lowest takes one back."""
    state, seats = run.state, range(len(bids))
    order = sorted(seats, key=lambda seat: (-bids[seat], (seat - state.leader) % len(bids)))
    state.shown = bids
    for seat in order:
        state.hands[seat].remove(bids[seat])
        run.tell("opened", seat=seat, bid=bids[seat], reveals=True)
    *state.pickers, last = order
    back = lowest_used(state.hands[last])
    state.hands[last] = sorted([*state.hands[last], back])
    run.tell("returned", seat=last, bid=back)


def lowest_used(hand: Sequence[int]) -> int:
    return min(set(BIDS).difference(hand))


def _pick(run: Run[Position], mask: str) -> None:
    """The next in order takes the mask; the last mask needs no decision."""
    state = run.state
    seat = state.pickers.pop(0)
    state.open.remove(mask)
    state.masks[seat].append(mask)
    run.tell("picked" if state.open else "left", seat=seat, mask=mask)
    if len(state.open) == 1:
        _pick(run, state.open[0])
    elif not state.open and state.round < ROUNDS:
        state.leader = (state.leader + 1) % len(state.hands)
        _begin_round(state, run.chance)
        run.tell("laid", masks=list(state.open), leader=state.leader, reveals=True)


def counts(state: Position) -> list[list[int]]:
    """How many masks of each kind every seat has."""
    held = [[MASKS[mask].kind for mask in own] for own in state.masks]
    return [[own.count(kind) for kind in KINDS] for own in held]


def by_places(column: Sequence[int]) -> list[int]:
    """What each gets for that many masks of one kind: who has none, nothing; who ties, a share."""
    ahead = [(sum(other > own for other in column), column.count(own)) for own in column]
    shares = [sum(PLACES[at : at + tied]) // tied for at, tied in ahead]
    return [share if own else 0 for share, own in zip(shares, column, strict=True)]


def points(state: Position) -> list[list[int]]:
    """Everybody's points if the game ended now: for each kind, for sets, and for values."""
    held = counts(state)
    kinds = zip(*map(by_places, zip(*held, strict=True)), strict=True)
    values = [sum(MASKS[mask].worth for mask in own) for own in state.masks]
    rows = zip(kinds, held, values, strict=True)
    return [[*kind, SET * min(own), value] for kind, own, value in rows]


def totals(state: Position) -> list[int]:
    return list(map(sum, points(state)))


def result(state: Position) -> plugin.Result | None:
    """Ties in points are broken by the sum of the bids left, which may tie again."""
    if active_seats(state):
        return None
    scores, left = totals(state), list(map(sum, state.hands))
    ranks = plugin.places(zip(scores, left, strict=True))
    seats = []
    for outcome, rank, score, n in zip(plugin.outcomes(ranks), ranks, scores, left, strict=True):
        tie = line("Unspent bids: {n}", n=n) if scores.count(score) > 1 else None
        seats.append(plugin.SeatResult(outcome, rank, score, tie_break=tie))
    return plugin.Result("fair-over", line("The fair is over."), tuple(seats))


def determinize(observation: View, seat: int, chance: Chance) -> Position:
    """Guess the sealed bids of others; everything else is known."""
    state = observation.state
    state.bids.guess(lambda other: [Bid(n) for n in state.hands[other]], chance)
    return state
