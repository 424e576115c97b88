"""Decisions: the legal actions, their checks and their effects."""

from collections.abc import Sequence
from typing import Any

from games.burnt_to_ashes import actions
from games.burnt_to_ashes.rules import battles, endings, offerings, purchases, rounds, start
from games.burnt_to_ashes.rules.run import Run
from games.burnt_to_ashes.state import Arranging, Battle, Naming, Pending, Placing, Spare, State
from games.plugin import Chance, Event, SeatTurn, refuse_if

_BY_PHASE: dict[str, tuple[type, ...]] = {
    "claim": (actions.Claim, actions.ClaimAtRandom),
    "knights": (actions.Place,),
    "stone": (actions.Aim,),
    "lay": (actions.Lay,),
    "buy": (actions.Buy, actions.Look, actions.Done),
}
_BY_PENDING: dict[type, tuple[type, ...]] = {
    Battle: (actions.Stop, actions.Spend, actions.Turn),
    Spare: (actions.TakeOff,),
    Placing: (actions.Place,),
    Arranging: (actions.Arrange,),
    Naming: (actions.Crown,),
}
_EVERY = (
    actions.LayXs,
    *(kind for part in (_BY_PHASE, _BY_PENDING) for k in part.values() for kind in k),
)


def active_seats(state: State) -> frozenset[int]:
    """Return the seat that must decide; nobody once the game is over."""
    return frozenset() if state.ending else frozenset((state.decider,))


def turn(state: State) -> SeatTurn | None:
    """Return the seat whose phase it is or that fights; others only answer meanwhile."""
    if state.ending:
        return None
    if isinstance(state.top, Battle):
        battle = f"battle {state.round} {state.attack} {len(state.fought)}"
        return SeatTurn(state.decider, battle)
    return SeatTurn(state.to_act, f"{state.phase} {state.round} {state.attack}")


# -- listing ---------------------------------------------------------------------------------------


def legal_actions(state: State, seat: int) -> list[actions.Action]:
    if state.ending or seat != state.decider:
        return []
    return list(_pending(state, state.top) if state.top else _of_phase(state, seat))


def _pending(state: State, top: Pending) -> Sequence[actions.Action]:
    if isinstance(top, Battle):
        return battles.answers(state, top)
    if isinstance(top, Spare):
        return [actions.TAKE_OFFS[land] for land in state.attacked]
    if isinstance(top, Placing):
        return [actions.PLACES[land] for land in purchases.room_for(state, top.seat, top.arms)]
    if isinstance(top, Arranging):
        return purchases.orders(tuple(state.lands[top.land].known or ()))
    return [actions.Crown(seat) for seat in top.tied]


def _of_phase(state: State, seat: int) -> Sequence[actions.Action]:
    if state.phase == "claim":
        return [*(actions.CLAIMS[land] for land in start.free_lands(state)), actions.AT_RANDOM]
    if state.phase == "knights":
        return [actions.PLACES[land] for land in state.standing(seat)]
    if state.phase == "stone":
        return [actions.AIMS[card] for card in offerings.face_down(state)]
    if state.phase == "lay":
        if state.halfway:
            return actions.XS[: state.players[seat].hand[0] + 1]
        return actions.lays(offerings.may_lay(state, seat))
    return purchases.purchases(state)


# -- checking --------------------------------------------------------------------------------------


def check(state: State, seat: int, action: actions.Action) -> None:
    """Raise `IllegalAction` unless the seat may do this now."""
    refuse_if(state.ending, "game-over")
    refuse_if(not isinstance(action, _EVERY), "unknown-action")
    refuse_if(seat != state.decider, "not-your-turn")
    refuse_if(not isinstance(action, _open_kinds(state)), "not-now")
    _check_details(state, seat, action)


def _open_kinds(state: State) -> tuple[type, ...]:
    if state.top:
        return _BY_PENDING[type(state.top)]
    return (actions.LayXs,) if state.halfway else _BY_PHASE[state.phase]


def _check_details(state: State, seat: int, action: Any) -> None:
    top: Any = state.top
    match action:
        case actions.Lay():
            offerings.check_lay(state, seat, action)
        case actions.LayXs():
            offerings.check_held(state, seat, [action.x, 0, 0, 0])
        case actions.Buy() | actions.Look():
            purchases.check(state, seat, action)
        case actions.Place():
            purchases.check_place(state, seat, action.land, top.arms if top else "knight")
        case actions.Stop():
            refuse_if(not battles.can_stop(state, top), "no-shield-to-stop")
        case actions.Spend():
            refuse_if(not battles.can_spend(state, top), "nothing-to-spend")
        case actions.TakeOff():
            refuse_if(action.land not in state.attacked, "not-attacked")
        case actions.Arrange():
            pile = state.lands[top.land].known or ()
            refuse_if(sorted(action.order) != sorted(pile), "wrong-counters")
        case actions.Aim():
            refuse_if(state.cards[action.card].number is not None, "card-open")
        case actions.Claim():
            refuse_if(state.lands[action.land].owner is not None, "land-taken")
        case actions.Crown():
            refuse_if(action.seat not in top.tied, "not-tied")


# -- applying --------------------------------------------------------------------------------------


def apply_action(state: State, seat: int, action: actions.Action, chance: Chance) -> list[Event]:
    """Apply the action and go on to the next decision. Raises `IllegalAction`, unchanged."""
    check(state, seat, action)
    state.fought = []
    run = Run(state, chance)
    _apply(run, seat, action)
    rounds.advance(run)
    return run.events


def _apply(run: Run, seat: int, action: Any) -> None:
    top: Any = run.state.top
    if isinstance(top, Battle):
        battles.answer(run, top, action)
        return
    if top:
        run.state.pending.pop()
    match action:
        case actions.Lay():
            offerings.lay(run, seat, action)
        case actions.LayXs():
            offerings.lay_xs(run, seat, action.x)
        case actions.Buy():
            purchases.buy(run, seat, action.land)
        case actions.Look():
            purchases.look(run, seat, action.land)
        case actions.Arrange():
            purchases.arrange(run, seat, top.land, action.order)
        case actions.Place() if top:
            purchases.place(run, seat, action.land, top.arms)
        case actions.Done():
            purchases.done(run, seat)
        case actions.TakeOff():
            battles.take_off(run, seat, action.land)
        case actions.Aim():
            offerings.aim(run, action.card)
        case actions.Place():
            start.place_starting_knight(run, action.land)
        case actions.Claim():
            start.claim(run, action.land)
        case actions.ClaimAtRandom():
            # `start.claiming` claims this land and all that the seat still gets.
            run.state.players[seat].at_random = True
        case actions.Crown():
            endings.name(run, action.seat)
