"""A service tried in haste first, and by the book only if that fails.

In haste it may be worked out while others write (`portal.sqlite.rehearsals`), and may leave out a
check that only a failure makes necessary. Any result but success is thrown away then.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, TypeVar

from django.db import IntegrityError, OperationalError, connection

from accounts.errors import Refusal

T = TypeVar("T")


@dataclass
class Haste:
    """What a service tried in haste is given. `skipped`: it left a check out."""

    skipped: bool = False


def tried_first(service: Callable[..., T], **said: Any) -> T:
    """What `service(**said, haste=Haste())` returns; if it fails, what comes of `haste=None`.

    A failure to which haste has contributed nothing is raised at once.
    """
    haste = Haste()
    with _rehearsing() as trial:
        try:
            return service(**said, haste=haste)
        except OperationalError:  # by the book it would fail as well, after as long again
            raise
        except (Refusal, IntegrityError):
            if not (trial.tried or haste.skipped):
                raise
        except Exception:  # what was read before its turn may not even fit together
            if not trial.tried:
                raise
    return service(**said, haste=None)


def _rehearsing() -> AbstractContextManager[Any]:
    """Only SQLite has rehearsals; elsewhere a move locks nothing but its match."""
    rehearsing = getattr(connection, "rehearsing", None)
    return nullcontext(SimpleNamespace(tried=False)) if rehearsing is None else rehearsing()
