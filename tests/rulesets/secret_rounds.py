"""Rounds of secret choices: what matching pennies and the hidden bidding have in common.

In each round every seat chooses a number in secret; when all have, the choices are revealed.
"""

from abc import abstractmethod
from collections.abc import Iterable

from msgspec import Struct

from games.plugin import (
    Chance,
    Choice,
    Event,
    Game,
    Line,
    Narration,
    NoOptions,
    Result,
    Sealed,
    Seating,
    SeatName,
    SeatResult,
    SeenEvent,
    Tagged,
    Viewer,
    Withdraw,
    line,
    outcomes,
    places,
    refuse_if,
)


class Choose(Tagged, tag="choose"):
    """Choose a number in secret."""

    number: int


Move = Choose | Withdraw


class View(Struct):
    """A position, and what a viewer knows of it."""

    sealed: Sealed[Choose]
    past: list[list[int]]  # the choices of each earlier round, by seat
    points: list[int]


class Position(View):
    """Everything."""


class SecretRounds(Game[NoOptions, Position, Move, View]):
    """A ruleset says which numbers a seat may choose, and who wins a round."""

    prizes: tuple[int, ...]  # what each round is worth
    alike: bool  # whether the same rules hold for all seats

    @abstractmethod
    def hand(self, seen: View, seat: int) -> list[int]:
        """The numbers that the seat may choose from in this round."""

    @abstractmethod
    def winner(self, chosen: list[int]) -> int | None:
        """The seat that wins a round by these choices."""

    def setup(self, options: NoOptions, seating: Seating, chance: Chance) -> Position:
        state = Position(Sealed(), [], [0] * seating.count)
        state.sealed.ask(range(seating.count))
        return state

    def active_seats(self, state: Position) -> frozenset[int]:
        return state.sealed.waiting

    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        return state.sealed.offers(seat, [Choose(number) for number in self.hand(state, seat)])

    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        refuse_if(action not in self.legal_actions(state, seat), "not-your-turn")
        secret = {"number": action.number} if isinstance(action, Choose) else {}
        event = Event(str(action.__struct_config__.tag), {"seat": seat}, {seat: secret})
        opened = state.sealed.choose(seat, action)
        if opened is None:
            return [event]
        chosen = [opened[one].number for one in sorted(opened)]
        winner = self.winner(chosen)
        if winner is not None:
            state.points[winner] += self.prizes[len(state.past)]
        state.past.append(chosen)
        if len(state.past) < len(self.prizes):
            state.sealed.ask(range(len(chosen)))
        return [event, Event("revealed", {"winner": winner, "chosen": [*chosen]}, reveals=True)]

    def result(self, state: Position) -> Result | None:
        if len(state.past) < len(self.prizes):
            return None
        ranks = places(state.points)
        ends = zip(outcomes(ranks), ranks, state.points, strict=True)
        return Result("over", line("All rounds are over."), tuple(SeatResult(*end) for end in ends))

    def observation(self, state: Position, viewer: Viewer) -> View:
        past = [list(chosen) for chosen in state.past]
        return View(state.sealed.masked(viewer), past, list(state.points))

    def determinize(self, observation: View, seat: int, chance: Chance) -> Position:
        state = Position(observation.sealed, observation.past, observation.points)
        state.sealed.guess(lambda other: [*map(Choose, self.hand(state, other))], chance)
        return state

    def evaluate(self, state: Position, seat: int) -> float:
        best = max(points for other, points in enumerate(state.points) if other != seat)
        return 0.5 + (state.points[seat] - best) / (2 * sum(self.prizes))

    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        return [
            Choice(one, line("Choose {n}", n=one.number), line("Numbers"), (f"n:{one.number}",))
            if isinstance(one, Choose)
            else Choice(one, line("Take it back"), line("Numbers"), ("back",))
            for one in self.legal_actions(state, seat)
        ]

    def prompt(self, state: Position, viewer: Viewer) -> Line:
        return line("Everyone chooses in secret.")

    def moment(self, observation: View) -> Line:
        return line("round {n}", n=len(observation.past) + 1)

    def narrate(self, event: SeenEvent) -> Narration | None:
        winner = event.data.get("winner")
        if winner is not None:
            return Narration(line("{player} wins the round.", player=SeatName(winner)))
        return Narration(line("Nobody wins.")) if event.type == "revealed" else None


def left(numbers: Iterable[int], seen: View, seat: int) -> list[int]:
    """The numbers that the seat hasn't chosen yet."""
    used = [chosen[seat] for chosen in seen.past]
    return [number for number in numbers if number not in used]
