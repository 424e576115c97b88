"""What `/metrics` says about play."""

import time

from prometheus_client import Counter, Histogram

from toolbox import tracing
from toolbox.memory import Memory

MOVES = Counter("portal_moves", "Steps made by people, computers and clocks", ["game", "way"])
VIEWS = Histogram(
    "portal_move_to_view_seconds",
    "From a move's arrival to its view sent, for each player's socket in the same process",
    ["game"],
    buckets=(0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 5),
)
THINKING = Histogram(
    "portal_thinking_seconds",
    "How long a computer player thought about a move",
    ["level"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 7),
)
KEPT = 500  # matches, at least, whose newest move may still be on its way to a view
_on_the_way: Memory[str, tuple[int, str, float]] = Memory(KEPT)


def moved(public_id: str, version: int, game: str) -> None:
    """Count the step that the work in progress has made."""
    trace = tracing.current()
    MOVES.labels(game, trace.way).inc()
    _on_the_way.put(public_id, (version, game, trace.began))


def seen(public_id: str, version: int) -> None:
    """Note that a player's socket was sent that version, if this process made it."""
    made, game, began = _on_the_way.get(public_id) or (-1, "", 0.0)
    if made == version:
        VIEWS.labels(game).observe(time.perf_counter() - began)
