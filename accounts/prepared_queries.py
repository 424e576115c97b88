"""Queries of every page and every sweep, with their SQL worked out once.

Django works out a query's SQL anew each time, which for these takes longer than the database does.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Q, QuerySet

T = TypeVar("T")
MOMENT = datetime(1970, 1, 1, tzinfo=UTC)  # stands in for a moment while SQL is worked out


class PreparedQuery:
    """The rows of a query set, as tuples, made by a function of the values it depends on.

    `PreparedQuery(lambda key: Notice.objects.filter(user=key).values_list("pk"), -1)(user.pk)`.
    Each value has a stand-in, used nowhere else, that its column can hold; anything else that the
    function finds out stays for ever. Ask for numbers and texts: nothing is converted.
    """

    def __init__(self, query: Callable[..., QuerySet[Any, Any]], *stand_ins: Any) -> None:
        self._query, self._stand_ins = query, stand_ins
        self._made: tuple[str, tuple[Any, ...]] | None = None

    def __call__(self, *values: Any) -> list[tuple[Any, ...]]:
        """The rows for these values, read now."""
        if self._made is None:
            self._made = self._query(*self._stand_ins).query.sql_with_params()
        sql, parameters = self._made
        meant = dict(zip(map(_adapted, self._stand_ins), map(_adapted, values), strict=True))
        with connection.cursor() as cursor:
            cursor.execute(sql, [meant.get(one, one) for one in parameters])
            return list(cursor.fetchall())


def _adapted(value: Any) -> Any:
    """The value as it stands among parameters."""
    is_moment = isinstance(value, datetime)
    return connection.ops.adapt_datetimefield_value(value) if is_moment else value


class Due(Generic[T]):
    """What has become due by a moment, for sweeps. The query must depend on that moment alone.

    `Due(lambda now: FollowUp.objects.filter(due_at__lte=now))(timezone.now(), 100)`. Mostly nothing
    is due. That is asked first, and takes 0.1 ms of processor time instead of 0.4 to 2 ms.
    """

    def __init__(self, query: Callable[[datetime], QuerySet[Any, T]]) -> None:
        self._query = query
        self._any = PreparedQuery(lambda now: query(now).values_list("pk")[:1], MOMENT)

    def __call__(
        self, moment: datetime, at_most: int | None = None, where: Callable[[], Q] = Q
    ) -> list[T]:
        """At most so many rows, read now. `where` narrows them; it is asked if anything is due."""
        if not self._any(moment):
            return []
        return list(self._query(moment).filter(where())[:at_most])
