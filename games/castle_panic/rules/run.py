"""The context of an action with the end of the game, and a count of all pieces."""

from collections import Counter

from games import plugin
from games.castle_panic.components import REMOVED_WHEN_EASIER
from games.castle_panic.state import Brought, Ending, State


class Run(plugin.Run[State]):
    """The context of an action. The game ends the moment it is decided (ruling sheet, End)."""

    @property
    def over(self) -> bool:
        return self.state.ending is not None

    def count(self, what: Brought, n: int = 1) -> None:
        self.state.brought[what] = self.state.brought.get(what, 0) + n

    def check_lost(self) -> None:
        """Lose the moment the last tower falls or every tower's owner is out."""
        if not any(self.state.towers) or not self.state.in_play:
            self._end("lost")

    def check_won(self) -> None:
        """Win once no monster is left on the board, in the pile or in a hidden hand."""
        state = self.state
        if not (state.monsters or state.pile or state.held or self.over):
            self._end("won")

    def _end(self, ending: Ending) -> None:
        self.state.ending = ending
        self.tell("end", reveals=self.state.overlord is not None, ending=ending)


def pieces(state: State) -> dict[str, int]:
    """Return 49 cards (`card:<kind>`) and 49 tokens (`token:<kind>`) in every state."""
    count: Counter[str] = Counter()
    for bag in (state.deck, state.discards, state.gone, *(p.hand for p in state.players)):
        count.update({f"card:{kind}": n for kind, n in bag.items()})
    for bag in (state.pile, state.spent, state.held, *(p.trophies for p in state.players)):
        count.update({f"token:{kind}": n for kind, n in bag.items()})
    if state.options.easier_battles:
        count.update({f"token:{kind}": n for kind, n in REMOVED_WHEN_EASIER.items()})
    count.update(f"token:{monster.kind}" for monster in state.monsters)
    return dict(count)
