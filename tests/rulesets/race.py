"""The Orchard Race: Endless Orchard up to a number of points, for what only happens at an end."""

from msgspec.structs import replace

from games.plugin import IllegalAction, Result, SeatResult, line, msg, places
from games.plugin.chance import Chance
from games.plugin.events import Event
from tests.rulesets.endless import Endless
from tests.rulesets.endless.parts import Move, Position

GOAL = 12


class Race(Endless):
    """Whoever first has GOAL points wins; the others rank by points."""

    meta = replace(
        Endless.meta,
        slug="orchard-race",
        title=msg("The Orchard Race"),
        tagline=msg("Fruit, dice and an end."),
        max_steps=1000,
    )

    def active_seats(self, state: Position) -> frozenset[int]:
        return frozenset() if max(state.points) >= GOAL else super().active_seats(state)

    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        return [] if max(state.points) >= GOAL else super().legal_actions(state, seat)

    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        if max(state.points) >= GOAL:
            raise IllegalAction("not-now")
        return super().apply_action(state, seat, action, chance)

    def result(self, state: Position) -> Result | None:
        best = max(state.points)
        if best < GOAL:
            return None
        seats = tuple(
            SeatResult("won" if rank == 1 else "lost", rank, points)
            for rank, points in zip(places(state.points), state.points, strict=True)
        )
        return Result("goal", line("{goal} points are reached.", goal=GOAL), seats)
