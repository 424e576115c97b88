"""Playwright's `expect`, which looks again sooner.

How long it waits between two looks grows with the time it has: with 20 seconds it is half a second
soon, in which most of what tests wait for has long happened.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect as patient

PATIENCE = 60_000  # ms: a machine may be slow, and a test that waits in vain fails anyhow
BRIEFLY = 400  # ms, in which it looks every 50
TIMES = 6  # and then it waits as long as it takes

patient.set_options(timeout=PATIENCE)


class _Expected:
    def __init__(self, *asked: Any) -> None:
        self._assertions = patient(*asked)

    def __getattr__(self, name: str) -> Callable[..., None]:
        assertion = getattr(self._assertions, name)

        def look(*expected: Any, **options: Any) -> None:
            for _time in range(TIMES):
                try:
                    return assertion(*expected, **options, timeout=BRIEFLY)
                except AssertionError:
                    continue
            return assertion(*expected, **options)

        return look


if TYPE_CHECKING:
    expect = patient
else:
    expect = _Expected
