"""How long decisions take, in time of the processor: other work on the machine counts little."""

import statistics
import time
from collections.abc import Iterable

HEADS = "mean | 95% | longest"
clock = time.process_time


def written(seconds: Iterable[float]) -> list[str]:
    """Mean, 95th percentile and longest, as the tables show them."""
    times = sorted(seconds)
    typical = statistics.fmean(times), times[int(0.95 * (len(times) - 1))], times[-1]
    return [f"{1_000 * one:,.0f} ms" if one >= 0.001 else "< 1 ms" for one in typical]
