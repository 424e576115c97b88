"""The thinking time of a computer player."""

import time
from collections.abc import Callable


class Budget:
    """Time for one decision, from the budget's creation on.

    `seconds` None never runs out: a search then ends by its own bound and is repeatable. Only
    differences of `clock`, in seconds, matter. `share`: of the playouts that a search makes
    otherwise, where others wait.
    """

    def __init__(
        self,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        share: float = 1.0,
    ) -> None:
        self.share = share
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds

    @property
    def spent(self) -> bool:
        return self._end is not None and self._clock() >= self._end
