"""What the board's templates draw: an observation in the order in which people look at it."""

from typing import Any

from games.plugin import SheetRow, line, sheet_of, standings_of
from tests.rulesets.fair_of_masks.components import BIDS, KINDS, MASKS, ROUNDS, SET, drawn
from tests.rulesets.fair_of_masks.rules import counts, points, totals
from tests.rulesets.fair_of_masks.state import Position, Turn, View


def board(observation: View) -> dict[str, Any]:
    """Plain data for `board.html`, and for `seat.html` in its `seats`."""
    you, state = observation.you, observation.state
    turns = [_turn(state, seat, you) for seat in range(len(state.hands))]
    columns = [(kind, many) for kind, (_, many) in KINDS.items()]
    return {
        "round": state.round,
        "rounds": ROUNDS,
        "open": list(map(drawn, state.open)),
        "numbers": None if you is None else turns[you]["numbers"],
        "sealed": you in state.bids.choices,
        "turns": turns,
        "standings": standings_of(columns, counts(state), totals(state)),
        "seats": [
            {"masks": state.masks(seat)} | _scored(state, seat) for seat in range(len(turns))
        ],
    }


def _turn(state: Position, seat: int, you: int | None) -> dict[str, Any]:
    """A seat's last turn with an open bid, with its `card` and `numbers`, less a sealed one."""
    turns = {turn.seat: turn for turn in state.rounds[-1]} if state.rounds else {}
    turn, sealed = turns.get(seat, Turn(seat, 0)), state.bids.choices.get(seat)
    card = sealed.number if sealed else "?" if seat in state.bids.choices else ""
    told = line("{n} back", n=turn.back) if turn.back else MASKS.get(turn.mask)
    if turn in state.pickers[:1]:
        told = line("picks now")
    elif state.bids.asked and seat == state.leader:
        told = line("leads")
    return {
        "seat": seat,
        "you": seat == you,
        "card": card if state.bids.asked else turn.bid,
        "numbers": [[n, n in state.hands[seat] and not (sealed and n == card)] for n in BIDS],
        "told": told,
    }


def _scored(state: Position, seat: int) -> dict[str, Any]:
    """A seat's points, and how it came by them."""
    own, held = points(state)[seat], counts(state)[seat]
    titles = [many for _, many in KINDS.values()] + [line("Sets of five"), line("Values")]
    cells = [*map(str, held), str(own[-2] // SET), ""]
    rows = [
        SheetRow(piece=piece, title=title, cells=[cell], points=score)
        for piece, title, cell, score in zip([*KINDS, "", ""], titles, cells, own, strict=True)
    ]
    columns = (line("For"), line("How many"), line("Points"))
    return {"points": sum(own), "sheet": sheet_of(columns, rows, low=0, width=40)}
