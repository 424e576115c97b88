"""One action under way up to the end of the game, and bags of cards and tokens."""

from collections import Counter
from collections.abc import Iterable

from games import plugin
from games.castle_panic.components import REMOVED_WHEN_EASIER
from games.castle_panic.state import Ending, State


class Run(plugin.Run[State]):
    """What every rule gets. The game ends at the exact moment it is decided (ruling sheet, End)."""

    @property
    def over(self) -> bool:
        return self.state.ending is not None

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


def take(bag: dict[str, int], item: str) -> None:
    """Take one out of a bag; a kind without any leaves no trace, so equal bags look equal."""
    bag[item] -= 1
    if not bag[item]:
        del bag[item]


def put(bag: dict[str, int], item: str) -> None:
    """Put one into a bag."""
    bag[item] = bag.get(item, 0) + 1


def swapped(bag: dict[str, int], gone: Iterable[str], got: Iterable[str]) -> dict[str, int]:
    """The bag as it is once these have gone for those."""
    then = dict(bag)
    for item in gone:
        take(then, item)
    for item in got:
        put(then, item)
    return then


def move(item: str, source: dict[str, int], target: dict[str, int]) -> None:
    """One goes from a bag into another."""
    take(source, item)
    put(target, item)


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
