"""The lines and touch targets of the SVG curve of everyone's points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.matches.record.score_curve import ScoresAt
from games.plugin.text import figure

HEIGHT = 100
MOST_TOUCHED = 200  # bands


@dataclass(frozen=True)
class Band:
    """A touch target, which leads to a step."""

    step: int
    x: int
    width: int


@dataclass(frozen=True)
class Curve:
    """The template's data: x counts steps, y goes down from 0 to HEIGHT."""

    last: int  # step
    low: int
    high: int
    zero: float | None  # the height of 0 points, if some are negative
    lines: list[tuple[int, str]]  # seats that have points, and the corners of their lines
    in_words: list[tuple[int, str]]  # and their points at the start, after each quarter, at the end
    bands: list[Band]


def curve(scores: Sequence[ScoresAt], last: int) -> Curve | None:
    """The curve of these points, if there are any; `last` is the match's newest step."""
    values = [value for at in scores for value in at.scores if value is not None]
    if not values or len(scores) < 2:
        return None
    low, high = min(0, *values), max(1, *values)

    def down(value: int) -> float:
        return round((high - value) * HEIGHT / (high - low), 1)

    seats = range(len(scores[-1].scores))
    corners = [(seat, list(_corners(scores, seat))) for seat in seats]
    lines = [(seat, " ".join(f"{x},{down(y)}" for x, y in each)) for seat, each in corners if each]
    return Curve(
        last=last,
        low=low,
        high=high,
        zero=down(0) if low < 0 else None,
        lines=lines,
        in_words=[(seat, _in_words(scores, seat)) for seat, _corners in lines],
        bands=list(_bands([at.step for at in scores], last)),
    )


def _corners(scores: Sequence[ScoresAt], seat: int) -> Iterator[tuple[int, int]]:
    """The points of a seat at each change and at both ends."""
    points = [(at.step, at.scores[seat]) for at in scores]
    for place, (step, value) in enumerate(points):
        around = [near for _step, near in points[max(0, place - 1) : place + 2]]
        inside = 0 < place < len(points) - 1
        if value is not None and not (inside and len(set(around)) == 1):
            yield step, value


def _in_words(scores: Sequence[ScoresAt], seat: int) -> str:
    quarters = [scores[(len(scores) - 1) * part // 4].scores[seat] for part in range(5)]
    return ", ".join("–" if points is None else figure(points) for points in quarters)


def _bands(steps: Sequence[int], last: int) -> Iterator[Band]:
    """At most `MOST_TOUCHED` bands without gaps."""
    every = -(-len(steps) // MOST_TOUCHED)
    for step, end in pairwise([*steps[::every], last + 1]):
        yield Band(step, step, end - step)
