"""The state. Every counter, gold card and dragon card is in exactly one place.

What nobody has seen has no order: a pile is a number of counters until its owner looks at it, and a
dragon card face down has only a color. Counters are drawn from `bag` when they are turned up; it
holds those of the piles, those set aside and those that burnt unseen, which nobody can tell apart.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from games.burnt_to_ashes import components as box
from games.plugin import described

Mode = Literal["crown", "team"]
Phase = Literal["claim", "knights", "earn", "stone", "lay", "buy"]
Ending = Literal["slain", "no-land", "no-knight"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a slain dragon is celebrated. One player alone always plays for the lands."""

    mode: Annotated[
        Mode,
        described(
            "Mode",
            "Crown: if the dragon dies, the most power wins. Team: you win or lose together, "
            "and count the lands you saved.",
        ),
    ] = "crown"


def no_gold() -> box.Gold:
    return [0 for _ in box.WORTHS]


class Land(msgspec.Struct):
    """A land, its pile of `size` counters and what stands on it.

    `known` is the pile, top first, once its owner has looked at it; only the owner knows it. Burnt,
    a land has neither owner nor pile, and keeps the last values. `turned` are the counters that the
    finale turned up here, which are with their owner or out of the game.
    """

    size: int
    owner: int | None = None
    known: list[box.Counter] | None = None
    knight: bool = False
    sword: bool = False
    shield: bool = False
    burnt: bool = False
    turned: list[box.Counter] = []

    @property
    def pile(self) -> int:
        """The number of counters that can be bought here."""
        return 0 if self.burnt else self.size

    @property
    def alike(self) -> bool:
        """Whether the known pile has one kind of counters, and so no order."""
        return len(set(self.known or ())) == 1

    def has(self, arms: box.Arms) -> bool:
        return bool(getattr(self, arms))


class Seat(msgspec.Struct, kw_only=True):
    """What everyone knows of a seat.

    `spent` is what it has paid in this round. `fresh` counts strikes not yet exchanged for gold.
    """

    power: int = 0
    glory: int = 0
    fresh: int = 0
    spent: int = 0
    at_random: bool = False  # it claims its lands at random


class Player(Seat, kw_only=True):
    """A seat. `laid` is its gold face down in the present attack, None before its turn.

    `returned` is the gold left after purchases, known to this seat only.
    """

    hand: box.Gold = msgspec.field(default_factory=no_gold)
    laid: box.Gold | None = None
    returned: box.Gold = msgspec.field(default_factory=no_gold)


class DragonCard(msgspec.Struct):
    """A dragon card on an arrow; `number` is None while it lies face down."""

    red: bool
    number: int | None = None


class Attack(msgspec.Struct):
    """A dragon card turned up, with everyone's gold and the outcome."""

    card: int
    number: int
    gold: list[box.Gold]
    winner: int | None  # the seat that took the glory, if it was prevented
    lands: list[int]  # attacked
    burnt: int = 0
    strikes: int = 0


class Turned(msgspec.Struct):
    """The knight cards turned in a battle on a land, the first `void` dragons of which are void."""

    land: int
    turned: list[box.KnightCard] = []
    void: int = 0

    @property
    def dragons(self) -> int:
        """The dragons that count."""
        return self.turned.count("dragon") - self.void

    @property
    def left(self) -> dict[box.KnightCard, int]:
        """The number of knight cards face down, by kind."""
        return {kind: n - self.turned.count(kind) for kind, n in box.KNIGHT_CARDS.items()}

    @property
    def may_stop(self) -> bool:
        """Whether a knight with a shield could stop now."""
        return self.turned[-1:] == ["shield"] and self.turned.count("shield") >= box.TO_END_IT


class Battle(Turned, tag="battle"):
    """A battle under way."""


class Fought(Turned, kw_only=True):
    """A battle that is over."""

    seat: int
    sword: bool
    shield: bool


class Spare(msgspec.Struct, tag="spare"):
    """A seat removes an attack marker."""

    seat: int


class Placing(msgspec.Struct, tag="placing"):
    """A seat puts a bought knight, sword or shield on one of its lands."""

    seat: int
    arms: box.Arms


class Arranging(msgspec.Struct, tag="arranging"):
    """A seat has looked at one of its piles and reorders it."""

    seat: int
    land: int


class Naming(msgspec.Struct, tag="naming"):
    """The regent names the winner among tied seats."""

    tied: list[int]


Pending = Battle | Spare | Placing | Arranging | Naming


class Table(msgspec.Struct, kw_only=True):
    """What everyone knows, and the questions that a state and an observation answer alike.

    `to_act` is the seat whose turn it is to claim, to place a knight, to put the stone down, to lay
    gold or to buy. `attack` counts from 0. `attacks` are this round's, once turned up. `attacked`
    are the lands with attack markers in flight order. `fought` are the battles that ended with the
    last action, `wounds` the seats that struck the dragon, in order. `out` are the counters that
    everyone saw leave the game, starting pieces included. `halfway`, which only that seat knows:
    the seat to act has laid its values but not its Xs.
    """

    options: Options
    regent: int
    to_act: int
    out: box.Counters = msgspec.field(default_factory=lambda: dict.fromkeys(box.COUNTER_COPIES, 0))
    deck: box.Gold = msgspec.field(default_factory=no_gold)
    discards: box.Gold = msgspec.field(default_factory=no_gold)
    phase: Phase = "claim"
    round: int = 0
    attack: int = 0
    cards: list[DragonCard] = []
    stone: int | None = None
    attacked: list[int] = []
    fought: list[Fought] = []
    attacks: list[Attack] = []
    pending: list[Pending] = []
    wounds: list[int] = []
    victor: int | None = None
    named: int | None = None  # the winner, if the regent had to name one
    ending: Ending | None = None
    halfway: bool = False

    @property
    def lands(self) -> Sequence[Land]:
        raise NotImplementedError

    @property
    def count(self) -> int:
        """The number of seats."""
        raise NotImplementedError

    @property
    def crown(self) -> bool:
        """Whether a slain dragon leaves one winner."""
        return self.options.mode == "crown" and self.count > 1

    @property
    def leader(self) -> int:
        """The seat that leads the present attack."""
        return (self.regent + self.attack) % self.count

    @property
    def top(self) -> Pending | None:
        return self.pending[-1] if self.pending else None

    @property
    def question(self) -> str | type:
        """What is asked now: the kind of the pending decision, or else the phase."""
        if self.pending:
            return type(self.pending[-1])
        return "xs" if self.halfway else self.phase

    @property
    def decider(self) -> int:
        """The seat that must decide while the game goes on; there is one at a time."""
        match self.top:
            case None:
                return self.to_act
            case Battle(land):
                owner = self.lands[land].owner
                assert owner is not None
                return owner
            case Naming():
                return self.regent
            case top:
                return top.seat

    @property
    def last(self) -> Attack | None:
        """The last attack of this round."""
        return self.attacks[-1] if self.attacks else None

    def seats_from(self, seat: int) -> list[int]:
        """Return every seat, clockwise from this one."""
        return [(seat + step) % self.count for step in range(self.count)]

    def standing(self, seat: int | None = None) -> list[int]:
        """Return the lands that aren't burnt, of one seat if given."""
        return [
            number
            for number, land in enumerate(self.lands)
            if not land.burnt and (seat is None or land.owner == seat)
        ]

    def flight(self, card: int, count: int) -> list[int]:
        """Return the lands that an attack from that card's start land reaches, in its order."""
        course = box.flight_from(card * box.TRACK_LENGTH)
        return [land for land in course if not self.lands[land].burnt][:count]

    def times(self, seat: int) -> int:
        """Return the points for each power of a seat, by its status."""
        if self.victor == seat:
            return box.VICTOR
        return box.FIGHTER if seat in self.wounds else box.PLAIN

    def possible_numbers(self, place: int) -> list[int]:
        """Return the possible numbers of a dragon card, as far as everyone can tell."""
        card = self.cards[place]
        if card.number is not None:
            return [card.number]
        opened = {other.number for other in self.cards}
        return [
            number
            for number in box.numbers_of(self.round)
            if number not in opened and (number >= box.LOWEST_RED) == card.red
        ]


class State(Table, kw_only=True):
    """The whole table."""

    players: list[Player]
    lands: list[Land]
    bag: box.Counters = msgspec.field(default_factory=lambda: dict(box.COUNTER_COPIES))

    @property
    def count(self) -> int:
        return len(self.players)

    @property
    def strikes(self) -> int:
        return len(self.wounds)

    @property
    def purse(self) -> int:
        """The buyer's remaining gold, hidden from everybody else."""
        buyer = self.players[self.to_act]
        return box.value(buyer.hand) - buyer.spent


def new_lands() -> list[Land]:
    return [Land(box.pile_of(number)) for number in range(box.LANDS)]
