"""What follows a commit."""

from collections.abc import Callable
from typing import Any

from django.db import transaction


def after_commit(function: Callable[..., Any], *arguments: Any, **named: Any) -> None:
    """Call it when the transaction is committed, at once if there is none.

    If it fails that is logged, and nobody hears of it: what they asked for is done.
    """

    def call() -> None:
        function(*arguments, **named)

    # Django's log of a failure says this, and fails itself where there is none, as in a `partial`
    # (whose arguments don't belong in a log).
    call.__qualname__ = getattr(function, "__qualname__", type(function).__qualname__)
    transaction.on_commit(call, robust=True)
