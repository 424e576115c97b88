"""The legal actions as people pick them: words, targets and previews.

Targets are `hand:<kind>` (once for each card), `stall:<cost>`, `deck`, and `token:<treasure>` if
the cards alone don't name the treasure; it may also go with any other bribe of it.
"""

from functools import cache, partial
from typing import Any

from msgspec.structs import asdict, replace

from games.burn_my_village import components as box, rules, scoring, words
from games.burn_my_village.actions import Action, Bribe, Draw, Payment, Visit
from games.burn_my_village.catalog import CARDS
from games.burn_my_village.state import State
from games.plugin import Choice, Line, line, lines, msg

# What incomplete picks lack.
MISSING = {
    "hand": line("cards from your hand"),
    "stall+hand": line("cards from your hand to pay with"),
    "stall": line("a stall"),
    "token": line("the treasure you add to"),
    "stall+token": line("what the dragon curses"),
}

_BRIBE_GROUPS = {
    treasure: line("Bribe with {treasures}", treasures=CARDS[treasure].plural)
    for treasure in box.TREASURES
}
_STALL_GROUPS = {stall: line("Stall {stall}", stall=stall) for stall in box.STALL_COSTS}


def choices(state: State, seat: int) -> list[Choice[Action]]:
    """Return every legal action with label, group, picks and preview, in the rules' order.

    Equal lines, picks and previews are the same objects: there may be more than a thousand choices,
    and the page gets each object once.
    """
    forecast = cache(partial(_forecast, state, seat))
    return [
        replace(choice, preview=forecast(*move)) if (move := _move(choice.action)) else choice
        for choice in bare_choices(state, seat)
    ]


def bare_choices(state: State, seat: int) -> list[Choice[Action]]:
    """Return the same without previews."""
    last = not state.deck_size
    return [_choice(state, action, last) for action in rules.legal_actions(state, seat)]


def _choice(state: State, action: Action, last: bool) -> Choice[Action]:
    """`last`: the deck is empty."""
    if isinstance(action, Draw):
        return _draw(action, last)
    spaces = 0
    if move := _move(action):
        start, goal = rules.way(state.track, *move)
        spaces = abs(goal - start)
    if isinstance(action, Bribe):
        return _bribe(action, spaces, last)
    return _visit(action, spaces, len(state.stalls[action.stall]))


def _move(action: Action) -> tuple[box.Treasure, int] | None:
    """The token that the action moves, and the spaces up (negative: down)."""
    if isinstance(action, Bribe):
        return action.treasure, action.count + action.wilds
    if isinstance(action, Visit) and action.cursed:
        return action.cursed, -action.stall
    return None


def _forecast(state: State, seat: int, treasure: box.Treasure, spaces: int) -> dict[str, Any]:
    """What the board can't compute: the token's way, and each seat's points afterwards.

    A token climbs one space for each card that the seat lays.
    """
    track, start, goal = rules.moved(state.track, treasure, spaces)
    points = [scoring.table_points(player, track) for player in state.players]
    points[seat] += max(0, spaces) * box.SPACE_VALUES[goal]
    return {"token": treasure, "from": start, "to": goal, "points": points}


@cache
def _draw(draw: Draw, last: bool) -> Choice[Action]:
    ends = line("Draw from the empty deck: the game ends")
    label = ends if last else line("Draw the top card")
    return Choice(draw, label, line("Draw"), ("deck",))


@cache
def _bribe(bribe: Bribe, spaces: int, last: bool) -> Choice[Action]:
    effect = _climb(bribe.treasure, spaces, last)
    picks = (f"hand:{bribe.treasure}",) * bribe.count + (f"hand:{box.WILD}",) * bribe.wilds
    gift, token = words.gift(bribe.treasure, bribe.count, bribe.wilds), f"token:{bribe.treasure}"
    if bribe.count:
        label, along = line("Bribe with {gift}: {effect}", gift=gift, effect=effect), token
    else:
        text = msg("Add {gift} to your {treasures}: {effect}")
        label = line(text, gift=gift, treasures=CARDS[bribe.treasure].plural, effect=effect)
        picks, along = (*picks, token), ""
    return Choice(bribe, label, _BRIBE_GROUPS[bribe.treasure], picks, along=along)


@cache
def _climb(treasure: box.Treasure, spaces: int, last: bool) -> Line:
    if last:
        effect = _climb(treasure, spaces, last=False)
        return line("{effect}, and because the deck is empty, the game ends", effect=effect)
    name = CARDS[treasure].word
    if not spaces:
        return line("the {treasure} is already at the top", treasure=name)
    return lines(
        "the {treasure} climbs {n} space", "the {treasure} climbs {n} spaces", spaces, treasure=name
    )


@cache
def _visit(visit: Visit, spaces: int, column: int) -> Choice[Action]:
    group, stall = _STALL_GROUPS[visit.stall], f"stall:{visit.stall}"
    if visit.cursed is None:
        label = lines(
            "Take the only card from the free stall",
            "Take the {n} cards from the free stall",
            column,
        )
        return Choice(visit, label, group, (stall,))
    label = line(
        "Pay {payment} at stall {stall}: take {column}, {effect}",
        payment=_payment(visit.paid),
        stall=visit.stall,
        column=_column(column),
        effect=_fall(visit.cursed, spaces),
    )
    paid = rules.paid_cards(visit)
    cards = tuple(f"hand:{kind}" for kind, n in paid.items() for _ in range(n))
    several = len(paid.keys() - {box.WILD}) > 1
    curse = (f"token:{visit.cursed}",) if several else ()
    return Choice(visit, label, group, (stall, *cards, *curse))


@cache
def _fall(treasure: box.Treasure, spaces: int) -> Line:
    name = CARDS[treasure].word
    if not spaces:
        return line("curse the {treasure}, already at the bottom", treasure=name)
    return lines(
        "curse the {treasure}, {n} space down",
        "curse the {treasure}, {n} spaces down",
        spaces,
        treasure=name,
    )


@cache
def _column(cards: int) -> Line:
    return lines("{n} card", "{n} cards", cards)


@cache
def _payment(paid: Payment) -> Line:
    return words.payment(asdict(paid))
