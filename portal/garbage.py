"""Garbage collection, which delays moves (`make load` on two cores)."""

import gc


def collect_seldom() -> None:
    """Collect now; from here on, collect with short pauses and skip everything loaded so far."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 80, 20)  # the middle generation as rarely as by default
