"""A service tried in haste first, and by the book only if it doesn't succeed so.

In haste it may be worked out while others write (`portal.sqlite.rehearsals`), and needn't look for
what would keep it from succeeding anyway. So whatever comes of it but success counts for nothing.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from types import SimpleNamespace
from typing import Any, TypeVar

from django.db import IntegrityError, OperationalError, connection

from accounts.errors import Refusal

T = TypeVar("T")


def first(service: Callable[..., T]) -> Callable[..., T]:
    """The service, called with `in_haste=True`, and if that fails once more without it."""

    @wraps(service)
    def serve(**said: Any) -> T:
        with _rehearsing() as trial:
            try:
                return service(**said, in_haste=True)
            except (Refusal, IntegrityError):
                pass
            except OperationalError:  # by the book it would fail as well, after as long again
                raise
            except Exception:  # what was read before its turn may not even fit together
                if not trial.tried:
                    raise
        return service(**said)

    return serve


def _rehearsing() -> AbstractContextManager[Any]:
    """Of SQLite alone; elsewhere whoever moves locks nothing but the match."""
    rehearsing = getattr(connection, "rehearsing", None)
    return nullcontext(SimpleNamespace(tried=False)) if rehearsing is None else rehearsing()
