"""A rating: the portal's belief about a player's skill.

It is a normal distribution, as in the Plackett-Luce model of Weng and Lin (A Bayesian
Approximation Method for Online Ranking, 2011), which openskill computes. People read its mean,
scaled so that everybody begins at 1,500, and its standard deviation as the doubt.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from openskill.models import PlackettLuce

from lobby.models.ratings import NEW_FROM

MODEL = PlackettLuce()
MIDDLE = 1_500  # the number of a player of whom nothing is known
SCALE = 40  # points per unit of the model


class Skill(NamedTuple):
    """Mean and standard deviation, in the model's own unit."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def number(self) -> int:
        return round(MIDDLE + SCALE * (self.mu - MODEL.mu))

    @property
    def doubt(self) -> int:
        return round(SCALE * self.sigma)

    @property
    def is_new(self) -> bool:
        """Whether the rating is new, and so means little yet."""
        return self.doubt >= NEW_FROM

    @property
    def words(self) -> str:
        """The rating as people read it: 1,540 ± 60, or «new»."""
        return _("new") if self.is_new else words_of(self.number, self.doubt)


def words_of(number: int, doubt: int) -> str:
    """1,540 ± 60."""
    return f"{grouped(number)} ± {doubt}"


def unknown(people: int) -> Skill:
    """The joint skill of that many people of whom nothing is known."""
    return Skill(people * MODEL.mu, sqrt(people) * MODEL.sigma)


def grouped(number: int) -> str:
    """1,540, as the reader's language writes it."""
    return number_format(number, force_grouping=True)


def signed(points: int) -> str:
    """Points won or lost, with their sign."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "±0"


Sides = list[list[Skill]]


def after(sides: Sequence[Sequence[Skill]], ranks: Sequence[int], weight: float = 1.0) -> Sides:
    """The skills after a match of these sides; equal ranks are a draw, 1 is the best.

    A `weight` below 1 applies only that part of the change.
    """
    given = [[MODEL.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
    rated = MODEL.rate(given, ranks=[float(rank) for rank in ranks])
    return [
        [
            part_way(before, Skill(now.mu, now.sigma), weight)
            for before, now in zip(side, new, strict=True)
        ]
        for side, new in zip(sides, rated, strict=True)
    ]


def part_way(before: Skill, now: Skill, part: float) -> Skill:
    """The skill at that part of the way, from 0 to 1."""
    return Skill(*(old + part * (new - old) for old, new in zip(before, now, strict=True)))


def known_share(sigma: float, first: float) -> float:
    """How well a skill is known, 0 to 1: the square of the share by which its variance fell."""
    return max(0.0, 1 - (sigma / first) ** 2) ** 2
