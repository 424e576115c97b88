"""The small plain types that a ruleset and the platform exchange."""

from collections.abc import Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar, dataclass_transform

import msgspec

from games.plugin.errors import InvalidOptions
from games.plugin.text import Line, line, msg, revived

ActionT = TypeVar("ActionT")

Level = Literal["easy", "medium", "hard", "expert"]
FormatKind = Literal["competitive", "cooperative", "solo", "one-against-all"]
SeatOutcome = Literal["won", "lost", "drawn", "scored"]  # «scored»: only the points count


PHRASES = (
    msg("Hello!"),
    msg("Good luck!"),
    msg("One moment, please."),
    msg("Well played!"),
    msg("Thank you!"),
    msg("Good game!"),
)  # what people at a table say to each other with one touch


class Leaderboard(msgspec.Struct, frozen=True):
    """How the runs of a game for one person are ranked: by points, the most first.

    `option`: each value of this option has a board of its own; "": there is one board. `fewest`:
    the statistic of `Meta.statistics` of which less is better between equal points; "": none.
    `daily`: what the challenge of the day is called, which everyone plays once with the same deal
    and the usual options; "": there is none.
    """

    option: str = ""
    fewest: str = ""
    daily: str = ""


class SeatTurn(msgspec.Struct, frozen=True):
    """Whose turn of play it is. `which` tells the turns of a game apart, where a seat has several
    in a row: "3" for the third."""

    seat: int
    which: str = ""


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """What the portal needs to know of a ruleset before anyone plays it. Texts are message ids."""

    slug: str
    title: str
    tagline: str
    rules_version: int  # raised when recorded actions would mean something else
    older_versions: tuple[int, ...] = ()  # those before it that are still played, oldest first
    state_schema: int  # raised when the layout of stored states changes
    readable_schemas: tuple[int, ...] = ()  # older ones that read as `State` by its defaults
    min_seats: int
    max_seats: int
    minutes: tuple[int, int]  # shortest and longest usual game
    max_choices: int  # no position offers a seat more legal actions than this
    max_steps: int | None  # no match has more actions than this; None: may go on for ever
    levels: tuple[Level, ...] = ("easy",)
    tags: tuple[str, ...] = ()
    statistics: dict[str, str] = {}  # what `Game.statistics` tells of a seat: name and label
    phrases: tuple[str, ...] = PHRASES  # quick phrases of the chat, marked message ids
    scored: bool = False  # alone nobody wins or loses: a run ends `scored`, its points count
    leaderboard: Leaderboard | None = None  # runs played alone are ranked; None: they aren't
    hidden: bool = True  # False: every seat always knows everything but what chance will bring

    def has_dropped(self, version: int) -> bool:
        """Whether these rules had that version once and play it no more."""
        return 1 <= version < self.rules_version and version not in self.older_versions


NO_PART = "none"  # what a player asks for who wants none of the parts


class Role(msgspec.Struct, frozen=True):
    """A part that a seat plays, if the game has any ("overlord")."""

    key: str
    title: Line


class Format(msgspec.Struct, frozen=True):
    """How the seats stand to each other under some options.

    `roles[seat]` is a role or None; `teams[seat]` is a team's number, equal for allies.
    `no_part` is what someone without a role is called ("Defender"); None: nobody asks for that.
    """

    kind: FormatKind
    roles: tuple[Role | None, ...]
    teams: tuple[int, ...]
    no_part: Line | None = None

    @property
    def wishes(self) -> list[Role]:
        """What players may ask for, as often as it is there; no part has the key `NO_PART`."""
        plain = None if self.no_part is None else Role(NO_PART, self.no_part)
        return [wish for role in self.roles if (wish := role or plain)]

    def seated(self, keys: Sequence[str | None]) -> "Format":
        """The same format with the roles of these keys on the seats, each with its team.

        Without keys as it is. Raises ValueError for keys that aren't those of this format.
        """
        if not keys:
            return self
        left = list(range(len(self.roles)))
        order = []
        for key in keys:
            place = next((at for at in left if _key(self.roles[at]) == key), None)
            if place is None:
                raise ValueError(f"there is no such role left: {key}")
            left.remove(place)
            order.append(place)
        return Format(
            self.kind,
            tuple(self.roles[place] for place in order),
            tuple(self.teams[place] for place in order),
            self.no_part,
        )


def check_seats(seats: int, least: int, most: int) -> None:
    """Raise `InvalidOptions` unless so many can play."""
    if not least <= seats <= most:
        reason = line("This game is for {least} to {most} players.", least=least, most=most)
        raise InvalidOptions("seats", reason)


def _key(role: Role | None) -> str | None:
    return role.key if role else None


class Seating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The filled table: how many seats, who begins (None: the rules draw) and who plays which role.

    Roles are role keys by seat; people and roles are assigned by the platform.
    """

    count: Annotated[int, msgspec.Meta(ge=1, le=100)]
    first: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] | None = None
    roles: tuple[str | None, ...] = ()


class Choice(msgspec.Struct, Generic[ActionT], frozen=True):
    """A legal action as a person picks it.

    `picks` are the targets touched for it, with repeats, in any order unless `ordered`.
    `preview` is plain data with which the board can show the consequence beforehand, from the
    acting seat's knowledge alone. `at_once`: its last pick is a button that names the move, so a
    touch of it, after the others, makes it and nobody is asked again. `then`, in `Game.joined`
    alone, is the action that the page sends right after this one. `along`: a target that may be
    touched as well, for it says again what the picks say.
    """

    action: ActionT
    label: Line
    group: Line
    picks: tuple[str, ...]
    ordered: bool = False
    preview: dict[str, Any] | None = None
    at_once: bool = False
    then: ActionT | None = None
    along: str = ""


class SeatResult(msgspec.Struct, frozen=True):
    """How the game ended for one seat. Rank 1 is best; equal ranks are shared."""

    outcome: SeatOutcome
    rank: int
    score: int | None = None
    team: int | None = None
    tie_break: Line | None = None


class Result(msgspec.Struct, frozen=True):
    """How the game ended: which way (`ending`, a short code of the ruleset) and for every seat."""

    ending: str
    reason: Line
    seats: tuple[SeatResult, ...]


def result_of(kept: Any) -> Result:
    """The result that plain values tell of, with its sentences. Raises `ValidationError`."""
    result = msgspec.convert(kept, Result)
    seats = tuple(
        msgspec.structs.replace(seat, tie_break=seat.tie_break and revived(seat.tie_break))
        for seat in result.seats
    )
    return Result(result.ending, revived(result.reason), seats)


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Tagged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """One kind of action of several. In JSON `type` names it: `class Pass(Tagged, tag="pass")`."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This game has no options."""


def described(title: str, description: str = "") -> msgspec.Meta:
    """What forms say of a field, or of a kind of order: its name, a sentence or two; message ids.

    A number that is 0 by default is left empty by those who want that.
    """
    return msgspec.Meta(title=title, description=description)
