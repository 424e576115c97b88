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


def of_web(number: int) -> int | None:
    """The core of the `number`th web process; None where there is no choice to make.

    Portals of one machine begin at different cores, and each keeps its own over all restarts.
    """
    allowed = _allowed()
    return allowed[(_first() + number) % len(allowed)] if len(allowed) > 1 else None


def _allowed() -> list[int]:
    """The cores that we may use; [] where nobody knows: macOS doesn't, a sandbox may not tell."""
    with suppress(AttributeError, OSError):
        return sorted(os.sched_getaffinity(0))
    return []


def _first() -> int:
    """Another number for each portal. In containers each has the same process id, and a name."""
    return os.getpid() + zlib.crc32(platform.node().encode())


def keep_to(core: str) -> None:
    """Keep this process, whose threads don't run yet, to that core, if one is named.

    Where that can't be had (a sandbox forbids it, the core was taken away since) it uses any.
    """
    if core:
        with suppress(OSError):
            os.sched_setaffinity(0, {int(core)})
