"""Garbage collection, which delays moves (`make load` on two cores)."""

import gc


def collect_seldom() -> None:
    """Collect once, exempt everything loaded so far, and collect in short pauses from then on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 80, 20)  # the middle generation as rarely as by default
