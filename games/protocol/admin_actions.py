"""Deeds of administrators in a match, as its record holds them. Rulesets don't see them.

Each deed is the action of a step of kind "admin", whose actor is "staff". Everyone who may read the
record may read the reason; the administrator's name is in the audit log alone.
"""

from typing import Annotated, Any

import msgspec

from games.plugin.model import Level, SeatOutcome, Tagged

MOST_POINTS = 1_000_000


class Void(Tagged, tag="void"):
    """End the match without a result."""

    reason: str


class Replace(Tagged, tag="replace"):
    """Give the step's seat to a computer player of that level for good."""

    level: Level
    reason: str


class Unlock(Tagged, tag="unlock"):
    """Let a match that an error had stopped go on."""

    reason: str


class TakeBack(Tagged, tag="take-back", omit_defaults=True):
    """Play goes on from the position after the step `to`, which is the step's base.

    Chance doesn't rewind. Standing orders end, missed deadlines are forgiven, and people who gave
    up their seats since are away instead and may return. `closed`: the seats, in order, that stay
    given up because their people have closed their accounts.
    """

    to: Annotated[int, msgspec.Meta(ge=0)]
    reason: str
    closed: tuple[int, ...] = ()


class NamedResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an administrator says a match ended for one seat; `named_results` checks it."""

    outcome: SeatOutcome
    rank: Annotated[int, msgspec.Meta(ge=1)]
    score: Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)] | None = None


class End(Tagged, tag="end"):
    """End the match with these results, one a seat, whatever the rules say."""

    seats: tuple[NamedResult, ...]
    reason: str


Deed = Void | Replace | Unlock | TakeBack | End


def deed_of(action: Any) -> Deed:
    """The deed in a step's action. Raises `msgspec.ValidationError` for anything else."""
    deed: Deed = msgspec.convert(action, Deed)
    return deed


def take_back_of(kind: str, action: Any) -> TakeBack | None:
    """The administrator's take-back, if the step is one. Raises what `deed_of` raises."""
    deed = deed_of(action) if kind == "admin" else None
    return deed if isinstance(deed, TakeBack) else None


def taken_back_to(kind: str, action: Any) -> int | None:
    """The step that such a take-back leads to, if the step is one. Raises what `deed_of` raises."""
    deed = take_back_of(kind, action)
    return None if deed is None else deed.to
