"""Claiming lands and placing starting knights (ruling sheet, Setup)."""

from collections import Counter

from games.burnt_to_ashes import components as box
from games.burnt_to_ashes.actions import Claim, ClaimAtRandom
from games.burnt_to_ashes.rules import Run
from games.burnt_to_ashes.state import Options, Placing, Player, State, new_lands, no_gold
from games.plugin import Chance, Format, Seating, check_seats


def format_of(options: Options, seats: int) -> Format:
    """Under a crown everyone plays for themselves, though the dragon can beat them all."""
    check_seats(seats, box.MIN_SEATS, box.MAX_SEATS)
    nobody = (None,) * seats
    if seats > 1 and options.mode == "crown":
        return Format("competitive", nobody, tuple(range(seats)))
    return Format("solo" if seats == 1 else "cooperative", nobody, (0,) * seats)


def setup(options: Options, seating: Seating, chance: Chance) -> State:
    """Return the table before the first claim; a single player owns all lands at once."""
    count, first = seating.count, seating.first
    regent = chance.roll(count, "regent") - 1 if first is None else first
    state = State(
        options=options,
        players=[Player() for _ in range(count)],
        lands=new_lands(),
        regent=regent,
        to_act=regent,
        deck=list(box.GOLD),
    )
    if count == 1:
        for land in state.lands:
            land.owner = 0
        state.phase = "knights"
    return state


def free_lands(state: State) -> list[int]:
    return [number for number, land in enumerate(state.lands) if land.owner is None]


def claim(run: Run, seat: int, action: Claim, *, random: bool = False) -> None:
    """Give the land to the seat that acts, and pass the turn."""
    state = run.state
    state.lands[action.land].owner = seat
    run.tell("claimed", seat=seat, land=action.land, random=random)
    state.to_act = (seat + 1) % state.count


def claim_at_random(run: Run, seat: int, action: ClaimAtRandom) -> None:
    """Let `claiming` claim this land and all that the seat still gets."""
    run.state.players[seat].at_random = True


def claiming(run: Run) -> bool:
    """Whether someone has to choose a land; the last one is nobody's choice."""
    state = run.state
    free = free_lands(state)
    if not free:
        state.phase, state.to_act = "knights", state.regent
        return False
    if len(free) > 1 and not state.players[state.to_act].at_random:
        return True
    chosen = free[run.chance.roll(len(free), "claims") - 1] if len(free) > 1 else free[0]
    claim(run, state.to_act, Claim(chosen), random=len(free) > 1)
    return False


def place_knight(run: Run, seat: int, land: int) -> None:
    state = run.state
    state.lands[land].knight = True
    state.players[seat].power += box.STARTING_POWER
    run.tell("starts", seat=seat, land=land)
    state.to_act = (seat + 1) % state.count
    if state.to_act == state.regent:
        state.round, state.phase = 0, "earn"


def pieces(state: State) -> dict[str, int]:
    """Return the counters (`counter:<kind>`), gold and dragon cards.

    Starting knights and power come into play when they are placed, so they are counted from the
    beginning for every seat.
    """
    placed = (state.to_act - state.regent) % state.count
    begun = {"claim": state.count, "knights": state.count - placed}.get(state.phase, 0)
    count = Counter({kind: state.bag[kind] + state.out[kind] for kind in box.COUNTERS})
    count.update(power=sum(player.power for player in state.players) + begun, knight=begun)
    count.update(top.arms for top in state.pending if isinstance(top, Placing))
    for land in state.lands:
        count.update([*(arms for arms in box.ARMS if land.has(arms)), *(land.known or ())])
    gold = [state.deck, state.discards]
    for player in state.players:
        gold += [player.hand, player.laid or no_gold(), player.returned]
    cards = {f"gold:{worth}": sum(each) for worth, each in enumerate(zip(*gold, strict=True))}
    return {f"counter:{kind}": copies for kind, copies in count.items()} | cards
