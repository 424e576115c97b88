"""Decisions: the legal actions, their checks and their effects."""

from collections.abc import Callable, Iterable
from typing import Any

from games.burnt_to_ashes import actions as do
from games.burnt_to_ashes.rules import Run, battles, endings, offerings, purchases, rounds, start
from games.burnt_to_ashes.state import Arranging, Battle, Naming, Placing, Spare, State
from games.plugin import Chance, Event, IllegalAction, SeatTurn, msg, refuse_if

Listing = Callable[[State, int, Any], Iterable[do.Action]]

# What each question may be answered with, and the legal answers by the pending decision.
_QUESTIONS: dict[str | type, tuple[tuple[type, ...], Listing]] = {
    "claim": (
        (do.Claim, do.ClaimAtRandom),
        lambda state, seat, _: [*map(do.Claim, start.free_lands(state)), do.ClaimAtRandom()],
    ),
    "knights": ((do.Place,), lambda state, seat, _: map(do.Place, state.standing(seat))),
    "stone": ((do.Aim,), lambda state, seat, _: map(do.Aim, offerings.face_down(state))),
    "lay": ((do.Lay,), lambda state, seat, _: do.lays(offerings.may_lay(state, seat))),
    "xs": (
        (do.LayXs,),
        lambda state, seat, _: map(do.LayXs, range(state.players[seat].hand[0] + 1)),
    ),
    "buy": ((do.Buy, do.Look, do.Done), lambda state, seat, _: purchases.purchases(state)),
    Battle: ((do.Stop, do.Spend, do.Turn), lambda state, seat, top: battles.answers(state, top)),
    Spare: ((do.TakeOff,), lambda state, seat, _: map(do.TakeOff, state.attacked)),
    Placing: (
        (do.Place,),
        lambda state, seat, top: map(do.Place, purchases.room_for(state, seat, top.arms)),
    ),
    Arranging: (
        (do.Arrange,),
        lambda state, seat, top: purchases.orders(tuple(state.lands[top.land].known or ())),
    ),
    Naming: ((do.Crown,), lambda state, seat, top: map(do.Crown, top.tied)),
}
# The effect of each kind of action, and the code of an illegal one that `_refusal` doesn't explain.
_ACTIONS: dict[type, tuple[Callable[[Run, int, Any], None], str]] = {
    do.Claim: (start.claim, "land-taken"),
    do.ClaimAtRandom: (start.claim_at_random, "not-now"),
    do.Place: (purchases.place, "one-of-each"),
    do.Aim: (offerings.aim, "card-open"),
    do.Lay: (offerings.lay, "gold-missing"),
    do.LayXs: (offerings.lay_xs, "gold-missing"),
    do.Buy: (purchases.buy, "too-dear"),
    do.Look: (purchases.look, "too-dear"),
    do.Arrange: (purchases.arrange, "wrong-counters"),
    do.Done: (purchases.done, "not-now"),
    do.Stop: (battles.stop, "no-shield-to-stop"),
    do.Spend: (battles.spend, "nothing-to-spend"),
    do.Turn: (battles.turn, "not-now"),
    do.TakeOff: (battles.take_off, "not-attacked"),
    do.Crown: (endings.name, "not-tied"),
}
REFUSALS = {
    "not-now": msg("That isn’t possible in this part of the round."),
    "land-taken": msg("That land already has an owner."),
    "not-your-land": msg("That land isn’t yours."),
    "burnt": msg("That land is burnt to ashes."),
    "one-of-each": msg("A land holds only one of each: one knight, one sword, one shield."),
    "card-open": msg("That dragon card has already been turned up."),
    "gold-missing": msg("You don’t hold that much gold."),
    "xs-later": msg("From a hand this large, Xs are laid in a second step."),
    "xs-alone": msg("Alone, there is nobody to bluff: Xs stay in your hand."),
    "pile-empty": msg("There is no counter left on that land."),
    "too-dear": msg("You don’t have enough gold left for that."),
    "wrong-counters": msg("Put the counters of this pile in order, each one once."),
    "no-shield-to-stop": msg(
        "You may stop only with a shield, right after the third shield card or a later one."
    ),
    "nothing-to-spend": msg(
        "Power is spent against exactly two dragons, and you need some to spend."
    ),
    "not-attacked": msg("There is no attack on that land."),
    "not-tied": msg("Choose one of the players who are tied."),
}


def active_seats(state: State) -> frozenset[int]:
    return frozenset() if state.ending else frozenset((state.decider,))


def turn(state: State) -> SeatTurn | None:
    """Return the seat whose phase it is or that fights; others only answer meanwhile."""
    if state.ending:
        return None
    if isinstance(state.top, Battle):
        battle = f"battle {state.round} {state.attack} {len(state.fought)}"
        return SeatTurn(state.decider, battle)
    return SeatTurn(state.to_act, f"{state.phase} {state.round} {state.attack}")


def legal_actions(state: State, seat: int) -> list[do.Action]:
    if state.ending or seat != state.decider:
        return []
    return list(_QUESTIONS[state.question][1](state, seat, state.top))


def check(state: State, seat: int, action: do.Action) -> None:
    """Raise `IllegalAction` unless the seat may do this now."""
    refuse_if(state.ending, "game-over")
    refuse_if(type(action) not in _ACTIONS, "unknown-action")
    refuse_if(seat != state.decider, "not-your-turn")
    refuse_if(type(action) not in _QUESTIONS[state.question][0], "not-now")
    if action not in legal_actions(state, seat):
        raise IllegalAction(_refusal(state, seat, action))


def _refusal(state: State, seat: int, action: do.Action) -> str:
    match action:
        case do.Lay(x=x) if x and state.count == 1:
            return "xs-alone"
        case do.Lay(x=x) if x and offerings.in_two_steps(state, seat):
            return "xs-later"
        case do.Place(land) | do.Buy(land) | do.Look(land):
            there = state.lands[land]
            if there.owner != seat:
                return "not-your-land"
            if there.burnt:
                return "burnt"
            if not there.pile and not isinstance(action, do.Place):
                return "pile-empty"
    return _ACTIONS[type(action)][1]


def apply_action(state: State, seat: int, action: do.Action, chance: Chance) -> list[Event]:
    check(state, seat, action)
    state.fought = []
    run = Run(state, chance)
    _ACTIONS[type(action)][0](run, seat, action)
    rounds.advance(run)
    return run.events
