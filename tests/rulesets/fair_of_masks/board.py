"""What the board's templates draw: an observation in the order in which people look at it."""

from typing import Any

from games.plugin import SheetRow, line, lines, sheet_of, standings_of
from tests.rulesets.fair_of_masks.components import BIDS, KINDS, MASKS, ROUNDS, SET
from tests.rulesets.fair_of_masks.rules import counts, points, totals
from tests.rulesets.fair_of_masks.state import Position, View


def board(observation: View) -> dict[str, Any]:
    """Plain data for `board.html`, and for `seat.html` in its `seats`."""
    you, state = observation.you, observation.state
    bidders = [_bidder(state, seat, you) for seat in range(len(state.hands))]
    return {
        "round": state.round,
        "rounds": ROUNDS,
        "open": list(map(drawn, state.open)),
        "numbers": None if you is None else bidders[you]["numbers"],
        "sealed": you in state.bids.choices,
        "bidders": bidders,
        "standings": standings_of(list(KINDS.items()), counts(state), totals(state)),
        "seats": _seats(state),
    }


def drawn(mask: str) -> list[Any]:
    """The data of the part `mask`."""
    kind, value, worth, _ = MASKS[mask]
    return [mask, kind, value, lines("{n} point", "{n} points", worth)]


def _bidder(state: Position, seat: int, you: int | None) -> dict[str, Any]:
    """A seat's bid, `?` while it is sealed for the viewer, and the numbers it has left."""
    sealed = state.bids.choices.get(seat)
    leads = line("leads") if seat == state.leader else None
    bid = sealed.number if sealed else "?" if seat in state.bids.choices else None
    return {
        "seat": seat,
        "you": seat == you,
        "bid": state.shown[seat] if state.shown else bid,
        "numbers": [[n, n in state.hands[seat] and not (sealed and n == bid)] for n in BIDS],
        "told": line("picks now") if seat in state.pickers[:1] else leads,
    }


def _seats(state: Position) -> list[dict[str, Any]]:
    """Everybody's masks and points, and how they came by them."""
    columns = (line("For"), line("How many"), line("Points"))
    titles = [*KINDS.values(), line("Sets of five"), line("Values")]
    seats = []
    for masks, held, own in zip(state.masks, counts(state), points(state), strict=True):
        cells = [*map(str, held), str(own[-2] // SET), ""]
        rows = [
            SheetRow(piece=piece, title=title, cells=[cell], points=score)
            for piece, title, cell, score in zip([*KINDS, "", ""], titles, cells, own, strict=True)
        ]
        seats.append(
            {
                "masks": [[MASKS[mask].kind, MASKS[mask].value] for mask in sorted(masks)],
                "points": sum(own),
                "sheet": sheet_of(columns, rows, low=0, width=40),
            }
        )
    return seats
