"""Purchases: counters and looks at piles (ruling sheet, A round, 3)."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations

from games.burnt_to_ashes.actions import BUYS, LOOKS, Arrange, Buy, Done, Look
from games.burnt_to_ashes.components import ARMS, COUNTER_PRICE, LOOK_PRICE, Arms, Counter
from games.burnt_to_ashes.rules.run import Run
from games.burnt_to_ashes.state import Arranging, Placing, State, no_gold
from games.plugin import refuse_if

Purchase = Buy | Look | Done
DONE = Done()


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


def purchases(state: State) -> list[Purchase]:
    """Return everything the buyer can pay for, and being done."""
    purse = state.purse
    own = piles(state, state.to_act) if purse >= LOOK_PRICE else []
    counters = [BUYS[land] for land in own] if purse >= COUNTER_PRICE else []
    return [DONE, *counters, *(LOOKS[land] for land in own)]


def check(state: State, seat: int, action: Buy | Look) -> None:
    check_own(state, seat, action.land)
    refuse_if(not state.lands[action.land].pile, "pile-empty")
    refuse_if(state.purse < (COUNTER_PRICE if isinstance(action, Buy) else LOOK_PRICE), "too-dear")


def check_own(state: State, seat: int, land: int) -> None:
    refuse_if(state.lands[land].owner != seat, "not-your-land")
    refuse_if(state.lands[land].burnt, "burnt")


def done(run: Run, seat: int) -> None:
    """The gold left goes back unseen."""
    player = run.state.players[seat]
    back = sum(player.hand)
    player.returned, player.hand = player.hand, no_gold()
    run.tell("done", seat=seat, cards=back, spent=player.spent)


def buy(run: Run, seat: int, land: int) -> None:
    state = run.state
    state.players[seat].spent += COUNTER_PRICE
    counter = run.turn_up(land)
    run.tell("bought", reveals=True, seat=seat, land=land, counter=counter)
    if counter == "power":
        state.players[seat].power += 1
    elif counter == "attack":
        run.discard(counter)
        state.attacked = [land]
    else:
        _put_on_a_land(run, seat, counter)


def _put_on_a_land(run: Run, seat: int, arms: Arms) -> None:
    lands = room_for(run.state, seat, arms)
    if len(lands) > 1:
        run.state.pending.append(Placing(seat, arms))
    elif lands:
        place(run, seat, lands[0], arms)
    else:
        run.discard(arms)
        run.tell("no-room", seat=seat, arms=arms)


def room_for(state: State, seat: int, arms: Arms) -> list[int]:
    """Return the seat's lands with room for it: a land holds one of each kind."""
    return [land for land in state.standing(seat) if not state.lands[land].has(arms)]


def check_place(state: State, seat: int, land: int, arms: Arms) -> None:
    check_own(state, seat, land)
    refuse_if(state.lands[land].has(arms), "one-of-each")


def place(run: Run, seat: int, land: int, arms: Arms) -> None:
    assert arms in ARMS
    setattr(run.state.lands[land], arms, True)
    run.tell("placed", seat=seat, land=land, arms=arms)


def look(run: Run, seat: int, land: int) -> None:
    """Show the owner the pile, to be reordered if it has several counters."""
    state = run.state
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
def orders(pile: tuple[Counter, ...]) -> tuple[Arrange, ...]:
    """Return every different order of a pile, the present one first."""
    return tuple(Arrange(order) for order in dict.fromkeys(permutations(pile)))


def arrange(run: Run, seat: int, land: int, order: Sequence[Counter]) -> None:
    run.state.lands[land].known = list(order)
    run.tell("arranged", seat=seat, land=land, private={seat: {"counters": list(order)}})
