"""One action under way up to the end of the game, and a count of all pieces."""

from collections import Counter

from games import plugin
from games.castle_panic.components import REMOVED_WHEN_EASIER
from games.castle_panic.state import Brought, Ending, State


class Run(plugin.Run[State]):
    """What every rule gets. The game ends at the exact moment it is decided (ruling sheet, End)."""

    @property
    def over(self) -> bool:
        return self.state.ending is not None

    def count(self, what: Brought, n: int = 1) -> None:
        """This turn has brought so many more of these."""
        self.state.brought[what] = self.state.brought.get(what, 0) + n

    def check_lost(self) -> None:
        """Lost the moment the last tower falls, or everyone who owns a tower is out."""
        if not any(self.state.towers) or not self.state.in_play:
            self._end("lost")

    def check_won(self) -> None:
        """Won as soon as no monster is left: none on the board, in the pile or in a hidden hand."""
        state = self.state
        if not (state.monsters or state.pile or state.held or self.over):
            self._end("won")

    def _end(self, ending: Ending) -> None:
        """The game is over, and an Overlord's tokens are open from now on."""
        self.state.ending = ending
        self.tell("end", reveals=self.state.overlord is not None, ending=ending)


def pieces(state: State) -> dict[str, int]:
    """49 cards (`card:<kind>`) and 49 tokens (`token:<kind>`) in every state of every game."""
    count: Counter[str] = Counter()
    for bag in (state.deck, state.discards, state.gone, *(p.hand for p in state.players)):
        count.update({f"card:{kind}": n for kind, n in bag.items()})
    for bag in (state.pile, state.spent, state.held, *(p.trophies for p in state.players)):
        count.update({f"token:{kind}": n for kind, n in bag.items()})
    if state.options.easier_battles:
        count.update({f"token:{kind}": n for kind, n in REMOVED_WHEN_EASIER.items()})
    count.update(f"token:{monster.kind}" for monster in state.monsters)
    return dict(count)
