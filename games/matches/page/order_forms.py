"""Standing orders on the page: the present one in words, and the forms for leaving one."""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from msgspec import inspect

from games.matches.page.struct_fields import described
from games.matches.record.selectors import Snapshot
from games.matches.record.text import sentence
from games.plugin import Viewer
from games.protocol import standing_orders


@dataclass(frozen=True)
class OrderField:
    name: str
    kind: str  # "check", "choice", "number" or "text"
    title: str
    explained: str
    value: Any
    choices: tuple[tuple[Any, str], ...] = ()
    required: bool = False


@dataclass(frozen=True)
class OrderForm:
    """One kind of order; `page.forms` reads its `value`."""

    value: str
    title: str
    explained: str
    chosen: bool
    fields: list[OrderField]


def order_in_words(shown: Snapshot, viewer: Viewer) -> str | None:
    """The viewer's own order; "" for none, None if the seat takes none."""
    game, order = shown.game, shown.order_of(viewer)
    if not shown.can_order(viewer):
        return None
    if order is None:
        return ""
    try:
        return sentence(game.order_in_words(standing_orders.read(game, order)), shown.names)
    except msgspec.ValidationError:  # the rules have changed since
        return _("This order is no longer supported.")


def order_forms(shown: Snapshot, viewer: Viewer) -> list[OrderForm]:
    """The orders that the viewer may leave, filled in with the present one."""
    kinds = standing_orders.kinds(shown.game) if shown.can_order(viewer) else ()
    left = shown.order_of(viewer) or {}
    chosen = [bool(left) and left.get(kind.tag_field) == kind.tag for kind in kinds]
    if not any(chosen):
        chosen[:1] = [True] if kinds else []
    return [
        _form(kind, left if is_chosen else {}, is_chosen)
        for kind, is_chosen in zip(kinds, chosen, strict=True)
    ]


def _form(kind: standing_orders.OrderKind, left: dict[str, Any], chosen: bool) -> OrderForm:
    tag = "" if kind.tag is None else str(kind.tag)
    fields = [_field(tag, field, left) for field in kind.fields]
    explained = kind.explained and _(kind.explained)
    return OrderForm(f"{kind.tag_field}={tag}", _(kind.title), explained, chosen, fields)


def _field(tag: str, field: inspect.Field, left: dict[str, Any]) -> OrderField:
    kind, title, explained = described(field)
    default = "" if field.default is msgspec.NODEFAULT else field.default
    value = left.get(field.encode_name, default)
    name = f"{tag}:{field.encode_name}"
    if isinstance(kind, inspect.LiteralType):
        choices = tuple((choice, _(str(choice))) for choice in kind.values)
        return OrderField(name, "choice", title, explained, value, choices)
    if isinstance(kind, inspect.BoolType):
        return OrderField(name, "check", title, explained, value)
    if isinstance(kind, inspect.IntType):
        shown = value if value or default else ""
        return OrderField(name, "number", title, explained, shown, required=bool(default))
    return OrderField(name, "text", title, explained, value)
