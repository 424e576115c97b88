"""How Endless Orchard speaks to people."""

from games.plugin import (
    Choice,
    Game,
    Line,
    Motion,
    Narration,
    SeatName,
    SeenEvent,
    Viewer,
    line,
    lines,
)
from tests.rulesets.endless.parts import (
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


class Words(Game[TableOptions, Position, Move, View]):
    """The methods of the ruleset that make sentences."""

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
