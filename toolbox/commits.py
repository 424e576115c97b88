"""Work that follows a commit."""

from collections.abc import Callable
from typing import Any

from django.db import transaction


def after_commit(function: Callable[..., Any], *arguments: Any, **named: Any) -> None:
    """Call the function when the transaction commits, or at once outside of one.

    A failure is logged and not raised: the committed change stands.
    """

    def call() -> None:
        function(*arguments, **named)

    # Django logs a failure under this name, and fails if there is none, as in a `partial` (whose
    # arguments don't belong in a log).
    call.__qualname__ = getattr(function, "__qualname__", type(function).__qualname__)
    transaction.on_commit(call, robust=True)
