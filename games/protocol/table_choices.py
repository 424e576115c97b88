"""What the people at a table may choose from: values of options, and parts."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from games.plugin.errors import InvalidOptions
from games.plugin.model import Role
from games.plugin.registry import AnyGame


@lru_cache(64)
def possible_roles(game: AnyGame) -> dict[str, Role]:
    """Every part that can be asked for, at some number of seats, under some option at least."""
    found: dict[str, Role] = {}
    for seats in range(game.meta.min_seats, game.meta.max_seats + 1):
        for options in _single_choices(game):
            try:
                format = game.format(msgspec.convert(options, game.Options), seats)
            except (InvalidOptions, msgspec.ValidationError):
                continue
            found |= {role.key: role for role in format.wishes}
    return found


def values_of(kind: Any) -> Iterable[Any]:
    """The values of an option with few of them: yes or no, one of several; none otherwise."""
    if isinstance(kind, msgspec.inspect.Metadata):
        kind = kind.type
    if isinstance(kind, msgspec.inspect.BoolType):
        return (False, True)
    return kind.values if isinstance(kind, msgspec.inspect.LiteralType) else ()


def _single_choices(game: AnyGame) -> Iterator[dict[str, Any]]:
    """The defaults, and what differs from them in one option."""
    yield {}
    for field in msgspec.inspect.type_info(game.Options).fields:  # type: ignore[attr-defined]
        for value in values_of(field.type):
            yield {field.encode_name: value}
