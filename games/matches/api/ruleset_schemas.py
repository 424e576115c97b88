"""The types of every installed ruleset in the API's descriptions."""

from typing import Any

import msgspec
from django.utils.translation import gettext

from games.matches.api.shapes import GameShown, RoleShown, SeatRange
from games.plugin import AnyGame, registry
from games.protocol import standing_orders
from games.protocol.table_choices import possible_roles
from toolbox.api.documentation import REFERENCE


def game_shown(game: AnyGame) -> GameShown:
    """A ruleset in the active language."""
    meta = game.meta
    return GameShown(
        slug=meta.slug,
        title=gettext(meta.title),
        tagline=gettext(meta.tagline),
        rules_version=meta.rules_version,
        seats=SeatRange(meta.min_seats, meta.max_seats),
        levels=meta.levels,
        minutes=meta.minutes,
        tags=tuple(gettext(tag) for tag in meta.tags),
        roles=[RoleShown(one.key, gettext(one.title.id)) for one in possible_roles(game).values()],
        options=_translated(msgspec.json.schema(game.Options)),
        action=msgspec.json.schema(game.Action),
        observation=msgspec.json.schema(game.Observation),
        orders=_orders(game),
    )


def _orders(game: AnyGame) -> dict[str, Any] | None:
    """The schema of a game's standing orders, each kind with its title and explanation."""
    if game.Order is None:
        return None
    schema = msgspec.json.schema(game.Order)
    for kind in standing_orders.kinds(game):
        own = schema["$defs"][kind.type.__name__]
        own["title"], own["description"] = kind.title, kind.explained
    translated: dict[str, Any] = _translated(schema)
    return translated


def add_rulesets(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Postprocessing hook: add every ruleset's types, and refer to them where calls use them."""
    schemas = result["components"]["schemas"]
    for name in ("Action", "Observation", "Options", "Order"):
        members = {
            member
            for game in registry.installed()
            if getattr(game, name) is not None
            for member in _add_types(schemas, game, name)
        }
        schemas[name] = {
            "description": "Depends on the game of the match or table.",
            # Clients take the first type that fits, and two games may give one tag to different
            # actions: the type with fewer fields would fit both and drop the other fields.
            "anyOf": [
                {"$ref": REFERENCE.format(name=one)}
                for one in sorted(members, key=lambda one: (-len(schemas[one]["required"]), one))
            ],
        }
    schemas["Order"]["anyOf"].append({"type": "null"})
    schemas["NewTable"]["properties"]["game"] = {
        "enum": [game.meta.slug for game in registry.installed()]
    }
    for shape, field, name in _PLACES:
        schemas[shape]["properties"][field] = {"$ref": REFERENCE.format(name=name)}
    shown = schemas["MatchShown"]["properties"]
    shown["observation"] = {"anyOf": [shown["observation"], {"type": "null"}]}  # if `unreadable`
    return result


_PLACES = [
    ("ChoiceShown", "action", "Action"),
    ("Move", "action", "Action"),
    ("MatchShown", "observation", "Observation"),
    ("MatchShown", "order", "Order"),
    ("OrderLeft", "order", "Order"),
    ("StepShown", "observation", "Observation"),
    ("TableShown", "options", "Options"),
]


def _add_types(schemas: dict[str, Any], game: AnyGame, name: str) -> list[str]:
    """Add one of a game's types and its parts; return the names of its members.

    A type under another name (`Options = NoOptions`) keeps that name: generators of clients would
    make a second model of a component that only refers to another.
    """
    prefix = "".join(part.capitalize() for part in game.meta.slug.split("-"))
    (schema,), parts = msgspec.json.schema_components(
        [getattr(game, name)], ref_template=REFERENCE.format(name=prefix + "{name}")
    )
    schemas.update({prefix + part: described for part, described in parts.items()})
    if "$ref" not in schema:
        schemas[prefix + name] = schema
    members = [one["$ref"].rpartition("/")[2] for one in schema.get("anyOf", [schema])]
    if name == "Options":  # answers contain all of them
        for member in members:
            schemas[member]["required"] = list(schemas[member]["properties"])
    return members


def _translated(schema: Any) -> Any:
    """The schema with titles and descriptions in the active language."""
    if isinstance(schema, list):
        return [_translated(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: gettext(value)
        if key in ("title", "description") and isinstance(value, str) and value
        else _translated(value)
        for key, value in schema.items()
    }
