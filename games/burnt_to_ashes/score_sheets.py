"""The parts of everyone's points once the dragon is dead, for ending and score sheets."""

from itertools import accumulate
from typing import Any

from games.burnt_to_ashes.components import STRIKES
from games.burnt_to_ashes.observation import Observation
from games.plugin import Line, SeatName, SheetRow, line, lines, msg, sheet_of


def crowning(seen: Observation, seat: int) -> dict[str, Any] | None:
    """Return the growth of a seat's power, pile by pile, or None if there is no finale."""
    if seen.ending != "slain" or not seen.crown:
        return None
    piles = [land.turned for land in seen.lands if land.owner == seat and land.turned]
    gains = [pile.count("power") for pile in piles]
    before = seen.seats[seat].power - sum(gains)
    growth = accumulate(gains, initial=before)
    next(growth)
    return {
        "before": before,
        "piles": piles,  # the counters that each turned up
        # The index of each pile with power, and the power then.
        "grown": [[at, power] for at, power in enumerate(growth) if gains[at]],
        "times": seen.times(seat),
        "points": seen.seats[seat].points or 0,
    }


def turning_point(seen: Observation) -> dict[str, Any] | None:
    """Return what decided the game, once it is over, with the `first` seat if there is one."""
    if seen.ending is None:
        return None
    if seen.ending == "slain" and seen.crown:
        return _crowned_by(seen)
    facts: dict[str, Any] = {"strikes": len(seen.wounds), "all": STRIKES, "round": seen.round}
    return {"first": None, "told": line(_TURNING_POINTS[seen.ending], **facts)}


_TURNING_POINTS = {
    "slain": msg("Strike {strikes} of {all} came in round {round}."),
    "no-land": msg("The last land burnt in round {round}, after {strikes} of {all} strikes."),
    "no-knight": msg("After round {round} no knight stood. {strikes} of {all} strikes had come."),
}


def _crowned_by(seen: Observation) -> dict[str, Any]:
    def standing(seat: int) -> tuple[int, int, bool]:
        return (seen.seats[seat].points or 0, len(seen.standing(seat)), seat == seen.named)

    first, second = sorted(range(seen.count), key=standing, reverse=True)[:2]
    points, _lands, named = standing(first)
    names: dict[str, Any] = {"name": SeatName(first), "other": SeatName(second)}
    if named:
        told = line("{name} and {other} tied on points and lands: the regent chose.", **names)
    elif points == standing(second)[0]:
        told = line("Both {name} and {other} had {n} points: lands decided.", n=points, **names)
    else:
        made = [
            line(
                "{power} power × {times} = {points}",
                power=seen.seats[seat].power,
                times=seen.times(seat),
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


def sheet(seen: Observation, seat: int) -> dict[str, Any] | None:
    """Return a seat's score sheet for the kit, or None while there is nothing to score."""
    if seen.ending != "slain":
        return None
    return _crown_sheet(seen, seat) if seen.crown else _team_sheet(seen, seat)


def _crown_sheet(seen: Observation, seat: int) -> dict[str, Any]:
    times = seen.times(seat)
    gained = sum(land.turned.count("power") for land in seen.lands if land.owner == seat)
    kept = seen.seats[seat].power - gained
    parts = ((line("kept to the end"), kept), (line("in the piles"), gained))
    rows = [
        SheetRow(piece="power", title=title, cells=[str(power), f"× {times}"], points=power * times)
        for title, power in parts
    ]
    most = max(view.points or 0 for view in seen.seats)
    lands = len(seen.standing(seat))
    deeds = [
        ["strike", _strikes(seen, seat)],
        ["glory", line("{n} glory", n=seen.seats[seat].glory)],
        ["land", lines("{n} land, for ties", "{n} lands, for ties", lands)],
    ]
    sheet = sheet_of(_POWER, rows, low=0, width=most, under="deeds")
    return sheet | {"title": _TITLES[times], "deeds": deeds}


def _strikes(seen: Observation, seat: int) -> Line:
    return lines("{n} strike", "{n} strikes", seen.wounds.count(seat))


def _team_sheet(seen: Observation, seat: int) -> dict[str, Any]:
    own, every = len(seen.standing(seat)), len(seen.standing())
    parts = [(line("your own"), own)]
    if seen.count > 1:
        parts.append((line("of the others"), every - own))
    rows = [SheetRow(piece="land", title=title, cells=[], points=lands) for title, lands in parts]
    sheet = sheet_of(_LANDS, rows, low=0, width=every, under="deeds")
    rounds = lines("{n} round", "{n} rounds", seen.round)
    return sheet | {"deeds": [["strike", _strikes(seen, seat)], ["", rounds]]}
