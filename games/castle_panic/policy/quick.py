"""The same judgment for playouts: of trades and exchanges, only those that look best card by card.

Cards are judged one by one, as if gains and losses didn't depend on each other.
"""

from collections.abc import Iterator

from games.castle_panic import actions as do, components as box
from games.castle_panic.actions import Action
from games.castle_panic.policy.castle import Judge
from games.castle_panic.rules import trades, turns
from games.castle_panic.state import Offer


def quick_actions(judge: Judge) -> list[Action] | None:
    """The promising actions of the seat that decides; None: every legal one."""
    state = judge.state
    if state.pending:
        offered = isinstance(state.pending[-1], Offer)
        return [do.Accept(), do.Decline()] if offered else None
    if state.phase == "opening":
        return [do.OpenAtRandom()]
    if state.phase == "discard":
        return [do.Exchange(cards) for cards in _exchanges(judge)]
    if state.phase == "trade":
        return [*_offers(judge), do.EndTrade()]
    return None


def _exchanges(judge: Judge) -> Iterator[tuple[str, ...]]:
    """No cards, the least useful card and, if allowed, the two least useful cards."""
    hand = judge.state.players[judge.seat].hand
    use = judge.use(judge.seat)
    kinds = sorted(trades.held(hand), key=use.loss_of)
    cards = [card for card in kinds for _ in range(hand[card])]
    for count in range(min(turns.exchanged(judge.state), len(cards)) + 1):
        yield tuple(sorted(cards[:count], key=box.CARDS.index))


def _offers(judge: Judge) -> list[do.OfferTrade]:
    """The most promising offer, unless one was refused before."""
    state, mover = judge.state, judge.state.active
    if not state.trades_left or state.refused:
        return []
    best, most = None, 0.0
    mine = judge.use(mover)
    given = [(card, mine.loss_of(card)) for card in trades.held(state.players[mover].hand)]
    for partner in set(state.in_play) - {mover}:
        theirs, later = judge.use(partner), judge.later(partner)
        gained = [(later * theirs.gain_of(card) - lost, card) for card, lost in given]
        for take in trades.held(state.players[partner].hand):
            offers = (one for one in gained if one[1] != take)
            gain, give = max(offers, default=(-9.0, ""))
            gain += mine.gain_of(take) - later * theirs.loss_of(take)
            if gain > most and (partner, give, take) not in state.offered:
                best, most = do.OfferTrade(partner, give, take), gain
    return [best] if best else []
