"""The state, in which every card is in one place, and a viewer's observation of it.

The deck's order is fixed by a shuffle (first at setup), so that a seed gives everyone the same
assault; its last card is drawn next. Only the omniscient observation shows it.
"""

from typing import Annotated, Literal, NamedTuple

import msgspec

from games.plugin import described
from games.village_assault.components import RATES, Difficulty, VillageKey

Phase = Literal["assault", "boosting", "cashing", "closing", "adding"]
Ending = Literal["beaten", "retreated", "conquered"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How hard the assault is."""

    difficulty: Annotated[
        Difficulty,
        described(
            "Difficulty",
            "Normal: you hold the Low Score card, and 3 gold buys a card. "
            "Hard: you hold the High Score card, and a card costs 4 gold.",
        ),
    ] = "normal"


class FaceDown(NamedTuple):
    """A face-down card of a village, and the number of reshuffles before its deal."""

    card: str
    shuffle: int


class Village(msgspec.Struct):
    """A village's stack: the face-up card, if any, and those below, the next one last."""

    key: VillageKey
    face: str | None = None
    down: list[FaceDown] = []

    def seen(self, opened: bool) -> "VillageView":
        cards = [card for card, _ in self.down] if opened else None
        return VillageView(self.key, self.face, [when for _, when in self.down], cards)


class Declared(msgspec.Struct, frozen=True):
    """An attack, or a unit being spent, that waits for its Pigs and Sheep."""

    unit: str
    village: VillageKey
    spending: bool = False


class Public(msgspec.Struct, kw_only=True):
    """The public part of a position.

    `hand` is in the order of arrival, `prisoners` in the order taken; the last `added` of these
    came from the hand to be cashed in. `merchant` is the one being played. `shuffles` counts the
    reshuffles so far, `drawn_out` says that this round's reshuffle by a card is used up,
    `last_round` that its deal ran dry. `scored` has the points of each scored round.
    """

    difficulty: Difficulty
    hand: list[str] = []
    kings: list[str] = []
    prisoners: list[str] = []
    discards: list[str] = []
    phase: Phase = "assault"
    declared: Declared | None = None
    merchant: str | None = None
    added: int = 0
    round: int = 0
    shuffles: int = 0
    drawn_out: bool = False
    last_round: bool = False
    attacks: int = 0
    scored: list[int] = []
    ending: Ending | None = None

    @property
    def rate(self) -> int:
        """The gold that buys one card."""
        return RATES[self.difficulty]


class State(Public, kw_only=True):
    """The whole table."""

    deck: list[str]
    villages: list[Village]

    @property
    def deck_size(self) -> int:
        return len(self.deck)

    @property
    def all_empty(self) -> bool:
        return all(village.face is None for village in self.villages)

    def village(self, key: str) -> Village | None:
        return next((village for village in self.villages if village.key == key), None)

    def at(self, key: str) -> Village:
        """Return that village, which must exist."""
        return next(village for village in self.villages if village.key == key)

    def shown(self, key: str) -> str:
        """Return the face-up card of that village, which must show one."""
        face = self.at(key).face
        assert face is not None
        return face


class VillageView(msgspec.Struct, frozen=True):
    """A village's stack. `down` has the number of the reshuffle before each face-down card.

    The last card is turned up next. `cards` are these cards, for the omniscient viewer.
    """

    key: VillageKey
    face: str | None
    down: list[int]
    cards: list[str] | None


class Unseen(msgspec.Struct, frozen=True):
    """The hidden cards since that reshuffle (0: since setup), the deck included."""

    shuffle: int
    cards: dict[str, int]


class Observation(Public, kw_only=True):
    """A viewer's knowledge. `you` is the viewer's seat.

    `gold` is the present worth of the prisoners, `points` the score if the game ended now. Only a
    reviewer sees `deck`, the next card last.
    """

    you: int | None
    villages: list[VillageView]
    gold: int
    deck_size: int
    deck: list[str] | None
    unseen: list[Unseen]
    points: int


# Types with everyone's knowledge of a village, and of a whole position.
Stack = Village | VillageView
Table = State | Observation
