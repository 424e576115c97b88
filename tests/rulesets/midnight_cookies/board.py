"""What the board's templates draw: an observation in the order in which people look at it."""

from typing import Any

from games.plugin import SheetRow, line, sheet_of
from tests.rulesets.midnight_cookies.components import KINDS, PIECES
from tests.rulesets.midnight_cookies.observation import View

AXIS = 8  # wider than the cookies alone, or the bars have a fat axis


def board(observation: View) -> dict[str, Any]:
    """Plain data for `board.html`, and for `seat.html` in its `seats`."""
    you, hands, nights = observation.you, observation.hands, observation.nights
    came = [visit.animal for night in nights for visit in night]
    return {
        "night": min(len(nights) + 1, observation.rounds),
        "rounds": observation.rounds,
        "die": observation.die,
        "plate": observation.plate,
        "first": observation.first,
        "sent": observation.sent,
        "visits": [[one.seat, one.animal, one.cookies] for one in nights[-1]] if nights else [],
        "hand": None if you is None else hands[you],
        "came": [[animal, came.count(animal), copies] for animal, copies in PIECES.items()],
        "seats": [_seat(observation, seat) for seat in range(len(hands))],
    }


def _seat(observation: View, seat: int) -> dict[str, Any]:
    return {
        "cards": observation.sizes[seat],
        "points": observation.points[seat],
        "sent": observation.sent[seat] is not None,
        "hand": None if seat == observation.you else observation.hands[seat],
        "sheet": _sheet(observation, seat),
    }


def _sheet(observation: View, seat: int) -> dict[str, Any]:
    """How the seat came by its cookies, night by night."""
    visits = [visit for night in observation.nights for visit in night]
    rows = [
        SheetRow(piece=one.animal, title=KINDS[one.animal].title, cells=[], points=one.cookies)
        for one in visits
        if one.seat == seat
    ]
    width = max((visit.cookies for visit in visits), default=0) + AXIS
    return sheet_of((line("Animal"), line("Cookies")), rows, low=0, width=width)
