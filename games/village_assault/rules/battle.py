"""The defender, the powers, and the winner of a battle (ruling sheet, The deck, Archer, Battle).

All inputs are public, so this works on states and observations alike.
"""

from functools import cache
from typing import NamedTuple

from games.village_assault import components as box
from games.village_assault.catalog import CASTLE_BONUS_TRAVELS, FIGURES
from games.village_assault.state import Stack, Table

Part = tuple[str, int]  # a reason and its bonus: see `forecast.REASONS`


def _bonus(name: str) -> dict[str, int]:
    return {kind: figures[name] for kind, figures in FIGURES.items() if name in figures}


# The bonuses of kinds. Goblins and Heroes get theirs when attacking on Normal, where you hold Low
# Score and the enemy High Score, and when defending on Hard. An Orc's is a count, in place of his
# power.
_ATTACKING, _DEFENDING = {"orc": 0, **_bonus("attacking")}, _bonus("defending")
_BY_SCORE_CARD, _AGAINST_OWN_COLOR = _bonus("score"), _bonus("color")


class Battle(NamedTuple):
    """The course of an attack.

    `at` is the defender's home, which isn't the attacked village if she steps in. A power is its
    printed figure (for an Orc: the cards that he counts) plus its parts.
    """

    unit: str
    village: box.VillageKey
    defender: str
    at: box.VillageKey
    attack: int
    defense: int
    attack_parts: tuple[Part, ...]
    defense_parts: tuple[Part, ...]
    joker: bool  # the lower power wins, and ties go to the defender
    won: bool
    pigs: int


def height(stack: Stack) -> int:
    """Return the number of cards in the stack, without its building."""
    return len(stack.down) + (stack.face is not None)


def is_free(stack: Stack) -> bool:
    """Whether the village's card is taken without a fight."""
    if stack.face is None:
        return False
    card = box.CARDS[stack.face]
    return card.is_animal or (card.kind in box.FREE_PRISONERS and stack.key != box.CASTLE)


def shows_unit(stack: Stack) -> bool:
    """Whether the village shows a unit to attack."""
    return stack.face is not None and not box.CARDS[stack.face].is_animal


def frees(card: str) -> bool:
    """Whether that unit's defeat first costs a prisoner."""
    return box.CARDS[card].kind in ("thief", "scout")


def defender(table: Table, attacked: Stack) -> Stack:
    """Return the defending stack: that of the strongest Archer elsewhere, else the attacked one."""
    guards = _shown_elsewhere(table, attacked, "archer")
    return max(guards, key=lambda guard: _in_castle(guard, steps_in=True), default=attacked)


def fight(table: Table, unit: str, attacked: Stack, pigs: int = 0) -> Battle:
    home = defender(table, attacked)
    assert home.face is not None
    mine, theirs = box.CARDS[unit], box.CARDS[home.face]
    normal, steps_in = table.difficulty == "normal", home is not attacked
    attack = [*_bonuses(unit, home.face, attacking=True, by_score_card=normal)]
    if pigs:
        attack.append(("pigs", FIGURES["pig"]["helping"] * pigs))
    defense = [*_bonuses(home.face, unit, attacking=False, by_score_card=not normal)]
    defense += _standing(table, home, steps_in=steps_in)
    power = counted(table, attacked) if mine.kind == "orc" else mine.power
    power += sum(bonus for _, bonus in attack)
    against = theirs.power + sum(bonus for _, bonus in defense)
    joker = "joker" in (mine.kind, theirs.kind)
    won = mine.kind == "assassin" or (power < against if joker else power >= against)
    sides = power, against, tuple(attack), tuple(defense)
    return Battle(unit, attacked.key, home.face, home.key, *sides, joker, won, pigs)


def counted(table: Table, attacked: Stack) -> int:
    """Return the power of an Orc who attacks there: the cards that he counts."""
    return height(attacked) + (len(table.kings) if attacked.key == box.CASTLE else 0)


def standing(table: Table, home: Stack, *, steps_in: bool) -> int:
    """Return a defender's bonuses from its home and from the cards that other villages show."""
    return sum(bonus for _, bonus in _standing(table, home, steps_in=steps_in))


def _standing(table: Table, home: Stack, *, steps_in: bool) -> list[Part]:
    parts = []
    kind = box.CARDS[home.face or ""].kind
    if kind == "archer" and steps_in:
        parts.append(("archer", FIGURES["archer"]["guarding"]))
    elif kind == "golem" and (builders := _shown_elsewhere(table, home, "builder")):
        parts.append(("builders", FIGURES["golem"]["builder"] * len(builders)))
    if _in_castle(home, steps_in=steps_in):
        parts.append(("castle", box.CASTLE_BONUS))
    return parts


@cache  # a search asks for the same pairs again and again
def _bonuses(unit: str, other: str, *, attacking: bool, by_score_card: bool) -> tuple[Part, ...]:
    """A unit's bonuses on its side: its own, by the score cards' holder, and against its enemy."""
    card, enemy = box.CARDS[unit], box.CARDS[other]
    sides = [_ATTACKING if attacking else _DEFENDING, _BY_SCORE_CARD if by_score_card else {}]
    sides.append(_AGAINST_OWN_COLOR if card.color == enemy.color else {})
    parts = [(card.kind, side[card.kind]) for side in sides if card.kind in side]
    if card.kind == "knight" and enemy.kind == "dragon":
        parts.append(("dragon", FIGURES["knight"]["dragon"]))
    return tuple(parts)


def _shown_elsewhere(table: Table, home: Stack, kind: str) -> list[Stack]:
    return [
        stack
        for stack in table.villages
        if stack.face is not None and stack.key != home.key and box.CARDS[stack.face].kind == kind
    ]


def _in_castle(home: Stack, *, steps_in: bool) -> bool:
    return home.key == box.CASTLE and (CASTLE_BONUS_TRAVELS or not steps_in)
