"""The rules of Endless Orchard, who knows what, and how it speaks to people."""

import itertools

from msgspec import structs

from games.plugin import (
    OMNISCIENT,
    Chance,
    Choice,
    Event,
    Game,
    IllegalAction,
    Line,
    Meta,
    Motion,
    Narration,
    Result,
    Seating,
    SeatName,
    SeenEvent,
    Viewer,
    line,
    lines,
    msg,
)
from tests.rulesets.endless.parts import (
    EACH,
    HAND,
    KINDS,
    NAMES,
    UNKNOWN,
    Lay,
    Look,
    Move,
    Offer,
    Position,
    Roll,
    TableOptions,
    View,
    Withdraw,
)


class Endless(Game[TableOptions, Position, Move, View]):
    """The ruleset; its slug is endless-orchard."""

    meta = Meta(
        slug="endless-orchard",
        title=msg("Endless Orchard"),
        tagline=msg("Fruit, dice and no end."),
        rules_version=1,
        state_schema=1,
        min_seats=1,
        max_seats=4,
        minutes=(1, 1),
        max_choices=5,
        max_steps=None,
    )
    refusals = {"not-now": msg("You can't do that now.")}

    def setup(self, options: TableOptions, seating: Seating, chance: Chance) -> Position:
        count, first = seating.count, seating.first
        turn = chance.roll(count, "first") - 1 if first is None else first
        hands: list[list[str]] = [[] for _ in range(count)]
        no, none, zero = [False] * count, [None] * count, [0] * count
        bag: dict[str, int] = dict.fromkeys(KINDS, EACH)
        state = Position(options.sides, turn, False, hands, [*none], no, [*none], zero, bag)
        _fill_hands(state, chance)
        return state

    def active_seats(self, state: Position) -> frozenset[int]:
        if not state.offering:
            return frozenset({state.turn})
        return frozenset(seat for seat, offer in enumerate(state.offers) if offer is None)

    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        kinds = [kind for kind in KINDS if kind in state.hands[seat]]
        if state.offering:
            return [Withdraw()] if state.offers[seat] else [Offer(kind) for kind in kinds]
        if seat != state.turn:
            return []
        lay: list[Move] = [] if state.laid[seat] else [Lay(kind) for kind in kinds]
        unseen = state.laid[_next(state, seat)] and not state.looked[seat]
        look: list[Move] = [Look()] if unseen and len(state.hands) > 1 else []
        return [Roll(), *lay, *look]

    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        if action not in self.legal_actions(state, seat):
            raise IllegalAction("not-now")
        event = Event(type(action).__name__, {"seat": seat})
        match action:
            case Lay(fruit) | Offer(fruit):
                place = state.laid if isinstance(action, Lay) else state.offers
                state.hands[seat].remove(fruit)
                place[seat] = fruit
                event.private = {seat: {"fruit": fruit}}
            case Withdraw():
                state.hands[seat] = sorted([*state.hands[seat], str(state.offers[seat])])
                state.offers[seat] = None
            case Look():
                state.looked[seat], event.reveals = True, True
                event.private = {seat: {"fruit": state.laid[_next(state, seat)]}}
            case Roll():
                number = chance.roll(state.sides, "die")
                event.data["number"] = number
                state.points[seat] += number
                state.turn, state.offering = _next(state, seat), number == 1
        if state.offering and all(state.offers):
            return [event, _exchange(state, chance)]
        return [event]

    def result(self, state: Position) -> Result | None:
        return None

    def scores(self, state: Position) -> list[int]:
        return state.points

    def observation(self, state: Position, viewer: Viewer) -> View:
        spied = _next(state, viewer) if isinstance(viewer, int) and state.looked[viewer] else None

        def seen(seat: int, fruit: str | None, known: bool = False) -> str | None:
            return fruit if fruit is None or known or viewer in (seat, OMNISCIENT) else UNKNOWN

        return View(
            state.sides,
            state.turn,
            state.offering,
            [[str(seen(seat, fruit)) for fruit in hand] for seat, hand in enumerate(state.hands)],
            [seen(seat, fruit, seat == spied) for seat, fruit in enumerate(state.laid)],
            list(state.looked),
            [seen(seat, fruit) for seat, fruit in enumerate(state.offers)],
            list(state.points),
        )

    def determinize(self, observation: View, seat: int, chance: Chance) -> Position:
        held = _held(observation)
        bag: dict[str, int] = {kind: EACH - held.count(kind) for kind in KINDS}
        state = Position(**structs.asdict(observation), bag=bag)

        def guess(fruit: str | None) -> str | None:
            return _draw(state, chance) if fruit == UNKNOWN else fruit

        state.hands = [sorted(str(guess(fruit)) for fruit in hand) for hand in observation.hands]
        state.laid, state.offers = [*map(guess, state.laid)], [*map(guess, state.offers)]
        return state

    def default_action(self, state: Position, seat: int) -> Move:
        return self.legal_actions(state, seat)[0]

    def pieces(self, state: Position) -> dict[str, int]:
        held = _held(state)
        return {kind: count + held.count(kind) for kind, count in state.bag.items()}

    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        return [_choice(action) for action in self.legal_actions(state, seat)]

    def prompt(self, state: Position, viewer: Viewer) -> Line:
        if state.offering:
            waiting = len(self.active_seats(state))
            return lines("{n} secret offer is missing.", "{n} secret offers are missing.", waiting)
        if viewer == state.turn:
            return line("Your turn: lay a fruit, look or roll.")
        return line("{player} lays, looks or rolls.", player=SeatName(state.turn))

    def moment(self, observation: View) -> Line:
        return line("{n} points", n=sum(observation.points))

    def narrate(self, event: SeenEvent) -> Narration | None:
        if event.type == "Exchange":
            return Narration(line("All fruit is exchanged."))
        return _narrate(event, SeatName(event.data["seat"]))


def _next(state: Position, seat: int) -> int:
    return (seat + 1) % len(state.hands)


def _draw(state: Position, chance: Chance) -> str:
    fruit = chance.draw(state.bag, "bag")
    state.bag[fruit] -= 1
    return fruit


def _fill_hands(state: Position, chance: Chance) -> None:
    for hand in state.hands:
        hand.extend(_draw(state, chance) for _ in range(HAND - len(hand)))
        hand.sort()


def _exchange(state: Position, chance: Chance) -> Event:
    for fruit in (*state.laid, *state.offers):
        if fruit:
            state.bag[fruit] += 1
    count = len(state.hands)
    state.laid, state.offers, state.looked = [None] * count, [None] * count, [False] * count
    state.offering = False
    _fill_hands(state, chance)
    return Event("Exchange", reveals=True)


def _held(view: View) -> list[str | None]:
    """All fruit that isn't in the bag; empty places read None."""
    return [*itertools.chain(*view.hands), *view.laid, *view.offers]


def _choice(action: Move) -> Choice[Move]:
    match action:
        case Lay(fruit):
            label = line("Lay your {fruit} face down", fruit=line(NAMES[fruit]))
            return Choice(action, label, line("Fruit"), (f"hand:{fruit}",))
        case Offer(fruit):
            label = line("Offer your {fruit}", fruit=line(NAMES[fruit]))
            return Choice(action, label, line("Fruit"), (f"hand:{fruit}",))
        case Look():
            label = line("Look at the next player's fruit")
            return Choice(action, label, line("Table"), ("laid",))
        case Roll():
            return Choice(action, line("Roll the die"), line("Table"), ("die",))
        case Withdraw():
            return Choice(action, line("Take your offer back"), line("Table"), ("offer",))


def _narrate(event: SeenEvent, player: SeatName) -> Narration | None:
    fruit = line(NAMES[event.data.get("fruit", UNKNOWN)])
    hand = f"hand:{player.seat}"
    match event.type:
        case "Lay":
            told = line("{player} lays a face-down {fruit}.", player=player, fruit=fruit)
            return Narration(told, (Motion("fruit", hand, f"laid:{player.seat}"),))
        case "Look":
            return Narration(line("{player} looks at a laid {fruit}.", player=player, fruit=fruit))
        case "Roll":
            number = event.data["number"]
            return Narration(line("{player} rolls a {number}.", player=player, number=number))
    return None  # offers are secret, as is having second thoughts
