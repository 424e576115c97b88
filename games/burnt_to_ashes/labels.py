"""The legal actions as people pick them: words and touched targets.

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
`seat:<n>`      whom the regent crowns
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from games.burnt_to_ashes import words
from games.burnt_to_ashes.actions import (
    Action,
    Aim,
    Arrange,
    Buy,
    Claim,
    ClaimAtRandom,
    Crown,
    Done,
    Lay,
    LayXs,
    Look,
    Place,
    Spend,
    Stop,
    TakeOff,
    Turn,
)
from games.burnt_to_ashes.components import COUNTER_PRICE, LOOK_PRICE, WORTHS, Gold, value
from games.burnt_to_ashes.rules import legal_actions
from games.burnt_to_ashes.rules.battles import cards_left
from games.burnt_to_ashes.state import Battle, Placing, State, possible_numbers
from games.plugin import Choice, SeatName, line, lines


def choices(state: State, seat: int) -> list[Choice[Action]]:
    """The legal actions, in the same order, as a person picks them."""
    return [_choice(state, action) for action in legal_actions(state, seat)]


def _choice(state: State, action: Action) -> Choice[Action]:
    return _MAKERS[type(action)](state, action)


def gold_picks(gold: Gold) -> tuple[str, ...]:
    """A target for each card, the dearest first; without any, the pass."""
    cards = (words.gold_card(worth) for worth in reversed(WORTHS) for _ in range(gold[worth]))
    return tuple(f"gold:{card}" for card in cards) or ("pass",)


# What picks still lack, by the family of the targets to touch.
MISSING = {
    "land": line("a land"),
    "buy": line("«Buy»"),
    "look": line("«Look»"),
    "gold": line("more gold"),
    "pile": line("the next counter"),
}

_CLAIM = line("Claim a land")
_PLACE = line("Place it")
_STONE = line("Dragon stone")
_BUY = lines("Buy for {n}", "Buy for {n}", COUNTER_PRICE)
_LOOK = lines("Look for {n}", "Look for {n}", LOOK_PRICE)
_ARRANGE = line("Order, from the top")
_BATTLE = line("Battle")
_MARKERS = line("Attack markers")
_CROWN = line("The crown")
_GOLD = line("Gold")


def _claim(state: State, action: Claim) -> Choice[Action]:
    told = line("Claim {land}", land=words.land(action.land))
    return Choice(action, told, _CLAIM, (f"land:{action.land}",))


def _claim_at_random(state: State, action: ClaimAtRandom) -> Choice[Action]:
    told = line("Claim all your lands at random")
    return Choice(action, told, _CLAIM, ("land:random",))  # for good, so it asks


def _place(state: State, action: Place) -> Choice[Action]:
    top = state.pending[-1] if state.pending else None
    arms = words.counter(top.arms if isinstance(top, Placing) else "knight")
    told = line("Place the {arms} on {land}", arms=arms, land=words.land(action.land))
    return Choice(action, told, _PLACE, (f"land:{action.land}",))


def _aim(state: State, action: Aim) -> Choice[Action]:
    card = words.card(red=state.cards[action.card].red, place=action.card)
    told = line("Put the dragon stone on {card}", card=card)
    return Choice(action, told, _STONE, (f"card:{action.card}",))


@cache
def _at_worst(gold: int, top: int) -> dict[str, int]:
    """How many lands would be attacked if nobody else laid anything against that number."""
    return {"gold": gold, "attacked": max(0, top - gold)}


@cache
def _lay_once(action: Lay, top: int) -> Choice[Action]:
    gold = action.gold
    worth = value(gold)
    told = line("Lay {cards}", cards=words.gold(gold)) if sum(gold) else line("Lay nothing")
    group = words.lay_group(worth)
    shown = _at_worst(worth, top)
    return Choice(action, told, group, gold_picks(gold), preview=shown, at_once=not sum(gold))


def _lay(state: State, action: Lay) -> Choice[Action]:
    assert state.stone is not None
    return _lay_once(action, max(possible_numbers(state, state.stone)))


@cache
def _lay_xs_once(action: LayXs) -> Choice[Action]:
    told = lines("Add {n} X", "Add {n} Xs", action.x) if action.x else line("Add no X")
    return Choice(action, told, _GOLD, gold_picks([action.x, 0, 0, 0]), at_once=not action.x)


def _lay_xs(state: State, action: LayXs) -> Choice[Action]:
    return _lay_xs_once(action)


def _buy(state: State, action: Buy) -> Choice[Action]:
    told = line("Buy the top counter of {land}", land=words.land(action.land))
    return Choice(action, told, _BUY, (f"land:{action.land}", "buy"))


def _look(state: State, action: Look) -> Choice[Action]:
    told = line("Look at the pile of {land}", land=words.land(action.land))
    return Choice(action, told, _LOOK, (f"land:{action.land}", "look"))


def _done(state: State, action: Done) -> Choice[Action]:
    return Choice(action, line("Buy nothing more"), line("Done"), ("done",), at_once=True)


def _arrange(state: State, action: Arrange) -> Choice[Action]:
    told = line("From the top: {counters}", counters=words.counters(action.order))
    picks = tuple(f"pile:{counter}" for counter in action.order)
    return Choice(action, told, _ARRANGE, picks, ordered=True)


def _stop(state: State, action: Stop) -> Choice[Action]:
    told = line("Stop: no strike, but an attack marker goes")
    return Choice(action, told, _BATTLE, ("stop",), at_once=True)


def _spend(state: State, action: Spend) -> Choice[Action]:
    told = line("Spend 1 power: the two dragons no longer count")
    return Choice(action, told, _BATTLE, ("spend",), at_once=True)


def _turn(state: State, action: Turn) -> Choice[Action]:
    battle = state.pending[-1]
    assert isinstance(battle, Battle)
    left = cards_left(battle)
    told = lines(
        "Turn the next card: {n} of {left} is a dragon",
        "Turn the next card: {n} of {left} are dragons",
        left["dragon"],
        left=sum(left.values()),
    )
    return Choice(action, told, _BATTLE, ("turn",), at_once=True)


def _take_off(state: State, action: TakeOff) -> Choice[Action]:
    told = line("Take the attack off {land}", land=words.land(action.land))
    return Choice(action, told, _MARKERS, (f"marker:{action.land}",))


def _crown(state: State, action: Crown) -> Choice[Action]:
    told = line("Crown {name}", name=SeatName(action.seat))
    return Choice(action, told, _CROWN, (f"seat:{action.seat}",))


_MAKERS: dict[type, Callable[[State, Any], Choice[Action]]] = {
    Claim: _claim,
    ClaimAtRandom: _claim_at_random,
    Place: _place,
    Aim: _aim,
    Lay: _lay,
    LayXs: _lay_xs,
    Buy: _buy,
    Look: _look,
    Done: _done,
    Arrange: _arrange,
    Stop: _stop,
    Spend: _spend,
    Turn: _turn,
    TakeOff: _take_off,
    Crown: _crown,
}
