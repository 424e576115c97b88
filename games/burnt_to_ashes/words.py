"""The names of things, and the legal actions as people pick them: words and targets.

Targets, as `data-target` on the board:

`land:<n>`      a land, to claim it, to place something there, to buy or look there
`land:random`   claim at random
`card:<n>`      a dragon card face down on the arrow of track n (0 north, 1 east, 2 south, 3 west)
`gold:<worth>`  a gold card in hand: `gold:x`, `gold:1`, `gold:2`, `gold:3`, each touched once
`pass`          lay nothing
`buy`, `look`   what to do with the land touched before or after; `done`: nothing more
`pile:<kind>`   a counter of the pile looked at; all are touched in order, the new top first
`stop`, `spend`, `turn`   the rights in a battle
`marker:<n>`    the attack marker on land n
`seat:<n>`      the seat that the regent crowns
"""

from collections.abc import Sequence
from functools import cache

from games.burnt_to_ashes import actions as do, components as box
from games.burnt_to_ashes.actions import Action
from games.burnt_to_ashes.catalog import NAMES, TRACKS
from games.burnt_to_ashes.rules.decisions import legal_actions
from games.burnt_to_ashes.state import Battle, Placing, State, Table
from games.plugin import Choice, Line, SeatName, line, lines, listed, msg
from games.plugin.telling import Vocabulary, Worded, Wording, by_action, word, worded

PHRASES = (
    msg("I can give 2 here."),
    msg("I can give a lot here."),
    msg("I’m nearly out of gold."),
    msg("Not me."),
    msg("Who has a three?"),
    msg("Let this one burn."),
    msg("Save your gold."),
    msg("Trust me."),
    msg("Well fought!"),
    msg("Good game!"),
)

_TRACKS = tuple(TRACKS)


def land_key(land: int) -> str:
    """Return a land's short name, the same in every language: N1 to W6."""
    return f"{_TRACKS[land // box.TRACK_LENGTH][0].upper()}{land % box.TRACK_LENGTH + 1}"


@cache
def land(number: int) -> Line:
    return line("{land}", land=land_key(number))


def lands(numbers: Sequence[int]) -> Line:
    return listed([land(number) for number in numbers])


def direction(card: int) -> Line:
    return TRACKS[_TRACKS[card]]


def piece(kind: str) -> Line:
    return NAMES[kind]


def pieces(kinds: Sequence[str]) -> Line:
    return listed([piece(kind) for kind in kinds])


def card(table: Table, place: int) -> Line:
    """Return the name of a dragon card face down."""
    way = direction(place)
    if table.cards[place].red:
        return line("the red card in the {direction}", direction=way)
    return line("the yellow card in the {direction}", direction=way)


def gold_card(worth: int) -> str:
    """Return a gold card's name in targets and pieces."""
    return str(worth) if worth else "x"


def gold_cards(gold: box.Gold) -> list[str]:
    """Return the names of the cards, the most valuable first."""
    return [gold_card(worth) for worth in reversed(box.WORTHS) for _ in range(gold[worth])]


def gold(cards: box.Gold) -> Line:
    """Return «2 + 1 + 1 + X», which needs no translation."""
    return line("{cards}", cards=" + ".join(gold_cards(cards)).upper())


# The gaps in sentences: the event's field, and the word for its value.
VOCABULARY: Vocabulary = {
    "name": ("seat", SeatName),
    "whom": ("winner", SeatName),
    "land": ("land", land),
    "lands": ("lands", lands),
    "direction": ("card", direction),
    "arms": ("arms", piece),
    "counter": ("counter", piece),
    "counters": ("counters", pieces),
    "cards": ("cards", pieces),
}


def choices(state: State, seat: int) -> list[Choice[Action]]:
    """Ways to lay gold are cached: there may be hundreds, and the same recur."""
    top = 0 if state.stone is None else max(state.possible_numbers(state.stone))
    return [
        _lay(action, top)
        if isinstance(action, do.Lay)
        else worded(state, action, _WORDINGS, _VOCABULARY)
        for action in legal_actions(state, seat)
    ]


def gold_picks(gold: box.Gold) -> tuple[str, ...]:
    """Return a target for each card, the most valuable first, or the pass."""
    return tuple(f"gold:{card}" for card in gold_cards(gold)) or ("pass",)


# What incomplete picks lack, by the family of the targets to touch.
MISSING = {
    "land": line("a land"),
    "buy": line("“Buy”"),
    "look": line("“Look”"),
    "gold": line("more gold"),
    "pile": line("the next counter"),
}

_CLAIM = line("Claim a land")
_BATTLE = line("Battle")


@cache
def _at_worst(gold: int, top: int) -> dict[str, int]:
    """The lands attacked if nobody else lays anything against that number."""
    return {"gold": gold, "attacked": max(0, top - gold)}


@cache
def _group(worth: int) -> Line:
    return line("Lay {n} gold", n=worth)


@cache
def _lay(action: do.Lay, top: int) -> Choice[Action]:
    laid, worth, nothing = action.gold, box.value(action.gold), not sum(action.gold)
    text = line("Lay nothing") if nothing else line("Lay {cards}", cards=gold(laid))
    preview = _at_worst(worth, top)
    return Choice(action, text, _group(worth), gold_picks(laid), preview=preview, at_once=nothing)


@by_action
def _lay_xs(action: do.LayXs) -> Wording:
    text = lines("Add {n} X", "Add {n} Xs", action.x) if action.x else line("Add no X")
    return word(text, "Gold", *gold_picks([action.x, 0, 0, 0]), at_once=not action.x)


def _place(state: State, action: do.Place) -> Wording:
    arms = piece(state.top.arms if isinstance(state.top, Placing) else "knight")
    return word(line("Place the {arms} on {land}", arms=arms), "Place it", "land:{land}")


def _aim(state: State, action: do.Aim) -> Wording:
    label = line("Put the dragon stone on {card}", card=card(state, action.card))
    return word(label, "Dragon stone", "card:{card}")


def _turn(state: State, action: do.Turn) -> Wording:
    assert isinstance(state.top, Battle)
    left = state.top.left
    label = lines(
        "Turn the next card: {n} of {left} is a dragon",
        "Turn the next card: {n} of {left} are dragons",
        left["dragon"],
        left=sum(left.values()),
    )
    return word(label, _BATTLE, "turn", at_once=True)


_VOCABULARY: Vocabulary = {**VOCABULARY, "counters": ("order", pieces)}
_WORDINGS: dict[type, Worded[State]] = {
    do.Claim: word("Claim {land}", _CLAIM, "land:{land}"),
    do.ClaimAtRandom: word("Claim all your lands at random", _CLAIM, "land:random"),
    do.Place: _place,
    do.LayXs: _lay_xs,
    do.Aim: _aim,
    do.Buy: word(
        "Buy the top counter of {land}",
        lines("Buy for {n}", "Buy for {n}", box.COUNTER_PRICE),
        "land:{land}",
        "buy",
        at_once=True,
    ),
    do.Look: word(
        "Look at the pile of {land}",
        lines("Look for {n}", "Look for {n}", box.LOOK_PRICE),
        "land:{land}",
        "look",
        at_once=True,
    ),
    do.Done: word("Buy nothing more", "Done", "done", at_once=True),
    do.Arrange: word(
        "From the top: {counters}", "Order, from the top", "pile:{order}", ordered=True
    ),
    do.Stop: word("Stop: no strike, but remove one attack marker", _BATTLE, "stop", at_once=True),
    do.Spend: word(
        "Spend 1 power: the two dragons no longer count", _BATTLE, "spend", at_once=True
    ),
    do.Turn: _turn,
    do.TakeOff: word("Remove the attack marker from {land}", "Attack markers", "marker:{land}"),
    do.Crown: word("Crown {name}", "The crown", "seat:{seat}"),
}
