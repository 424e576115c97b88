"""Every sentence of a match: what can be chosen, who is asked, what happened."""

from collections.abc import Sequence
from typing import Any

from games.plugin import (
    Choice,
    Line,
    Motion,
    Narration,
    SeatName,
    SeenEvent,
    Viewer,
    Withdraw,
    line,
    lines,
)
from games.plugin.telling import Told, Vocabulary, Worded, Wording, narrated, say, word, worded
from tests.rulesets.midnight_cookies.actions import Move, Send
from tests.rulesets.midnight_cookies.components import KINDS
from tests.rulesets.midnight_cookies.rules import feast, legal_actions
from tests.rulesets.midnight_cookies.state import Position, View


def choices(state: Position, seat: int) -> list[Choice[Move]]:
    return [worded(state, action, WORDINGS, WORDS) for action in legal_actions(state, seat)]


def prompt(state: Position, viewer: Viewer) -> Line:
    return state.sent.prompt(viewer, line("Your turn: send an animal to the plate."))


def moment(observation: View) -> Line:
    return line("night {n}", n=min(len(observation.state.nights) + 1, observation.state.rounds))


def narrate(event: SeenEvent) -> Narration | None:
    return narrated(event, TOLD, WORDS)


def not_yet(state: Position, seat: int, picks: Sequence[str]) -> Line:
    """All choose at once: there are no turns to wait for."""
    return line("You have sent an animal tonight: wait for the others.")


def _send(state: Position, action: Send) -> Wording:
    """`preview` is what board.js shows of it: what the animal would take if it came alone."""
    (cookies,) = feast([action.animal], state.plate)
    return word("Send: {animal}", "Your animals", "hand:{animal}", preview={"cookies": cookies})


def _sent(data: dict[str, Any]) -> Narration:
    """Only those who may know the animal find it in the event they are shown."""
    card = Motion(data.get("animal", "card"), "hand:{seat}", "sent:{seat}")
    return say("{player} has sent an animal.", card)


# What fills the gaps of the sentences: a field of the event or action, and how it is said.
WORDS: Vocabulary = {
    "player": ("seat", SeatName),
    "animal": ("animal", lambda animal: KINDS[animal].title),
    "cookies": ("cookies", lambda count: lines("{n} cookie", "{n} cookies", count)),
}
WORDINGS: dict[type, Worded[Position]] = {
    Send: _send,
    Withdraw: word("Call your animal back", "Another choice", "back", at_once=True),
}
_GOES_BACK = Motion("card", "sent:{seat}", "hand:{seat}")
_COMES = Motion("{animal}", "sent:{seat}", "visits", then=True)
TOLD: dict[str, Told] = {
    "sent": _sent,
    "called-back": say("{player} calls an animal back.", _GOES_BACK),
    "ate": say("{player}'s {animal} takes {cookies}.", _COMES),
    "baked": say("The die shows {die}. Cookies on the plate: {plate}.", hold=1.5),
}
