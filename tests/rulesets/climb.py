"""The Climb: a tiny ruleset for one person, for points. Its rocks come in a hidden order.

Each rock climbed scores 1 point and shows its name, which stands nowhere else; a rest takes time
and can be taken back.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct

from games.plugin import (
    Choice,
    Event,
    Game,
    IllegalAction,
    Leaderboard,
    Line,
    Meta,
    Narration,
    Result,
    Seating,
    SeatResult,
    SeenEvent,
    Viewer,
    line,
    msg,
)
from games.plugin.chance import Chance

ROCKS = tuple(f"granite{number:02}rock{number * 7919 % 9973:04}" for number in range(12))


class Options(Struct, frozen=True):
    """How steep it is."""

    slope: Annotated[Literal["gentle", "steep"], msgspec.Meta(title=msg("Slope"))] = "gentle"


class View(Struct):
    """What everyone may know."""

    climbed: list[str]
    rests: int = 0
    over: bool = False


class Position(View):
    """Everything: the rocks ahead, too, the next one last."""

    ahead: list[str] = []


class Move(Struct, frozen=True):
    """To climb, to rest, or to stop."""

    type: Literal["climb", "rest", "stop"]


class Climb(Game[Options, Position, Move, View]):
    """One person against the mountain, for points."""

    meta = Meta(
        slug="the-climb",
        title=msg("The Climb"),
        tagline=msg("Up, as far as you like."),
        rules_version=1,
        state_schema=1,
        min_seats=1,
        max_seats=1,
        minutes=(1, 1),
        max_choices=3,
        max_steps=1000,
        statistics={"rests": msg("rests")},
        scored=True,
        leaderboard=Leaderboard(option="slope", fewest="rests", daily=msg("Daily climb")),
    )
    refusals = {"not-now": msg("Not now.")}

    def setup(self, options: Options, seating: Seating, chance: Chance) -> Position:
        return Position([], ahead=chance.shuffle(list(ROCKS), "rocks"))

    def active_seats(self, state: Position) -> frozenset[int]:
        return frozenset() if state.over else frozenset({0})

    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        if state.over:
            return []
        return [Move("climb"), *([Move("rest")] if state.rests < 99 else []), Move("stop")]

    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        if action not in self.legal_actions(state, seat):
            raise IllegalAction("not-now")
        if action.type == "rest":
            state.rests += 1
            return [Event("rest")]
        if action.type == "climb":
            state.climbed.append(state.ahead.pop())
        state.over = action.type == "stop" or not state.ahead
        told = {"rock": state.climbed[-1]} if action.type == "climb" else {}
        return [Event(action.type, told, reveals=True)]

    def result(self, state: Position) -> Result | None:
        if not state.over:
            return None
        points = len(state.climbed)
        return Result("stop", line("The climb is over."), (SeatResult("scored", 1, points),))

    def scores(self, state: Position) -> list[int | None]:
        return [len(state.climbed)]

    def statistics(self, state: Position) -> dict[str, Any]:
        return {"seats": [{"rests": state.rests}]}

    def observation(self, state: Position, viewer: Viewer) -> View:
        return View(list(state.climbed), state.rests, state.over)

    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        return [
            Choice(action, line(action.type), line("Moves"), (f"act:{action.type}",))
            for action in self.legal_actions(state, seat)
        ]

    def prompt(self, state: Position, viewer: Viewer) -> Line:
        last = state.climbed[-1] if state.climbed else "the foot"
        return line("At {rock}.", rock=last)

    def moment(self, observation: View) -> Line:
        rocks, rests = len(observation.climbed), observation.rests
        return line("rock {n}, rest {rests}", n=rocks, rests=rests)

    def narrate(self, event: SeenEvent) -> Narration | None:
        return Narration(line("{what}", what=event.data.get("rock", event.type)))

    def determinize(self, observation: View, seat: int, chance: Chance) -> Position:
        left = [rock for rock in ROCKS if rock not in observation.climbed]
        known = observation.climbed, observation.rests, observation.over
        return Position(*known, ahead=chance.shuffle(left, "rocks"))
