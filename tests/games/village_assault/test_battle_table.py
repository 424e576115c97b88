"""Ruling sheet, The deck and Battle: every attacker against every defender.

The tables are written from the sheet, by hand: no figure comes from the ruleset.
"""

from itertools import product

from games.village_assault.components import CARDS, Difficulty
from games.village_assault.rules import battle
from games.village_assault.rules.battle import Battle
from tests.games.village_assault.positions import Shown, position

# Normal, at the Tower, a stack of one card, two colors, nobody else around. Rows attack, columns
# defend, in the same order. W wins, = is a tie (which wins), j is won by the lower power (a Joker
# fights), ! is an Assassin, who always wins; a dot is lost.
BASE = """
farmer    = = W W W . . . . . . = . . = = j . .
builder   = = W W W . . . . . . = . . = = j . .
princess  . . = = = . . . . . . . . . . . j . .
merchant  . . = = = . . . . . . . . . . . j . .
priest    . . = = = . . . . . . . . . . . j . .
knight    W W W W W . = . = = = W = . W W . = .
archer    W W W W W . = . = = . W = . W W . = .
golem     W W W W W . = . = = . W = . W W . = .
warrior   W W W W W = W . W W . W W . W W . W =
orc       = = W W W . . . . . . = . . = = j . .
dragon    W W W W W . W W W W = W W W W W . W W
assassin  ! ! ! ! ! ! ! ! ! ! ! ! ! ! ! ! ! ! !
ace       W W W W W . = . = = . W = . W W . = .
wizard    W W W W W W W = W W . W W = W W . W W
thief     = = W W W . . . . . . = . . = = j . .
scout     = = W W W . . . . . . = . . = = j . .
joker     . . . . . j . j . . j . . j . . . . j
goblin    W W W W W W W = W W . W W = W W . W W
hero      W W W W W W W W W W = W W W W W . W W
"""
UNITS = tuple(row.split()[0] for row in BASE.strip().splitlines())

# The sheet's powers in that position, attacking and defending, for the variations below.
POWERS = """
farmer    1 1
builder   1 1
princess  0 0
merchant  0 0
priest    0 0
knight    2 3
archer    2 2
golem     2 4
warrior   3 2
orc       1 2
dragon    5 5
assassin  1 1
ace       2 2
wizard    4 4
thief     1 1
scout     1 1
joker     2 2
goblin    4 2
hero      5 3
"""
ATTACK = {unit: int(power) for unit, power, _ in map(str.split, POWERS.strip().splitlines())}
DEFENSE = {unit: int(power) for unit, _, power in map(str.split, POWERS.strip().splitlines())}
PAIRS = tuple(product(UNITS, UNITS))


def cards_of(kind: str) -> list[str]:
    return [card for card, printed in CARDS.items() if printed.kind == kind]


def two_colors(attacker: str, defender: str) -> tuple[str, str]:
    """A card of each kind, in two different colors."""
    return next(
        (mine, theirs)
        for mine, theirs in product(cards_of(attacker), cards_of(defender))
        if CARDS[mine].color != CARDS[theirs].color
    )


def fought(
    mine: str,
    theirs: Shown,
    difficulty: Difficulty = "normal",
    *,
    at: str = "tower",
    pigs: int = 0,
    **others: Shown,
) -> Battle:
    """A hand unit against what a village shows."""
    state = position(difficulty, hand=[mine], **{at: theirs}, **others)  # type: ignore[arg-type]
    village = state.village(at)
    assert village is not None
    return battle.fight(state, mine, village, pigs)


def expected(mine: str, theirs: str, attack: int, defense: int) -> bool:
    """Who wins with these powers (ruling sheet, Battle)."""
    if mine == "assassin":
        return True
    return attack < defense if "joker" in (mine, theirs) else attack >= defense


def powers(mine: str, theirs: str) -> tuple[int, int]:
    """Both powers in the position of the table, the Knight against a Dragon included."""
    attack = ATTACK[mine] + 3 * ((mine, theirs) == ("knight", "dragon"))
    defense = DEFENSE[theirs] + 3 * ((mine, theirs) == ("dragon", "knight"))
    return attack, defense


def check(
    mine: str, theirs: str, told: Battle, attack_more: int = 0, defense_more: int = 0
) -> None:
    attack, defense = powers(mine, theirs)
    attack, defense = attack + attack_more, defense + defense_more
    assert (told.attack, told.defense) == (attack, defense), (mine, theirs)
    assert told.won is expected(mine, theirs, attack, defense), (mine, theirs)


def test_every_attacker_meets_every_defender_as_the_table_says() -> None:
    assert len(UNITS) == 19
    for row in BASE.strip().splitlines():
        mine, *cells = row.split()
        for theirs, cell in zip(UNITS, cells, strict=True):
            told = fought(*two_colors(mine, theirs))
            assert told.won is (cell != "."), (mine, theirs)
            if mine != "assassin":
                tie = told.attack == told.defense and not told.joker
                assert (tie, told.joker and told.won) == (cell == "=", cell == "j"), (mine, theirs)
            check(mine, theirs, told)


def test_units_of_the_castle_are_one_stronger() -> None:
    for mine, theirs in PAIRS:
        told = fought(*two_colors(mine, theirs), at="castle")
        check(mine, theirs, told, defense_more=1)


def test_hard_gives_the_enemy_low_score_and_you_high_score() -> None:
    """Goblin: +2 against the side with High Score; Hero: +2 for the side with Low Score."""
    for mine, theirs in PAIRS:
        told = fought(*two_colors(mine, theirs), "hard")
        lost = -2 * (mine in ("goblin", "hero"))
        check(mine, theirs, told, lost, 2 * (theirs in ("goblin", "hero")))


def test_each_pig_adds_two_to_any_attacker() -> None:
    for (mine, theirs), pigs in product(PAIRS, (1, 2)):
        told = fought(*two_colors(mine, theirs), pigs=pigs)
        check(mine, theirs, told, attack_more=2 * pigs)


def test_only_ace_and_wizard_mind_their_own_color() -> None:
    """Ace: +3 against its own color; Wizard: -3. Both attacking and defending."""
    bonus = {"ace": 3, "wizard": -3}
    tried = 0
    for mine, theirs in PAIRS:
        for one, other in product(cards_of(mine), cards_of(theirs)):
            if CARDS[one].color == CARDS[other].color and one != other:
                tried += 1
                check(mine, theirs, fought(one, other), bonus.get(mine, 0), bonus.get(theirs, 0))
    assert tried > 150


def test_an_archer_shown_elsewhere_fights_instead_with_two_more() -> None:
    for mine, theirs in PAIRS:
        if theirs == "archer":
            continue
        attacker, attacked = two_colors(mine, theirs)
        archer = next(card for card in cards_of("archer") if card not in (attacker, attacked))
        told = fought(attacker, attacked, tavern=archer)
        assert (told.defender, told.at) == (archer, "tavern")
        same = CARDS[attacker].color == CARDS[archer].color
        color = {"ace": 3, "wizard": -3}.get(mine, 0) if same else 0
        check(mine, "archer", told, attack_more=color, defense_more=2)


def test_an_orc_counts_the_stack_that_he_attacks() -> None:
    for theirs, height in product(UNITS, range(1, 6)):
        attacker, attacked = two_colors("orc", theirs)
        below = [card for card in cards_of("builder") if card != attacked]
        told = fought(attacker, [attacked, *below[: height - 1]])
        check("orc", theirs, told, attack_more=height - 1)


def test_the_height_of_a_stack_matters_to_orcs_only() -> None:
    below = ["farmer-red", "farmer-orange", "farmer-yellow"]
    for mine, theirs in PAIRS:
        attacker, attacked = two_colors(mine, theirs)
        if mine != "orc" and not {attacker, attacked} & set(below):
            check(mine, theirs, fought(attacker, [attacked, *below]))
