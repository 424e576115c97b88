"""The rules: setting up, what may be done, doing it, and how a game ends."""

from collections.abc import Sequence

from msgspec.structs import asdict

from games.plugin import (
    Chance,
    Event,
    Result,
    Run,
    Seating,
    SeatResult,
    line,
    msg,
    places,
    refuse_if,
)
from tests.rulesets.midnight_cookies import components as box
from tests.rulesets.midnight_cookies.actions import Move, Send
from tests.rulesets.midnight_cookies.state import Position, TableOptions, Visit

REFUSALS = {
    "not-now": msg("You can't send an animal now."),
    "no-such-animal": msg("You don't hold that animal."),
}


def setup(options: TableOptions, seating: Seating, chance: Chance) -> Position:
    """Deal, and bake for the first night; a roll decides who is first unless the table says so."""
    count = seating.count
    state = Position(
        rounds=options.rounds,
        first=chance.roll(count, "first") - 1 if seating.first is None else seating.first,
        hands=[[] for _ in range(count)],
        sent=[None] * count,
        points=[0] * count,
        bag=dict(box.PIECES),
    )
    for hand in state.hands:
        hand.extend(chance.take(state.bag, "cards") for _ in range(box.HAND))
        hand.sort(key=box.ANIMALS.index)
    _bake(state, chance)
    return state


def active_seats(state: Position) -> frozenset[int]:
    """Everyone who hasn't sent an animal yet, in any order."""
    waiting = (seat for seat, animal in enumerate(state.sent) if animal is None)
    return frozenset() if over(state) else frozenset(waiting)


def legal_actions(state: Position, seat: int) -> list[Move]:
    held = state.hands[seat] if seat in active_seats(state) else []
    return [Send(animal) for animal in box.ANIMALS if animal in held]


def apply_action(state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
    """Check everything first, change afterwards: a refusal leaves no trace."""
    refuse_if(seat not in active_seats(state), "not-now")
    refuse_if(action.animal not in state.hands[seat], "no-such-animal")
    run = Run(state, chance)
    state.hands[seat].remove(action.animal)
    state.sent[seat] = action.animal
    run.tell("sent", seat=seat, private={seat: {"animal": action.animal}})
    if not active_seats(state):
        _end_night(run)
    return run.events


def feast(animals: Sequence[str], plate: int) -> list[int]:
    """How many cookies each of these takes, given in the order in which they come."""
    taken = []
    for animal in animals:
        taken.append(min(plate, _wanted(animal, animals, plate)))
        plate -= taken[-1]
    return taken


def _wanted(animal: str, animals: Sequence[str], plate: int) -> int:
    if animal in box.LONERS and animals.count(animal) > 1:
        return 0
    match animal:
        case "owl":
            return box.KINDS["owl"].cookies + box.SCARE * animals.count("mouse")
        case "mouse":
            return 0 if "owl" in animals else box.KINDS["mouse"].cookies
        case "squirrel":
            return box.KINDS["squirrel"].cookies
        case "raccoon":
            return (plate + 1) // 2
        case _:
            return plate


def _end_night(run: Run[Position]) -> None:
    """Turn all animals up, let them eat, and bake for the next night."""
    state = run.state
    count = len(state.sent)
    pairs = [(seat, animal) for seat, animal in enumerate(state.sent) if animal]
    pairs.sort(key=lambda pair: (box.ANIMALS.index(pair[1]), (pair[0] - state.first) % count))
    taken = feast([animal for _, animal in pairs], state.plate)
    night = [Visit(*pair, cookies) for pair, cookies in zip(pairs, taken, strict=True)]
    for visit in night:
        state.points[visit.seat] += visit.cookies
        state.plate -= visit.cookies
        run.tell("ate", reveals=True, **asdict(visit))
    state.nights.append(night)
    state.sent = [None] * count
    state.first = (state.first + 1) % count
    if not over(state):
        _bake(state, run.chance)
        run.tell("baked", die=state.die, plate=state.plate, reveals=True)


def _bake(state: Position, chance: Chance) -> None:
    state.die = chance.roll(box.DIE, "die")
    state.plate += state.die + len(state.hands)


def over(state: Position) -> bool:
    return len(state.nights) == state.rounds


def result(state: Position) -> Result | None:
    """Whoever shares the first place has won, too: `outcomes` would call it a draw."""
    if not over(state):
        return None
    seats = tuple(
        SeatResult("won" if rank == 1 else "lost", rank, own)
        for rank, own in zip(places(state.points), state.points, strict=True)
    )
    return Result("dawn", line("The sun comes up. The most cookies win."), seats)


def scores(state: Position) -> list[int | None]:
    return list(state.points)


def pieces(state: Position) -> dict[str, int]:
    """All cards, wherever they are: the suite sees to it that none is lost."""
    held = [*state.sent, *(animal for hand in state.hands for animal in hand)]
    held += [visit.animal for night in state.nights for visit in night]
    return {animal: state.bag.get(animal, 0) + held.count(animal) for animal in box.ANIMALS}


def missing(state: Position) -> dict[str, int]:
    """The cards that lie nowhere yet, for putting a position together."""
    lying = pieces(state)
    return {animal: copies - lying[animal] for animal, copies in box.PIECES.items()}
