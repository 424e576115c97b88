"""How long a computer player may think."""

import time
from collections.abc import Callable


class Budget:
    """Time for one decision, counted from when it is made.

    `seconds` None never runs out: a search then ends by its own bound, so that it can be repeated.
    `clock` tells seconds; only differences matter.
    """

    def __init__(
        self, seconds: float | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds

    @property
    def spent(self) -> bool:
        return self._end is not None and self._clock() >= self._end
