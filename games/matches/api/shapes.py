"""Queries, bodies and answers of the calls about games and matches, except `MatchShown`."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.matches.api.representation import SeatShown
from games.protocol.requests import What

Slug = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,64}$")]


class SeatRange(msgspec.Struct):
    """The numbers of people who can play."""

    min: int
    max: int


class RoleShown(msgspec.Struct):
    """A part that a seat can play."""

    key: str
    title: str


class GameShown(msgspec.Struct):
    """A ruleset. `options`, `action`, `observation` and `orders` are JSON Schemas (draft 2020-12).

    `orders`: the standing orders that a player may leave, null without any.
    """

    slug: str
    title: str
    tagline: str
    rules_version: int
    seats: SeatRange
    levels: tuple[str, ...]
    minutes: tuple[int, int]
    tags: tuple[str, ...]
    roles: list[RoleShown]
    options: dict[str, Any]
    action: dict[str, Any]
    observation: dict[str, Any]
    orders: dict[str, Any] | None


class MatchQuery(msgspec.Struct):
    """Which matches. `mine`: you sit in them; `waiting`: they wait for you."""

    mine: bool = False
    waiting: bool = False
    status: Literal["active", "finished", "voided"] | None = None
    game: Slug | None = None


class MatchListed(msgspec.Struct):
    """A match in a list. `you` is your seat, `waiting` whether it waits for you.

    `imported`: it wasn't played here; its record was imported from a file.
    """

    id: str
    game: str
    version: int
    status: str
    paused: str | None
    seats: list[SeatShown]
    you: int | None
    waiting: bool
    private: bool
    started_at: datetime
    finished_at: datetime | None
    imported: bool


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """An action of the match's game, and the version of the match that you looked at.

    A repeated `client_id` (at most 64 characters, your choice) gets the first answer again, so you
    can resend a move whose answer was lost.
    """

    action: Any
    version: int
    client_id: str | None = None


class Control(msgspec.Struct, forbid_unknown_fields=True):
    """The version that you looked at, if it should be checked, and a `client_id` as with moves."""

    version: int | None = None
    client_id: str | None = None


class OrderLeft(Control, kw_only=True):
    """A standing order of the match's game; null takes yours back. Other fields as with moves."""

    order: Any


class Asked(Control, kw_only=True):
    """What you ask the others for. Other fields as with moves.

    `about`: the silent seat that a computer player shall take ("take-over"); `seconds`: the time
    for a step, 86400, 259200 or 604800 ("slow").
    """

    what: What
    about: int | None = None
    seconds: int | None = None


class Answered(Control, kw_only=True):
    """Your answer to the open request of that `id`. Other fields as with moves."""

    request: int
    yes: bool


class Withdrawn(Control, kw_only=True):
    """The open request, by its `id`. Other fields as with moves."""

    request: int


class Nudged(Control, kw_only=True):
    """The silent seat. Other fields as with moves."""

    seat: int


class ViewQuery(msgspec.Struct):
    """Whose view to show: a seat's number, "spectator" or "omniscient"; by default, your own.

    While the match runs, only your own and the spectator's are open.
    """

    as_: str | None = msgspec.field(default=None, name="as")


class RecordQuery(msgspec.Struct):
    """The reason of a match reviewer, for the audit log; players and spectators leave it out."""

    reason: str | None = None


class LogQuery(msgspec.Struct):
    """Only lines of later steps than this one."""

    after: Annotated[int, msgspec.Meta(ge=-1)] = -1


class LogLine(msgspec.Struct):
    """One line of the log, of step `index`. `seat` is the seat that acted."""

    index: int
    at: datetime
    seat: int | None
    kind: str
    text: str


class StepShown(msgspec.Struct):
    """The match after a step, as one viewer saw it: `seat` acted, `you` is the viewer's seat."""

    id: str
    game: str
    index: int
    kind: str
    seat: int | None
    at: datetime
    you: int | None
    active_seats: list[int]
    prompt: str
    observation: Any


class TryOver(msgspec.Struct):
    """The accepted step ended a try at a challenge of the day, which opens at `opens_at`.

    Until then nobody sees the try, not even you; the challenge's page has your points.
    """

    id: str
    status: Literal["finished"]
    opens_at: datetime
    detail: str
