"""How SQLite would find the rows of a query."""

from typing import Any

from django.db import connection
from django.db.models import QuerySet


def plan_of(found: QuerySet[Any]) -> str:
    """Its plan, a line for each step."""
    sql, parameters = found.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)
        return "\n".join(row[3] for row in cursor.fetchall())
