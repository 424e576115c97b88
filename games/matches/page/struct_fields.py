"""What rulesets declare about the fields of their Structs, as forms read it."""

from typing import Any

from django.utils.translation import gettext as _
from msgspec import inspect


def described(field: inspect.Field) -> tuple[Any, str, str]:
    """A field's type without its annotations, its title and its one-sentence explanation."""
    kind: Any = field.type
    said: dict[str, Any] = {}
    if isinstance(kind, inspect.Metadata):
        kind, said = kind.type, kind.extra_json_schema or {}
    explained = said.get("description", "")
    title = _(said.get("title", field.name.replace("_", " ")))
    return kind, title, _(explained) if explained else ""
