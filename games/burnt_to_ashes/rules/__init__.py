"""The rules, by topic. `decisions` is the entry point, `rounds` advances the phases."""

from typing import cast

from games import plugin
from games.burnt_to_ashes.components import Counter
from games.burnt_to_ashes.state import State


class Run(plugin.Run[State]):
    """The context of an action, with the moves of counters."""

    def turn_up(self, land: int) -> Counter:
        """Take the top counter of a pile: the known one, or any unseen one."""
        pile = self.state.lands[land]
        pile.size -= 1
        return pile.known.pop(0) if pile.known is not None else self.draw()

    def draw(self) -> Counter:
        """Draw a counter that nobody has seen."""
        return cast("Counter", self.chance.take(self.state.bag, "counters"))

    def discard(self, counter: Counter) -> None:
        """Remove a counter from the game, face up."""
        self.state.out[counter] += 1
