"""The models of matches. A match is its steps; every other column is a cache of them.

Writes go through `play`, reads through `record`.
"""

from games.matches.models.housekeeping import (
    BY_WORD,
    FollowUp,
    Heartbeat,
    LogText,
    Notepad,
    SeatVisit,
    Served,
)
from games.matches.models.record import (
    Checkpoint,
    Deal,
    Match,
    RecordSignature,
    Seat,
    SigningKey,
    Step,
)

__all__ = [
    "BY_WORD",
    "Checkpoint",
    "Deal",
    "FollowUp",
    "Heartbeat",
    "LogText",
    "Match",
    "Notepad",
    "RecordSignature",
    "Seat",
    "SeatVisit",
    "Served",
    "SigningKey",
    "Step",
]
