"""How good an action looks to a castle player."""

from collections.abc import Callable
from typing import Any

from games.castle_panic import actions
from games.castle_panic.actions import Action, Target
from games.castle_panic.components import BOSSES, FOREST, NICE_SHOT, SWORDSMAN
from games.castle_panic.policy import danger, plan
from games.castle_panic.state import State

NEW_CARD = 0.3  # what a card drawn unseen is about worth
# What a partner's turn counts, the own one being 1: the next turn, the one after it, and so on.
LATER = (0.55, 0.4, 0.2, 0.1, 0.1)
TRADE_AT_LEAST = 0.05  # towers that a trade must spare together to be offered
MOST_OFFERS = 6


def look(state: State, seat: int, action: Action) -> float:
    """What the action promises, in towers saved."""
    judge = _JUDGES.get(type(action))
    return judge(state, seat, action) if judge else 0.0


def candidates(state: State, seat: int, legal: list[Action]) -> list[Action]:
    """Of many offers the most promising; everything else."""
    made = (actions.OfferTrade, actions.Counter)
    offers = [action for action in legal if isinstance(action, made)]
    if len(offers) <= MOST_OFFERS:
        return legal
    best = sorted(offers, key=lambda action: -look(state, seat, action))[:MOST_OFFERS]
    return [action for action in legal if action not in offers or action in best]


# -- plays ----------------------------------------------------------------------------------------


def _cost(state: State, target: Target, points: int) -> float:
    return danger.of(target.ring, points, wall=state.walls[target.arc - 1])


def _hit(state: State, seat: int, action: actions.Hit) -> float:
    target = action.target
    left = 0 if action.nice_shot else target.points - 1
    spared = _cost(state, target, target.points) - _cost(state, target, left)
    if target.tarred:
        spared *= 0.9
    if action.nice_shot:
        spared -= plan.reserve(NICE_SHOT)
        if target.points == 1:
            return -1.0
    return spared + plan.SLAIN * (left == 0) - plan.reserve(action.card)


def _set(state: State, seat: int, action: actions.AllForOne) -> float:
    target = action.target
    if target.points == 1:
        return -1.0
    return _cost(state, target, target.points) - 0.6 - 0.1 * bool(action.any)


def _barbarian(state: State, seat: int, action: actions.Barbarian) -> float:
    return _cost(state, action.target, action.target.points) - plan.reserve("barbarian")


def _drive_back(state: State, seat: int, action: actions.DriveBack) -> float:
    target = action.target
    back = danger.of(FOREST, target.points, wall=state.walls[target.arc - 1])
    return _cost(state, target, target.points) - back - plan.reserve("drive-back")


def _tar(state: State, seat: int, action: actions.TarIt) -> float:
    target = action.target
    strikes = 0.5 if target.ring >= SWORDSMAN else 0.25
    return strikes * _cost(state, target, target.points) - plan.reserve("tar")


def _fortify(state: State, seat: int, action: actions.Fortify) -> float:
    return danger.WALL * danger.at_wall(state.monsters, action.arc) - 0.1


def _rebuild(state: State, seat: int, action: actions.Rebuild) -> float:
    tower = 1.0 if state.towers[action.arc - 1] else 0.7
    return tower * danger.wall_gain(state, action.arc)


def _scavenge(state: State, seat: int, action: actions.Scavenge) -> float:
    hand, board = state.players[seat].hand, plan.board_of(state)
    return 0.05 + plan.worth(board, _with(hand, action.card)) - plan.worth(board, hand)


# -- cards kept, changed and traded ---------------------------------------------------------------


def _keep(state: State, seat: int, cards: dict[str, int]) -> float:
    """What a hand is worth to its player: on the board as that player will meet it."""
    soon = plan.board_of(state) if seat == state.active else plan.board_after_march(state)
    ready = plan.worth(soon, cards)
    return ready + sum(plan.reserve(card) * cards[card] for card in sorted(cards))


def _without(hand: dict[str, int], *cards: str) -> dict[str, int]:
    left = dict(hand)
    for card in cards:
        left[card] -= 1
        if not left[card]:
            del left[card]
    return left


def _with(hand: dict[str, int], card: str) -> dict[str, int]:
    return {**hand, card: hand.get(card, 0) + 1}


def _exchange(state: State, seat: int, action: actions.Exchange) -> float:
    return NEW_CARD * len(action.cards) - _lost(state, seat, *action.cards)


def _give_up(state: State, seat: int, action: actions.GiveUp) -> float:
    return -_lost(state, seat, action.card)


def _lost(state: State, seat: int, *cards: str) -> float:
    hand = state.players[seat].hand
    return _keep(state, seat, hand) - _keep(state, seat, _without(hand, *cards))


def swap_gain(state: State, partner: int, give: str, take: str) -> float:
    """What a trade spares the castle: the active player's gain now, the partner's loss later."""
    later = LATER[_turns_until(state, partner) - 1]
    return _swapped(state, state.active, give, take) + later * _swapped(state, partner, take, give)


def _swapped(state: State, seat: int, give: str, take: str) -> float:
    hand = state.players[seat].hand
    return _keep(state, seat, _with(_without(hand, give), take)) - _keep(state, seat, hand)


def _turns_until(state: State, seat: int) -> int:
    """Turns from the active player's to that seat's, without those of players who are out."""
    turns, coming = 1, state.next_in(state.active)
    while coming != seat:
        turns, coming = turns + 1, state.next_in(coming)
    return turns


def _offer(state: State, seat: int, action: actions.OfferTrade) -> float:
    return swap_gain(state, action.partner, action.give, action.take) - TRADE_AT_LEAST


def _accept(state: State, seat: int, action: actions.Accept) -> float:
    offer = state.open_offer
    return swap_gain(state, offer.partner, offer.give, offer.take)


def _counter(state: State, seat: int, action: actions.Counter) -> float:
    gain = swap_gain(state, state.open_offer.partner, action.give, action.take)
    return gain - 2 * TRADE_AT_LEAST - max(0.0, _accept(state, seat, actions.Accept()))


# -- the rest -------------------------------------------------------------------------------------


def _take_damage(state: State, seat: int, action: actions.TakeDamage) -> float:
    boss = 0.1 * (action.kind in BOSSES)
    return boss + (0.5 if action.points == 1 else 0.1 * action.points)


def _always(value: float) -> Callable[[State, int, Any], float]:
    return lambda state, seat, action: value


_JUDGES: dict[type, Callable[[State, int, Any], float]] = {
    actions.Hit: _hit,
    actions.AllForOne: _set,
    actions.Barbarian: _barbarian,
    actions.DriveBack: _drive_back,
    actions.TarIt: _tar,
    actions.Fortify: _fortify,
    actions.Rebuild: _rebuild,
    actions.Scavenge: _scavenge,
    actions.Missing: _always(0.5),
    actions.DrawTwo: _always(3.0),
    actions.Exchange: _exchange,
    actions.OfferTrade: _offer,
    actions.Accept: _accept,
    actions.Counter: _counter,
    actions.Withdraw: _always(-1.0),
    actions.GiveUp: _give_up,
    actions.TakeDamage: _take_damage,
    actions.OpenAtRandom: _always(0.1),
}
