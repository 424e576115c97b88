"""Who defends, how strong each side is, and who wins (ruling sheet, The deck, Archer and Battle).

All inputs are public, so it works on states and observations alike.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from games.village_assault import catalog, components as box, readings

Reason = Literal[
    "castle",
    "archer",
    "knight",
    "dragon",
    "golem",
    "builders",
    "warrior",
    "orc",
    "ace",
    "wizard",
    "goblin",
    "hero",
    "pigs",
]
Part = tuple[Reason, int]


class Stack(Protocol):
    """The public part of a village."""

    @property
    def key(self) -> box.VillageKey: ...
    @property
    def face(self) -> str | None: ...
    @property
    def height(self) -> int: ...


class Field(Protocol):
    """What a battle depends on."""

    @property
    def difficulty(self) -> box.Difficulty: ...
    @property
    def villages(self) -> Sequence[Stack]: ...
    @property
    def kings(self) -> Sequence[str]: ...


class Battle(NamedTuple):
    """The course of an attack.

    `at` is the defender's home, another village than the attacked one if she steps in. A power is
    its printed figure (for an Orc: the cards that he counts) plus its parts.
    """

    unit: str
    defender: str
    at: box.VillageKey
    attack: int
    defense: int
    attack_parts: tuple[Part, ...]
    defense_parts: tuple[Part, ...]
    joker: bool  # the lower power wins, and ties go to the defender
    won: bool
    pigs: int


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


def defender(field: Field, attacked: Stack) -> Stack:
    """Return the stack that defends: the strongest Archer's elsewhere, else the attacked one."""
    guards = [
        stack
        for stack in field.villages
        if stack.face is not None
        and stack.key != attacked.key
        and box.CARDS[stack.face].kind == "archer"
    ]
    if not guards:
        return attacked
    return max(guards, key=lambda guard: box.CASTLE_BONUS if _at_home_in_castle(guard, True) else 0)


def fight(field: Field, unit: str, attacked: Stack, pigs: int = 0) -> Battle:
    """Return the battle of that hand unit against that village."""
    home = defender(field, attacked)
    assert home.face is not None
    steps_in = home is not attacked
    attack, attack_parts = _attack(field, unit, home.face, attacked, pigs)
    defense, defense_parts = _defense(field, unit, home, steps_in)
    mine, theirs = box.CARDS[unit].kind, box.CARDS[home.face].kind
    joker = "joker" in (mine, theirs)
    won = mine == "assassin" or (attack < defense if joker else attack >= defense)
    return Battle(
        unit, home.face, home.key, attack, defense, attack_parts, defense_parts, joker, won, pigs
    )


def _attack(
    field: Field, unit: str, against: str, attacked: Stack, pigs: int
) -> tuple[int, tuple[Part, ...]]:
    card, enemy = box.CARDS[unit], box.CARDS[against]
    power = card.power
    parts: list[Part] = []
    if card.kind == "orc":
        power = attacked.height + (len(field.kings) if attacked.key == box.CASTLE else 0)
        parts.append(("orc", 0))
    elif card.kind == "warrior":
        parts.append(("warrior", catalog.WARRIOR_ATTACKING))
    elif card.kind == "goblin" and field.difficulty == "normal":  # the enemy holds High Score
        parts.append(("goblin", catalog.GOBLIN_BONUS))
    elif card.kind == "hero" and field.difficulty == "normal":  # you hold Low Score
        parts.append(("hero", catalog.HERO_BONUS))
    else:
        parts += _against(card.kind, card.color == enemy.color, enemy.kind)
    if pigs:
        parts.append(("pigs", catalog.PIG_BONUS * pigs))
    return power + sum(bonus for _, bonus in parts), tuple(parts)


def _defense(
    field: Field, attacker: str, home: Stack, steps_in: bool
) -> tuple[int, tuple[Part, ...]]:
    assert home.face is not None
    card, enemy = box.CARDS[home.face], box.CARDS[attacker]
    parts: list[Part] = []
    if card.kind == "archer" and steps_in:
        parts.append(("archer", catalog.ARCHER_BONUS))
    elif card.kind == "knight":
        parts.append(("knight", catalog.KNIGHT_DEFENDING))
    elif card.kind == "golem":
        parts.append(("golem", readings.GOLEM_DEFENDING))
        if builders := _builders_elsewhere(field, home):
            parts.append(("builders", readings.GOLEM_FOR_EACH_BUILDER * builders))
    elif card.kind == "goblin" and field.difficulty == "hard":  # you hold High Score
        parts.append(("goblin", catalog.GOBLIN_BONUS))
    elif card.kind == "hero" and field.difficulty == "hard":  # the enemy holds Low Score
        parts.append(("hero", catalog.HERO_BONUS))
    parts += _against(card.kind, card.color == enemy.color, enemy.kind)
    if _at_home_in_castle(home, steps_in):
        parts.append(("castle", box.CASTLE_BONUS))
    return card.power + sum(bonus for _, bonus in parts), tuple(parts)


def _against(kind: str, same_color: bool, enemy: str) -> list[Part]:
    if kind == "knight" and enemy == "dragon":
        return [("dragon", catalog.KNIGHT_AGAINST_DRAGON)]
    if kind == "ace" and same_color:
        return [("ace", catalog.ACE_AGAINST_OWN)]
    if kind == "wizard" and same_color:
        return [("wizard", catalog.WIZARD_AGAINST_OWN)]
    return []


def _builders_elsewhere(field: Field, home: Stack) -> int:
    return sum(
        stack.face is not None and stack.key != home.key and box.CARDS[stack.face].kind == "builder"
        for stack in field.villages
    )


def _at_home_in_castle(home: Stack, steps_in: bool) -> bool:
    return home.key == box.CASTLE and (readings.CASTLE_BONUS_TRAVELS or not steps_in)
