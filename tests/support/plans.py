"""SQLite's plans for queries."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet


def plan_of(found: QuerySet[Any]) -> str:
    """The query's plan, a line per step."""
    return _plan(*found.query.sql_with_params())


def plans_in(deed: Callable[[], Any]) -> dict[str, str]:
    """The plans of all queries that the function makes, by their SQL."""
    asked: dict[str, Any] = {}

    def noting(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT"):
            asked[sql] = parameters
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(noting):
        deed()
    return {sql: _plan(sql, parameters) for sql, parameters in asked.items()}


def _plan(sql: str, parameters: Any) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)
        return "\n".join(row[3] for row in cursor.fetchall())
