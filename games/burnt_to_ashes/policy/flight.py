"""The worth of attacks: burnt lands, fallen knights, strikes."""

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from games.burnt_to_ashes.components import ATTACKS, TRACK_LENGTH, flight_from
from games.burnt_to_ashes.policy import odds, weights
from games.burnt_to_ashes.state import State

FAR = 8  # the most lands that a dragon card attacks
NEAR = (0.45, 0.3, 0.15, 0.1)  # the chances that an attack reaches that many lands of a track
_COURSES = tuple(flight_from(card * TRACK_LENGTH) for card in range(ATTACKS))


class Target(NamedTuple):
    """A land under attack, reduced to what matters, so that equivalent lands are equal."""

    worth: float  # lost if it burns; 0 with a knight, whose fall saves the land
    knight: bool = False
    sword: bool = False
    shield: bool = False
    power: int = 0
    lonely: float = 1.0  # the knight's worth, more if there are few


Targets = tuple[Target, ...]
_Fact = tuple[int | None, int, bool, bool, bool]  # owner, pile, knight, sword, shield
Kingdom = tuple[Target | None, ...]  # every land; None once burnt


def kingdom(state: State, seat: int, *, ahead: bool = False) -> Kingdom:
    """Return every land as a target, from a seat's point of view.

    `ahead`: for attacks to come, in which an owner's knights have to share the power.
    """
    facts = tuple(
        [
            None if land.burnt else (land.owner, land.size, land.knight, land.sword, land.shield)
            for land in state.lands
        ]
    )
    powers = tuple([player.power for player in state.players])
    return _kingdom(facts, powers, seat if state.crown else None, ahead)


@lru_cache(500)
def _kingdom(
    facts: tuple[_Fact | None, ...], powers: tuple[int, ...], own: int | None, ahead: bool
) -> Kingdom:
    standing = [fact for fact in facts if fact is not None]
    scarce = weights.LAND * (1 + weights.FEW_LANDS / max(1, len(standing)))
    knights = sum(knight for _owner, _size, knight, _sword, _shield in standing)
    lonely = round(1 + weights.LONELY / max(1, knights), 2)
    share = []
    for owner, power in enumerate(powers):
        mine = sum(fact[0] == owner and fact[2] for fact in standing) if ahead else 1
        share.append(min(odds.MOST_POWER, -(-power // max(1, mine))))

    def target(fact: _Fact) -> Target:
        owner, size, knight, sword, shield = fact
        if knight:
            power = share[owner] if owner is not None else 0
            return Target(0.0, knight, sword, shield, power, lonely)
        worth = scarce + weights.COUNTER_HERE * size
        if own is not None:
            worth *= weights.OWN if owner == own else weights.THEIRS
        worth += sword * weights.SWORD / 2 + shield * weights.SHIELD / 2
        return Target(round(worth, 2), knight, sword, shield, 0, lonely)

    return tuple(None if fact is None else target(fact) for fact in facts)


def course(lands: Kingdom, card: int, most: int = FAR) -> Targets:
    """Return the lands that an attack from this card may reach, in flight order."""
    ahead = (target for land in _COURSES[card] if (target := lands[land]) is not None)
    return tuple(islice(ahead, most))


@lru_cache(20_000)
def attack(hit: Targets) -> float:
    """Return the outcome of an attack on these lands, in lands gained or (negative) lost."""
    bare = tuple(sorted((one.worth for one in hit if not one.knight), reverse=True))
    return _battles(tuple(one for one in hit if one.knight), bare)


@lru_cache(30_000)
def _battles(knights: Targets, bare: tuple[float, ...]) -> float:
    """The first knight fights; a winner saves the most valuable bare land and fights again."""
    if not knights:
        return -sum(bare)
    first, *rest = knights
    others = tuple(rest)
    outlook = odds.chances(first.sword, first.shield, first.power)
    again = Target(0.0, True, first.sword, first.shield, max(0, first.power - 1), first.lonely)
    if bare:
        after = _battles((again, *others), bare[1:])
    elif others:
        after = max(_battles(others, ()), _battles((again, *others[1:]), ()))
    else:
        after = 0.0
    loss = arms_worth(first)
    fallen = _battles(others, bare) - loss * (first.lonely - 1)
    return outlook.worth + (1 - outlook.lose) * after + outlook.lose * fallen


def arms_worth(knight: Target) -> float:
    """Return what is lost with a knight, at usual stakes."""
    return weights.KNIGHT + knight.sword * weights.SWORD + knight.shield * weights.SHIELD


@lru_cache(10_000)
def curve(ahead: Targets) -> tuple[float, ...]:
    """Return the outcomes of attacks on the first 0, 1, 2 … lands of a course."""
    return tuple(attack(ahead[:count]) for count in range(len(ahead) + 1))


@lru_cache(10_000)
def _posture(ahead: Targets) -> float:
    worths = curve(ahead)
    return sum(
        share * worths[min(count, len(worths) - 1)] for count, share in enumerate(NEAR, start=1)
    )


@lru_cache(2_000)
def posture(lands: Kingdom) -> float:
    """Return the kingdom's prospects if the dragon goes a little way along each track."""
    return sum(_posture(course(lands, card, len(NEAR))) for card in range(ATTACKS))
