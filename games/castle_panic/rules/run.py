"""One action under way, and bags of cards and tokens."""

from games import plugin
from games.castle_panic.state import State


class Run(plugin.Run[State]):
    """What every rule gets."""

    @property
    def over(self) -> bool:
        return self.state.ending is not None


def take(bag: dict[str, int], item: str, count: int = 1) -> None:
    """Take so many out of a bag; a kind without any leaves no trace, so equal bags look equal."""
    left = bag[item] - count
    if left:
        bag[item] = left
    else:
        del bag[item]


def put(bag: dict[str, int], item: str, count: int = 1) -> None:
    """Put so many into a bag."""
    bag[item] = bag.get(item, 0) + count
