"""The thinking time of a computer player."""

import time
from collections.abc import Callable


class Budget:
    """Time for one decision, from the budget's creation on.

    With `seconds` None it never runs out: a search then ends by its own bound and is repeatable.
    Only differences of `clock`, in seconds, matter.
    """

    def __init__(
        self, seconds: float | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._seconds = seconds
        self._begun = clock()

    def past(self, share: float) -> bool:
        """Whether that share of the time has passed."""
        if self._seconds is None:
            return False
        return self._clock() - self._begun >= share * self._seconds

    @property
    def spent(self) -> bool:
        return self.past(1.0)
