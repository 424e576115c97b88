"""Metrics and log messages about play."""

import logging
import time

from django.utils import timezone
from prometheus_client import Counter, Histogram

from games.matches.models import Match, Step
from toolbox import tracing

log = logging.getLogger(__name__)
BUCKETS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 5)
MOVES = Counter("portal_moves", "Steps made by people, computers and clocks", ["game", "way"])
SECONDS = Histogram(
    "portal_move_seconds", "From what asked for a step to its commit", ["way"], buckets=BUCKETS
)
VIEWS = Histogram(
    "portal_move_to_view_seconds",
    "From a step's own time to its view sent, for each player's socket",
    ["game"],
    buckets=BUCKETS,
)
THINKING = Histogram(
    "portal_thinking_seconds",
    "How long a computer player thought about a move",
    ["level"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 7),
)


def moved(public_id: str, game: str, step: Step) -> None:
    """Count and log a step that the work in progress has committed."""
    trace = tracing.current()
    took = time.perf_counter() - trace.began
    MOVES.labels(game, trace.way).inc()
    SECONDS.labels(trace.way).observe(took)
    who = f"{step.actor} at seat {step.seat}" if step.seat is not None else step.actor
    log.info("match %s: step %s by %s, %.0f ms", public_id, step.index, who, took * 1_000)


def seen(match: Match) -> None:
    """Note that a player's socket was sent the newest step, whichever process made it."""
    if match.stepped_at is not None:
        waited = (timezone.now() - match.stepped_at).total_seconds()
        VIEWS.labels(match.game).observe(max(0.0, waited))  # another machine's clock may be ahead
