"""The models of matches. A match is its steps; all other columns cache them."""

from games.matches.models.housekeeping import BY_WORD as BY_WORD
from games.matches.models.housekeeping import FollowUp as FollowUp
from games.matches.models.housekeeping import Heartbeat as Heartbeat
from games.matches.models.housekeeping import LogText as LogText
from games.matches.models.housekeeping import Notepad as Notepad
from games.matches.models.housekeeping import SeatVisit as SeatVisit
from games.matches.models.housekeeping import Served as Served
from games.matches.models.record import Checkpoint as Checkpoint
from games.matches.models.record import Deal as Deal
from games.matches.models.record import Match as Match
from games.matches.models.record import RecordSignature as RecordSignature
from games.matches.models.record import Seat as Seat
from games.matches.models.record import SigningKey as SigningKey
from games.matches.models.record import Step as Step
