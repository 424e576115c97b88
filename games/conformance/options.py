"""The tables of a ruleset: combinations of option values for every number of seats."""

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from games.conformance.sample import LawBroken, Sample, Table, require
from games.plugin.codec import plain
from games.plugin.errors import InvalidOptions
from games.plugin.model import Seating
from games.plugin.registry import AnyGame
from games.plugin.text import render

MOST_COMBINATIONS = 64  # beyond it, only every pair of values is played

Combination = tuple[Any, ...]


def option_values(game: AnyGame) -> dict[str, list[Any]]:
    """The `field_values` of each option."""
    return field_values(_fields(game))


def field_values(fields: Iterable[inspect.Field]) -> dict[str, list[Any]]:
    """The values worth trying for each field of a Struct, its default first.

    All values of booleans, literals and enums, the ends of integer ranges, None of optional types;
    of other types the default alone.
    """
    values: dict[str, list[Any]] = {}
    for option in fields:
        default = option.default
        if option.default_factory is not msgspec.NODEFAULT:
            default = option.default_factory()
        values[option.name] = [plain(default)] if default is not msgspec.NODEFAULT else []
        values[option.name] += [v for v in _values(option.type) if v not in values[option.name]]
    return values


def combinations(game: AnyGame) -> list[dict[str, Any]]:
    """The option combinations to play: all of them, or enough to see every pair of values."""
    values = option_values(game)
    every = list(itertools.islice(itertools.product(*values.values()), MOST_COMBINATIONS + 1))
    chosen = every if len(every) <= MOST_COMBINATIONS else pairwise(list(values.values()))
    return [dict(zip(values, combination, strict=True)) for combination in chosen]


def pairwise(values: Sequence[Sequence[Any]]) -> list[Combination]:
    """A few combinations that have every pair of values of two options."""
    sizes = [range(len(choices)) for choices in values]
    missing = {
        (one, i, other, j)
        for one, other in itertools.combinations(range(len(sizes)), 2)
        for i in sizes[one]
        for j in sizes[other]
    }
    dice = random.Random(0)
    rows: list[list[int]] = []
    while missing:
        one, i, other, j = min(missing)
        tries = []
        for _ in range(30):
            row = [dice.choice(size) for size in sizes]
            row[one], row[other] = i, j
            tries.append(row)
        best = max(tries, key=lambda row: len(_pairs(row) & missing))
        missing -= _pairs(best)
        rows.append(best)
    return [tuple(values[k][i] for k, i in enumerate(row)) for row in rows]


def tables(game: AnyGame) -> Iterator[Table | InvalidOptions]:
    """Every table to try, or the ruleset's refusal of it."""
    for count in range(game.meta.min_seats, game.meta.max_seats + 1):
        for combination in combinations(game):
            options = msgspec.convert(combination, game.Options)
            try:
                yield Table(options, seating(game, options, count))
            except InvalidOptions as refusal:
                yield refusal


def seating(game: AnyGame, options: Any, count: int, first: int | None = None) -> Seating:
    """The seating of a table, with the format's roles on its seats."""
    roles = tuple(role.key if role else None for role in game.format(options, count).roles)
    return Seating(count, first, roles if any(roles) else ())


def law_options(sample: Sample) -> None:
    """Options have titles, help and defaults, which work with every number of seats."""
    game = sample.game
    for option in _fields(game):
        described = getattr(option.type, "extra_json_schema", None) or {}
        texts = [described.get("title"), described.get("description")]
        require(all(texts), f"option {option.name} lacks a title or a help text")
        require(not option.required, f"option {option.name} has no default")
    for count in range(game.meta.min_seats, game.meta.max_seats + 1):
        try:
            game.format(game.Options(), count)
        except InvalidOptions as refusal:
            raise LawBroken(f"the default options don't suit {count} seats") from refusal


def law_formats(sample: Sample) -> None:
    """Each table has a format with a role and a team for every seat, or a well-formed refusal."""
    names = {option.name for option in _fields(sample.game)}
    for table in tables(sample.game):
        if isinstance(table, InvalidOptions):
            require(table.field in names | {"seats"}, f"there is no option {table.field}")
            require(bool(render(table.reason)), "a refusal of options has no reason")
            continue
        count = table.seating.count
        kept = sample.game.format(table.options, count)
        complete = len(kept.roles) == len(kept.teams) == count
        require(complete, f"not a role and a team for each seat: {table}")
        named = all(render(role.title) for role in kept.roles if role)
        require(named, f"a role without a name: {table}")
        require((kept.kind == "solo") == (count == 1), f"solo is for one seat: {table}")
        sides = {"solo": 1, "cooperative": 1, "one-against-all": 2}.get(kept.kind)
        require(sides in (None, len(set(kept.teams))), f"the teams aren't {kept.kind}: {table}")


def _fields(game: AnyGame) -> tuple[inspect.Field, ...]:
    described = inspect.type_info(game.Options)
    if not isinstance(described, inspect.StructType):
        raise LawBroken("Options is no Struct")
    return described.fields


def _values(kind: inspect.Type) -> list[Any]:
    match kind:
        case inspect.Metadata():
            return _values(kind.type)
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType():
            return list(kind.values)
        case inspect.EnumType():
            return [member.value for member in kind.cls]
        case inspect.NoneType():
            return [None]
        case inspect.UnionType():
            return [value for part in kind.types for value in _values(part)]
        case inspect.IntType():
            lowest = kind.ge if kind.ge is not None or kind.gt is None else kind.gt + 1
            highest = kind.le if kind.le is not None or kind.lt is None else kind.lt - 1
            return [int(end) for end in (lowest, highest) if end is not None]
    return []


def _pairs(row: Sequence[int]) -> set[tuple[int, int, int, int]]:
    pairs = itertools.combinations(enumerate(row), 2)
    return {(one, i, other, j) for (one, i), (other, j) in pairs}
