"""When processes collect garbage: never what was loaded for good, and seldom where people wait."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Keep the garbage collector from ever scanning the objects loaded in the block.

    While loading it would find nothing in a sixth of the time. Later it would write to the memory
    that it scans, and so make each child of the process copy it.
    """
    gc.collect()  # earlier garbage
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def collect_seldom() -> None:
    """Collect once, exempt everything loaded so far, and collect in short pauses from then on.

    Collections delay moves (`make load` on two cores).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 80, 20)  # the middle generation as rarely as by default
