"""What SQLite knows of its tables when it chooses an index: PostgreSQL sees to that by itself."""

from django.db import connection

SAMPLE = 1_000  # rows of an index that are looked at: milliseconds, however large it is


def renew() -> None:
    """Have SQLite look anew at how much there is of what. Nothing elsewhere."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA analysis_limit = {SAMPLE}")
        cursor.execute("ANALYZE")
