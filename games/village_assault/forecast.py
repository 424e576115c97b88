"""What an attack would come to, in numbers and words, before it is made.

| field of a preview | meaning |
|---|---|
| `village`, `at` | the attacked village; the defender's (another one if she steps in) |
| `unit`, `defender` | the two cards that fight |
| `attack`, `defense` | their powers with every bonus |
| `why`, `against` | `[reason, bonus]` each, on either side; «orc» adds 0: his power is a count |
| `outcome` | `sure` (Assassin), `win`, `tie` (a win), `lose`; of a Joker `under`, `not-under`; |
|  | `lose-0-1` and the like: lost with none, but won with one of the Pigs in hand |
| `won` | whether the attack wins |
| `then` | `[code, number]` of its other effects, in order: see `THEN` |
| `gold`, `most` | the least and most that the prisoners gain if it wins |
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

from games.plugin import Line, line
from games.village_assault import words
from games.village_assault.catalog import COLORS, THIEF_DRAWS
from games.village_assault.components import CARDS
from games.village_assault.rules import battle, piles
from games.village_assault.rules.battle import Battle, Field, Stack, frees

Preview = dict[str, Any]


class Table(Field, piles.Supply, Protocol):
    """What an attack's consequences depend on, besides the battle."""

    @property
    def hand(self) -> Sequence[str]: ...
    @property
    def prisoners(self) -> Sequence[str]: ...


# «+2 …»: the reason for a bonus.
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
    "lose-0-1": line("alone you lose, with 1 Pig you win"),
    "lose-0-2": line("alone you lose, with 2 Pigs you win"),
    "lose-1-2": line("with 1 Pig you lose, with 2 you win"),
    "under": line("you win with the lower power"),
    "not-under": line("you lose: the lower power wins, ties defend"),
}
# The same at a village, where the decisive words must be visible: the change that Pigs would make.
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


def outcome(table: Table, village: str, fought: Battle) -> str:
    """Return the code of `OUTCOMES`: who wins and why, or how many Pigs in hand would win."""
    if CARDS[fought.unit].kind == "assassin":
        return "sure"
    if fought.joker:
        return "under" if fought.won else "not-under"
    if fought.attack == fought.defense:
        return "tie"
    if fought.won:
        return "win"
    stack = next(stack for stack in table.villages if stack.key == village)
    for pigs in range(fought.pigs + 1, table.hand.count("pig") + 1):
        if battle.fight(table, fought.unit, stack, pigs).won:
            return f"lose-{fought.pigs}-{pigs}"
    return "lose"


def follows(table: Table, fought: Battle) -> list[tuple[str, int]]:
    """Return the attack's other effects, in the order of the rules."""
    effects = []
    kind = CARDS[fought.unit].kind
    freed = fought.won and frees(fought.defender) and bool(table.prisoners)
    if freed:
        count = len(table.prisoners)
        effects.append(("frees" if count > 1 else "frees-one", count))
    home = next(stack for stack in table.villages if stack.key == fought.at)
    face_down = home.height - 1
    if kind == "scout" and fought.won and face_down:
        effects.append(("scouts", face_down))
    if kind == "thief":
        # A freed prisoner is in the discards by then, which may become the deck.
        left = piles.can_be_drawn(table) or (freed and piles.may_reshuffle(table))
        effects.append(("draws", THIEF_DRAWS) if left else ("dry", 0))
    return effects


def preview(table: Table, village: str, fought: Battle) -> Preview:
    """Return the battle as plain data."""
    gains = piles.gains(table.prisoners, fought.defender) if fought.won else [0]
    return {
        "village": village,
        "at": fought.at,
        "unit": fought.unit,
        "defender": fought.defender,
        "attack": fought.attack,
        "defense": fought.defense,
        "why": [list(part) for part in fought.attack_parts],
        "against": [list(part) for part in fought.defense_parts],
        "outcome": outcome(table, village, fought),
        "won": fought.won,
        "then": [list(part) for part in follows(table, fought)],
        "gold": min(gains),
        "most": max(gains),
    }


def in_words(table: Table, village: str, fought: Battle) -> Line:
    """Return «5 against 4: you win; then draw 1», after a defender who steps in."""
    text = line(
        "{attack} against {defense}, {outcome}",
        attack=fought.attack,
        defense=fought.defense,
        outcome=OUTCOMES[outcome(table, village, fought)],
    )
    for code, number in follows(table, fought):
        text = line("{battle}; {then}", battle=text, then=_then(code, number))
    if fought.at == village:
        return text
    return line(
        "the {defender} from the {home} steps in, {battle}",
        defender=words.kind(fought.defender),
        home=words.village(fought.at),
        battle=text,
    )


@cache
def _then(code: str, number: int) -> Line:
    return Line(THEN[code].id, {"n": number})


def _steps_in(fought: Battle) -> Line:
    return line(
        "the {defender} from the {home} steps in",
        defender=words.kind(fought.defender),
        home=words.village(fought.at),
    )


def meets(field: Field, stack: Stack) -> dict[str, Any] | None:
    """Return what an attacker would meet before one is chosen, or None without a defender.

    The attacker's own kind and color are left out: it is a Farmer of another color.
    """
    if not battle.shows_unit(stack):
        return None
    home = battle.defender(field, stack)
    assert home.face is not None
    fought = battle.fight(field, _PLAIN[CARDS[home.face].color], stack)
    if fought.at != stack.key:
        text = _steps_in(fought)
    elif fought.joker:
        text = line("the {defender}: the lower power wins", defender=words.kind(fought.defender))
    else:
        text = line("the {defender}", defender=words.kind(fought.defender))
    return {"power": fought.defense, "at": fought.at, "joker": fought.joker, "words": text}


# A Farmer of another color than that one.
_FARMERS = [f"farmer-{color}" for color in COLORS]
_PLAIN: dict[str | None, str] = dict(zip(COLORS, [_FARMERS[-1], *_FARMERS[:-1]], strict=True))
