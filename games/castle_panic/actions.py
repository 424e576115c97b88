"""Everything anyone may do. Cards and tokens are named by kind, monsters by how they differ."""

from typing import Annotated

from msgspec import Meta, Struct

from games.castle_panic.components import Colour, Fighter, MonsterKind
from games.castle_panic.state import Monster

Arc = Annotated[int, Meta(ge=1, le=6)]
Ring = Annotated[int, Meta(ge=0, le=4)]
Card = Annotated[str, Meta(max_length=20)]
Token = Annotated[str, Meta(max_length=20)]
Seat = Annotated[int, Meta(ge=0, le=5)]


class Target(Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """A monster on the board. Monsters equal in all this are interchangeable."""

    arc: Arc
    ring: Ring
    kind: MonsterKind
    points: Annotated[int, Meta(ge=1, le=3)]
    tarred: bool = False


def target_of(monster: Monster) -> Target:
    return Target(monster.arc, monster.ring, monster.kind, monster.points, monster.tarred)


class _Tagged(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Named by `type` in JSON."""


class Open(_Tagged, tag="open", frozen=True):
    """Put the opening monsters into the Archer ring: one kind an arc, from arc 1 on."""

    arcs: Annotated[tuple[MonsterKind, ...], Meta(min_length=6, max_length=6)]


class OpenAtRandom(_Tagged, tag="open-at-random", frozen=True):
    """Let chance put the opening monsters down."""


class OwnTower(_Tagged, tag="own-tower", frozen=True):
    """Choose one's own tower (A Man's Home Is His Castle)."""

    arc: Arc


class Exchange(_Tagged, tag="exchange", frozen=True):
    """Phase 2: discard these cards and draw as many; none: keep all."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=2)] = ()


class OfferTrade(_Tagged, tag="offer", frozen=True):
    """Phase 3: one own card for one of a partner's."""

    partner: Seat
    give: Card
    take: Card


class Accept(_Tagged, tag="accept", frozen=True):
    """Accept the open offer."""


class Decline(_Tagged, tag="decline", frozen=True):
    """Decline the open offer."""


class Counter(_Tagged, tag="counter", frozen=True):
    """Answer with another pair: the active player's `give` for the own `take`."""

    give: Card
    take: Card


class Withdraw(_Tagged, tag="withdraw", frozen=True):
    """Take the own open offer back."""


class EndTrade(_Tagged, tag="end-trade", frozen=True):
    """Go on to playing cards."""


class Hit(_Tagged, tag="hit", frozen=True):
    """An archer, knight, swordsman or hero hits a monster; with Nice Shot it is slain."""

    card: Card
    target: Target
    nice_shot: bool = False


class AllForOne(_Tagged, tag="all-for-one", frozen=True):
    """One archer, knight and swordsman of a color slay a monster; `any` is an Any Color card."""

    colour: Colour
    target: Target
    any: Fighter | None = None


class Barbarian(_Tagged, tag="barbarian", frozen=True):
    """Slay a monster anywhere but in the Forest."""

    target: Target


class DriveBack(_Tagged, tag="drive-back", frozen=True):
    """Send a monster back to the Forest of its arc."""

    target: Target


class TarIt(_Tagged, tag="tar", frozen=True):
    """Stop a monster until the next player's turn."""

    target: Target


class Fortify(_Tagged, tag="fortify", frozen=True):
    """Put a Fortify token on a wall."""

    arc: Arc


class Rebuild(_Tagged, tag="rebuild", frozen=True):
    """Brick and Mortar: a new wall."""

    arc: Arc


class Missing(_Tagged, tag="missing", frozen=True):
    """No new monsters this turn."""


class DrawTwo(_Tagged, tag="draw-two", frozen=True):
    """Draw two cards."""


class Scavenge(_Tagged, tag="scavenge", frozen=True):
    """Take a card out of the discard pile."""

    card: Card


class EndPlay(_Tagged, tag="end-play", frozen=True):
    """Let the monsters move."""


class TakeDamage(_Tagged, tag="take-damage", frozen=True):
    """Choose which of the monsters that struck together takes the damage."""

    kind: MonsterKind
    points: Annotated[int, Meta(ge=1, le=3)]


class GiveUp(_Tagged, tag="give-up", frozen=True):
    """Discard a card because a token says so."""

    card: Card


class Place(_Tagged, tag="place", frozen=True):
    """The Overlord puts one monster into the Forest of an arc of choice."""

    token: Token
    arc: Arc


class Play(_Tagged, tag="play", frozen=True):
    """The Overlord plays a token; the die places monsters and boulders."""

    token: Token


class Stop(_Tagged, tag="stop", frozen=True):
    """The Overlord plays no more tokens this turn."""


Action = (
    Open
    | OpenAtRandom
    | OwnTower
    | Exchange
    | OfferTrade
    | Accept
    | Decline
    | Counter
    | Withdraw
    | EndTrade
    | Hit
    | AllForOne
    | Barbarian
    | DriveBack
    | TarIt
    | Fortify
    | Rebuild
    | Missing
    | DrawTwo
    | Scavenge
    | EndPlay
    | TakeDamage
    | GiveUp
    | Place
    | Play
    | Stop
)
