"""Choices at a table: values of options, and roles."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from games.plugin.errors import InvalidOptions
from games.plugin.model import Role
from games.plugin.registry import AnyGame


@lru_cache(64)
def possible_roles(game: AnyGame) -> dict[str, Role]:
    """Every role that can be wished for with some number of seats and some options, by key."""
    roles: dict[str, Role] = {}
    for seats in range(game.meta.min_seats, game.meta.max_seats + 1):
        for options in _single_choices(game):
            try:
                format = game.format(msgspec.convert(options, game.Options), seats)
            except (InvalidOptions, msgspec.ValidationError):
                continue
            roles |= {role.key: role for role in format.wishes}
    return roles


def values_of(kind: Any) -> Iterable[Any]:
    """The values of an option that is yes or no, or one of several; none for other types."""
    if isinstance(kind, msgspec.inspect.Metadata):
        kind = kind.type
    if isinstance(kind, msgspec.inspect.BoolType):
        return (False, True)
    return kind.values if isinstance(kind, msgspec.inspect.LiteralType) else ()


def _single_choices(game: AnyGame) -> Iterator[dict[str, Any]]:
    """The default options, and every change of a single one."""
    yield {}
    for field in msgspec.inspect.type_info(game.Options).fields:  # type: ignore[attr-defined]
        for value in values_of(field.type):
            yield {field.encode_name: value}
