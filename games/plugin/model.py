"""The plain types that a ruleset and the platform exchange."""

from collections.abc import Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar, dataclass_transform

import msgspec

from games.plugin.errors import InvalidOptions
from games.plugin.text import Line, line, msg, revived

ActionT = TypeVar("ActionT")

Level = Literal["easy", "medium", "hard", "expert"]
FormatKind = Literal["competitive", "cooperative", "solo", "one-against-all"]
SeatOutcome = Literal["won", "lost", "drawn", "scored"]  # «scored»: only the points count

PHRASES = (  # of the chat, to be said with one touch
    msg("Hello!"),
    msg("Good luck!"),
    msg("One moment, please."),
    msg("Well played!"),
    msg("Thank you!"),
    msg("Good game!"),
)


class Leaderboard(msgspec.Struct, frozen=True):
    """How the runs of a game for one person are ranked: by points, the most first."""

    option: str = ""  # each value of this option has a board of its own; "": there is one board
    fewest: str = ""  # the statistic of `Meta.statistics` that breaks ties, less is better
    daily: str = ""  # the title of the challenge of the day, if there is one


class SeatTurn(msgspec.Struct, frozen=True):
    """A seat's turn of play. `which` distinguishes turns of a seat in a row: "3" for the third."""

    seat: int
    which: str = ""


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about a ruleset. Texts are message ids."""

    slug: str
    title: str
    tagline: str
    rules_version: int  # raised when recorded actions would mean something else
    older_versions: tuple[int, ...] = ()  # earlier ones that are still played, oldest first
    state_schema: int  # raised when the layout of stored states changes
    readable_schemas: tuple[int, ...] = ()  # older ones that read as `State` by its defaults
    min_seats: int
    max_seats: int
    minutes: tuple[int, int]  # shortest and longest usual game
    max_choices: int  # no position offers a seat more legal actions
    max_steps: int | None  # no match has more actions; None: it may go on forever
    levels: tuple[Level, ...] = ("easy",)
    won_duels: dict[Level, float] = {}  # the share that a level won against the one below
    tags: tuple[str, ...] = ()
    statistics: dict[str, str] = {}  # of `Game.statistics`: name and label
    phrases: tuple[str, ...] = PHRASES  # quick phrases of the chat, marked message ids
    scored: bool = False  # a run alone ends `scored`: its points count, nobody wins or loses
    leaderboard: Leaderboard | None = None  # ranks runs played alone
    hidden: bool = True  # False: every seat always knows everything except future chance

    def has_dropped(self, version: int) -> bool:
        """Whether the rules had that version and no longer play it."""
        return 1 <= version < self.rules_version and version not in self.older_versions


NO_PART = "none"  # the wish for no role


class Role(msgspec.Struct, frozen=True):
    """A role of a seat, in games with roles ("overlord")."""

    key: str
    title: Line


class Format(msgspec.Struct, frozen=True):
    """The roles and teams of the seats under some options."""

    kind: FormatKind
    roles: tuple[Role | None, ...]  # by seat
    teams: tuple[int, ...]  # by seat, equal for allies
    no_part: Line | None = None  # the title of seats without a role ("Defender"), to wish for

    @property
    def wishes(self) -> list[Role]:
        """The roles that players may wish for, with repeats; no role has the key `NO_PART`."""
        plain = None if self.no_part is None else Role(NO_PART, self.no_part)
        return [wish for role in self.roles if (wish := role or plain)]

    def seated(self, keys: Sequence[str | None]) -> "Format":
        """The format with the roles of these keys, and their teams, on the seats; () changes none.

        Raises ValueError unless the keys are those of this format.
        """
        if not keys:
            return self
        left = list(range(len(self.roles)))
        order = []
        for key in keys:
            place = next((at for at in left if getattr(self.roles[at], "key", None) == key), None)
            if place is None:
                raise ValueError(f"there is no such role left: {key}")
            left.remove(place)
            order.append(place)
        roles = tuple(self.roles[place] for place in order)
        return Format(self.kind, roles, tuple(self.teams[place] for place in order), self.no_part)


def check_seats(seats: int, least: int, most: int) -> None:
    """Raise `InvalidOptions` unless that many can play."""
    if not least <= seats <= most:
        reason = line("This game is for {least} to {most} players.", least=least, most=most)
        raise InvalidOptions("seats", reason)


class Seating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The filled table: the number of seats, who begins (null: by chance), and roles by seat."""

    count: Annotated[int, msgspec.Meta(ge=1, le=100)]
    first: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] | None = None  # None: the rules draw
    roles: tuple[str | None, ...] = ()  # keys by seat


class Choice(msgspec.Struct, Generic[ActionT], frozen=True):
    """A legal action as a person picks it.

    `preview` is plain data for the board to show the consequence, from the acting seat's knowledge
    alone. `at_once`: its last pick is a button that names the move, and touching it last makes the
    move without confirmation.
    """

    action: ActionT
    label: Line
    group: Line
    picks: tuple[str, ...]  # targets to touch, with repeats, in any order unless `ordered`
    ordered: bool = False
    preview: dict[str, Any] | None = None
    at_once: bool = False
    then: ActionT | None = None  # sent right after this action, in `Game.joined` alone
    along: str = ""  # a target that may also be touched, as it only repeats what the picks say


class SeatResult(msgspec.Struct, frozen=True):
    """How the game ended for one seat. Rank 1 is best; equal ranks are shared."""

    outcome: SeatOutcome
    rank: int
    score: int | None = None
    team: int | None = None
    tie_break: Line | None = None


class Result(msgspec.Struct, frozen=True):
    """How the game ended; `ending` is a short code of the ruleset."""

    ending: str
    reason: Line
    seats: tuple[SeatResult, ...]


def result_of(kept: Any) -> Result:
    """The result in plain values. Raises `msgspec.ValidationError`."""
    result = msgspec.convert(kept, Result)
    seats = tuple(
        msgspec.structs.replace(seat, tie_break=seat.tie_break and revived(seat.tie_break))
        for seat in result.seats
    )
    return Result(result.ending, revived(result.reason), seats)


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Tagged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """One type of action of several, tagged by `type`: `class Pass(Tagged, tag="pass")`."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This game has no options."""


def described(title: str, description: str = "") -> msgspec.Meta:
    """Title and explanation (message ids) in forms, which show a default of 0 empty."""
    return msgspec.Meta(title=title, description=description)
