"""A database that is busy or full as long as a test needs it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg
from django.db import OperationalError, connection

TABLES = (
    "matches_match, matches_step, matches_heartbeat, accounts_user, accounts_name, django_session"
)


@contextmanager
def busy() -> Iterator[None]:
    """Have another writer hold the lock; this thread's connection waits only for a moment."""
    with connection.cursor() as cursor, closing(_other()) as other:
        patience = "SET lock_timeout = {}" if _is_postgresql() else "PRAGMA busy_timeout = {}"
        cursor.execute(patience.format(1))
        if _is_postgresql():
            other.execute(f"LOCK TABLE {TABLES} IN EXCLUSIVE MODE")
        else:
            other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.rollback()
            cursor.execute(patience.format(10_000))


def _other() -> Any:
    if _is_postgresql():
        given = connection.get_connection_params()  # type: ignore[attr-defined]
        return psycopg.connect(**{name: given[name] for name in given if name in _ADDRESS})
    return sqlite3.connect(connection.settings_dict["NAME"])


_ADDRESS = {"dbname", "user", "password", "host", "port"}


@contextmanager
def full() -> Iterator[None]:
    """Keep this thread's connection from writing, as on a full or read-only disk."""
    if _is_postgresql():
        with connection.execute_wrapper(_no_room):
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1")
        try:
            yield
        finally:
            cursor.execute("PRAGMA query_only = 0")


def _no_room(execute: Any, sql: str, *arguments: Any) -> Any:
    if sql.startswith(("INSERT", "UPDATE")):
        raise OperationalError from psycopg.errors.DiskFull("no space left on device")
    return execute(sql, *arguments)


def _is_postgresql() -> bool:
    return connection.vendor == "postgresql"
