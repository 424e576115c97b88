"""The exact odds of a battle in which the owner uses the rights best."""

from functools import lru_cache
from typing import NamedTuple

from games.burnt_to_ashes.components import KNIGHT_CARDS, SPENT_AGAINST, TO_END_IT
from games.burnt_to_ashes.policy import weights
from games.burnt_to_ashes.state import Battle

_DRAGONS, _KNIGHTS = KNIGHT_CARDS["dragon"], KNIGHT_CARDS["knight"]
_SWORDS, _SHIELDS = KNIGHT_CARDS["sword"], KNIGHT_CARDS["shield"]
MOST_POWER = 3  # the most that a battle can use


class Stakes(NamedTuple):
    """The worth of each outcome to the owner, and the cost of a power."""

    win: float
    stop: float
    lose: float
    power: float


class Outlook(NamedTuple):
    """A battle's worth, and its chances of a win and a loss."""

    worth: float
    win: float
    lose: float


class Fight(NamedTuple):
    """A battle, reduced to what matters: void dragons aside, and all turned cards by kind."""

    sword: bool
    shield: bool
    power: int
    counting: int = 0
    dragons: int = 0
    knights: int = 0
    swords: int = 0
    shields: int = 0
    after_shield: bool = False


def fight_of(battle: Battle, *, sword: bool, shield: bool, power: int) -> Fight:
    turned = battle.turned
    return Fight(
        sword,
        shield,
        min(power, MOST_POWER),
        battle.dragons,
        turned.count("dragon"),
        turned.count("knight"),
        turned.count("sword"),
        turned.count("shield"),
        turned[-1:] == ["shield"],
    )


def outlook(fight: Fight, stakes: Stakes, *, turns: bool = False) -> Outlook:
    """Return the battle's outlook from here, or the average one after the next card (`turns`).

    The worths of a stop and of a power are on a scale from losing (0) to winning (1), in steps.
    Rights that the owner can't use count as 0, so that more battles are alike.
    """
    spread = max(0.01, stakes.win - stakes.lose)
    stop = round((stakes.stop - stakes.lose) / spread, 1) if fight.shield else 0.0
    power = round(stakes.power / spread, 2) if fight.power else 0.0
    shaped = (_turned if turns else _outlook)(fight, stop, power)
    return shaped._replace(worth=stakes.lose + shaped.worth * (stakes.win - stakes.lose))


@lru_cache(50_000)
def _outlook(fight: Fight, stop: float, power: float) -> Outlook:
    if fight.counting >= TO_END_IT:
        return Outlook(0.0, 0.0, 1.0)
    if fight.knights >= TO_END_IT or (fight.sword and fight.swords >= TO_END_IT):
        return Outlook(1.0, 1.0, 0.0)
    best = _turned(fight, stop, power)
    may_stop = fight.shield and fight.after_shield and fight.shields >= TO_END_IT
    if may_stop and stop > best.worth:
        best = Outlook(stop, 0.0, 0.0)
    if fight.counting == SPENT_AGAINST and fight.power > 0:
        other = _outlook(spent(fight), stop, power)
        if other.worth - power > best.worth:
            best = other._replace(worth=other.worth - power)
    return best


def spent(fight: Fight) -> Fight:
    return fight._replace(power=fight.power - 1, counting=0)


def _turned(fight: Fight, stop: float, power: float) -> Outlook:
    held = fight[:3]  # `_replace` would be too slow here
    counting, dragons, knights, swords, shields = fight[3:8]
    ways = (
        (_DRAGONS - dragons, Fight(*held, counting + 1, dragons + 1, knights, swords, shields)),
        (_KNIGHTS - knights, Fight(*held, counting, dragons, knights + 1, swords, shields)),
        (_SWORDS - swords, Fight(*held, counting, dragons, knights, swords + 1, shields)),
        (_SHIELDS - shields, Fight(*held, counting, dragons, knights, swords, shields + 1, True)),
    )
    left = sum(copies for copies, _next in ways)
    worth = win = lose = 0.0
    for copies, following in ways:
        if copies:
            ahead = _outlook(following, stop, power)
            worth += copies * ahead.worth
            win += copies * ahead.win
            lose += copies * ahead.lose
    return Outlook(worth / left, win / left, lose / left)


@lru_cache(256)
def chances(sword: bool, shield: bool, power: int) -> Outlook:
    """Return the outlook of a new battle for a knight with these arms, at usual stakes."""
    lost = weights.KNIGHT + sword * weights.SWORD + shield * weights.SHIELD
    stakes = Stakes(weights.STRIKE, 0.0, -lost, weights.SPENDING)
    return outlook(Fight(sword, shield, min(power, MOST_POWER)), stakes)
