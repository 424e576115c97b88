"""What a position and an observation of it have in common, copied from one into the other."""

from collections.abc import Callable
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect

_PLAIN = (
    inspect.BoolType,
    inspect.FloatType,
    inspect.IntType,
    inspect.LiteralType,
    inspect.NoneType,
    inspect.StrType,
)
_encode = msgspec.msgpack.Encoder().encode


class SharedFields:
    """The fields of two kinds of Struct that have the same name and type.

    `shared = SharedFields(State, Observation)`, then `Observation(you=seat, **shared(state))` and
    `State(deck=guessed, **shared(observation))`. A field that may be hidden needs another type in
    the observation (`| None`), so it isn't shared; one that is told differently in spite of its
    type is named in `apart`. Python refuses a field that is given by itself and shared, too.
    """

    def __init__(self, one: type, other: type, *, apart: tuple[str, ...] = ()) -> None:
        theirs = get_type_hints(other, include_extras=True)
        shared = {
            name: _copier(kind)
            for name, kind in get_type_hints(one, include_extras=True).items()
            if theirs.get(name) == kind and name not in apart
        }
        self._names = tuple(shared)
        self._copies = [(name, copy) for name, copy in shared.items() if copy]

    def __call__(self, source: msgspec.Struct) -> dict[str, Any]:
        """These fields of either, by name, sharing nothing that can change with it."""
        values = {name: getattr(source, name) for name in self._names}
        for name, copy in self._copies:
            values[name] = copy(values[name])
        return values


def _copier(kind: Any) -> Callable[[Any], Any] | None:
    """What copies a value of that type; None: it can't change."""
    told = inspect.type_info(kind)
    if _is_fixed(told):
        return None
    match told:
        case inspect.ListType(item_type=item) if _is_fixed(item):
            return list
        case inspect.ListType(item_type=inspect.ListType(item_type=item)) if _is_fixed(item):
            return lambda value: list(map(list, value))
        case inspect.DictType(value_type=item) if _is_fixed(item):
            return dict
    decode = msgspec.msgpack.Decoder(kind).decode
    return lambda value: decode(_encode(value))


def _is_fixed(told: inspect.Type) -> bool:
    """Whether a value of that type never changes."""
    match told:
        case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
            return all(map(_is_fixed, parts))
        case inspect.StructType(cls=kind, fields=fields):
            return kind.__struct_config__.frozen and all(_is_fixed(one.type) for one in fields)
    return isinstance(told, _PLAIN)
