"""Bags: how many there are of each item. One with none left is no key: equal bags compare equal.

`Chance` draws from any bag, with zeros or without; `chance.take` leaves zeros behind.
"""

from collections.abc import Iterable, Mapping


def take(bag: dict[str, int], item: str) -> None:
    """Take one out of a bag. Raises KeyError where there is none."""
    left = bag[item] - 1
    if left < 0:
        raise KeyError(item)
    if left:
        bag[item] = left
    else:
        del bag[item]


def put(bag: dict[str, int], item: str) -> None:
    """Put one into a bag."""
    bag[item] = bag.get(item, 0) + 1


def move(item: str, source: dict[str, int], target: dict[str, int]) -> None:
    """Move one from a bag to another."""
    take(source, item)
    put(target, item)


def swapped(bag: Mapping[str, int], gone: Iterable[str], got: Iterable[str]) -> dict[str, int]:
    """A copy of the bag with these taken out and those put in."""
    then = dict(bag)
    for item in gone:
        take(then, item)
    for item in got:
        put(then, item)
    return then


def in_order(bag: Mapping[str, int]) -> dict[str, int]:
    """A copy in alphabetical order, which tells nothing of how the bag came about."""
    return dict(sorted(bag.items()))
