"""Which core of the processor a web process keeps to.

Python runs one thread of a process at a time. Where two of them can wake on two cores, handing over
between them costs more than what they do: a move of four sockets took 1.3 to 1.7 times as long
(docs/performance.md). The kernel moves whatever may run elsewhere out of the way.
"""

import os
import platform
import zlib
from contextlib import suppress

ONE, ALL = "one", "all"


def of_web(number: int) -> str:
    """The core of the `number`th web process; "" where there is no choice to make.

    Portals of one machine begin at different cores, and each keeps its own over all restarts.
    """
    allowed: list[int] = []
    with suppress(AttributeError, OSError):  # macOS doesn't tell, a sandbox may not
        allowed = sorted(os.sched_getaffinity(0))
    # In containers each portal has the same process id, but a name of its own.
    first = os.getpid() + zlib.crc32(platform.node().encode())
    return str(allowed[(first + number) % len(allowed)]) if len(allowed) > 1 else ""


def keep_to(core: str) -> None:
    """Keep this process, whose threads don't run yet, to that core, if one is named.

    Where that can't be had (a sandbox forbids it, the core was taken away since) it uses any.
    """
    if core:
        with suppress(OSError):
            os.sched_setaffinity(0, {int(core)})
