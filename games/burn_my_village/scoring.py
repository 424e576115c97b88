"""The end: what every seat scores, and who is ahead of whom (ruling sheet, End and score)."""

from collections.abc import Sequence

import msgspec

from games.burn_my_village import words
from games.burn_my_village.components import (
    LEFTOVER_WILD_COST,
    SPACE_VALUES,
    WILD,
    Treasure,
)
from games.burn_my_village.state import Player, State
from games.plugin import Line, Result, SeatName, SeatResult, line
from games.plugin.model import SeatOutcome


class ScoreRow(msgspec.Struct, frozen=True):
    """One kind on a score sheet.

    `treasures` and `wilds` were bribed, `joined` came from the hand at the end, `left` stayed in
    hand. All but `value` and `points` count cards.
    """

    treasure: Treasure
    value: int
    treasures: int
    wilds: int
    joined: int
    left: int

    @property
    def cards(self) -> int:
        """The size of the bribe in the end, by which ties are broken."""
        return self.treasures + self.wilds + self.joined

    @property
    def points(self) -> int:
        return (self.cards - self.left) * self.value


class ScoreSheet(msgspec.Struct, frozen=True):
    """How one seat's points come about; rows in the order of the track, left to right."""

    rows: list[ScoreRow]
    wilds_left: int
    total: int


Standing = tuple[int, int, ScoreSheet]  # rank (1 is best), seat, its score sheet


def table_points(player: Player, track: Sequence[Treasure]) -> int:
    """The points of a player's bribes as they lie, by this track."""
    bribes = player.bribes
    return sum(
        (bribes[treasure].treasures + bribes[treasure].wilds) * value
        for treasure, value in zip(track, SPACE_VALUES, strict=True)
    )


def score_sheet(player: Player, track: Sequence[Treasure]) -> ScoreSheet:
    """What the player scores if the game ends on this track; leftovers join where they may."""
    rows = [
        _row(player, treasure, value) for treasure, value in zip(track, SPACE_VALUES, strict=True)
    ]
    wilds_left = player.hand[WILD]
    total = sum(row.points for row in rows) - LEFTOVER_WILD_COST * wilds_left
    return ScoreSheet(rows, wilds_left, total)


def _row(player: Player, treasure: Treasure, value: int) -> ScoreRow:
    laid, held = player.bribes[treasure], player.hand[treasure]
    joined = held if player.has_bribed(treasure) else 0
    return ScoreRow(treasure, value, laid.treasures, laid.wilds, joined, held - joined)


def standings(state: State) -> list[Standing]:
    """Every seat with its rank, best first; seats level in everything share a rank."""
    sheets = [score_sheet(player, state.track) for player in state.players]
    keys = [_key(sheet) for sheet in sheets]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    return sorted(zip(ranks, range(len(sheets)), sheets, strict=True), key=lambda one: one[:2])


def _key(sheet: ScoreSheet) -> tuple[int, ...]:
    """Points first, then the sizes of the bribes from the rightmost space to the left."""
    return (sheet.total, *(row.cards for row in reversed(sheet.rows)))


# -- the result -----------------------------------------------------------------------------------


def result(state: State) -> Result | None:
    """How the game ended for every seat; None while it goes on."""
    if state.ending is None:
        return None
    table = standings(state)
    winners = [seat for rank, seat, _ in table if rank == 1]
    seats: dict[int, SeatResult] = {}
    for place, (rank, seat, sheet) in enumerate(table):
        outcome: SeatOutcome = "lost" if rank > 1 else "drawn" if len(winners) > 1 else "won"
        seats[seat] = SeatResult(outcome, rank, sheet.total, tie_break=_tie_break(table, place))
    return Result(
        state.ending, _reason(table, winners), tuple(seats[seat] for seat in sorted(seats))
    )


def _tie_break(table: Sequence[Standing], place: int) -> Line | None:
    """What parts a seat from the next better (or next worse) one that is level on points."""
    for other in (place - 1, place + 1):
        if 0 <= other < len(table) and table[other][2].total == table[place][2].total:
            return _parted(table[place], table[other])
    return None


def _parted(one: Standing, other: Standing) -> Line:
    name = SeatName(other[1])
    for mine, theirs in zip(reversed(one[2].rows), reversed(other[2].rows), strict=True):
        if mine.cards != theirs.cards:
            return line(
                "Level on points with {name}; bribed {treasures}: {mine} against {theirs}.",
                name=name,
                treasures=words.plural(mine.treasure),
                mine=mine.cards,
                theirs=theirs.cards,
            )
    return line("Level with {name} on points and in every bribe.", name=name)


def _reason(table: Sequence[Standing], winners: Sequence[int]) -> Line:
    """Who won and why, in one sentence."""
    points = table[0][2].total
    if len(winners) > 1:
        return line(
            "{names} share the victory: {points} points each and level in every bribe.",
            names=words.listed([line("{name}", name=SeatName(seat)) for seat in winners]),
            points=points,
        )
    name = SeatName(winners[0])
    if table[1][2].total < points:
        return line(
            "{name} wins with {points} points to {second}.",
            name=name,
            points=points,
            second=table[1][2].total,
        )
    deciding = next(
        mine.treasure
        for mine, theirs in zip(reversed(table[0][2].rows), reversed(table[1][2].rows), strict=True)
        if mine.cards != theirs.cards
    )
    return line(
        "{name} wins: level with {rival} on {points} points, but ahead in bribed {treasures}.",
        name=name,
        rival=SeatName(table[1][1]),
        points=points,
        treasures=words.plural(deciding),
    )


def statistics(state: State) -> dict[str, list[dict[str, int]]]:
    """Per seat: points, rank, cards and kinds bribed, and the cards left over that cost points."""
    table = {seat: (rank, sheet) for rank, seat, sheet in standings(state)}
    return {"seats": [_figures(*table[seat]) for seat in sorted(table)]}


def _figures(rank: int, sheet: ScoreSheet) -> dict[str, int]:
    return {
        "points": sheet.total,
        "rank": rank,
        "cards_bribed": sum(row.cards for row in sheet.rows),
        "kinds_bribed": sum(row.cards > 0 for row in sheet.rows),
        "wilds_bribed": sum(row.wilds for row in sheet.rows),
        "cards_left": sheet.wilds_left + sum(row.left for row in sheet.rows),
    }
