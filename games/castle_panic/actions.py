"""All actions of the game. Cards and tokens are named by kind, monsters by their features."""

from typing import Annotated

from msgspec import Meta, Struct, field

from games.castle_panic.components import Color, Fighter, MonsterKind
from games.castle_panic.state import Monster
from games.plugin import Tagged

Arc = Annotated[int, Meta(ge=1, le=6)]
Ring = Annotated[int, Meta(ge=0, le=4)]
Card = Annotated[str, Meta(max_length=20)]
Token = Annotated[str, Meta(max_length=20)]
Seat = Annotated[int, Meta(ge=0, le=5)]


class Target(Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """A monster on the board. Equal targets are interchangeable."""

    arc: Arc
    ring: Ring
    kind: MonsterKind
    points: Annotated[int, Meta(ge=1, le=3)]
    tarred: bool = False

    @property
    def touch(self) -> str:
        """The monster's target name on the board."""
        name = f"monster:{self.arc}:{self.ring}:{self.kind}:{self.points}"
        return f"{name}:tar" if self.tarred else name


def target_of(monster: Monster) -> Target:
    return Target(monster.arc, monster.ring, monster.kind, monster.points, monster.tarred)


class Open(Tagged, tag="open"):
    """Put the opening monsters into the Archer ring: one kind per arc, from arc 1 on."""

    arcs: Annotated[tuple[MonsterKind, ...], Meta(min_length=6, max_length=6)]


class OpenAtRandom(Tagged, tag="open-at-random"):
    """Let chance put the opening monsters down."""


class _InArc(Tagged):
    arc: Arc


class _OfCard(Tagged):
    card: Card


class _AtMonster(Tagged):
    target: Target


class OwnTower(_InArc, tag="own-tower"):
    """Choose the player's own tower (A Man's Home Is His Castle)."""


class Exchange(Tagged, tag="exchange"):
    """Phase 2: discard these cards and draw as many new ones; none: keep all."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=2)] = ()


class OfferTrade(Tagged, tag="offer"):
    """Phase 3: one own card for one of a partner's."""

    partner: Seat
    give: Card
    take: Card


class Accept(Tagged, tag="accept"):
    """Accept the open offer."""


class Decline(Tagged, tag="decline"):
    """Decline the open offer."""


class Counter(Tagged, tag="counter"):
    """Answer with another pair: the active player's `give` for the partner's `take`."""

    give: Card
    take: Card


class Withdraw(Tagged, tag="withdraw"):
    """Take back the player's own open offer."""


class EndTrade(Tagged, tag="end-trade"):
    """Go on to playing cards."""


class Hit(Tagged, tag="hit"):
    """An archer, knight, swordsman or hero hits a monster, or with Nice Shot slays it."""

    card: Card
    target: Target
    nice_shot: bool = False


class AllForOne(Tagged, tag="all-for-one"):
    """One archer, knight and swordsman of a color slay a monster; `any` is an Any Color card."""

    color: Color = field(name="colour")  # the spelling of records
    target: Target
    any: Fighter | None = None


class Barbarian(_AtMonster, tag="barbarian"):
    """Slay a monster anywhere but in the Forest."""


class DriveBack(_AtMonster, tag="drive-back"):
    """Send a monster back to the Forest of its arc."""


class TarIt(_AtMonster, tag="tar"):
    """Stop a monster until the next player's turn."""


class Fortify(_InArc, tag="fortify"):
    """Put a Fortify token on a wall."""


class Rebuild(_InArc, tag="rebuild"):
    """Brick and Mortar: a new wall."""


class Missing(Tagged, tag="missing"):
    """No new monsters this turn."""


class DrawTwo(Tagged, tag="draw-two"):
    """Draw two cards."""


class Scavenge(_OfCard, tag="scavenge"):
    """Take a card out of the discard pile."""


class EndPlay(Tagged, tag="end-play"):
    """Let the monsters move."""


class TakeDamage(Tagged, tag="take-damage"):
    """Choose which of the monsters that struck together takes the damage."""

    kind: MonsterKind
    points: Annotated[int, Meta(ge=1, le=3)]


class GiveUp(_OfCard, tag="give-up"):
    """Discard a card because a token says so."""


class Place(Tagged, tag="place"):
    """The Overlord puts one monster into the Forest of a chosen arc."""

    token: Token
    arc: Arc


class Play(Tagged, tag="play"):
    """The Overlord plays a token; the die places monsters and boulders."""

    token: Token


class Stop(Tagged, tag="stop"):
    """The Overlord plays no more tokens this turn."""


# A play of a single card without variants has that card's key for its tag.
Setup = Open | OpenAtRandom | OwnTower
Answer = Accept | Decline | Counter | Withdraw
Aimed = Hit | AllForOne | Barbarian | DriveBack | TarIt  # at a monster
CardPlay = Aimed | Fortify | Rebuild | Missing | DrawTwo | Scavenge
LordPlay = Place | Play | Stop
Turn = Exchange | OfferTrade | Answer | EndTrade | CardPlay | EndPlay | TakeDamage | GiveUp
Action = Setup | Turn | LordPlay
