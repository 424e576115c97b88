"""Which choices of a half-filled form make a table that the game can be played at."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.plugin import AnyGame, InvalidOptions
from games.protocol.table_choices import possible_roles, values_of
from lobby.tables import checks, words


def unfit(
    game: AnyGame, options: Mapping[str, Any], seats: int, role: str = ""
) -> Iterator[tuple[str, Any]]:
    """Each option with a value that the others rule out, and "role" with parts that aren't there.

    What is chosen is never among them, so that it can be seen and changed.
    """
    for field in words.option_fields(game):
        name = field.encode_name
        chosen = options.get(name, field.default)
        for value in values_of(field.type):
            if value != chosen and _ruled_out(game, {**options, name: value}, seats, name):
                yield name, value
    known = checks.format_of(game, options, seats)
    there = {part.key for part in known.wishes} if known else set()
    yield from (("role", key) for key in possible_roles(game) if key not in {*there, role})


def _ruled_out(game: AnyGame, options: dict[str, Any], seats: int, name: str) -> bool:
    """Whether the game refuses these options on account of this one."""
    try:
        game.format(msgspec.convert(options, game.Options), seats)
    except InvalidOptions as refusal:
        return refusal.field == name
    except msgspec.ValidationError:
        return False
    return False
