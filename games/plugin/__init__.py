"""The interface between the portal and its rulesets, without Django.

A ruleset imports from this package, `games.plugin.telling` (sentences from tables),
`games.plugin.why_not` (refused touches), `games.plugin.codec` (copies) and `games.plugin.bags`
(hands, piles and bags as counts). `games/burn_my_village` is the example to read,
`docs/new-ruleset.md` the guide, `games.conformance` the conformance suite.
"""

from games.plugin.chance import Chance as Chance, FastChance as FastChance, Outcome as Outcome
from games.plugin.errors import (
    ChanceMismatch as ChanceMismatch,
    IllegalAction as IllegalAction,
    InvalidOptions as InvalidOptions,
    RecordError as RecordError,
    UnknownRules as UnknownRules,
    refuse_if as refuse_if,
)
from games.plugin.events import (
    OMNISCIENT as OMNISCIENT,
    SPECTATOR as SPECTATOR,
    Event as Event,
    Motion as Motion,
    Narration as Narration,
    Onlooker as Onlooker,
    Run as Run,
    SeenEvent as SeenEvent,
    Viewer as Viewer,
    project as project,
)
from games.plugin.explanations import (
    Book as Book,
    Chapter as Chapter,
    Explanation as Explanation,
    explain as explain,
    rules_of as rules_of,
)
from games.plugin.game import Game as Game
from games.plugin.guide import (
    Guide as Guide,
    GuideMove as GuideMove,
    GuideStep as GuideStep,
    step as step,
)
from games.plugin.model import (
    Choice as Choice,
    Format as Format,
    Leaderboard as Leaderboard,
    Level as Level,
    Meta as Meta,
    NoOptions as NoOptions,
    Result as Result,
    Role as Role,
    Seating as Seating,
    SeatResult as SeatResult,
    SeatTurn as SeatTurn,
    Tagged as Tagged,
    check_seats as check_seats,
    described as described,
)
from games.plugin.places import (
    SheetRow as SheetRow,
    outcomes as outcomes,
    places as places,
    sheet_of as sheet_of,
    standings_of as standings_of,
)
from games.plugin.public_fields import PublicFields as PublicFields
from games.plugin.registry import AnyGame as AnyGame
from games.plugin.sealed import MOST_ACTIONS as MOST_ACTIONS, Sealed as Sealed, Withdraw as Withdraw
from games.plugin.secrets import (
    BySeat as BySeat,
    Hidden as Hidden,
    Own as Own,
    Pile as Pile,
    Seen as Seen,
    deal as deal,
    observe as observe,
)
from games.plugin.text import (
    Line as Line,
    SeatName as SeatName,
    line as line,
    lines as lines,
    listed as listed,
    msg as msg,
    names_of as names_of,
    render as render,
)
