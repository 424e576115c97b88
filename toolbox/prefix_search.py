"""Finding names by how they begin, in any case, by an index of SQLite and PostgreSQL alike.

`LIKE` would be of no use for that: SQLite has no index for it, PostgreSQL one of its own. Names are
compared byte by byte instead, in lower case, between the beginning and whatever could follow it.
"""

from typing import Any

from django.db.models import CharField, Q, Transform, Value

_LAST = "\U0010ffff"  # comes after every letter


@CharField.register_lookup
class Folded(Transform):
    """A text in lower case, in the order of its bytes: for indexes, and to be compared with."""

    lookup_name = "folded"
    function = "LOWER"
    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        whole = '(%(function)s(%(expressions)s) COLLATE "C")'
        return self.as_sql(compiler, connection, template=whole, **extra)


def begins(field: str, text: str) -> Q:
    """Whose `field`, which has an index of `Folded`, begins like that."""
    least, most = Folded(Value(text)), Folded(Value(text + _LAST))
    return Q(**{f"{field}__folded__gte": least, f"{field}__folded__lt": most})


def is_called(field: str, text: str) -> Q:
    """Whose `field`, which has an index of `Folded`, is that in some case."""
    return Q(**{f"{field}__folded": Folded(Value(text))})
