"""Bags: counts of items, without zeros, so that equal bags compare equal.

`Chance` draws from any bag, with zeros or without; `Chance.take` leaves zeros behind.
"""

from collections.abc import Iterable, Mapping


def take(bag: dict[str, int], item: str) -> None:
    """Take one item out of a bag. Raises KeyError if there is none."""
    left = bag[item] - 1
    if left < 0:
        raise KeyError(item)
    if left:
        bag[item] = left
    else:
        del bag[item]


def put(bag: dict[str, int], item: str) -> None:
    bag[item] = bag.get(item, 0) + 1


def move(item: str, source: dict[str, int], target: dict[str, int]) -> None:
    take(source, item)
    put(target, item)


def swapped(bag: Mapping[str, int], gone: Iterable[str], got: Iterable[str]) -> dict[str, int]:
    """A copy of the bag without the items `gone` and with the items `got`."""
    copy = dict(bag)
    for item in gone:
        take(copy, item)
    for item in got:
        put(copy, item)
    return copy


def in_order(bag: Mapping[str, int]) -> dict[str, int]:
    """A copy in alphabetical order, which reveals no history of the bag."""
    return dict(sorted(bag.items()))
