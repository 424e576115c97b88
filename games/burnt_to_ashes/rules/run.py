"""One action under way, and what becomes of counters."""

from typing import cast

from games import plugin
from games.burnt_to_ashes.components import Counter
from games.burnt_to_ashes.state import State


class Run(plugin.Run[State]):
    """What every rule gets."""

    def turn_up(self, land: int) -> Counter:
        """Take the top counter of a pile: the known one, or any that nobody has seen."""
        pile = self.state.lands[land]
        pile.size -= 1
        return pile.known.pop(0) if pile.known is not None else self.draw()

    def draw(self) -> Counter:
        """A counter that nobody has seen yet."""
        return cast("Counter", self.chance.take(self.state.bag, "counters"))

    def discard(self, counter: Counter, count: int = 1) -> None:
        """Counters leave the game before everybody's eyes."""
        self.state.out[counter] += count
