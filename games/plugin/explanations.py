"""Rules piece by piece, for the board and the rules page."""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from games.plugin.text import Line, as_line


class Chapter(msgspec.Struct, frozen=True):
    """A part of the rules page; only those not `within` another are in the table of contents."""

    anchor: str
    title: Line
    within: str = ""


class Explanation(msgspec.Struct, frozen=True):
    """A sentence or two about `data-rule="<about>"`, and the anchors of chapters that say more."""

    about: str
    title: Line
    text: Line
    chapters: tuple[str, ...]


class Book(msgspec.Struct, frozen=True):
    """A ruleset's chapters, in the order of its rules page, and the board's explanations."""

    chapters: tuple[Chapter, ...] = ()
    explanations: tuple[Explanation, ...] = ()


class Explained(Protocol):
    """A piece with its rule, which several pieces may share."""

    @property
    def rule(self) -> Explanation: ...


def rules_of(pieces: Iterable[Explained]) -> list[Explanation]:
    """The distinct rules of these pieces, in order. Raises ValueError if two share an `about`."""
    rules: dict[str, Explanation] = {}
    for piece in pieces:
        if rules.setdefault(piece.rule.about, piece.rule) != piece.rule:
            raise ValueError(f"two rules about {piece.rule.about}")
    return list(rules.values())


def explain(
    about: str, title: str | Line, text: str | Line, chapters: tuple[str, ...]
) -> Explanation:
    """An `Explanation` whose title and text are marked message ids, or Lines."""
    return Explanation(about, as_line(title), as_line(text), chapters)
