"""Statements that every move needs, with their SQL worked out once.

Django works out a statement's SQL anew each time, and what all moves of a busy server spend on that
is half of their time. These few keep it; `accounts.prepared_queries` does for what pages ask.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import msgspec
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import JSONField, Model, QuerySet
from django.db.models.base import ModelState

from accounts.memory import Memory

M = TypeVar("M", bound=Model)


_Converter = Callable[[Any, Any, Any], Any]  # of a value, its expression and the connection

KEPT = 500  # at least this many converted values per column


@dataclass(frozen=True)
class _Reading:
    """How a query is asked, and how its rows become objects: the first columns are the model's."""

    sql: str
    columns: list[str]  # the model's, by the names of their attributes
    annotations: dict[str, int]
    converters: list[tuple[int, list[_Converter], Any]]

    def values(self, row: Sequence[Any], connection: Any) -> list[Any]:
        """What the columns of a row say, as Python has it. Nothing is None in both."""
        values = list(row)
        for at, converters, expression in self.converters:
            if values[at] is None:
                continue
            for convert in converters:
                values[at] = convert(values[at], expression, connection)
        return values


def _faster(convert: Any) -> _Converter:
    """What Django converts values of a column with, or what is faster and does the same.

    For JSON the same but for what JSON doesn't know, such as NaN. None of our columns holds that:
    they are made by `plain`.
    """
    if _is_plain_json(getattr(convert, "__self__", None)):
        return _read_json
    if convert.__name__ in ("convert_uuidfield_value", "convert_datetimefield_value"):
        return _remembering(convert)  # the same ones come again and again, and are immutable
    return cast(_Converter, convert)


def _remembering(convert: _Converter) -> _Converter:
    known: Memory[str, Any] = Memory(KEPT)

    def converted(value: str, expression: Any, connection: Any) -> Any:
        met = known.get(value)
        return known.put(value, convert(value, expression, connection)) if met is None else met

    return converted


def _is_plain_json(field: Any) -> bool:
    return isinstance(field, JSONField) and field.encoder is None and field.decoder is None


def _read_json(value: str, expression: Any, connection: Any) -> Any:
    return msgspec.json.decode(value)


class Prepared(Generic[M]):
    """The rows of a query set in which the named fields have the given values.

    `Prepared(Seat.objects.order_by("index"), "match")(match.pk)`; `match__public_id` names a field
    of the related row. The query set must select whole rows, and may annotate them, without
    parameters of its own.
    """

    def __init__(self, rows: QuerySet[M], *fields: str) -> None:
        self._rows, self._names = rows, fields
        self._fields = [_field(rows.model, name) for name in fields]
        self._made: dict[str, _Reading] = {}  # by database

    def __call__(self, *values: Any) -> list[M]:
        """The matching rows, in the query's order. Raises ValueError for a value that is None."""
        if None in values:
            raise ValueError("Nothing equals NULL.")
        alias = self._rows.db
        reading = self._made.get(alias)
        if reading is None:
            reading = self._made[alias] = self._reading(alias, values)
        connection = connections[alias]
        given = [
            field.get_db_prep_value(value, connection)
            for field, value in zip(self._fields, values, strict=True)
        ]
        with connection.cursor() as cursor:
            cursor.execute(reading.sql, given)
            found = cursor.fetchall()
        return [self._row(reading, reading.values(row, connection), alias) for row in found]

    def _row(self, reading: _Reading, values: list[Any], alias: str) -> M:
        """What `Model.from_db` gives. That asks every field, for defaults and signals we lack."""
        row = self._rows.model.__new__(self._rows.model)
        row.__dict__.update(zip(reading.columns, values, strict=False))
        row._state = ModelState()
        row._state.db, row._state.adding = alias, False
        for name, at in reading.annotations.items():
            setattr(row, name, values[at])
        return row

    def _reading(self, alias: str, values: Sequence[Any]) -> _Reading:
        asked = self._rows
        for name, value in zip(self._names, values, strict=True):
            asked = asked.filter(**{name: value})  # one by one: together they'd be put in order
        compiler = asked.query.get_compiler(using=alias)
        sql, given = compiler.as_sql()
        assert len(given) == len(values), "a prepared query has no parameters but its fields'"
        selected = [expression for expression, _sql, _alias in compiler.select]
        own = selected[: len(self._rows.model._meta.concrete_fields)]
        return _Reading(
            sql,
            [column.target.attname for column in own],
            dict(compiler.annotation_col_map),
            [
                (at, [_faster(convert) for convert in converters], expression)
                for at, (converters, expression) in compiler.get_converters(selected).items()
            ],
        )


class PreparedInsert(Generic[M]):
    """Stores a new row with all its fields. The object isn't told the key the database chose."""

    def __init__(self, model: type[M]) -> None:
        self._model = model
        self._columns = [
            _Column(field) for field in model._meta.concrete_fields if not field.primary_key
        ]
        self._sql: dict[str, str] = {}  # by database

    def __call__(self, row: M, using: str = DEFAULT_DB_ALIAS) -> None:
        connection = connections[using]
        sql = self._sql.get(using)
        if sql is None:
            sql = self._sql[using] = self._made(connection.ops.quote_name)
        given = [
            column.stored(column.field.pre_save(row, True), connection) for column in self._columns
        ]
        _execute(connection, sql, given)

    def _made(self, quoted: Callable[[str], str]) -> str:
        columns = ", ".join(quoted(column.field.column) for column in self._columns)
        places = ", ".join("%s" for _column in self._columns)
        table = quoted(self._model._meta.db_table)
        return f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608 - our own names


class PreparedUpdate(Generic[M]):
    """Stores the named fields of a row that is there already, if it still is as it was.

    `PreparedUpdate(Match, ["state", "version"], "version")(match, before)` changes the row only if
    its version is `before`.
    """

    def __init__(self, model: type[M], fields: Sequence[str], *still: str) -> None:
        self._model = model
        self._columns = _columns(model, fields)
        self._key = _Column(model._meta.pk)
        self._still = _columns(model, still)
        self._sql: dict[str, str] = {}  # by database

    def __call__(self, row: M, *still: Any, using: str = DEFAULT_DB_ALIAS) -> bool:
        """Store the fields. False if there is no such row."""
        connection = connections[using]
        sql = self._sql.get(using)
        if sql is None:
            sql = self._sql[using] = self._made(connection)
        columns = [*self._columns, self._key]
        given = [column.stored(getattr(row, column.name), connection) for column in columns]
        for column, value in zip(self._still, still, strict=True):
            given.append(column.stored(value, connection))
        return _execute(connection, sql, given) > 0

    def _made(self, connection: Any) -> str:
        quoted = connection.ops.quote_name
        changed = ", ".join(f"{quoted(column.field.column)} = %s" for column in self._columns)
        which = [self._key, *self._still]
        same = " AND ".join(f"{quoted(column.field.column)} = %s" for column in which)
        table = quoted(self._model._meta.db_table)
        return f"UPDATE {table} SET {changed} WHERE {same}"  # noqa: S608 - our own names


class PreparedUpdates(Generic[M]):
    """Stores the named fields of several rows, in one statement."""

    def __init__(self, model: type[M], fields: Sequence[str]) -> None:
        self._model = model
        self._columns = _columns(model, fields)
        self._key = _Column(model._meta.pk)
        self._sql: dict[tuple[str, int], str] = {}  # by database and number of rows

    def __call__(self, rows: Sequence[M], using: str = DEFAULT_DB_ALIAS) -> None:
        if not rows:
            return
        connection = connections[using]
        sql = self._sql.get((using, len(rows)))
        if sql is None:
            sql = self._sql[using, len(rows)] = self._made(connection, len(rows))
        keys = [self._key.stored(row.pk, connection) for row in rows]
        given: list[Any] = []
        for column in self._columns:
            for key, row in zip(keys, rows, strict=True):
                given += key, column.stored(getattr(row, column.name), connection)
        _execute(connection, sql, [*given, *keys])

    def _made(self, connection: Any, count: int) -> str:
        quoted, meta = connection.ops.quote_name, self._model._meta
        table, key = quoted(meta.db_table), quoted(meta.pk.column)
        cases = f"CASE {key} " + "WHEN %s THEN %s " * count + "END"
        fields = [column.field for column in self._columns]
        changed = ", ".join(
            f"{quoted(field.column)} = {_typed(cases, field, connection)}" for field in fields
        )
        places = ", ".join("%s" for _row in range(count))
        return f"UPDATE {table} SET {changed} WHERE {key} IN ({places})"  # noqa: S608 - our own


def _execute(connection: Any, sql: str, given: Sequence[Any]) -> int:
    """The number of rows that the statement has changed."""
    with connection.cursor() as cursor:
        cursor.execute(sql, given)
        count: int = cursor.rowcount
        return count


def _field(model: type[Model], name: str) -> Any:
    """The field of that name; behind `__`, of the related row."""
    first, _, rest = name.partition("__")
    field: Any = model._meta.get_field(first)
    return _field(field.related_model, rest) if rest else field


class _Column:
    """A field, and how its values are converted for the database.

    Django asks several functions about each value, and then passes most through unchanged. Of which
    types those are is remembered. It must depend on the type alone, as it does with our fields:
    times are never without a zone.

    JSON is written without spaces, so on SQLite, which compares texts, no query may look for a
    whole JSON value but an empty one.
    """

    def __init__(self, field: Any) -> None:
        self.field = field
        self.name = field.attname
        self._is_json = _is_plain_json(field)
        self._unchanged: set[tuple[str, type]] = set()  # by database and type

    def stored(self, value: Any, connection: Any) -> Any:
        if self._is_json and value is not None:
            return msgspec.json.encode(value).decode()
        kind = connection.alias, type(value)
        if kind in self._unchanged:
            return value
        converted = self.field.get_db_prep_save(value, connection)
        if converted is value:
            self._unchanged.add(kind)
        return converted


def _columns(model: type[Model], names: Iterable[str]) -> list[_Column]:
    return [_Column(model._meta.get_field(name)) for name in names]


def _typed(cases: str, field: Any, connection: Any) -> str:
    """A choice between values, where the database must be told of what type they are."""
    if not connection.features.requires_casted_case_in_updates:
        return cases
    kind = field.db_type(connection).partition("(")[0]  # a length would cut off what is longer
    return f"({cases})::{kind}"
