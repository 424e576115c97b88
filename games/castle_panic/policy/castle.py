"""The judgment of a castle player's actions."""

from collections.abc import Iterable

from msgspec.structs import replace

from games.castle_panic import actions, components as box
from games.castle_panic.actions import Action, Target
from games.castle_panic.policy import plan
from games.castle_panic.state import State
from games.plugin import bags

NEW_CARD = 0.3  # the worth of an unknown card
# The weight of the coming turns of partners; the player's own turn weighs 1.
LATER = (0.55, 0.4, 0.2, 0.1, 0.1)
TRADE_AT_LEAST = 0.05  # towers that a trade must spare to be offered
MOST_OFFERS = 6


def look(state: State, seat: int, action: Action) -> float:
    match action:
        case actions.OpenAtRandom():
            return 0.1
        case actions.Exchange():
            return NEW_CARD * len(action.cards) + _gain(state, seat, action.cards)
        case actions.GiveUp():
            return _gain(state, seat, (action.card,))
        case actions.OfferTrade():
            return _swapped(state, action.partner, action.give, action.take) - TRADE_AT_LEAST
        case actions.Accept():
            return _offered(state)
        case actions.Counter():
            gain = _swapped(state, state.open_offer.partner, action.give, action.take)
            return gain - 2 * TRADE_AT_LEAST - max(0.0, _offered(state))
        case actions.Withdraw():
            return -1.0
        case actions.Hit():
            return _hit(state, action)
        case actions.AllForOne():
            cost = _cost(state, action.target)
            return -1.0 if action.target.points == 1 else cost - 0.6 - 0.1 * bool(action.any)
        case actions.Barbarian():
            return _cost(state, action.target) - plan.reserve(box.BARBARIAN)
        case actions.DriveBack():
            back = _cost(state, replace(action.target, ring=box.FOREST))
            return _cost(state, action.target) - back - plan.reserve(box.DRIVE_BACK)
        case actions.TarIt():
            strikes = 0.5 if action.target.ring >= box.SWORDSMAN else 0.25
            return strikes * _cost(state, action.target) - plan.reserve(box.TAR)
        case actions.Fortify():
            return plan.WALL * plan.at_wall(state, action.arc) - 0.1
        case actions.Rebuild():
            tower = 1.0 if state.towers[action.arc - 1] else 0.7
            spared = plan.at_wall(state, action.arc) * (1 - plan.WALL * 0.3)
            return tower * (0.12 + spared)
        case actions.Missing():
            return 0.5
        case actions.DrawTwo():
            return 3.0
        case actions.Scavenge():
            hand, board = state.players[seat].hand, plan.board_of(state)
            found = plan.worth(board, bags.swapped(hand, (), [action.card]))
            return 0.05 + found - plan.worth(board, hand)
        case actions.TakeDamage():
            boss = 0.1 * (action.kind in box.BOSSES)
            return boss + (0.5 if action.points == 1 else 0.1 * action.points)
    return 0.0


def candidates(state: State, seat: int, legal: list[Action]) -> list[Action]:
    offers = [one for one in legal if isinstance(one, actions.OfferTrade | actions.Counter)]
    if len(offers) <= MOST_OFFERS:
        return legal
    best = sorted(offers, key=lambda action: -look(state, seat, action))[:MOST_OFFERS]
    return [action for action in legal if action not in offers or action in best]


def _cost(state: State, target: Target) -> float:
    return plan.cost(target.ring, target.points, wall=state.walls[target.arc - 1])


def _hit(state: State, action: actions.Hit) -> float:
    target = action.target
    left = 0 if action.nice_shot else target.points - 1
    spared = _cost(state, target) - _cost(state, replace(target, points=left))
    if target.tarred:
        spared *= 0.9
    if action.nice_shot:
        spared -= plan.reserve(box.NICE_SHOT)
        if target.points == 1:
            return -1.0
    return spared + plan.SLAIN * (left == 0) - plan.reserve(action.card)


def _keep(state: State, seat: int, cards: box.Cards) -> float:
    """A hand's worth to its player, on the board of their next turn."""
    soon = plan.board_of(state) if seat == state.active else plan.board_after_march(state)
    ready = plan.worth(soon, cards)
    return ready + sum(plan.reserve(card) * cards[card] for card in sorted(cards))


def _gain(state: State, seat: int, gone: Iterable[str], got: Iterable[str] = ()) -> float:
    """The seat's gain from exchanging these cards; without new ones mostly a loss."""
    hand = state.players[seat].hand
    return _keep(state, seat, bags.swapped(hand, gone, got)) - _keep(state, seat, hand)


def _offered(state: State) -> float:
    offer = state.open_offer
    return _swapped(state, offer.partner, offer.give, offer.take)


def _swapped(state: State, partner: int, give: str, take: str) -> float:
    """A trade's gain: the active player's now and the partner's later."""
    later = LATER[_turns_until(state, partner) - 1]
    now = _gain(state, state.active, [give], [take])
    return now + later * _gain(state, partner, [take], [give])


def _turns_until(state: State, seat: int) -> int:
    """Turns until that seat's, without players who are out."""
    turns, coming = 1, state.next_in(state.active)
    while coming != seat:
        turns, coming = turns + 1, state.next_in(coming)
    return turns
