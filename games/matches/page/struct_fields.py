"""Types, titles and explanations of Struct fields, for forms."""

from typing import Any

from django.utils.translation import gettext as _
from msgspec import inspect


def described(field: inspect.Field) -> tuple[Any, str, str]:
    """A field's type without its annotations, its title and its one-sentence explanation."""
    kind: Any = field.type
    schema: dict[str, Any] = {}
    if isinstance(kind, inspect.Metadata):
        kind, schema = kind.type, kind.extra_json_schema or {}
    explained = schema.get("description", "")
    title = _(schema.get("title", field.name.replace("_", " ")))
    return kind, title, explained and _(explained)
