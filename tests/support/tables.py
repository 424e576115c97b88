"""Removes quickly what a committing test leaves behind."""

from functools import cache
from typing import Any

from django.db import connection, transaction

# Django made these rows with the database, and nothing changes them.
KEPT = {"django_content_type", "django_migrations", "auth_permission", "django_site"}


@cache
def _filled_by_tests() -> list[str]:
    names = connection.introspection.django_table_names(only_existing=True)
    return sorted(set(names) - KEPT)


def empty(_test: Any = None) -> None:
    """Empty every table except those.

    Django's `flush` would afterwards recreate all permissions, which takes longer than most tests.
    All foreign keys are deferred, so the order doesn't matter.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        for name in _filled_by_tests():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")
