"""Pins web processes to cores of the processor.

Python runs one thread of a process at a time, and switching between threads on two cores costs more
than their work: a move with four sockets took 1.3 to 1.7 times as long (docs/performance.md). The
kernel moves other processes out of the way.
"""

import os
import platform
import zlib
from contextlib import suppress

ONE, ALL = "one", "all"


def of_web(number: int) -> str:
    """The core of the `number`th web process, the same after every restart; "" for any.

    Portals on one machine begin at different cores.
    """
    allowed: list[int] = []
    with suppress(AttributeError, OSError):  # macOS doesn't say, and a sandbox may not
        allowed = sorted(os.sched_getaffinity(0))
    # In containers each portal has the same process id, but a name of its own.
    first = os.getpid() + zlib.crc32(platform.node().encode())
    return str(allowed[(first + number) % len(allowed)]) if len(allowed) > 1 else ""


def keep_to(core: str) -> None:
    """Pin this process to that core before its threads run, unless it is "" or pinning fails."""
    if core:
        with suppress(OSError):
            os.sched_setaffinity(0, {int(core)})
