"""The rules: setting up, what may be done, doing it, and how a game ends."""

from collections.abc import Sequence

import msgspec

from games.plugin import Chance, Event, IllegalAction, Result, Seating, SeatResult, line, msg
from tests.rulesets.midnight_cookies.actions import Move, Send
from tests.rulesets.midnight_cookies.components import (
    ANIMALS,
    DIE,
    HAND,
    KINDS,
    LONERS,
    PIECES,
    SCARE,
    place,
)
from tests.rulesets.midnight_cookies.state import Position, TableOptions, Visit

REFUSALS = {
    "not-now": msg("You can't send an animal now."),
    "no-such-animal": msg("You don't hold that animal."),
}


def setup(options: TableOptions, seating: Seating, chance: Chance) -> Position:
    """Deal, and bake for the first night; a roll decides who is first unless the table says so."""
    count = seating.count
    first = chance.roll(count, "first") - 1 if seating.first is None else seating.first
    hands: list[list[str]] = [[] for _ in range(count)]
    sent: list[str | None] = [None] * count
    state = Position(options.rounds, first, 0, 0, hands, sent, [0] * count, [], dict(PIECES))
    for hand in state.hands:
        for _ in range(HAND):
            hand.append(chance.draw(state.bag, "cards"))
            state.bag[hand[-1]] -= 1
        hand.sort(key=place)
    _bake(state, chance)
    return state


def active_seats(state: Position) -> frozenset[int]:
    """Everyone who hasn't sent an animal yet, in any order."""
    waiting = (seat for seat, animal in enumerate(state.sent) if animal is None)
    return frozenset() if over(state) else frozenset(waiting)


def legal_actions(state: Position, seat: int) -> list[Move]:
    held = state.hands[seat] if seat in active_seats(state) else []
    return [Send(animal) for animal in ANIMALS if animal in held]


def apply_action(state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
    """Check everything first, change afterwards: a refusal leaves no trace."""
    if seat not in active_seats(state):
        raise IllegalAction("not-now")
    if action.animal not in state.hands[seat]:
        raise IllegalAction("no-such-animal")
    state.hands[seat].remove(action.animal)
    state.sent[seat] = action.animal
    events = [Event("sent", {"seat": seat}, {seat: {"animal": action.animal}})]
    return events if active_seats(state) else events + _feast(state, chance)


def feast(animals: Sequence[str], plate: int) -> list[int]:
    """How many cookies each of these takes, given in the order in which they come."""
    taken = []
    for animal in animals:
        taken.append(min(plate, _wanted(animal, animals, plate)))
        plate -= taken[-1]
    return taken


def _wanted(animal: str, animals: Sequence[str], plate: int) -> int:
    if animal in LONERS and animals.count(animal) > 1:
        return 0
    match animal:
        case "owl":
            return KINDS["owl"].cookies + SCARE * animals.count("mouse")
        case "mouse":
            return 0 if "owl" in animals else KINDS["mouse"].cookies
        case "squirrel":
            return KINDS["squirrel"].cookies
        case "raccoon":
            return (plate + 1) // 2
        case _:
            return plate


def result(state: Position) -> Result | None:
    if not over(state):
        return None
    ranks = [1 + sum(other > own for other in state.points) for own in state.points]
    seats = tuple(
        SeatResult("won" if rank == 1 else "lost", rank, own)
        for rank, own in zip(ranks, state.points, strict=True)
    )
    return Result("dawn", line("The sun comes up. The most cookies win."), seats)


def over(state: Position) -> bool:
    return len(state.nights) == state.rounds


def pieces(state: Position) -> dict[str, int]:
    """All cards, wherever they are: the suite sees to it that none is lost."""
    held = [*state.sent, *(animal for hand in state.hands for animal in hand)]
    held += [visit.animal for night in state.nights for visit in night]
    return {animal: state.bag[animal] + held.count(animal) for animal in ANIMALS}


def scores(state: Position) -> list[int | None]:
    return list(state.points)


def _feast(state: Position, chance: Chance) -> list[Event]:
    """Turn all animals up, let them eat, and bake for the next night."""
    count = len(state.sent)
    seats = [(state.first + step) % count for step in range(count)]
    pairs = [(seat, animal) for seat in seats if (animal := state.sent[seat])]
    pairs.sort(key=lambda pair: place(pair[1]))  # stable: the first seat goes first among equals
    taken = feast([animal for _, animal in pairs], state.plate)
    visits = [Visit(*pair, cookies) for pair, cookies in zip(pairs, taken, strict=True)]
    state.nights.append(visits)
    for visit in visits:
        state.points[visit.seat] += visit.cookies
        state.plate -= visit.cookies
    events = [Event("ate", msgspec.to_builtins(visit), reveals=True) for visit in visits]
    state.sent = [None] * len(state.sent)
    state.first = (state.first + 1) % len(state.sent)
    if over(state):
        return events
    _bake(state, chance)
    return [*events, Event("baked", {"die": state.die, "plate": state.plate}, reveals=True)]


def _bake(state: Position, chance: Chance) -> None:
    state.die = chance.roll(DIE, "die")
    state.plate += state.die + len(state.hands)
