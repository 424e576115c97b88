"""Purchases: counters and looks at piles (ruling sheet, A round, 3)."""

from functools import cache
from itertools import permutations
from typing import Any

from games.burnt_to_ashes import actions as do
from games.burnt_to_ashes.components import COUNTER_PRICE, LOOK_PRICE, Arms, Counter
from games.burnt_to_ashes.rules import Run, start
from games.burnt_to_ashes.state import Arranging, Placing, State, no_gold


def next_to_buy(run: Run) -> int | None:
    """Return the next seat with gold cards of any worth and a pile, or None at the end.

    A seat that has finished holds no cards.
    """
    state = run.state
    order = state.seats_from(state.regent)
    for seat in order[order.index(state.to_act) :]:
        state.to_act = seat
        if sum(state.players[seat].hand) and piles(state, seat):
            return seat
    return None


def piles(state: State, seat: int) -> list[int]:
    """Return the seat's lands with counters on them."""
    return [
        number
        for number, land in enumerate(state.lands)
        if land.owner == seat and land.size and not land.burnt
    ]


def purchases(state: State) -> list[do.Purchase]:
    """Return everything the buyer can pay for, and being done."""
    purse = state.purse
    own = piles(state, state.to_act) if purse >= LOOK_PRICE else []
    counters = own if purse >= COUNTER_PRICE else []
    return [do.Done(), *map(do.Buy, counters), *map(do.Look, own)]


def done(run: Run, seat: int, action: do.Done) -> None:
    """The gold left goes back unseen."""
    player = run.state.players[seat]
    back = sum(player.hand)
    player.returned, player.hand = player.hand, no_gold()
    run.tell("done", seat=seat, cards=back, spent=player.spent)


def buy(run: Run, seat: int, action: do.Buy) -> None:
    state = run.state
    state.players[seat].spent += COUNTER_PRICE
    counter = run.turn_up(action.land)
    run.tell("bought", reveals=True, seat=seat, land=action.land, counter=counter)
    if counter == "power":
        state.players[seat].power += 1
    elif counter == "attack":
        run.discard(counter)
        state.attacked = [action.land]
    elif lands := room_for(state, seat, counter):
        state.pending.append(Placing(seat, counter))
        if len(lands) == 1:
            place(run, seat, do.Place(lands[0]))
    else:
        run.discard(counter)
        run.tell("no-room", seat=seat, arms=counter)


def room_for(state: State, seat: int, arms: Arms) -> list[int]:
    """Return the seat's lands with room for it: a land holds one of each kind."""
    return [land for land in state.standing(seat) if not state.lands[land].has(arms)]


def place(run: Run, seat: int, action: do.Place) -> None:
    """Place what was just bought, or the starting knight."""
    if not run.state.pending:
        start.place_knight(run, seat, action.land)
        return
    top: Any = run.state.pending.pop()
    setattr(run.state.lands[action.land], top.arms, True)
    run.tell("placed", seat=seat, land=action.land, arms=top.arms)


def look(run: Run, seat: int, action: do.Look) -> None:
    """Show the owner the pile, to be reordered if it has several counters."""
    state, land = run.state, action.land
    state.players[seat].spent += LOOK_PRICE
    pile = state.lands[land]
    is_new = pile.known is None
    if pile.known is None:
        pile.known = [run.draw() for _ in range(pile.size)]
    private = {seat: {"counters": list(pile.known)}}
    run.tell("looked", reveals=is_new, seat=seat, land=land, size=pile.size, private=private)
    if pile.size > 1:
        state.pending.append(Arranging(seat, land))


@cache
def orders(pile: tuple[Counter, ...]) -> tuple[do.Arrange, ...]:
    """Return every different order of a pile, the present one first."""
    return tuple(do.Arrange(order) for order in dict.fromkeys(permutations(pile)))


def arrange(run: Run, seat: int, action: do.Arrange) -> None:
    top: Any = run.state.pending.pop()
    run.state.lands[top.land].known = list(action.order)
    private = {seat: {"counters": list(action.order)}}
    run.tell("arranged", seat=seat, land=top.land, private=private)
