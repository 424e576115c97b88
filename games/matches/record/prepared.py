"""Precompiled SQL for every move. Compiling it each time took half of a move.

`accounts.prepared_queries` does the same for pages.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

import msgspec
from django.db import connection
from django.db.models import JSONField, Model, QuerySet

from toolbox.memory import Memory

M = TypeVar("M", bound=Model)


KEPT = 500  # converted values per column, at least
_Converter = Callable[[Any, Any, Any], Any]  # of a value, its expression and the connection


@dataclass(frozen=True)
class _Reading:
    """A compiled query, and how its rows become objects: the first columns are the model's."""

    sql: str
    annotations: dict[str, int]
    converters: list[tuple[int, list[_Converter], Any]]

    def values(self, row: Sequence[Any]) -> list[Any]:
        values = list(row)
        for at, converters, expression in self.converters:
            if values[at] is not None:
                for convert in converters:
                    values[at] = convert(values[at], expression, connection)
        return values


def _faster(convert: Any) -> _Converter:
    """Django's converter for a column, or a faster one.

    The two differ for values that JSON lacks, such as NaN, which `plain` never makes.
    """
    if _is_plain_json(getattr(convert, "__self__", None)):
        return lambda value, _expression, _connection: msgspec.json.decode(value)
    if convert.__name__ not in ("convert_uuidfield_value", "convert_datetimefield_value"):
        return cast(_Converter, convert)
    known: Memory[str, Any] = Memory(KEPT)  # values repeat, and are immutable

    def remembering(value: str, expression: Any, connection: Any) -> Any:
        met = known.get(value)
        return known.put(value, convert(value, expression, connection)) if met is None else met

    return remembering


class Prepared(Generic[M]):
    """The rows of a query set in which the named fields have the given values.

    `Prepared(Seat.objects.order_by("index"), "match")(match.pk)`; `match__public_id` names a field
    of the related row. The query set must select whole rows, without parameters of its own; it may
    annotate them.
    """

    def __init__(self, rows: QuerySet[M], *fields: str) -> None:
        self._rows, self._names = rows, fields
        self._fields = [_field(rows.model, name) for name in fields]
        self._attributes = [field.attname for field in rows.model._meta.concrete_fields]
        self._reading: _Reading | None = None

    def __call__(self, *values: Any) -> list[M]:
        """The matching rows, in the query's order. Raises ValueError for a value that is None."""
        if None in values:
            raise ValueError("Nothing equals NULL.")
        self._reading = reading = self._reading or self._compiled(values)
        pairs = zip(self._fields, values, strict=True)
        given = [field.get_db_prep_value(value, connection) for field, value in pairs]
        with connection.cursor() as cursor:
            cursor.execute(reading.sql, given)
            rows = cursor.fetchall()
        return [self._row(reading, reading.values(row)) for row in rows]

    def _row(self, reading: _Reading, values: list[Any]) -> M:
        row = self._rows.model.from_db(
            connection.alias, self._attributes, values[: len(self._attributes)]
        )
        for name, at in reading.annotations.items():
            setattr(row, name, values[at])
        return row

    def _compiled(self, values: Sequence[Any]) -> _Reading:
        query_set = self._rows
        for name, value in zip(self._names, values, strict=True):
            query_set = query_set.filter(**{name: value})  # a single call would sort the names
        compiler = query_set.query.get_compiler(using=connection.alias)
        sql, given = compiler.as_sql()
        assert len(given) == len(values), "a prepared query has only the parameters of its fields"
        selected = [expression for expression, _sql, _alias in compiler.select]
        return _Reading(
            sql,
            dict(compiler.annotation_col_map),
            [
                (at, [_faster(convert) for convert in converters], expression)
                for at, (converters, expression) in compiler.get_converters(selected).items()
            ],
        )


class PreparedInsert(Generic[M]):
    """Stores new rows with all their fields. The objects don't get their keys."""

    def __init__(self, model: type[M]) -> None:
        self._model = model
        fields = model._meta.concrete_fields
        self._columns = [_Column(field) for field in fields if not field.primary_key]

    def __call__(self, row: M) -> None:
        _execute(self._sql, self._stored(row))

    def many(self, rows: Iterable[M]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(self._sql, [self._stored(row) for row in rows])

    def _stored(self, row: M) -> list[Any]:
        return [column.stored(column.field.pre_save(row, True)) for column in self._columns]

    @cached_property
    def _sql(self) -> str:
        columns = ", ".join(column.quoted for column in self._columns)
        places = ", ".join("%s" for _column in self._columns)
        return f"INSERT INTO {_table(self._model)} ({columns}) VALUES ({places})"  # noqa: S608


class PreparedUpdate(Generic[M]):
    """Stores the named fields of an existing row, if it is unchanged.

    `PreparedUpdate(Match, ["state", "version"], "version")(match, before)` changes the row only if
    its version is `before`.
    """

    def __init__(self, model: type[M], fields: Sequence[str], *still: str) -> None:
        self._model = model
        self._columns = _columns(model, fields)
        self._which = [_Column(model._meta.pk), *_columns(model, still)]

    def __call__(self, row: M, *still: Any) -> bool:
        """Store the fields; return whether there was such a row."""
        given = [column.stored(getattr(row, column.name)) for column in self._columns]
        same = zip(self._which, (row.pk, *still), strict=True)
        given += [column.stored(value) for column, value in same]
        return _execute(self._sql, given) > 0

    @cached_property
    def _sql(self) -> str:
        changed = ", ".join(f"{column.quoted} = %s" for column in self._columns)
        same = " AND ".join(f"{column.quoted} = %s" for column in self._which)
        return f"UPDATE {_table(self._model)} SET {changed} WHERE {same}"  # noqa: S608


class PreparedUpdates(Generic[M]):
    """Stores the named fields of several rows, in one statement."""

    def __init__(self, model: type[M], fields: Sequence[str]) -> None:
        self._model = model
        self._columns = _columns(model, fields)
        self._key = _Column(model._meta.pk)
        self._sql: dict[int, str] = {}  # by number of rows

    def __call__(self, rows: Sequence[M]) -> None:
        if not rows:
            return
        if len(rows) not in self._sql:
            self._sql[len(rows)] = self._statement(len(rows))
        keys = [self._key.stored(row.pk) for row in rows]
        given: list[Any] = []
        for column in self._columns:
            for key, row in zip(keys, rows, strict=True):
                given += key, column.stored(getattr(row, column.name))
        _execute(self._sql[len(rows)], [*given, *keys])

    def _statement(self, count: int) -> str:
        key = self._key.quoted
        cases = f"CASE {key} " + "WHEN %s THEN %s " * count + "END"
        changed = ", ".join(f"{one.quoted} = {_typed(cases, one.field)}" for one in self._columns)
        places = ", ".join("%s" for _row in range(count))
        return f"UPDATE {_table(self._model)} SET {changed} WHERE {key} IN ({places})"  # noqa: S608


def _execute(sql: str, given: Sequence[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, given)
        return int(cursor.rowcount)


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _field(model: type[Model], name: str) -> Any:
    """The field of that name; after `__`, of the related row."""
    first, _, rest = name.partition("__")
    field: Any = model._meta.get_field(first)
    return _field(field.related_model, rest) if rest else field


class _Column:
    """A field, and how its values are converted for the database.

    JSON is written without spaces, so on SQLite, which compares texts, no query may look for a
    whole JSON value except an empty one.
    """

    def __init__(self, field: Any) -> None:
        self.field = field
        self.name = field.attname
        self._is_json = _is_plain_json(field)

    @cached_property
    def quoted(self) -> str:
        return connection.ops.quote_name(self.field.column)

    def stored(self, value: Any) -> Any:
        if self._is_json and value is not None:
            return msgspec.json.encode(value).decode()
        return self.field.get_db_prep_save(value, connection)


def _is_plain_json(field: Any) -> bool:
    return isinstance(field, JSONField) and not (field.encoder or field.decoder)


def _columns(model: type[Model], names: Iterable[str]) -> list[_Column]:
    return [_Column(model._meta.get_field(name)) for name in names]


def _typed(cases: str, field: Any) -> str:
    """The CASE expression, cast to the field's type on databases that need it."""
    if not connection.features.requires_casted_case_in_updates:
        return cases
    kind = field.db_type(connection).partition("(")[0]  # with a length it would truncate
    return f"({cases})::{kind}"
