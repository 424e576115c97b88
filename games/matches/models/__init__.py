"""The models of matches. A match is its steps; all other columns cache them."""

from games.matches.models.housekeeping import (
    BY_WORD as BY_WORD,
    FollowUp as FollowUp,
    Heartbeat as Heartbeat,
    LogText as LogText,
    Notepad as Notepad,
    SeatVisit as SeatVisit,
    Served as Served,
)
from games.matches.models.record import (
    Checkpoint as Checkpoint,
    Deal as Deal,
    Match as Match,
    RecordSignature as RecordSignature,
    Seat as Seat,
    SigningKey as SigningKey,
    Step as Step,
)
