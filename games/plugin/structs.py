"""What rulesets declare alike: kinds of action, and fields that forms show."""

from typing import dataclass_transform

import msgspec


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
