"""The parts of everyone's points once the dragon is dead, for ending and score sheets."""

from collections.abc import Sequence
from typing import Any, TypedDict

from games.burnt_to_ashes.components import STRIKES
from games.burnt_to_ashes.observation import Observation
from games.plugin import Line, SeatName, SheetRow, line, msg, sheet_of


class Crowning(TypedDict):
    """The growth of a seat's power in the finale, pile by pile."""

    before: int
    piles: list[list[str]]  # the counters that each turned up
    grown: list[list[int]]  # [index of a pile with power, the power then]
    times: int
    points: int


class TurningPoint(TypedDict):
    """What decided the game: a sentence, and the `first` seat if there is one."""

    first: int | None
    told: Line


def is_crown(seen: Observation) -> bool:
    """Whether a slain dragon leaves one winner."""
    return seen.options.mode == "crown" and len(seen.seats) > 1


def crowning(seen: Observation, seat: int, times: int) -> Crowning | None:
    """Return a seat's finale, each power worth `times`, or None if there is none."""
    if seen.ending != "slain" or not is_crown(seen):
        return None
    piles: list[list[str]] = [
        [*land.turned] for land in seen.lands if land.owner == seat and land.turned
    ]
    after = seen.seats[seat].power
    before = power = after - sum(pile.count("power") for pile in piles)
    grown = []
    for place, pile in enumerate(piles):
        if gained := pile.count("power"):
            power += gained
            grown.append([place, power])
    points = seen.seats[seat].points or 0
    return {"before": before, "piles": piles, "grown": grown, "times": times, "points": points}


def turning_point(seen: Observation, times: Sequence[int]) -> TurningPoint | None:
    """Return what decided the game, once it is over; `times`: each seat's points for a power."""
    if seen.ending is None:
        return None
    if seen.ending == "slain" and is_crown(seen):
        return _crowned_by(seen, times)
    facts: dict[str, Any] = {"strikes": len(seen.wounds), "all": STRIKES, "round": seen.round}
    return {"first": None, "told": line(_TURNING_POINTS[seen.ending], **facts)}


_TURNING_POINTS = {
    "slain": msg("Strike {strikes} of {all} came in round {round}."),
    "no-land": msg("The last land burnt in round {round}, after {strikes} of {all} strikes."),
    "no-knight": msg("After round {round} no knight stood. {strikes} of {all} strikes had come."),
}


def _crowned_by(seen: Observation, times: Sequence[int]) -> TurningPoint:
    def standing(seat: int) -> tuple[int, int, bool]:
        lands = sum(land.owner == seat and not land.burnt for land in seen.lands)
        return (seen.seats[seat].points or 0, lands, seat == seen.named)

    first, second = sorted(range(len(seen.seats)), key=standing, reverse=True)[:2]
    points, _lands, named = standing(first)
    names: dict[str, Any] = {"name": SeatName(first), "other": SeatName(second)}
    if named:
        told = line("{name} and {other} were level in points and lands: the regent chose.", **names)
    elif points == standing(second)[0]:
        told = line("Both {name} and {other} had {n} points: lands decided.", n=points, **names)
    else:
        made = [
            line(
                "{power} power × {times} = {points}",
                power=seen.seats[seat].power,
                times=times[seat],
                points=seen.seats[seat].points,
            )
            for seat in (first, second)
        ]
        told = line("{name}: {made}. {other}: {less}.", made=made[0], less=made[1], **names)
    return {"first": first, "told": told}


# -- sheets ----------------------------------------------------------------------------------------

_POWER = (line("From"), line("Power"), line("Each"), line("Points"))
_LANDS = (line("From"), line("Lands"))
_TITLES = {
    1: line("no strike"),
    2: line("successful dragon fighter"),
    3: line("victorious dragon fighter"),
}


def sheet(seen: Observation, seat: int, times: int) -> dict[str, Any] | None:
    """Return a seat's score sheet for the kit, or None while there is nothing to score."""
    if seen.ending != "slain":
        return None
    return _crown_sheet(seen, seat, times) if is_crown(seen) else _team_sheet(seen, seat)


def _crown_sheet(seen: Observation, seat: int, times: int) -> dict[str, Any]:
    finale = crowning(seen, seat, times)
    assert finale is not None
    gained = seen.seats[seat].power - finale["before"]
    parts = ((line("kept to the end"), finale["before"]), (line("in the piles"), gained))
    rows = [
        SheetRow(piece="power", title=title, cells=[str(power), f"× {times}"], points=power * times)
        for title, power in parts
    ]
    most = max(view.points or 0 for view in seen.seats)
    sheet = sheet_of(_POWER, rows, low=0, width=most)
    return sheet | {"under": "deeds", "title": _TITLES[times]}


def _team_sheet(seen: Observation, seat: int) -> dict[str, Any]:
    standing = [land.owner for land in seen.lands if not land.burnt]
    own = standing.count(seat)
    parts = [(line("your own"), own)]
    if len(seen.seats) > 1:
        parts.append((line("of the others"), len(standing) - own))
    rows = [SheetRow(piece="land", title=title, cells=[], points=lands) for title, lands in parts]
    sheet = sheet_of(_LANDS, rows, low=0, width=len(standing))
    return sheet | {"under": "deeds", "rounds": seen.round}
