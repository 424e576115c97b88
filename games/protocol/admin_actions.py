"""What administrators do to a match, as its record tells it. Rulesets know nothing of it.

Each deed is the action of a step of kind "admin", whose actor is "staff". The reason is for
everyone who may read the record; who it was stands in the portal's audit log.
"""

from typing import Annotated, Any

import msgspec

from games.plugin.model import Level, SeatOutcome

MOST_POINTS = 1_000_000


class Void(msgspec.Struct, frozen=True, tag="void", forbid_unknown_fields=True):
    """The match is over and counts for nothing; it has no result."""

    reason: str


class Replace(msgspec.Struct, frozen=True, tag="replace", forbid_unknown_fields=True):
    """A computer player of that level has the step's seat for good."""

    level: Level
    reason: str


class Unlock(msgspec.Struct, frozen=True, tag="unlock", forbid_unknown_fields=True):
    """A match that stood still, because something broke, goes on."""

    reason: str


class TakeBack(
    msgspec.Struct, frozen=True, tag="take-back", forbid_unknown_fields=True, omit_defaults=True
):
    """Play goes on from the position after the step `to`, which is the step's base.

    Chance doesn't rewind. Standing orders end, missed deadlines are forgiven, and whoever gave
    their seat up since is away instead and may return; else everybody's seat stays as it is.
    `closed`: the seats given up since to which nobody can return, in their order, because their
    people have closed their accounts. They stay given up.
    """

    to: Annotated[int, msgspec.Meta(ge=0)]
    reason: str
    closed: tuple[int, ...] = ()


class NamedResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended for one seat, as an administrator says; `named_results` says what fits."""

    outcome: SeatOutcome
    rank: Annotated[int, msgspec.Meta(ge=1)]
    score: Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)] | None = None


class End(msgspec.Struct, frozen=True, tag="end", forbid_unknown_fields=True):
    """The match is over and has this result, one for each seat, whatever the rules say."""

    seats: tuple[NamedResult, ...]
    reason: str


Deed = Void | Replace | Unlock | TakeBack | End


def deed_of(action: Any) -> Deed:
    """The deed that a step's action names. Raises `msgspec.ValidationError` for anything else."""
    deed: Deed = msgspec.convert(action, Deed)
    return deed


def take_back_of(kind: str, action: Any) -> TakeBack | None:
    """The take-back by an administrator that a step is; None: it is none.

    Raises `msgspec.ValidationError` for a deed that isn't written as it should be.
    """
    deed = deed_of(action) if kind == "admin" else None
    return deed if isinstance(deed, TakeBack) else None


def taken_back_to(kind: str, action: Any) -> int | None:
    """The step to which an administrator took the match back by this one; None if they didn't.

    Raises what `take_back_of` raises.
    """
    deed = take_back_of(kind, action)
    return None if deed is None else deed.to
