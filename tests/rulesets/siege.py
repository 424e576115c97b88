"""The Orchard Siege: the Orchard Race with options of every kind, and with parts to be played."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta as Described

from games.plugin import Format, Role, line, msg
from tests.rulesets.endless.parts import TableOptions
from tests.rulesets.race import Race

DRAGON = Role("dragon", line("Dragon"))
GARDENER = Role("gardener", line("Gardener"))


class SiegeOptions(TableOptions, frozen=True):
    """One option of every kind that a form can show."""

    mode: Annotated[
        Literal["peace", "siege"],
        Described(title=msg("Mode"), description=msg("In a siege one plays the dragon.")),
    ] = "peace"
    night: Annotated[
        bool, Described(title=msg("At night"), description=msg("Everyone sees less."))
    ] = False


class Siege(Race):
    """In mode «siege» there is a dragon against all, and one gardener among the others."""

    meta = msgspec.structs.replace(Race.meta, slug="orchard-siege", title=msg("The Orchard Siege"))
    Options = SiegeOptions

    def format(self, options: SiegeOptions, seats: int) -> Format:  # type: ignore[override]
        if options.mode == "peace" or seats < 3:
            return super().format(options, seats)
        roles = (DRAGON, GARDENER, *[None] * (seats - 2))
        return Format("one-against-all", roles, (0, *[1] * (seats - 1)))
