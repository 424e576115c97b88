"""Endless Orchard with a first-game guide of two steps."""

from typing import Any

from msgspec.structs import replace

from games.plugin import FastChance, Guide, GuideMove, GuideStep, Seating, line
from tests.rulesets.endless import Endless
from tests.rulesets.endless.parts import Position, Roll, TableOptions

LOOK_STEP: GuideStep[Any] = GuideStep(
    title=line("The orchard"), text=line("Fruit hangs on {n} trees.", n=3), points=("bag",)
)
ROLL_STEP: GuideStep[Any] = GuideStep(
    title=line("The die"),
    text=line("Roll it."),
    move=GuideMove(0, Roll(), (4,)),
    replies=(GuideMove(1, Roll(), (2,)),),
)


class Guided(Endless):
    """Its slug is guided-orchard; every step's number is known: 4 for the reader, 2 for seat 1."""

    meta = replace(Endless.meta, slug="guided-orchard")
    steps: tuple[GuideStep[Any], ...] = (LOOK_STEP, ROLL_STEP)

    def guide(self) -> Guide[Position, Any]:
        state = self.setup(TableOptions(), Seating(2, 0), FastChance(1))
        names = (line("Your orchard"), line("The neighbor"))
        return Guide(state=state, seat=0, names=names, steps=self.steps)
