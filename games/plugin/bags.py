"""Bags: how many there are of each item. A kind without any leaves no trace: equal bags look equal.

`Chance` draws from bags, too; its `take` leaves a count of 0 behind.
"""

from collections.abc import Iterable, Mapping


def take(bag: dict[str, int], item: str) -> None:
    """Take one out of a bag. Raises KeyError where there is none."""
    bag[item] -= 1
    if not bag[item]:
        del bag[item]


def put(bag: dict[str, int], item: str) -> None:
    """Put one into a bag."""
    bag[item] = bag.get(item, 0) + 1


def move(item: str, source: dict[str, int], target: dict[str, int]) -> None:
    """One goes from a bag into another."""
    take(source, item)
    put(target, item)


def swapped(bag: Mapping[str, int], gone: Iterable[str], got: Iterable[str]) -> dict[str, int]:
    """The bag as it is once these have gone for those."""
    then = dict(bag)
    for item in gone:
        take(then, item)
    for item in got:
        put(then, item)
    return then


def in_order(bag: Mapping[str, int]) -> dict[str, int]:
    """A copy in alphabetical order, which tells nothing of how the bag came about."""
    return dict(sorted(bag.items()))
