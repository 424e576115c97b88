"""The database engine for SQLite: statements are written for it once, and say what they said."""

import pytest
from django.db import connection

from portal.sqlite import base

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_written", base.Memory(base.REMEMBERED))


def answer(query: str, values: object = None) -> object:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchone()[0]


@pytest.mark.parametrize(
    ("query", "values", "said"),
    [
        ("SELECT %s || %s", ["a", "b"], "ab"),
        ("SELECT '100%%' || %s", ["?"], "100%?"),
        ("SELECT '%%s' || %s", ["a"], "%sa"),
        ("SELECT %(last)s || %(first)s", {"first": "a", "last": "b"}, "ba"),
        ("SELECT '%s'", None, "%s"),
        (f"SELECT %s -- {'x' * base.LONGEST}", ["a"], "a"),
    ],
)
def test_every_value_comes_to_its_place_the_second_time_too(
    query: str, values: object, said: str
) -> None:
    assert answer(query, values) == said
    assert answer(query, values) == said


def test_a_statement_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = base.base.SQLiteCursorWrapper.convert_query

    def convert(cursor: object, query: str, *, param_names: object = None) -> str:
        asked.append(query)
        return str(real(cursor, query, param_names=param_names))  # type: ignore[arg-type]

    monkeypatch.setattr(base.base.SQLiteCursorWrapper, "convert_query", convert)
    assert [answer("SELECT %s", [number]) for number in range(3)] == [0, 1, 2]
    assert asked == ["SELECT %s"]
