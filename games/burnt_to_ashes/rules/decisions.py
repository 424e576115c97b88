"""Who may do what now, and what follows."""

from collections.abc import Sequence
from typing import Any

from games.burnt_to_ashes.actions import (
    AIMS,
    CLAIMS,
    PLACES,
    TAKE_OFFS,
    XS,
    Action,
    Aim,
    Arrange,
    Buy,
    Claim,
    ClaimAtRandom,
    Crown,
    Done,
    Lay,
    LayXs,
    Look,
    Place,
    Spend,
    Stop,
    TakeOff,
    Turn,
    lays,
)
from games.burnt_to_ashes.rules import battles, endings, offerings, purchases, rounds, start
from games.burnt_to_ashes.rules.run import Run
from games.burnt_to_ashes.state import Arranging, Battle, Naming, Placing, Spare, State
from games.plugin import Chance, Event, SeatTurn, refuse_if

_AT_RANDOM = ClaimAtRandom()
_BY_PHASE: dict[str, tuple[type, ...]] = {
    "claim": (Claim, ClaimAtRandom),
    "knights": (Place,),
    "stone": (Aim,),
    "lay": (Lay,),
    "buy": (Buy, Look, Done),
}
_BY_PENDING: dict[type, tuple[type, ...]] = {
    Battle: (Stop, Spend, Turn),
    Spare: (TakeOff,),
    Placing: (Place,),
    Arranging: (Arrange,),
    Naming: (Crown,),
}
_EVERY = (LayXs, *(kind for part in (_BY_PHASE, _BY_PENDING) for k in part.values() for kind in k))


def asked(state: State) -> int:
    """The seat that owes a decision while the game goes on: there is one at a time."""
    if not state.pending:
        return state.to_act
    top = state.pending[-1]
    if isinstance(top, Battle):
        return battles.fighter(state, top)
    return state.regent if isinstance(top, Naming) else top.seat


def active_seats(state: State) -> frozenset[int]:
    """The seat that owes a decision; nobody once the game is over."""
    return frozenset() if state.ending else frozenset((asked(state),))


def turn(state: State) -> SeatTurn | None:
    """The seat whose phase it is, or that fights; others only answer questions meanwhile."""
    if state.ending:
        return None
    top = state.pending[-1] if state.pending else None
    if isinstance(top, Battle):
        battle = f"battle {state.round} {state.attack} {len(state.fought)}"
        return SeatTurn(battles.fighter(state, top), battle)
    return SeatTurn(state.to_act, f"{state.phase} {state.round} {state.attack}")


# -- listing ---------------------------------------------------------------------------------------


def legal_actions(state: State, seat: int) -> list[Action]:
    """Everything the seat may do now."""
    if state.ending or seat != asked(state):
        return []
    return list(_pending(state) if state.pending else _of_phase(state, seat))


def _pending(state: State) -> Sequence[Action]:
    top = state.pending[-1]
    if isinstance(top, Battle):
        return battles.answers(state, top)
    if isinstance(top, Spare):
        return [TAKE_OFFS[land] for land in state.attacked]
    if isinstance(top, Placing):
        return purchases.places(state, top.seat, top.arms)
    if isinstance(top, Arranging):
        return purchases.orders(state, top.land)
    return [Crown(seat) for seat in top.tied]


def _of_phase(state: State, seat: int) -> Sequence[Action]:
    if state.phase == "claim":
        return [*(CLAIMS[land] for land in start.free_lands(state)), _AT_RANDOM]
    if state.phase == "knights":
        return [PLACES[land] for land in state.standing(seat)]
    if state.phase == "stone":
        return [AIMS[card] for card in offerings.face_down(state)]
    if state.phase == "lay":
        if state.halfway:
            return XS[: state.players[seat].hand[0] + 1]
        return lays(offerings.may_lay(state, seat))
    return purchases.purchases(state)


# -- checking --------------------------------------------------------------------------------------


def check(state: State, seat: int, action: Action) -> None:
    """Raise `IllegalAction` unless the seat may do this now."""
    refuse_if(state.ending, "game-over")
    refuse_if(not isinstance(action, _EVERY), "unknown-action")
    refuse_if(seat != asked(state), "not-your-turn")
    refuse_if(not isinstance(action, _open_kinds(state)), "not-now")
    _check_details(state, seat, action)


def _open_kinds(state: State) -> tuple[type, ...]:
    if state.pending:
        return _BY_PENDING[type(state.pending[-1])]
    return (LayXs,) if state.halfway else _BY_PHASE[state.phase]


def _check_details(state: State, seat: int, action: Any) -> None:
    top: Any = state.pending[-1] if state.pending else None
    if isinstance(action, Lay):
        offerings.check_lay(state, seat, action)
    elif isinstance(action, LayXs):
        offerings.check_held(state, seat, [action.x, 0, 0, 0])
    elif isinstance(action, Buy | Look | Done):
        purchases.check(state, seat, action)
    elif isinstance(action, Place):
        purchases.check_place(state, seat, action.land, top.arms if top else "knight")
    elif isinstance(action, Stop | Spend | Turn):
        battles.check(state, top, action)
    elif isinstance(action, TakeOff):
        battles.check_take_off(state, action.land)
    elif isinstance(action, Arrange):
        purchases.check_order(state, top.land, action.order)
    elif isinstance(action, Aim):
        offerings.check_aim(state, action.card)
    elif isinstance(action, Claim):
        start.check_claim(state, action.land)
    elif isinstance(action, Crown):
        endings.check_named(top.tied, action.seat)


# -- applying --------------------------------------------------------------------------------------


def apply_action(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Do it, and go on to the next decision. Raises `IllegalAction`, having changed nothing."""
    check(state, seat, action)
    state.fought = []
    run = Run(state, chance)
    if state.pending:
        _answer(run, seat, action)
    else:
        _act(run, seat, action)
    rounds.advance(run)
    return run.events


def _answer(run: Run, seat: int, action: Any) -> None:
    top = run.state.pending[-1]
    if isinstance(top, Battle):
        battles.answer(run, top, action)
        return
    run.state.pending.pop()
    if isinstance(top, Spare):
        battles.take_off(run, seat, action.land)
    elif isinstance(top, Placing):
        purchases.place(run, seat, action.land, top.arms)
    elif isinstance(top, Arranging):
        purchases.arrange(run, seat, top.land, action.order)
    else:
        endings.name(run, action.seat)


def _act(run: Run, seat: int, action: Any) -> None:
    if isinstance(action, Lay):
        offerings.lay(run, seat, action)
    elif isinstance(action, LayXs):
        offerings.lay_xs(run, seat, action.x)
    elif isinstance(action, Buy):
        purchases.buy(run, seat, action.land)
    elif isinstance(action, Look):
        purchases.look(run, seat, action.land)
    elif isinstance(action, Done):
        purchases.done(run, seat)
    elif isinstance(action, Aim):
        offerings.aim(run, action.card)
    elif isinstance(action, Place):
        start.place_starting_knight(run, action.land)
    elif isinstance(action, Claim):
        start.claim(run, action.land)
    else:
        start.claim_at_random(run, action)
