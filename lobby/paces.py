"""The paces that pages offer, by name; any other clock can be had by the API."""

from typing import Any

PACES: dict[str, dict[str, Any] | None] = {
    "none": None,
    "live-3": {"type": "live", "bank": 180, "increment": 5},
    "live-10": {"type": "live", "bank": 600, "increment": 10},
    "live-30": {"type": "live", "bank": 1800, "increment": 20},
    "move-1": {"type": "move", "seconds": 60},
    "move-5": {"type": "move", "seconds": 300},
}
