"""A viewer's words: the status line, and each event's log line and motions.

Motions name places: `hand:<seat>`, `bribe:<seat>:<treasure>`, `space:<number>` of the track from 0,
`stall:<cost>`, `deck` and `discards`. Pieces are card kinds, `card` for an unknown one, and
`token:<treasure>`.
"""

from typing import Any

from games.burn_my_village import catalog, components as box, rules
from games.burn_my_village.actions import Bribe, Visit
from games.burn_my_village.observation import Observation
from games.burn_my_village.state import State
from games.plugin import Line, Motion, Narration, SeatName, SeenEvent, Viewer, line, lines, msg
from games.plugin.telling import Told, narrated, say


def prompt(state: State, viewer: Viewer) -> Line:
    if viewer != state.to_move:
        return line("It’s {name}’s turn.", name=SeatName(state.to_move))
    kinds = {type(action) for action in rules.legal_actions(state, state.to_move)}
    if state.deck_size:
        return _TO_DO[Bribe in kinds, Visit in kinds]
    if Bribe in kinds:
        return line("Your turn. The deck is empty: a bribe or a draw ends the game.")
    return line("Your turn. The deck is empty: a draw ends the game.")


_TO_DO = {
    (True, True): line("Your turn: bribe the dragon, visit a stall or draw."),
    (True, False): line("Your turn: bribe the dragon or draw."),
    (False, True): line("Your turn: visit a stall or draw."),
    (False, False): line("Your turn: draw. Nothing else is possible."),
}


def moment(observation: Observation) -> Line:
    """Return the position's place in the game; a turn is one action."""
    rounds, turns = divmod(observation.turn - 1, len(observation.seats))
    return line("round {n}, turn {turn}", n=rounds + 1, turn=turns + 1)


def narrate(event: SeenEvent) -> Narration | None:
    """Return the event as a sentence, with the motions that show it."""
    return narrated(event, _TOLD, catalog.VOCABULARY)


_TOKEN = Motion("token:{treasure}", "space:{from}", "space:{to}")


def _bribe(data: dict[str, Any]) -> Narration:
    treasure, count, wilds = data["treasure"], data["count"], data["wilds"]
    text = msg("{name} bribes the dragon with {gift}.")
    if not count:
        text = msg("{name} adds {gift} to a bribe of {treasures}.")
    cards = [treasure] * count + [box.WILD] * wilds
    motions = (Motion(card, "hand:{seat}", "bribe:{seat}:{treasure}") for card in cards)
    return say(line(text, gift=catalog.gift(treasure, count, wilds)), *motions)


def _moves(still: str, moves: Line) -> Told:
    """Narrate a token: by `moves`, which counts its spaces, or by `still` at the track's end."""

    def narration(data: dict[str, Any]) -> Narration:
        spaces = abs(data["to"] - data["from"])
        return say(moves.counting(spaces), _TOKEN) if spaces else say(still)

    return narration


def _refill(data: dict[str, Any]) -> Narration | None:
    if not (placed := data["placed"]):
        return None
    text = lines(
        "{n} card comes to the market: {last}.",
        "{n} cards come to the market; the last is {last}.",
        len(placed),
        last=catalog.CARDS[placed[-1][1]].one,
    )
    return say(text, *(Motion(card, "deck", f"stall:{stall}") for stall, card in placed))


def _visit(data: dict[str, Any]) -> Narration:
    paid = [kind for kind in box.KINDS for _ in range(data["paid"].get(kind, 0))]
    spent = (Motion(kind, "hand:{seat}", "discards") for kind in paid)
    motions = (*spent, Motion("{cards}", "stall:{stall}", "hand:{seat}"))
    return say((_PAYS if data["stall"] else _TAKES).counting(len(data["cards"])), *motions)


_PAYS = lines(
    "{name} pays {payment} at stall {stall} and takes its only card.",
    "{name} pays {payment} at stall {stall} and takes its {n} cards.",
)
_TAKES = lines(
    "{name} takes the only card from the free stall.",
    "{name} takes the {n} cards from the free stall.",
)


def _draw(data: dict[str, Any]) -> Narration:
    if "card" not in data:
        return say("{name} draws a card.", Motion("card", "deck", "hand:{seat}"))
    return say("{name} draws a card: {card}.", Motion("{card}", "deck", "hand:{seat}"))


_ENDS = {
    "deck-empty-draw": say("{name} draws from the empty deck: the game ends."),
    "deck-empty-refill": say("The market needs a card and the deck is empty: the game ends."),
}


def _score(data: dict[str, Any]) -> Narration:
    points = lines("{rank}. {name}: {n} point", "{rank}. {name}: {n} points", data["points"])
    return say(points, ends=True)


_TOLD: dict[str, Told] = {
    "bribe": _bribe,
    "favor": _moves(
        msg("The {treasure} is already at the top."),
        lines("The {treasure} climbs {n} space.", "The {treasure} climbs {n} spaces."),
    ),
    "refill": _refill,
    "visit": _visit,
    "curse": _moves(
        msg("The {treasure} is cursed but already at the bottom."),
        lines(
            "The {treasure} is cursed and falls {n} space.",
            "The {treasure} is cursed and falls {n} spaces.",
        ),
    ),
    "draw": _draw,
    "end": lambda data: _ENDS[data["ending"]],
    "score": _score,
}
