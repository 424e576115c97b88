"""Refusals for a database that is busy or has no room left.

The portal's code isn't at fault then, so pages, API and sockets answer these instead of a 500.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.utils.translation import gettext as _

from toolbox.errors import Refusal

RETRY_SECONDS = 5

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
# On a full disk SQLite may also fail to open its second file or to grow the first.
_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
_FULL_IN_DETAIL = {sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
_FULL_STATES = {"53100", "25006"}  # PostgreSQL: disk full, read-only
_AWAY_STATES = ("08", "57P")  # PostgreSQL: connection lost, shutting down
_BUSY_KINDS = {"OperationalError", "FeatureNotSupported"}
_FULL_NUMBERS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}


class Busy(Refusal):
    """The database is locked for too long, or doesn't answer."""

    status, code = 503, "busy"

    def __init__(self) -> None:
        super().__init__(_("The portal is very busy. Please try again in a few seconds."))
        self.headers = {"Retry-After": str(RETRY_SECONDS)}


class Away(Busy):
    """The database can't be reached from here, or all of this process's connections are in use.

    The status lets a proxy ask another host.
    """

    status = 504

    def __init__(self) -> None:
        super().__init__()
        self.detail = _(
            "This server can’t reach the portal’s database, and keeps trying. Please try again in "
            "a few seconds."
        )


class Full(Refusal):
    """The database can't be written to."""

    status, code = 507, "disk_full"

    def __init__(self) -> None:
        super().__init__(
            _(
                "Nothing can be saved: the portal’s disk is full. Please tell the person who runs "
                "it."
            )
        )


def refusal_of(error: BaseException | None) -> Refusal | None:
    """Return the refusal for an error that such a database caused, else None."""
    causes = [*_causes(error)]
    if any(map(_says_full, causes)):
        return Full()
    if any(map(_says_away, causes)):
        return Away()
    if any(map(_says_busy, causes)):
        return Busy()
    return None


@contextmanager
def refusing() -> Iterator[None]:
    """Raise the refusal in place of an error that such a database caused."""
    try:
        yield
    except Exception as error:
        if refusal := refusal_of(error):
            raise refusal from error
        raise


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def reach(seconds: float) -> None:
    """Try a new connection to PostgreSQL for that many seconds, and raise the error if it fails.

    The pool would wait longer, try again and again, and may just be exhausted.
    """
    if connection.vendor == "postgresql":
        import psycopg  # may be missing where SQLite is used

        given = connection.get_connection_params()
        psycopg.connect(**given | {"connect_timeout": int(seconds)}).close()


def _says_full(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0)
        return code & 0xFF in _FULL or code in _FULL_IN_DETAIL
    if isinstance(error, OSError):
        return error.errno in _FULL_NUMBERS
    return getattr(error, "sqlstate", None) in _FULL_STATES


def _says_away(error: BaseException) -> bool:
    """Whether the library or the pool raised it, not PostgreSQL, or PostgreSQL is shutting down."""
    state = getattr(error, "sqlstate", None)
    return _is_postgresqls(error) and (state is None or state.startswith(_AWAY_STATES))


def _says_busy(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY
    # Lock and statement timeouts, deadlocks, and a column that has changed since the statement was
    # planned. `_says_away` is checked before.
    return _is_postgresqls(error)


def _is_postgresqls(error: BaseException) -> bool:
    """Whether psycopg, which may not be installed, raised one of _BUSY_KINDS."""
    kinds = (kind.__name__ for kind in type(error).__mro__)
    return hasattr(error, "sqlstate") and not _BUSY_KINDS.isdisjoint(kinds)
