"""The result of an attack, in numbers and words, before it is made.

A preview has the attacked `village` and the defender's, `at` (another one if she steps in); the two
cards, their powers, and the bonuses in these (`why`, `against`: reason and number; an Orc's adds 0,
as his power is a count); the winner, and the code of `OUTCOMES` for it («lose-0-1»: it would lose
alone and win with one Pig); other effects in order (`then`: code of `THEN` and number); the least
and the most gold that the prisoners gain.
"""

from functools import cache
from typing import Any

from games.plugin import Line, line
from games.plugin.telling import filled
from games.village_assault import words
from games.village_assault.catalog import COLORS, FIGURES
from games.village_assault.components import CARDS
from games.village_assault.rules import battle, piles
from games.village_assault.rules.battle import Battle
from games.village_assault.state import Stack, Table

# «+2 …»: the reason for a bonus.
REASONS: dict[str, Line] = {
    "castle": line("at home in the Castle"),
    "archer": line("stepping in"),
    "knight": line("Knight defending"),
    "dragon": line("against a Dragon"),
    "golem": line("Golem defending"),
    "builders": line("for Builders elsewhere"),
    "warrior": line("Warrior attacking"),
    "orc": line("cards in the stack"),
    "ace": line("against its own color"),
    "wizard": line("against its own color"),
    "goblin": line("against High Score"),
    "hero": line("for Low Score"),
    "pigs": line("from Pigs"),
}
OUTCOMES: dict[str, Line] = {
    "sure": line("an Assassin always wins"),
    "win": line("you win"),
    "tie": line("a tie: you win"),
    "lose": line("you lose"),
    "lose-0-1": line("you lose alone but win with 1 Pig"),
    "lose-0-2": line("you lose alone but win with 2 Pigs"),
    "lose-1-2": line("you lose with 1 Pig but win with 2"),
    "under": line("you win with the lower power"),
    "not-under": line("you lose: lower power wins, ties to defender"),
}
# The same at a village, where the decisive words must be visible: the effect of Pigs.
SHOWN: dict[str, Line] = {
    **OUTCOMES,
    "lose-0-1": line("you win with 1 Pig"),
    "lose-0-2": line("you win with 2 Pigs"),
    "lose-1-2": line("you win with 2 Pigs"),
}
# An attack's other effects. `{n}` stays in the number's place, for board.js to fill.
THEN: dict[str, Line] = {
    "frees": line("you lose a random prisoner"),
    "frees-one": line("you lose your only prisoner"),
    "scouts": line("the next face-down card is discarded"),
    "draws": line("draw {n}", n="{n}"),
    "dry": line("no card is left to draw"),
}
# All words for board.js.
WORDS = {
    **SHOWN,
    **{f"why-{code}": said for code, said in REASONS.items()},
    **{f"then-{code}": said for code, said in THEN.items()},
}


def outcome(table: Table, fought: Battle) -> str:
    """Return the code of `OUTCOMES`: who wins and why, or how many Pigs in hand would win."""
    if CARDS[fought.unit].kind == "assassin":
        return "sure"
    if fought.joker:
        return "under" if fought.won else "not-under"
    if fought.attack == fought.defense:
        return "tie"
    if fought.won:
        return "win"
    stack = next(stack for stack in table.villages if stack.key == fought.village)
    for pigs in range(fought.pigs + 1, table.hand.count("pig") + 1):
        if battle.fight(table, fought.unit, stack, pigs).won:
            return f"lose-{fought.pigs}-{pigs}"
    return "lose"


def follows(table: Table, fought: Battle) -> list[tuple[str, int]]:
    """Return the attack's other effects, in the order of the rules."""
    effects = []
    kind = CARDS[fought.unit].kind
    freed = fought.won and battle.frees(fought.defender) and bool(table.prisoners)
    if freed:
        count = len(table.prisoners)
        effects.append(("frees" if count > 1 else "frees-one", count))
    home = next(stack for stack in table.villages if stack.key == fought.at)
    face_down = battle.height(home) - 1
    if kind == "scout" and fought.won and face_down:
        effects.append(("scouts", face_down))
    if kind == "thief":
        # By then a freed prisoner is in the discards, which may become the deck.
        left = piles.can_be_drawn(table) or (freed and piles.may_reshuffle(table))
        effects.append(("draws", FIGURES["thief"]["draws"]) if left else ("dry", 0))
    return effects


def preview(table: Table, fought: Battle) -> dict[str, Any]:
    gains = piles.gains(table.prisoners, fought.defender) if fought.won else [0]
    same = ("village", "at", "unit", "defender", "attack", "defense", "won")
    return {name: getattr(fought, name) for name in same} | {
        "why": [list(part) for part in fought.attack_parts],
        "against": [list(part) for part in fought.defense_parts],
        "outcome": outcome(table, fought),
        "then": [list(part) for part in follows(table, fought)],
        "gold": min(gains),
        "most": max(gains),
    }


def in_words(table: Table, fought: Battle) -> Line:
    """Return «5 against 4: you win; then draw 1», preceded by a defender who steps in."""
    text = line(
        "{attack} against {defense}, {outcome}",
        attack=fought.attack,
        defense=fought.defense,
        outcome=OUTCOMES[outcome(table, fought)],
    )
    for code, number in follows(table, fought):
        text = line("{battle}; {then}", battle=text, then=_then(code, number))
    if fought.at == fought.village:
        return text
    told = line("the {defender} from the {home} steps in, {battle}", battle=text)
    return _met(told, fought)


@cache
def _then(code: str, number: int) -> Line:
    return Line(THEN[code].id, {"n": number})


def _met(told: Line, fought: Battle) -> Line:
    names = {"defender": words.kind(fought.defender), "home": words.village(fought.at)}
    return filled(told, names, {})


def meets(table: Table, stack: Stack) -> dict[str, Any] | None:
    """Return the defense that any attacker would meet, or None without a defender.

    The attacker's own kind and color don't count: it is a Farmer of another color.
    """
    if not battle.shows_unit(stack):
        return None
    home = battle.defender(table, stack)
    assert home.face is not None
    fought = battle.fight(table, _PLAIN[CARDS[home.face].color], stack)
    told = line("the {defender}: the lower power wins") if fought.joker else line("the {defender}")
    if fought.at != stack.key:
        told = line("the {defender} from the {home} steps in")
    return {"power": fought.defense, "at": fought.at, "words": _met(told, fought)}


# Farmers, to choose one of another color than the defender.
_FARMERS = [f"farmer-{color}" for color in COLORS]
_PLAIN: dict[str | None, str] = dict(zip(COLORS, [_FARMERS[-1], *_FARMERS[:-1]], strict=True))
