"""What an attack would come to, in numbers and words, before anyone commits to it.

| field of a preview | says |
|---|---|
| `village`, `at` | the attacked village; where the defender lives (another one if she steps in) |
| `unit`, `defender` | the two cards that fight |
| `attack`, `defence` | their powers with every bonus |
| `why`, `against` | `[reason, bonus]` each, on either side; «orc» adds 0: his power is a count |
| `outcome` | `sure` (Assassin), `win`, `tie` (a win), `lose`; of a Joker `under`, `not-under` |
| `won` | whether the attack wins |
| `gold` | what the prisoners gain if it wins |
"""

from collections.abc import Iterable, Sequence
from typing import Any

from games.plugin import Line, line
from games.village_assault import words
from games.village_assault.components import CARDS, COLOURS
from games.village_assault.rules import battle, piles
from games.village_assault.rules.battle import Battle, Field, Part, Stack

Preview = dict[str, Any]

# «+2 …»: what a bonus comes from.
REASONS: dict[str, Line] = {
    "castle": line("at home in the Castle"),
    "archer": line("stepping in"),
    "knight": line("a Knight defends well"),
    "dragon": line("against a Dragon"),
    "golem": line("a Golem defends well"),
    "builders": line("Builders elsewhere"),
    "warrior": line("a Warrior attacks well"),
    "orc": line("cards in the stack"),
    "ace": line("its own color"),
    "wizard": line("its own color"),
    "goblin": line("High Score"),
    "hero": line("Low Score"),
    "pigs": line("Pigs"),
}
OUTCOMES: dict[str, Line] = {
    "sure": line("an Assassin always wins"),
    "win": line("you win"),
    "tie": line("a tie: you win"),
    "lose": line("you lose"),
    "under": line("the lower power wins: you win"),
    "not-under": line("the lower power wins, ties defend: you lose"),
}


def outcome(fought: Battle) -> str:
    """The code of `OUTCOMES` that says who wins and why."""
    if CARDS[fought.unit].kind == "assassin":
        return "sure"
    if fought.joker:
        return "under" if fought.won else "not-under"
    if fought.attack == fought.defence:
        return "tie"
    return "win" if fought.won else "lose"


def preview(field: Field, prisoners: Sequence[str], village: str, fought: Battle) -> Preview:
    """The battle as plain data."""
    before = list(prisoners)
    gain = piles.gold([*before, fought.defender]) - piles.gold(before)
    return {
        "village": village,
        "at": fought.at,
        "unit": fought.unit,
        "defender": fought.defender,
        "attack": fought.attack,
        "defence": fought.defence,
        "why": [list(part) for part in fought.attack_parts],
        "against": [list(part) for part in fought.defence_parts],
        "outcome": outcome(fought),
        "won": fought.won,
        "gold": gain if fought.won else 0,
    }


def in_words(village: str, fought: Battle) -> Line:
    """«5 against 4: you win»; who steps in is said first."""
    said = line(
        "{attack} against {defence}, {outcome}",
        attack=fought.attack,
        defence=fought.defence,
        outcome=OUTCOMES[outcome(fought)],
    )
    if fought.at == village:
        return said
    return line(
        "the {defender} from the {home} steps in, {battle}",
        defender=words.kind(fought.defender),
        home=words.village(fought.at),
        battle=said,
    )


def told(field: Field, prisoners: Sequence[str], unit: str, stack: Stack) -> Preview:
    """A battle's preview with its words, for the board."""
    fought = battle.fight(field, unit, stack)
    shown = preview(field, prisoners, stack.key, fought)
    sides = {
        "attack": _sum(fought.attack, fought.attack_parts),
        "defence": _sum(fought.defence, fought.defence_parts),
    }
    return {
        **shown,
        "sum": line("{attack} against {defence}", **sides),
        "words": OUTCOMES[shown["outcome"]],
        "guard": None if fought.at == stack.key else _steps_in(fought),
    }


def _sum(power: int, parts: Iterable[Part]) -> str:
    """«2 + 3»: how a power comes about."""
    bonuses = [bonus for _, bonus in parts if bonus]
    added = [f" + {bonus}" if bonus > 0 else f" − {-bonus}" for bonus in bonuses]
    return f"{power - sum(bonuses)}{''.join(added)}"


def _steps_in(fought: Battle) -> Line:
    return line(
        "the {defender} from the {home} steps in",
        defender=words.kind(fought.defender),
        home=words.village(fought.at),
    )


def meets(field: Field, stack: Stack) -> dict[str, Any] | None:
    """What an attacker would meet before it is chosen; None: there is nobody to fight.

    Its own kind and color are left out: the figure is what a Farmer of another color meets.
    """
    if not battle.shows_unit(stack):
        return None
    home = battle.defender(field, stack)
    assert home.face is not None
    fought = battle.fight(field, _PLAIN[CARDS[home.face].colour], stack)
    if fought.at != stack.key:
        said = _steps_in(fought)
    elif fought.joker:
        said = line("the {defender}: the lower power wins", defender=words.kind(fought.defender))
    else:
        said = line("the {defender}", defender=words.kind(fought.defender))
    return {"power": fought.defence, "at": fought.at, "joker": fought.joker, "words": said}


# A Farmer of another color than that one.
_PLAIN: dict[str | None, str] = {
    colour: f"farmer-{COLOURS[place - 1]}" for place, colour in enumerate(COLOURS)
}
