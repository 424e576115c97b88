"""Which core of the processor a web process keeps to.

Python runs one thread of a process at a time. Where two of them can wake on two cores, handing over
between them costs more than what they do: a move of four sockets took 1.3 to 1.7 times as long
(docs/performance.md). The kernel moves whatever may run elsewhere out of the way.
"""

import os

ONE, ALL = "one", "all"


def of_web(number: int) -> int | None:
    """The core of the `number`th web process; None where there is no choice to make.

    Portals of one machine begin at different cores, and each keeps its own over all restarts.
    """
    if not hasattr(os, "sched_getaffinity"):  # macOS has none
        return None
    allowed = sorted(os.sched_getaffinity(0))
    return allowed[(os.getpid() + number) % len(allowed)] if len(allowed) > 1 else None


def keep_to(core: str) -> None:
    """Keep this process, whose threads don't run yet, to that core, if one is named."""
    if core:
        os.sched_setaffinity(0, {int(core)})
