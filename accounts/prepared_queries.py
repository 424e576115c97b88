"""Queries that every page or sweep makes, with SQL compiled once.

Django compiles a query's SQL each time, which takes longer than these queries do.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Q, QuerySet

T = TypeVar("T")
MOMENT = datetime(1970, 1, 1, tzinfo=UTC)  # the stand-in for a moment while SQL is compiled


class PreparedQuery:
    """The rows, as tuples, of a query set that a function makes from values.

    `PreparedQuery(lambda key: Notice.objects.filter(user=key).values_list("pk"), -1)(user.pk)`.
    Each value has a stand-in that its column can hold and that occurs nowhere else in the query;
    everything else stays as at the first call. Nothing is converted: select numbers, texts, and
    moments, which are in UTC whether they say so or not.
    """

    def __init__(self, query: Callable[..., QuerySet[Any, Any]], *stand_ins: Any) -> None:
        self._query, self._stand_ins = query, stand_ins
        self._made: tuple[str, tuple[Any, ...]] | None = None

    def __call__(self, *values: Any) -> list[tuple[Any, ...]]:
        """Read the rows for these values."""
        if self._made is None:
            self._made = self._query(*self._stand_ins).query.sql_with_params()
        sql, parameters = self._made
        replacements = dict(zip(map(_adapted, self._stand_ins), map(_adapted, values), strict=True))
        with connection.cursor() as cursor:
            cursor.execute(sql, [replacements.get(one, one) for one in parameters])
            return list(cursor.fetchall())


def _adapted(value: Any) -> Any:
    is_moment = isinstance(value, datetime)
    return connection.ops.adapt_datetimefield_value(value) if is_moment else value


class Due(Generic[T]):
    """Rows that are due by a moment, for sweeps. The query must depend on that moment alone.

    `Due(lambda now: FollowUp.objects.filter(due_at__lte=now))(timezone.now(), 100)`. Usually
    nothing is due, so a prepared query checks that first: 0.1 ms of CPU time instead of 0.4 to 2
    ms.
    """

    def __init__(self, query: Callable[[datetime], QuerySet[Any, T]]) -> None:
        self._query = query
        self._any = PreparedQuery(lambda now: query(now).values_list("pk")[:1], MOMENT)

    def __call__(
        self, moment: datetime, at_most: int | None = None, where: Callable[[], Q] = Q
    ) -> list[T]:
        """Read at most that many rows. `where` narrows them and is called only if any are due."""
        if not self._any(moment):
            return []
        return list(self._query(moment).filter(where())[:at_most])
