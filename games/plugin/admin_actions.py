"""What administrators do to a match, as its record tells it. Rulesets know nothing of it.

Each deed is the action of a step of kind "admin", whose actor is "staff". The reason is for
everyone who may read the record; who it was stands in the portal's audit log.
"""

from typing import Any

import msgspec

from games.plugin.model import Level


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


Deed = Void | Replace | Unlock


def deed_of(action: Any) -> Deed:
    """The deed that a step's action names. Raises `msgspec.ValidationError` for anything else."""
    deed: Deed = msgspec.convert(action, Deed)
    return deed
