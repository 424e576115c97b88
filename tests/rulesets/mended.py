"""The Mended Race: a ruleset with two versions of its rules, which differ in one ruling.

Version 1 let one roll at once. Since version 2 the die is rolled only by who has laid a fruit.
"""

from msgspec import structs

from games.plugin import Chance, Narration, SeatName, line, msg
from games.plugin.events import SeenEvent
from games.plugin.model import Seating
from tests.rulesets.endless.parts import Move, Position, Roll, TableOptions, View
from tests.rulesets.race import Race


class MendedPosition(Position):
    """A position that knows by which version of the rules it is played."""

    rules_version: int = 1


def must_lay_first(state: MendedPosition) -> bool:
    """Since version 2: whoever has laid no fruit may not roll."""
    return state.rules_version >= 2


def without_roll(legal: list[Move]) -> list[Move]:
    return [move for move in legal if not isinstance(move, Roll)]


class Mended(Race):
    """Both versions are played."""

    meta = structs.replace(
        Race.meta,
        slug="mended-race",
        title=msg("The Mended Race"),
        rules_version=2,
        older_versions=(1,),
    )
    State = MendedPosition

    def setup(self, options: TableOptions, seating: Seating, chance: Chance) -> MendedPosition:
        return self._position(super().setup(options, seating, chance))

    def determinize(self, observation: View, seat: int, chance: Chance) -> MendedPosition:
        return self._position(super().determinize(observation, seat, chance))

    def _position(self, state: Position) -> MendedPosition:
        version = self.meta.rules_version
        return MendedPosition(**structs.asdict(state), rules_version=version)

    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        assert isinstance(state, MendedPosition)
        legal = super().legal_actions(state, seat)
        return without_roll(legal) if must_lay_first(state) and not state.laid[seat] else legal

    def candidates(self, state: Position, seat: int) -> list[Move]:
        """The die, wherever it may be rolled: what a computer player does tells the version."""
        legal = self.legal_actions(state, seat)
        return [Roll()] if Roll() in legal else legal

    def narrate(self, event: SeenEvent) -> Narration | None:
        if event.type == "Roll" and self.meta.rules_version >= 2:
            said = {"player": SeatName(event.data["seat"]), "number": event.data["number"]}
            return Narration(line("{player} has laid and rolls a {number}.", **said))
        return super().narrate(event)


class OnlyOld(Mended):
    """The rules before they were mended."""

    meta = structs.replace(Mended.meta, rules_version=1, older_versions=())


class OnlyNew(Mended):
    """The same rules once version 1 is no longer played."""

    meta = structs.replace(Mended.meta, older_versions=())

    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        legal = super().legal_actions(state, seat)
        return legal if state.laid[seat] else without_roll(legal)
