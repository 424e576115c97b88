"""Spoil everything that a value holds, to see who else was holding it."""

from typing import Any

import msgspec


def scramble(value: Any) -> None:
    """Change everything changeable inside `value`, in place."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            held = getattr(value, name)
            scramble(held)
            if not value.__struct_config__.frozen and isinstance(held, int | str):
                setattr(value, name, type(held)())
    elif isinstance(value, dict):
        for held in value.values():
            scramble(held)
        value.clear()
    elif isinstance(value, list | tuple):
        for held in value:
            scramble(held)
        if isinstance(value, list):
            value.append(None)
    elif isinstance(value, set):
        value.clear()
