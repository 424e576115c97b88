"""One's last scores as a line: the points of a small SVG."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 300, 100


@dataclass(frozen=True)
class Dot:
    """A run's score and where its dot stands."""

    score: int
    x: float
    y: float


@dataclass(frozen=True)
class Curve:
    """The dots from the oldest run to the newest, which the line joins, and the best score."""

    dots: list[Dot]
    best: int

    @property
    def points(self) -> str:
        """What a `polyline` takes."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)

    @property
    def in_words(self) -> str:
        return ", ".join(str(dot.score) for dot in self.dots)


def curve(scores: Sequence[int]) -> Curve | None:
    """The curve of these scores; None where there are too few for a line."""
    if len(scores) < 2:
        return None
    low, high = min(0, *scores), max(scores)
    tall = (high - low) or 1
    wide = len(scores) - 1
    dots = [
        Dot(
            score,
            round(place * WIDTH / wide, 1),
            round(HEIGHT - (score - low) * HEIGHT / tall, 1),
        )
        for place, score in enumerate(scores)
    ]
    return Curve(dots, high)
