"""The state. Every card and token is in exactly one place.

Deck and pile have no order: cards and tokens are drawn from bags when needed, so no order can leak.
Arcs count from 1; lists by arc begin with arc 1.
"""

from typing import Annotated, Literal

import msgspec

from games.castle_panic import components as box
from games.plugin import Format, InvalidOptions, Role, check_seats, described, line

Mode = Literal["standard", "co-op", "overlord"]
Phase = Literal[
    "opening", "towers", "discard", "trade", "play", "march", "tokens", "overlord-draw", "overlord"
]
Ending = Literal["won", "lost"]
Brought = Literal["drawn", "exchanged", "played", "slain", "moved"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mode and the optional rules; all combine except where `format` says otherwise."""

    mode: Annotated[
        Mode,
        described(
            "Mode",
            "Standard: win or lose together; the best trophies win the title Master Slayer. "
            "Co-op: no trophies. Overlord: one player commands the monsters.",
        ),
    ] = "standard"
    easier_battles: Annotated[
        bool, described("Easier Battles", "Eleven of the worst monster tokens stay in the box.")
    ] = False
    all_for_one: Annotated[
        bool,
        described(
            "All for One",
            "An archer, a knight and a swordsman of one color together slay a monster there.",
        ),
    ] = False
    heroic_powers: Annotated[
        bool, described("Heroic Powers", "Heroes reach monsters inside the castle, too.")
    ] = False
    mans_home: Annotated[
        bool,
        described(
            "A Man’s Home Is His Castle",
            "Everyone owns a tower and is out when it falls. For two or more castle players.",
        ),
    ] = False
    dwindling_resources: Annotated[
        bool,
        described("Dwindling Resources", "Every reshuffle of the deck costs a Brick and a Mortar."),
    ] = False
    under_construction: Annotated[
        bool, described("Under Construction", "The game starts without walls.")
    ] = False


CASTLE_TEAM, OVERLORD_TEAM = 0, 1
OVERLORD = Role("overlord", line("Overlord"))


def format_of(options: Options, seats: int) -> Format:
    """The format of a table. Raises `InvalidOptions` for options that can't be played."""
    check_seats(seats, box.MIN_SEATS, box.MAX_SEATS)
    lords = int(options.mode == "overlord")
    castle = seats - lords
    if not castle:
        raise InvalidOptions("mode", line("An Overlord needs someone to play against."))
    if options.mans_home and castle < 2:
        needs = line("A Man’s Home Is His Castle needs at least two castle players.")
        raise InvalidOptions("mans_home", needs)
    roles = (*(OVERLORD,) * lords, *(None,) * castle)
    teams = (*(OVERLORD_TEAM,) * lords, *(CASTLE_TEAM,) * castle)
    if lords:
        return Format("one-against-all", roles, teams, no_part=line("Defender"))
    return Format("solo" if seats == 1 else "cooperative", roles, teams)


class Monster(msgspec.Struct):
    """A monster on the board, with the points of damage it can still take."""

    kind: box.MonsterKind
    points: int
    ring: int
    arc: int
    tarred: bool = False


class Player(msgspec.Struct):
    """A seat: the open hand, the trophies by kind and, if towers have owners, its tower.

    `turns` counts turns begun. The Overlord's seat has none of this.
    """

    hand: box.Cards = {}
    trophies: box.Tokens = {}
    tower: int | None = None
    out: bool = False
    turns: int = 0


class Group(msgspec.Struct):
    """Monsters that attack a wall or reach a tower together, each kind once."""

    line: Literal["wall", "tower"]
    arc: int
    members: list[tuple[box.MonsterKind, int]]  # kind and points

    @property
    def ring(self) -> int:
        return box.SWORDSMAN if self.line == "wall" else box.CASTLE


class March(msgspec.Struct, tag="march"):
    """Groups that have moved and will strike, in that order."""

    groups: list[Group]


class Damage(msgspec.Struct, tag="damage"):
    """Someone must choose which of the group takes a point of damage."""

    group: Group


class Discards(msgspec.Struct, tag="discards"):
    """These seats must discard a card each, in any order."""

    seats: list[int]


class Offer(msgspec.Struct, tag="offer"):
    """The active player's `give` for the partner's `take`; if countered, that player answers."""

    partner: int
    give: str
    take: str
    countered: bool = False


Pending = March | Damage | Discards | Offer


class Table(msgspec.Struct, kw_only=True):
    """Everything that lies open.

    `active` is the castle player whose turn it is, `overlord` the seat of the Overlord. `queue`
    counts tokens yet to be drawn in this phase. `plays_left`, `may_place` and `must_play` are the
    Overlord's: the tokens that may still be played, whether a monster may be placed in a chosen
    arc, whether stopping is forbidden. `brought` counts this turn's results: cards drawn, exchanged
    and played, monsters slain by them and moved.
    """

    options: Options
    players: list[Player]
    overlord: int | None
    first: int
    active: int
    hand_size: int
    deck: box.Cards
    discards: box.Cards = {}  # castle cards
    gone: box.Cards = {}  # castle cards out of the game
    spent: box.Tokens = {}  # monster tokens
    monsters: list[Monster] = []
    walls: list[bool]
    fortified: list[bool]
    towers: list[bool]
    phase: Phase = "opening"
    turn: int = 0
    missing: bool = False
    trades_left: int = 0
    refused: int = 0
    offered: list[tuple[int, str, str]] = []
    queue: int = 0
    plays_left: int = 0
    may_place: bool = False
    must_play: bool = False
    pending: list[Pending] = []
    brought: dict[Brought, int] = {}
    ending: Ending | None = None

    @property
    def castle_seats(self) -> list[int]:
        """The seats that defend the castle, including those that are out."""
        return [seat for seat in range(len(self.players)) if seat != self.overlord]

    @property
    def in_play(self) -> list[int]:
        """The castle's seats that aren't out."""
        return [seat for seat in self.castle_seats if not self.players[seat].out]

    @property
    def chooser(self) -> int:
        """The seat that decides for the castle: the active seat or, if out, the next in play."""
        return self.next_in(self.active) if self.players[self.active].out else self.active

    def next_in(self, seat: int) -> int:
        return min(self.in_play, key=lambda other: (other - seat - 1) % len(self.players))

    @property
    def open_offer(self) -> Offer:
        offer = self.pending[-1]
        assert isinstance(offer, Offer)
        return offer

    @property
    def struck(self) -> Group:
        damage = self.pending[-1]
        assert isinstance(damage, Damage)
        return damage.group

    @property
    def keeps_trophies(self) -> bool:
        return self.options.mode != "co-op"


class State(Table, kw_only=True):
    """The whole table, including the monster tokens to come and in the Overlord's hand."""

    pile: box.Tokens
    held: box.Tokens = {}
