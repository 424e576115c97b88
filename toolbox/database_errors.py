"""A database that can't do it now: it is busy, or there is no room left to write.

That is no fault of the portal's code, so nothing answers it with 500: pages, API and sockets turn
such an error into one of these refusals.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from toolbox.errors import Refusal

RETRY_SECONDS = 5

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
# Where a disk is full, SQLite may fail to open its second file, or to lengthen the one it has open.
_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}
_FULL_IN_DETAIL = {sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
_FULL_STATES = {"53100", "25006"}  # PostgreSQL: disk full, read-only
_FULL_NUMBERS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}


class Busy(Refusal):
    """Someone else has held the database for too long, or it doesn't answer."""

    status, code = 503, "busy"

    def __init__(self) -> None:
        super().__init__(_("The portal is very busy. Please try again in a few seconds."))
        self.headers = {"Retry-After": str(RETRY_SECONDS)}


class Full(Refusal):
    """Nothing can be written."""

    status, code = 507, "disk_full"

    def __init__(self) -> None:
        super().__init__(
            _(
                "Nothing can be saved: the portal’s disk is full. Please tell the person who runs "
                "it."
            )
        )


def refusal_of(error: BaseException | None) -> Refusal | None:
    """What to answer to that error, if such a database is behind it; otherwise None."""
    causes = [*_causes(error)]
    if any(map(_says_full, causes)):
        return Full()
    if any(map(_says_busy, causes)):
        return Busy()
    return None


@contextmanager
def refusing() -> Iterator[None]:
    """Raise the refusal in place of an error that has such a database behind it."""
    try:
        yield
    except Exception as error:
        refusal = refusal_of(error)
        if refusal is None:
            raise
        raise refusal from error


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _says_full(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0)
        return code & 0xFF in _FULL or code in _FULL_IN_DETAIL
    if isinstance(error, OSError):
        return error.errno in _FULL_NUMBERS
    return getattr(error, "sqlstate", None) in _FULL_STATES


def _says_busy(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY
    # PostgreSQL's: lock and statement timeouts, deadlocks, no connection to be had, shutting down.
    kinds = {kind.__name__ for kind in type(error).__mro__}
    return hasattr(error, "sqlstate") and "OperationalError" in kinds
