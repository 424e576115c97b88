"""What the board's templates draw: an observation in the order in which people look at it."""

from typing import Any

from games.plugin import SheetRow, line, sheet_of
from tests.rulesets.midnight_cookies.components import KINDS, PIECES
from tests.rulesets.midnight_cookies.state import Position, View

AXIS = 8  # wider than the cookies alone, or the bars have a fat axis


def board(observation: View) -> dict[str, Any]:
    """Plain data for `board.html`, and for `seat.html` in its `seats`."""
    you, state = observation.you, observation.state
    nights, sent = state.nights, state.sent.choices
    came = [visit.animal for night in nights for visit in night]
    return {
        "night": min(len(nights) + 1, state.rounds),
        "rounds": state.rounds,
        "die": state.die,
        "plate": state.plate,
        "first": state.first,
        "sent": [
            (card.animal if (card := sent[seat]) else "?") if seat in sent else None
            for seat in range(len(state.hands))
        ],
        "visits": [[one.seat, one.animal, one.cookies] for one in nights[-1]] if nights else [],
        "hand": None if you is None else _held(state, you),
        "came": [[animal, came.count(animal), copies] for animal, copies in PIECES.items()],
        "seats": [_seat(state, seat, you) for seat in range(len(state.hands))],
    }


def _held(state: Position, seat: int) -> list[str]:
    """The hand without the animal that was sent."""
    held = list(state.hands[seat].cards)
    if sent := state.sent.choices.get(seat):
        held.remove(sent.animal)
    return held


def _seat(state: Position, seat: int, you: int | None) -> dict[str, Any]:
    is_sent = seat in state.sent.choices
    return {
        "cards": len(state.hands[seat]) - is_sent,
        "points": state.points[seat],
        "sent": is_sent,
        "hand": None if seat == you or state.hands[seat].unseen else _held(state, seat),
        "sheet": _sheet(state, seat),
    }


def _sheet(state: Position, seat: int) -> dict[str, Any]:
    """How the seat came by its cookies, night by night."""
    visits = [visit for night in state.nights for visit in night]
    rows = [
        SheetRow(piece=one.animal, title=KINDS[one.animal].title, cells=[], points=one.cookies)
        for one in visits
        if one.seat == seat
    ]
    width = max((visit.cookies for visit in visits), default=0) + AXIS
    return sheet_of((line("Animal"), line("Cookies")), rows, low=0, width=width)
