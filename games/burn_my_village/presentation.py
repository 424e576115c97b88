"""What a viewer reads: the status line, and the log line and motions of each event.

Motions name places: `hand:<seat>`, `bribe:<seat>:<treasure>`, `space:<number>` of the track from 0,
`stall:<cost>`, `deck` and `discards`. Pieces are card kinds and `token:<treasure>`.
"""

from collections.abc import Callable
from typing import Any

from games.burn_my_village import outcome, rules, words
from games.burn_my_village.components import KINDS, WILD
from games.burn_my_village.state import State
from games.plugin import Line, Motion, Narration, SeatName, SeenEvent, Viewer, line, lines

HIDDEN_CARD = "card"  # the piece of a motion whose kind the viewer doesn't know


def prompt(state: State, viewer: Viewer) -> Line:
    """Who must do what; at the end, who won and why."""
    result = outcome.result(state)
    if result is not None:
        return result.reason
    if viewer != state.to_move:
        return line("It's {name}'s turn.", name=SeatName(state.to_move))
    bribe, visit = rules.may_bribe(state, viewer), rules.may_visit(state, viewer)
    if not state.deck_size:
        return _OF_AN_EMPTY_DECK[bribe]
    return _TO_DO[bribe, visit]


_OF_AN_EMPTY_DECK = {
    True: line("Your turn. The deck is empty: a bribe or a draw ends the game."),
    False: line("Your turn. The deck is empty: a draw ends the game."),
}
_TO_DO = {
    (True, True): line("Your turn: bribe the dragon, visit a stall or draw."),
    (True, False): line("Your turn: bribe the dragon or draw."),
    (False, True): line("Your turn: visit a stall or draw."),
    (False, False): line("Your turn: draw. That is all your hand allows."),
}


def narrate(event: SeenEvent) -> Narration | None:
    """The event in a sentence, with the motions that show it."""
    return _TOLD[event.type](event.data)


def _bribe(data: dict[str, Any]) -> Narration:
    seat, treasure = data["seat"], data["treasure"]
    gift = words.gift(treasure, data["count"], data["wilds"])
    cards = [treasure] * data["count"] + [WILD] * data["wilds"]
    goal = f"bribe:{seat}:{treasure}"
    motions = tuple(Motion(card, f"hand:{seat}", goal) for card in cards)
    if data["count"]:
        told = line("{name} bribes the dragon with {gift}.", name=SeatName(seat), gift=gift)
    else:
        told = line(
            "{name} adds {gift} to the bribed {treasures}.",
            name=SeatName(seat),
            gift=gift,
            treasures=words.plural(treasure),
        )
    return Narration(told, motions)


def _favor(data: dict[str, Any]) -> Narration:
    spaces, treasure = data["to"] - data["from"], words.word(data["treasure"])
    still = line("The {treasure} is already at the top.", treasure=treasure)
    climbs = lines(
        "The {treasure} climbs {n} space.",
        "The {treasure} climbs {n} spaces.",
        spaces,
        treasure=treasure,
    )
    return Narration(climbs, (_token(data),)) if spaces else Narration(still)


def _curse(data: dict[str, Any]) -> Narration:
    spaces, treasure = data["from"] - data["to"], words.word(data["treasure"])
    still = line("The {treasure} is cursed, but is already at the bottom.", treasure=treasure)
    falls = lines(
        "The {treasure} is cursed and falls {n} space.",
        "The {treasure} is cursed and falls {n} spaces.",
        spaces,
        treasure=treasure,
    )
    return Narration(falls, (_token(data),)) if spaces else Narration(still)


def _token(data: dict[str, Any]) -> Motion:
    return Motion(f"token:{data['treasure']}", f"space:{data['from']}", f"space:{data['to']}")


def _refill(data: dict[str, Any]) -> Narration | None:
    placed = data["placed"]
    if not placed:
        return None
    told = lines(
        "{n} card comes to the market, {last}.",
        "{n} cards come to the market, the last one {last}.",
        len(placed),
        last=words.one(placed[-1][1]),
    )
    return Narration(told, tuple(Motion(card, "deck", f"stall:{stall}") for stall, card in placed))


def _visit(data: dict[str, Any]) -> Narration:
    seat, stall, paid = data["seat"], data["stall"], data["paid"]
    name, hand, column = SeatName(seat), f"hand:{seat}", len(data["cards"])
    motions = [Motion(kind, hand, "discards") for kind in KINDS for _ in range(paid.get(kind, 0))]
    motions += [Motion(card, f"stall:{stall}", hand) for card in data["cards"]]
    if not stall:
        told = lines(
            "{name} takes the {n} card from the free stall.",
            "{name} takes the {n} cards from the free stall.",
            column,
            name=name,
        )
    else:
        told = lines(
            "{name} pays {payment} at stall {stall} and takes its {n} card.",
            "{name} pays {payment} at stall {stall} and takes its {n} cards.",
            column,
            name=name,
            payment=words.payment(paid),
            stall=stall,
        )
    return Narration(told, tuple(motions))


def _draw(data: dict[str, Any]) -> Narration:
    seat, card = data["seat"], data.get("card")
    name = SeatName(seat)
    if card is None:
        told = line("{name} draws a card.", name=name)
    else:
        told = line("{name} draws a card: {card}.", name=name, card=words.one(card))
    return Narration(told, (Motion(card or HIDDEN_CARD, "deck", f"hand:{seat}"),))


def _end(data: dict[str, Any]) -> Narration:
    name = SeatName(data["seat"])
    if data["ending"] == "deck-empty-draw":
        return Narration(line("{name} draws from the empty deck: the game ends.", name=name))
    return Narration(line("A card is due and the deck is empty: the game ends."))


def _score(data: dict[str, Any]) -> Narration:
    place = {"rank": data["rank"], "name": SeatName(data["seat"])}
    points = data["points"]
    return Narration(
        lines("{rank}. {name}: {n} point", "{rank}. {name}: {n} points", points, **place),
        ends=True,
    )


_TOLD: dict[str, Callable[[dict[str, Any]], Narration | None]] = {
    "bribe": _bribe,
    "favor": _favor,
    "refill": _refill,
    "visit": _visit,
    "curse": _curse,
    "draw": _draw,
    "end": _end,
    "score": _score,
}
