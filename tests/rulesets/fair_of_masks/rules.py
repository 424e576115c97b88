"""The rules: setting up, bidding, picking masks, and points."""

from collections.abc import Sequence

from games import plugin
from games.plugin import Chance, Run, Withdraw, line, msg, refuse_if
from tests.rulesets.fair_of_masks.components import BIDS, KINDS, MASKS, PLACES, ROUNDS, SET
from tests.rulesets.fair_of_masks.state import Bid, Move, Pick, Position, Turn, View

REFUSALS = {
    "no-such-bid": msg("You can’t bid that now."),
    "no-such-mask": msg("You can’t take that mask now."),
}


def setup(options: plugin.NoOptions, seating: plugin.Seating, chance: Chance) -> Position:
    """A roll decides who leads the first round unless the table says so."""
    count, first = seating.count, seating.first
    state = Position(
        first=chance.roll(count, "first") - 1 if first is None else first,
        hands=[list(BIDS) for _ in range(count)],
        bag=dict.fromkeys(MASKS, 1),
        bids=plugin.Sealed(),
    )
    _begin_round(state, chance)
    return state


def _begin_round(state: Position, chance: Chance) -> None:
    state.open = sorted(chance.take(state.bag, "masks") for _ in state.hands[1:])
    state.bids.ask(range(len(state.hands)))


def active_seats(state: Position) -> frozenset[int]:
    """Everybody who hasn't bid, or else the one who picks."""
    return state.bids.waiting or frozenset(turn.seat for turn in state.pickers[:1])


def legal_actions(state: Position, seat: int) -> list[Move]:
    if state.bids.asked:
        return list(state.bids.offers(seat, bids_of(state, seat)))
    return [Pick(mask) for mask in state.open] if seat in active_seats(state) else []


def bids_of(state: Position, seat: int) -> list[Bid]:
    return [Bid(number) for number in state.hands[seat]]


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
        _open(run, {seat: bid.number for seat, bid in bids.items()})
    return run.events


def _open(run: Run[Position], bids: dict[int, int]) -> None:
    """Turn up the bids, which are used now; the lowest takes one back."""
    state, leader = run.state, run.state.first + len(run.state.rounds)
    order = sorted(bids, key=lambda seat: (-bids[seat], (seat - leader) % len(bids)))
    state.rounds.append([Turn(seat, bids[seat]) for seat in order])
    for turn in state.rounds[-1]:
        state.hands[turn.seat].remove(turn.bid)
        run.tell("opened", seat=turn.seat, bid=turn.bid, reveals=True)
    hand = state.hands[turn.seat]
    turn.back = min(set(BIDS).difference(hand))
    state.hands[turn.seat] = sorted([*hand, turn.back])
    run.tell("returned", seat=turn.seat, bid=turn.back)


def _pick(run: Run[Position], mask: str) -> None:
    """The next in order takes the mask; the last mask needs no decision."""
    state, turn = run.state, run.state.pickers[0]
    state.open.remove(mask)
    turn.mask = mask
    run.tell("picked" if state.open else "left", seat=turn.seat, mask=mask)
    if len(state.open) == 1:
        _pick(run, state.open[0])
    elif not state.open and len(state.rounds) < ROUNDS:
        _begin_round(state, run.chance)
        run.tell("laid", masks=list(state.open), leader=state.leader, reveals=True)


def counts(state: Position) -> list[list[int]]:
    """How many masks of each kind every seat has."""
    held = [[mask[1] for mask in state.masks(seat)] for seat in range(len(state.hands))]
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
    return [
        [*kind, SET * min(own), sum(mask[3] for mask in state.masks(seat))]
        for seat, (kind, own) in enumerate(zip(kinds, held, strict=True))
    ]


def totals(state: Position) -> list[int]:
    return list(map(sum, points(state)))


def result(state: Position) -> plugin.Result | None:
    """Ties in points are broken by the sum of the bids left, which may tie again."""
    if active_seats(state):
        return None
    scores, left = totals(state), list(map(sum, state.hands))
    ranks = plugin.places(zip(scores, left, strict=True))
    words = [line("Unspent bids: {n}", n=n) for n in left]
    ties = [word if scores.count(n) > 1 else None for n, word in zip(scores, words, strict=True)]
    ends = zip(plugin.outcomes(ranks), ranks, scores, ties, strict=True)
    seats = tuple(plugin.SeatResult(out, rank, n, tie_break=tie) for out, rank, n, tie in ends)
    return plugin.Result("fair-over", line("The fair is over. The most points win."), seats)


def determinize(observation: View, seat: int, chance: Chance) -> Position:
    """Guess the sealed bids of others; everything else is known."""
    state = observation.state
    state.bids.guess(lambda other: bids_of(state, other), chance)
    return state
