"""The interface between the portal and its rulesets, without Django.

A ruleset imports from this package, `games.plugin.telling` (sentences from tables),
`games.plugin.why_not` (refused touches), `games.plugin.codec` (copies) and `games.plugin.bags`
(hands, piles and bags as counts). `games/burn_my_village` is the example to read,
`docs/new-ruleset.md` the guide, `games.conformance` the conformance suite.
"""

from games.plugin.chance import Chance as Chance
from games.plugin.chance import FastChance as FastChance
from games.plugin.chance import Outcome as Outcome
from games.plugin.chance import RecordedChance as RecordedChance
from games.plugin.chance import SeededChance as SeededChance
from games.plugin.errors import ChanceMismatch as ChanceMismatch
from games.plugin.errors import IllegalAction as IllegalAction
from games.plugin.errors import InvalidOptions as InvalidOptions
from games.plugin.errors import RecordError as RecordError
from games.plugin.errors import UnknownRules as UnknownRules
from games.plugin.errors import refuse_if as refuse_if
from games.plugin.events import OMNISCIENT as OMNISCIENT
from games.plugin.events import SPECTATOR as SPECTATOR
from games.plugin.events import Event as Event
from games.plugin.events import Motion as Motion
from games.plugin.events import Narration as Narration
from games.plugin.events import Onlooker as Onlooker
from games.plugin.events import Run as Run
from games.plugin.events import SeenEvent as SeenEvent
from games.plugin.events import Viewer as Viewer
from games.plugin.events import project as project
from games.plugin.explanations import Book as Book
from games.plugin.explanations import Chapter as Chapter
from games.plugin.explanations import Explanation as Explanation
from games.plugin.explanations import explain as explain
from games.plugin.explanations import rules_of as rules_of
from games.plugin.game import Game as Game
from games.plugin.guide import Guide as Guide
from games.plugin.guide import GuideMoment as GuideMoment
from games.plugin.guide import GuideMove as GuideMove
from games.plugin.guide import GuideStep as GuideStep
from games.plugin.guide import step as step
from games.plugin.model import Choice as Choice
from games.plugin.model import Format as Format
from games.plugin.model import Leaderboard as Leaderboard
from games.plugin.model import Level as Level
from games.plugin.model import Meta as Meta
from games.plugin.model import NoOptions as NoOptions
from games.plugin.model import Result as Result
from games.plugin.model import Role as Role
from games.plugin.model import Seating as Seating
from games.plugin.model import SeatResult as SeatResult
from games.plugin.model import SeatTurn as SeatTurn
from games.plugin.model import Tagged as Tagged
from games.plugin.model import check_seats as check_seats
from games.plugin.model import described as described
from games.plugin.places import SheetRow as SheetRow
from games.plugin.places import outcomes as outcomes
from games.plugin.places import places as places
from games.plugin.places import sheet_of as sheet_of
from games.plugin.public_fields import PublicFields as PublicFields
from games.plugin.registry import AnyGame as AnyGame
from games.plugin.text import Line as Line
from games.plugin.text import SeatName as SeatName
from games.plugin.text import line as line
from games.plugin.text import lines as lines
from games.plugin.text import listed as listed
from games.plugin.text import msg as msg
from games.plugin.text import names_of as names_of
from games.plugin.text import render as render
