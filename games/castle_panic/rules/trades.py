"""Trades of one card for one: offers, answers, counter-offers (ruling sheet, A turn, 3)."""

from games.castle_panic.actions import Accept, Answer, Counter, Decline, OfferTrade, Withdraw
from games.castle_panic.components import CARDS, REFUSALS_IN_A_TURN
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Offer, State
from games.plugin import bags, refuse_if


def held(hand: dict[str, int]) -> list[str]:
    """Return the kinds of cards in a hand, in the deck's order."""
    return [card for card in CARDS if card in hand]


def offers(state: State) -> list[OfferTrade]:
    """Return every offer that the active player may still make this turn."""
    made = set(state.offered)
    partners = set(state.in_play) - {state.active} if _may_offer(state) else ()
    every = ((one, *pair) for one in sorted(partners) for pair in _pairs(state, one))
    return [OfferTrade(*terms) for terms in every if terms not in made]


def _pairs(state: State, partner: int) -> list[tuple[str, str]]:
    wanted = held(state.players[partner].hand)
    own = held(state.players[state.active].hand)
    return [(give, other) for give in own for other in wanted if give != other]


def _may_offer(state: State) -> bool:
    return state.trades_left > 0 and state.refused < REFUSALS_IN_A_TURN


def check_offer(state: State, seat: int, offer: OfferTrade) -> None:
    refuse_if(not _may_offer(state), "no-trades-left")
    refuse_if(offer.partner == seat or offer.partner not in state.in_play, "no-such-partner")
    _check_pair(state, seat, offer.give, offer.partner, offer.take)
    refuse_if((offer.partner, offer.give, offer.take) in state.offered, "offered-already")


def _check_pair(state: State, seat: int, own: str, other: int, wanted: str) -> None:
    refuse_if(not state.players[seat].hand.get(own), "card-missing")
    refuse_if(not state.players[other].hand.get(wanted), "partner-lacks-card")
    refuse_if(own == wanted, "like-for-like")


def offer(run: Run, seat: int, action: OfferTrade) -> None:
    terms = (action.partner, action.give, action.take)
    run.state.offered.append(terms)
    run.state.pending.append(Offer(*terms))
    _tell(run, "offer", seat, *terms)


def _tell(run: Run, type_: str, seat: int, partner: int, give: str, wanted: str) -> None:
    """Tell of an offer or a counter-offer, and forbid taking it back.

    Otherwise it would count as never made, and nothing would limit the offers in a turn.
    """
    run.tell(type_, reveals=True, seat=seat, partner=partner, give=give, take=wanted)


def answers(state: State, seat: int) -> list[Answer]:
    offer = state.open_offer
    pairs = [] if offer.countered else _pairs(state, offer.partner)
    others = (Counter(*pair) for pair in pairs if pair != (offer.give, offer.take))
    return [Accept(), Decline(), *others]


def check_counter(state: State, seat: int, action: Counter) -> None:
    offer = state.open_offer
    _check_pair(state, seat, action.take, state.active, action.give)
    refuse_if((action.give, action.take) == (offer.give, offer.take), "same-offer")


def answer(run: Run, seat: int, action: Answer) -> None:
    """Conclude, refuse, counter or withdraw the open offer."""
    state = run.state
    offer = state.open_offer
    if isinstance(action, Counter):
        state.pending[-1] = Offer(offer.partner, action.give, action.take, countered=True)
        _tell(run, "counter", seat, state.active, action.take, action.give)
        return
    state.pending.pop()
    if not isinstance(action, Accept):
        state.refused += 1
        run.tell("withdrawn" if isinstance(action, Withdraw) else "declined", seat=seat)
        return
    mine, theirs = state.players[state.active].hand, state.players[offer.partner].hand
    bags.move(offer.give, mine, theirs)
    bags.move(offer.take, theirs, mine)
    state.trades_left -= 1
    run.tell("traded", seat=state.active, partner=offer.partner, give=offer.give, take=offer.take)
