"""Finding names by their beginning, in any case, with an index on SQLite and PostgreSQL.

`LIKE` can't use an index in SQLite, and needs a special one in PostgreSQL. So lower-case names are
compared byte by byte, between the beginning and the last text that could follow it.
"""

from typing import Any

from django.db.models import CharField, Q, Transform, Value

_LAST = "\U0010ffff"  # sorts after every letter


@CharField.register_lookup
class Folded(Transform):
    """A text in lower case, ordered by its bytes: for indexes and comparisons."""

    lookup_name = "folded"
    function = "LOWER"
    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        whole = '(%(function)s(%(expressions)s) COLLATE "C")'
        return self.as_sql(compiler, connection, template=whole, **extra)


def begins(field: str, text: str) -> Q:
    """Rows whose `field`, indexed by `Folded`, begins with the text."""
    least, most = Folded(Value(text)), Folded(Value(text + _LAST))
    return Q(**{f"{field}__folded__gte": least, f"{field}__folded__lt": most})


def is_called(field: str, text: str) -> Q:
    """Rows whose `field`, indexed by `Folded`, is the text in any case."""
    return Q(**{f"{field}__folded": Folded(Value(text))})
