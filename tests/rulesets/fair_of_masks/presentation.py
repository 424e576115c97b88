"""Every sentence of a match: what can be chosen, who is asked, what happened."""

from typing import Any

from games.plugin import Choice, Line, Motion, Narration, SeatName, SeenEvent, Viewer, line, listed
from games.plugin.sealed import Withdraw
from games.plugin.telling import Told, Vocabulary, Worded, narrated, say, word, worded
from tests.rulesets.fair_of_masks.components import MASKS
from tests.rulesets.fair_of_masks.rules import active_seats, legal_actions
from tests.rulesets.fair_of_masks.state import Bid, Move, Pick, Position, View


def choices(state: Position, seat: int) -> list[Choice[Move]]:
    return [worded(state, action, WORDINGS, WORDS) for action in legal_actions(state, seat)]


def prompt(state: Position, viewer: Viewer) -> Line:
    if state.bids.asked:
        return state.bids.prompt(viewer, line("Your turn: bid for the masks."))
    for seat in active_seats(state) - {viewer}:
        return line("{name} picks a mask.", name=SeatName(seat))
    return line("Your turn: pick a mask.") if state.open else line("The fair is over.")


def moment(observation: View) -> Line:
    return line("round {n}", n=observation.state.round)


def narrate(event: SeenEvent) -> Narration | None:
    return narrated(event, TOLD, WORDS)


def _sealed(data: dict[str, Any]) -> Narration:
    """Only those who may know the bid find it in the event they are shown."""
    card = Motion(str(data.get("bid", "card")), "hand:{seat}", "bid:{seat}")
    return say("{player} has made a bid.", card)


# What fills the gaps of the sentences: a field of the event or action, and how it is said.
WORDS: Vocabulary = {
    "player": ("seat", SeatName),
    "leader": ("leader", SeatName),
    "mask": ("mask", lambda mask: MASKS[mask].name),
    "masks": ("masks", lambda masks: listed([MASKS[mask].name for mask in masks])),
}
WORDINGS: dict[type, Worded[Position]] = {
    Bid: word("Bid {number}", "Your bids", "bid:{number}"),
    Withdraw: word("Take the bid back", "Another choice", "back", at_once=True),
    Pick: word("Take {mask}", "Masks for sale", "mask:{mask}"),
}
_TAKES = Motion("{mask}", "stall", "standing:{seat}", then=True)
_BACK = Motion("{bid}", "bid:{seat}", "hand:{seat}")
TOLD: dict[str, Told] = {
    "sealed": _sealed,
    "withdrawn": say("{player} takes the bid back.", Motion("card", "bid:{seat}", "hand:{seat}")),
    "opened": say("{player} bids {bid}."),
    "returned": say("{player} gets no mask and takes back the {bid}.", _BACK, hold=1.5),
    "picked": say("{player} takes {mask}.", _TAKES),
    "left": say("{player} gets the last mask, {mask}.", _TAKES),
    "laid": say("New masks: {masks}. {leader} leads."),
}
