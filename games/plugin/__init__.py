"""The interface between the portal and its rulesets. Pure Python: no Django in here.

A ruleset imports what it needs from this package, from `games.plugin.telling` (sentences from
tables), `games.plugin.why_not` (refused touches), `games.plugin.codec` (copies) and
`games.plugin.bags` (hands, piles and bags as counts). `games/burn_my_village` is the example to
read, `docs/new-ruleset.md` the guide. The conformance suite is `games.conformance`.
"""

from games.plugin.chance import Chance, FastChance, Outcome, RecordedChance, SeededChance
from games.plugin.errors import (
    ChanceMismatch,
    IllegalAction,
    InvalidOptions,
    RecordError,
    UnknownRules,
    refuse_if,
)
from games.plugin.events import (
    OMNISCIENT,
    SPECTATOR,
    Event,
    Motion,
    Narration,
    Onlooker,
    Run,
    SeenEvent,
    Viewer,
    project,
)
from games.plugin.explanations import Book, Chapter, Explanation, explain, rules_of
from games.plugin.game import Game
from games.plugin.guide import Guide, GuideMoment, GuideMove, GuideStep, step
from games.plugin.model import (
    Choice,
    Format,
    Leaderboard,
    Level,
    Meta,
    NoOptions,
    Result,
    Role,
    Seating,
    SeatResult,
    SeatTurn,
    Tagged,
    check_seats,
    described,
)
from games.plugin.places import SheetRow, outcomes, places, sheet_of
from games.plugin.public_fields import PublicFields
from games.plugin.registry import AnyGame
from games.plugin.text import Line, SeatName, line, lines, listed, msg, names_of, render

__all__ = [
    "OMNISCIENT",
    "SPECTATOR",
    "AnyGame",
    "Book",
    "Chance",
    "ChanceMismatch",
    "Chapter",
    "Choice",
    "Event",
    "Explanation",
    "FastChance",
    "Format",
    "Game",
    "Guide",
    "GuideMoment",
    "GuideMove",
    "GuideStep",
    "IllegalAction",
    "InvalidOptions",
    "Leaderboard",
    "Level",
    "Line",
    "Meta",
    "Motion",
    "Narration",
    "NoOptions",
    "Onlooker",
    "Outcome",
    "PublicFields",
    "RecordError",
    "RecordedChance",
    "Result",
    "Role",
    "Run",
    "SeatName",
    "SeatResult",
    "SeatTurn",
    "Seating",
    "SeededChance",
    "SeenEvent",
    "SheetRow",
    "Tagged",
    "UnknownRules",
    "Viewer",
    "check_seats",
    "described",
    "explain",
    "line",
    "lines",
    "listed",
    "msg",
    "names_of",
    "outcomes",
    "places",
    "project",
    "refuse_if",
    "render",
    "rules_of",
    "sheet_of",
    "step",
]
