"""The rules: setting up, what may be done, doing it, how a game ends, and what a seat may guess."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import asdict

from games.plugin import (
    Chance,
    Event,
    Pile,
    Result,
    Run,
    Sealed,
    Seating,
    SeatResult,
    Withdraw,
    deal,
    line,
    msg,
    places,
    refuse_if,
)
from tests.rulesets.midnight_cookies import components as box
from tests.rulesets.midnight_cookies.actions import Move, Send
from tests.rulesets.midnight_cookies.state import Position, TableOptions, View, Visit

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
        hands=[Pile() for _ in range(count)],
        sent=Sealed(),
        points=[0] * count,
        bag=dict(box.PIECES),
    )
    for hand in state.hands:
        hand.cards = [chance.take(state.bag, "cards") for _ in range(box.HAND)]
        hand.cards.sort(key=box.ANIMALS.index)
    _bake(state, chance)
    return state


def active_seats(state: Position) -> frozenset[int]:
    """Everyone who hasn't sent an animal yet, in any order."""
    return state.sent.waiting


def legal_actions(state: Position, seat: int) -> list[Move]:
    return state.sent.offers(seat, animals_of(state, seat))


def animals_of(state: Position, seat: int) -> list[Send]:
    return [Send(animal) for animal in box.ANIMALS if animal in state.hands[seat].cards]


def apply_action(state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
    """Check everything first, change afterwards: a refusal leaves no trace."""
    legal = legal_actions(state, seat)
    refuse_if(not legal, "not-now")
    refuse_if(action not in legal, "no-such-animal")
    run = Run(state, chance)
    all_sent = state.sent.choose(seat, action)
    if isinstance(action, Withdraw):
        run.tell("called-back", seat=seat)
    else:
        run.tell("sent", seat=seat, private={seat: {"animal": action.animal}})
    if all_sent:
        _end_night(run, all_sent)
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


def _end_night(run: Run[Position], sent: dict[int, Send]) -> None:
    """Turn all animals up, let them eat, and bake for the next night."""
    state = run.state
    count = len(sent)
    pairs = [(seat, one.animal) for seat, one in sent.items()]
    for seat, animal in pairs:
        state.hands[seat].cards.remove(animal)
    pairs.sort(key=lambda pair: (box.ANIMALS.index(pair[1]), (pair[0] - state.first) % count))
    taken = feast([animal for _, animal in pairs], state.plate)
    night = [Visit(*pair, cookies) for pair, cookies in zip(pairs, taken, strict=True)]
    for visit in night:
        state.points[visit.seat] += visit.cookies
        state.plate -= visit.cookies
        run.tell("ate", reveals=True, **asdict(visit))
    state.nights.append(night)
    state.first = (state.first + 1) % count
    if not over(state):
        _bake(state, run.chance)
        run.tell("baked", die=state.die, plate=state.plate, reveals=True)


def _bake(state: Position, chance: Chance) -> None:
    state.sent.ask(range(len(state.hands)))
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
    held = [animal for hand in state.hands for animal in hand.cards]
    held += [visit.animal for night in state.nights for visit in night]
    return {animal: state.bag.get(animal, 0) + held.count(animal) for animal in box.ANIMALS}


def missing(state: Position) -> dict[str, int]:
    """The cards that lie nowhere yet, for putting a position together."""
    lying = pieces(state)
    return {animal: copies - lying[animal] for animal, copies in box.PIECES.items()}


def determinize(observation: View, seat: int, chance: Chance) -> Position:
    """Deal the cards that the seat can see nowhere to the hands it can't look into."""
    state = observation.state
    unseen = [animal for animal, count in missing(state).items() for _ in range(count)]
    state.bag = dict(Counter(deal(state, unseen, chance)))
    for hand in state.hands:
        hand.cards.sort(key=box.ANIMALS.index)
    state.sent.guess(lambda other: animals_of(state, other), chance)
    return state
