"""Copying the public fields of a state into an observation and back."""

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


class PublicFields:
    """Fields of two kinds of Struct that everybody may know.

    `public = PublicFields(State, Observation, "turn track discards")`, then
    `Observation(you=seat, **public(state))` and `State(deck=guessed, **public(observation))`.
    Raises TypeError if a field's type differs between the two. Fields are copied whole, so a Struct
    among them must have nothing to hide.
    """

    def __init__(self, one: type, other: type, names: str) -> None:
        kinds, theirs = (get_type_hints(struct, include_extras=True) for struct in (one, other))
        self._names = tuple(names.split())
        for name in self._names:
            if name not in kinds or kinds[name] != theirs.get(name):
                raise TypeError(f"{name} isn't the same in {one.__name__} and {other.__name__}")
        copiers = ((name, _copier(kinds[name])) for name in self._names)
        self._copies = [(name, copy) for name, copy in copiers if copy]

    def __call__(self, source: msgspec.Struct) -> dict[str, Any]:
        """These fields of either Struct, by name, as independent copies."""
        values = {name: getattr(source, name) for name in self._names}
        for name, copy in self._copies:
            values[name] = copy(values[name])
        return values


def _copier(kind: Any) -> Callable[[Any], Any] | None:
    """A function that copies a value of that type; None if it can't change."""
    info = inspect.type_info(kind)
    if _is_fixed(info):
        return None
    match info:
        case inspect.ListType(item_type=item) if _is_fixed(item):
            return list
        case inspect.ListType(item_type=inspect.ListType(item_type=item)) if _is_fixed(item):
            return lambda value: list(map(list, value))
        case inspect.DictType(value_type=item) if _is_fixed(item):
            return dict
    decode = msgspec.msgpack.Decoder(kind).decode
    return lambda value: decode(_encode(value))


def _is_fixed(info: inspect.Type, within: tuple[type, ...] = ()) -> bool:
    match info:
        case inspect.UnionType(types=parts) | inspect.TupleType(item_types=parts):
            return all(_is_fixed(part, within) for part in parts)
        case inspect.StructType(cls=kind) if not kind.__struct_config__.frozen:
            return False
        case inspect.StructType(cls=kind, fields=fields):
            # `within` ends the recursion for a type that contains itself.
            return kind in within or all(_is_fixed(one.type, (*within, kind)) for one in fields)
        case inspect.Metadata(type=inner):
            return _is_fixed(inner, within)
    return isinstance(info, _PLAIN)
