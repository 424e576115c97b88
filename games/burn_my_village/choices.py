"""Every legal action as a choice that people touch, and the reasons why other touches fail.

Targets are `hand:<kind>` (once for each card), `stall:<cost>`, `deck`, and `token:<treasure>` if
the cards alone don't name the treasure; it may also go with any other bribe of it.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from msgspec.structs import asdict, replace

from games.burn_my_village import catalog, components as box, rules, scoring
from games.burn_my_village.actions import DRAW, Action, Bribe, Draw, Payment, Visit
from games.burn_my_village.catalog import CARDS
from games.burn_my_village.state import Player, State
from games.plugin import Choice, Line, line, lines, listed, msg
from games.plugin.telling import filled
from games.plugin.why_not import touched

TARGETS = (
    rf"deck|hand:({'|'.join(box.KINDS)})|token:({'|'.join(box.TREASURES)})"
    rf"|stall:({'|'.join(map(str, box.STALL_COSTS))})"
)

# The things that incomplete picks lack.
MISSING = {
    "hand": line("cards from your hand"),
    "stall+hand": line("cards from your hand to pay with"),
    "stall": line("a stall"),
    "token": line("the treasure to add to"),
    "stall+token": line("the treasure to curse"),
}

# -- choices --------------------------------------------------------------------------------------


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
        return _draw(last)
    spaces = 0
    if move := _move(action):
        _, start, goal = rules.moved(state.track, *move)
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
    """The effects that the board can't compute: the token's way, and each seat's points afterwards.

    A token climbs one space for each card that the seat lays.
    """
    track, start, goal = rules.moved(state.track, treasure, spaces)
    points = [scoring.table_points(player, track) for player in state.players]
    points[seat] += max(0, spaces) * box.SPACE_VALUES[goal]
    return {"token": treasure, "from": start, "to": goal, "points": points}


@cache
def _draw(last: bool) -> Choice[Action]:
    ends = line("Draw from the empty deck: the game ends")
    return Choice(DRAW, ends if last else line("Draw the top card"), line("Draw"), ("deck",))


@cache
def _bribe(bribe: Bribe, spaces: int, last: bool) -> Choice[Action]:
    treasure, token = bribe.treasure, f"token:{bribe.treasure}"
    picks = (f"hand:{treasure}",) * bribe.count + (f"hand:{box.WILD}",) * bribe.wilds
    text, along = msg("Bribe with {gift}: {effect}"), token
    if not bribe.count:
        text, along = msg("Add {gift} to your {treasures}: {effect}"), ""
        picks = (*picks, token)
    gift = catalog.gift(treasure, bribe.count, bribe.wilds)
    label = line(text, gift=gift, effect=_effect(Bribe, treasure, spaces, last))
    label = filled(label, asdict(bribe), catalog.VOCABULARY)
    return Choice(bribe, label, _BRIBES[treasure], picks, along=along)


@cache
def _visit(visit: Visit, spaces: int, column: int) -> Choice[Action]:
    group, stall = _STALLS[visit.stall], f"stall:{visit.stall}"
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
        effect=_effect(Visit, visit.cursed, spaces),
    )
    paid = rules.paid_cards(visit)
    cards = tuple(f"hand:{kind}" for kind, n in paid.items() for _ in range(n))
    several = len(paid.keys() - {box.WILD}) > 1
    curse = (f"token:{visit.cursed}",) if several else ()
    return Choice(visit, label, group, (stall, *cards, *curse))


# Parts that labels share.
_BRIBES = {
    treasure: line("Bribe with {treasures}", treasures=CARDS[treasure].plural)
    for treasure in box.TREASURES
}
_STALLS = {stall: line("Stall {stall}", stall=stall) for stall in box.STALL_COSTS}
_EFFECTS: dict[type, tuple[Line, Line]] = {  # if the token stays, and if it moves
    Bribe: (
        line("the {treasure} is already at the top"),
        lines("the {treasure} climbs {n} space", "the {treasure} climbs {n} spaces"),
    ),
    Visit: (
        line("curse the {treasure}, already last"),
        lines("curse the {treasure}, {n} space down", "curse the {treasure}, {n} spaces down"),
    ),
}


@cache
def _effect(kind: type, treasure: box.Treasure, spaces: int, last: bool = False) -> Line:
    still, moves = _EFFECTS[kind]
    effect = moves.counting(spaces) if spaces else still
    effect = filled(effect, {"treasure": treasure}, catalog.VOCABULARY)
    ends = line("{effect}, and because the deck is empty, the game ends", effect=effect)
    return ends if last else effect


@cache
def _column(cards: int) -> Line:
    return lines("{n} card", "{n} cards", cards)


@cache
def _payment(paid: Payment) -> Line:
    return catalog.payment(asdict(paid))


# -- objections -----------------------------------------------------------------------------------


def objection(state: State, seat: int, picks: Sequence[str]) -> Line | None:
    """Return why the last target touched can't be part of a choice now."""
    if "deck" in picks:
        return line("Drawing takes your whole turn: you can’t combine it with anything else.")
    player, cards = state.players[seat], Counter(touched(picks, "hand"))
    for kind, count in cards.items():
        held = player.hand[kind]
        if not held:
            return line("You hold no {cards}.", cards=CARDS[kind].plural)
        if count > held:
            return line("You hold only {cards}.", cards=catalog.counted(kind, held))
    tokens, stalls = touched(picks, "token"), touched(picks, "stall")
    if len(stalls) > 1:
        return line("You can visit only one stall a turn.")
    if not stalls:
        return _against_bribe(player, cards, tokens)
    if not state.stalls[stall := int(stalls[0])]:
        return line(rules.REFUSALS["empty-stall"])
    return _against_visit(player, stall, cards, tokens)


def _against_bribe(player: Player, cards: Counter[str], tokens: list[str]) -> Line:
    kinds = [kind for kind in box.TREASURES if cards[kind]]
    bribed = [kind for kind in box.TREASURES if player.has_bribed(kind)]
    if not cards:
        return line("Only bribes and curses move tokens: choose cards from your hand first.")
    if not kinds and not tokens:
        return line(rules.COINS_ALONE)
    if not kinds and tokens[0] not in bribed:
        return line(
            "Coins alone can’t start a bribe: add {treasure}, or lay them on a bribe you have.",
            treasure=CARDS[tokens[0]].one,
        )
    if tokens:
        return line("That token doesn’t go with the cards you have chosen.")
    *others, last = [CARDS[kind].plural for kind in kinds]
    return line(
        "A bribe is one kind of treasure, with or without coins: drop the {these} or the {those}.",
        these=listed(others),
        those=last,
    )


def _against_visit(
    player: Player, stall: int, cards: Counter[str], tokens: list[str]
) -> Line | None:
    if stall == 0:
        return line("This stall is free: it takes no payment and curses nothing.")
    if cards.total() > stall:
        return lines(
            "Stall {stall} costs exactly {n} card; you have chosen {chosen}.",
            "Stall {stall} costs exactly {n} cards; you have chosen {chosen}.",
            stall,
            stall=stall,
            chosen=cards.total(),
        )
    if player.hand_size < stall:
        return lines(
            "Stall {stall} costs {n} card; you don’t hold that many.",
            "Stall {stall} costs {n} cards; you don’t hold that many.",
            stall,
            stall=stall,
        )
    if player.hand[box.WILD] == player.hand_size or cards[box.WILD] == stall:
        return line(rules.COINS_ALONE)
    if not tokens:
        return None
    if len(tokens) > 1:
        return line("A visit curses one treasure.")
    if not cards[tokens[0]]:
        return line(rules.REFUSALS["curse-unpaid"])
    text = msg("You aren’t paying with any other treasure, so the {treasure} is cursed anyway.")
    return line(text, treasure=CARDS[tokens[0]].word)
