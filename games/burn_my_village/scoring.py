"""The score of every seat, the ranks, and the reasons (ruling sheet, End and score)."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from games.burn_my_village import components as box
from games.burn_my_village.catalog import CARDS
from games.burn_my_village.state import Player, State
from games.plugin import Line, Result, SeatName, SeatResult, line, msg, names_of, outcomes, places


class ScoreRow(msgspec.Struct, frozen=True):
    """A kind on a score sheet.

    `treasures` and `wilds` were bribed, `joined` came from the hand at the end, `left` stayed in
    hand. All but `value` and `points` count cards.
    """

    treasure: box.Treasure
    value: int
    treasures: int
    wilds: int
    joined: int
    left: int
    points: int

    @property
    def cards(self) -> int:
        """The final size of the bribe, which breaks ties."""
        return self.treasures + self.wilds + self.joined


class ScoreSheet(msgspec.Struct, frozen=True):
    """A seat's points; rows in the order of the track, left to right."""

    rows: list[ScoreRow]
    wilds_left: int
    total: int


class Standing(NamedTuple):
    """A seat's final place; rank 1 is best, equal ranks are shared.

    Standings sort by rank and seat, which differ, so sheets are never compared.
    """

    rank: int
    seat: int
    sheet: ScoreSheet


def table_points(player: Player, track: box.Track) -> int:
    """Return the points of a player's bribes on this track."""
    bribes, points = player.bribes, 0
    for treasure, value in zip(track, box.SPACE_VALUES, strict=True):
        laid = bribes[treasure]
        points += (laid.treasures + laid.wilds) * value  # faster than `size`; searches ask often
    return points


def score_sheet(player: Player, track: box.Track) -> ScoreSheet:
    """Return the player's score if the game ends on this track; leftovers join bribes."""
    rows = []
    for treasure, value in zip(track, box.SPACE_VALUES, strict=True):
        laid, held = player.bribes[treasure], player.hand[treasure]
        joined = held if player.has_bribed(treasure) else 0
        left = held - joined
        points = (laid.size + joined - left) * value
        rows.append(ScoreRow(treasure, value, laid.treasures, laid.wilds, joined, left, points))
    wilds_left = player.hand[box.WILD]
    total = sum(row.points for row in rows) - box.LEFTOVER_WILD_COST * wilds_left
    return ScoreSheet(rows, wilds_left, total)


def standings(state: State) -> list[Standing]:
    """Return every seat with its rank; entirely equal seats share a rank."""
    sheets = [score_sheet(player, state.track) for player in state.players]
    # Points first, then the sizes of the bribes from the rightmost space to the left.
    keys = [(sheet.total, *(row.cards for row in reversed(sheet.rows))) for sheet in sheets]
    seats = enumerate(zip(places(keys), sheets, strict=True))
    return [Standing(rank, seat, sheet) for seat, (rank, sheet) in seats]


def scores(state: State) -> list[int]:
    """Return every seat's present points."""
    return [score_sheet(player, state.track).total for player in state.players]


def statistics(state: State) -> dict[str, list[dict[str, int]]]:
    """Return each seat's points, rank, bribes, and leftover cards that cost points."""
    return {
        "seats": [
            {
                "points": sheet.total,
                "rank": rank,
                "cards_bribed": sum(row.treasures + row.wilds for row in sheet.rows),
                "kinds_bribed": sum(row.cards > 0 for row in sheet.rows),
                "wilds_bribed": sum(row.wilds for row in sheet.rows),
                "cards_left": sheet.wilds_left + sum(row.left for row in sheet.rows),
            }
            for rank, _seat, sheet in standings(state)
        ]
    }


def result(state: State) -> Result | None:
    """Return the result of every seat, or None while the game goes on."""
    if state.ending is None:
        return None
    by_seat = standings(state)
    table, ends = sorted(by_seat), outcomes([one.rank for one in by_seat])
    seats = [
        SeatResult(end, one.rank, one.sheet.total, tie_break=_tie_break(table, one))
        for end, one in zip(ends, by_seat, strict=True)
    ]
    return Result(state.ending, _reason(table), tuple(seats))


def _reason(table: Sequence[Standing]) -> Line:
    best, second = table[:2]
    name, points = SeatName(best.seat), best.sheet.total
    if second.sheet.total < points:
        text = msg("{name} wins with {points} points to {second}.")
        return line(text, name=name, points=points, second=second.sheet.total)
    if (parting := _parting(best, second)) is None:
        text = msg("{names} share the victory: {points} points each and tied in every bribe.")
        names = names_of(one.seat for one in table if one.rank == 1)
        return line(text, names=names, points=points)
    return line(
        "{name} wins: tied with {rival} on {points} points, but ahead in bribed {treasures}.",
        name=name,
        rival=SeatName(second.seat),
        points=points,
        treasures=CARDS[parting[0].treasure].plural,
    )


def _tie_break(table: Sequence[Standing], own: Standing) -> Line | None:
    """The tie-break between a seat and the next better (or worse) seat with equal points."""
    place = table.index(own)
    beside = (*table[:place][-1:], *table[place + 1 :][:1])
    rival = next((one for one in beside if one.sheet.total == own.sheet.total), None)
    if rival is None:
        return None
    name = SeatName(rival.seat)
    if (parting := _parting(own, rival)) is None:
        return line("Tied with {name} on points and in every bribe.", name=name)
    mine, theirs = parting
    return line(
        "Tied on points with {name}; bribed {treasures}: {mine} against {theirs}.",
        name=name,
        treasures=CARDS[mine.treasure].plural,
        mine=mine.cards,
        theirs=theirs.cards,
    )


def _parting(one: Standing, other: Standing) -> tuple[ScoreRow, ScoreRow] | None:
    """The rows of the rightmost space where the bribes differ in size, or None."""
    pairs = zip(reversed(one.sheet.rows), reversed(other.sheet.rows), strict=True)
    return next((pair for pair in pairs if pair[0].cards != pair[1].cards), None)
