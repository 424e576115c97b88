"""What every seat scores, and who is ahead of whom (ruling sheet, End and score)."""

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

import msgspec

from games.burn_my_village.components import LEFTOVER_WILD_COST, SPACE_VALUES, WILD, Treasure
from games.burn_my_village.state import Player, State
from games.plugin import places


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
    points: int

    @property
    def cards(self) -> int:
        """The size of the bribe in the end, by which ties are broken."""
        return self.treasures + self.wilds + self.joined


class ScoreSheet(msgspec.Struct, frozen=True):
    """How one seat's points come about; rows in the order of the track, left to right."""

    rows: list[ScoreRow]
    wilds_left: int
    total: int


class Standing(NamedTuple):
    """A seat's place in the end; rank 1 is best, equal ranks are shared."""

    rank: int
    seat: int
    sheet: ScoreSheet


def table_points(player: Player, track: Sequence[Treasure]) -> int:
    """The points of a player's bribes as they lie, by this track."""
    values = zip(track, SPACE_VALUES, strict=True)
    return sum(player.bribes[treasure].size * value for treasure, value in values)


def score_sheet(player: Player, track: Sequence[Treasure]) -> ScoreSheet:
    """What the player scores if the game ends on this track; leftovers join where they may."""
    rows = [_row(player, *space) for space in zip(track, SPACE_VALUES, strict=True)]
    wilds_left = player.hand[WILD]
    total = sum(row.points for row in rows) - LEFTOVER_WILD_COST * wilds_left
    return ScoreSheet(rows, wilds_left, total)


def _row(player: Player, treasure: Treasure, value: int) -> ScoreRow:
    laid, held = player.bribes[treasure], player.hand[treasure]
    joined = held if player.has_bribed(treasure) else 0
    left = held - joined
    points = (laid.size + joined - left) * value
    return ScoreRow(treasure, value, laid.treasures, laid.wilds, joined, left, points)


def standings(state: State) -> list[Standing]:
    """Every seat with its rank, best first; seats level in everything share a rank."""
    sheets = [score_sheet(player, state.track) for player in state.players]
    # By rank and then by seat, which differ, so that sheets are never compared.
    return sorted(map(Standing, places(map(_key, sheets)), count(), sheets))


def _key(sheet: ScoreSheet) -> tuple[int, ...]:
    """Points first, then the sizes of the bribes from the rightmost space to the left."""
    return (sheet.total, *(row.cards for row in reversed(sheet.rows)))


def scores(state: State) -> list[int]:
    """Every seat's points as they stand."""
    return [score_sheet(player, state.track).total for player in state.players]


def statistics(state: State) -> dict[str, list[dict[str, int]]]:
    """Per seat: points, rank, cards and kinds bribed, and the cards left over that cost points."""
    by_seat = sorted(standings(state), key=lambda one: one.seat)
    return {
        "seats": [
            {
                "points": sheet.total,
                "rank": rank,
                "cards_bribed": sum(row.cards for row in sheet.rows),
                "kinds_bribed": sum(row.cards > 0 for row in sheet.rows),
                "wilds_bribed": sum(row.wilds for row in sheet.rows),
                "cards_left": sheet.wilds_left + sum(row.left for row in sheet.rows),
            }
            for rank, _seat, sheet in by_seat
        ]
    }
