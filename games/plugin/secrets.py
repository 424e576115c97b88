"""Secrets by type: marks on a state's fields say who sees them, so one structure is enough.

    class Player(Struct):
        hand: Own[Pile[int]]  # its seat sees the cards, everybody else how many there are
        points: int = 0  # unmarked: everybody sees it

    class State(Struct):
        players: BySeat[Player]
        deck: Hidden[Pile[int]]  # nobody sees it
        bids: Sealed[Bid]  # `games.plugin.sealed`: masks itself

    Observation = Seen[State]

`observe` copies a state and blanks what the viewer may not see; `deal` fills the blanks again, for
`determinize`. A blank pile keeps its size; a blank list, dictionary or set is empty; anything else
becomes None, so its type must allow that.
"""

import enum
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import (
    Annotated,
    Any,
    Generic,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec.structs import force_setattr

from games.plugin.chance import Chance
from games.plugin.codec import clone
from games.plugin.events import OMNISCIENT, Viewer
from games.plugin.sealed import Sealed

T = TypeVar("T")
StateT = TypeVar("StateT", bound=msgspec.Struct)


class _Mark(enum.Enum):
    OWN = enum.auto()
    HIDDEN = enum.auto()
    BY_SEAT = enum.auto()


Own = Annotated[T, _Mark.OWN]  # only its seat sees it: the place in the `BySeat` list around it
Hidden = Annotated[T, _Mark.HIDDEN]  # no seat sees it
BySeat = Annotated[list[T], _Mark.BY_SEAT]


class Pile(msgspec.Struct, Generic[T]):
    """Cards in order, with `unseen` more that the viewer of an observation may not see."""

    cards: list[T] = []
    unseen: int = 0

    def __len__(self) -> int:
        return len(self.cards) + self.unseen


class Seen(msgspec.Struct, Generic[StateT], frozen=True):
    """A viewer's observation: the state with blanks. `you` is the viewer's seat, if any."""

    you: int | None
    state: StateT


def observe(state: StateT, viewer: Viewer, *, opened: bool = False) -> Seen[StateT]:
    """The viewer's observation, which shares nothing with the state.

    `opened`: the hands lie open, as they do at the end of many games; what is `Hidden` stays so.
    """
    seen = clone(state)
    if viewer is not OMNISCIENT:
        for path, mark in _secrets(type(state)):
            for secret in _found(seen, path):
                if isinstance(secret.value, Sealed):
                    secret.put(secret.value.masked(viewer))
                elif mark is _Mark.HIDDEN or (not opened and secret.seat != viewer):
                    secret.put(_blank(secret.value))
    return Seen(viewer if isinstance(viewer, int) else None, seen)


def deal(state: msgspec.Struct, cards: Sequence[Any], chance: Chance) -> list[Any]:
    """Deal shuffled cards to all piles with `unseen` ones, in place; returns the cards left.

    Raises ValueError if there are too few.
    """
    left = chance.shuffle(cards, "guess")
    for path, _mark in _secrets(type(state)):
        for place in _found(state, path):
            if isinstance(pile := place.value, Pile):
                if pile.unseen > len(left):
                    raise ValueError("there are fewer cards than places")
                pile.cards += [left.pop() for _ in range(pile.unseen)]
                pile.unseen = 0
    return left


def reopened(state: T) -> T:
    """A copy of the state without the choices sealed in it; itself if there are none."""
    kind: Any = type(state)
    paths = [path for path, mark in _secrets(kind) if mark is None]
    if not any(place.value.choices for path in paths for place in _found(state, path)):
        return state
    opened = clone(state)
    for path in paths:
        for place in _found(opened, path):
            place.value.choices.clear()
    return opened


class _Each(enum.Enum):
    """A step of a path: into every item of a list."""

    ITEM = enum.auto()
    SEAT = enum.auto()


_Path = tuple[str | _Each, ...]


@cache
def _secrets(kind: Any) -> list[tuple[_Path, _Mark | None]]:
    """The paths to everything that isn't public; a mark of None is a `Sealed`."""
    return list(_marked(kind, ()))


def _marked(kind: Any, path: _Path) -> Iterator[tuple[_Path, _Mark | None]]:
    marks = {mark for mark in getattr(kind, "__metadata__", ()) if isinstance(mark, _Mark)}
    if _Mark.BY_SEAT in marks:
        (item,) = get_args(get_args(kind)[0])
        yield from _marked(item, (*path, _Each.SEAT))
    elif marks:
        if _Mark.OWN in marks and _Each.SEAT not in path:
            raise TypeError(f"{path[-1]} is a seat's own, but stands in no BySeat list")
        yield path, marks.pop()
    elif Sealed in (kind, get_origin(kind)):
        yield path, None
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for name, hint in get_type_hints(kind, include_extras=True).items():
            yield from _marked(hint, (*path, name))
    elif get_origin(kind) in (list, tuple):
        yield from _marked(get_args(kind)[0], (*path, _Each.ITEM))
    elif any(_secrets(part) for part in get_args(kind)):
        raise TypeError(f"a secret stands within {kind}, where nothing can mask it")


class _Place(NamedTuple):
    """A secret in a state, a function that replaces it, and the seat that owns it."""

    value: Any
    put: Callable[[Any], None]
    seat: int | None


def _found(holder: Any, path: _Path, seat: int | None = None) -> Iterator[_Place]:
    """The secrets at the path, in every item of the lists that it leads through."""
    step, *rest = path
    if isinstance(step, str):
        places = [_Place(getattr(holder, step), partial(force_setattr, holder, step), seat)]
    else:
        places = [
            _Place(value, partial(holder.__setitem__, at), at if step is _Each.SEAT else seat)
            for at, value in enumerate(holder)
        ]
    for place in places:
        if rest:
            yield from _found(place.value, tuple(rest), place.seat)
        else:
            yield place


def _blank(value: Any) -> Any:
    if isinstance(value, Pile):
        return Pile([], len(value))
    return type(value)() if isinstance(value, list | dict | set | tuple) else None
