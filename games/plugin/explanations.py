"""What the rules say, as the board and the rules page tell it piece by piece."""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from games.plugin.text import Line, as_line


class Chapter(msgspec.Struct, frozen=True):
    """A part of the rules page. `anchor` is the id it has there.

    `within` is the chapter that it is a passage of; such a one isn't in the table of contents.
    """

    anchor: str
    title: Line
    within: str = ""


class Explanation(msgspec.Struct, frozen=True):
    """What is said of everything marked `data-rule="<about>"`, in a sentence or two.

    `chapters` are the anchors of those where the rules page says more.
    """

    about: str
    title: Line
    text: Line
    chapters: tuple[str, ...]


class Book(msgspec.Struct, frozen=True):
    """What a ruleset's rules page is made of, in its order, and what the board says of things."""

    chapters: tuple[Chapter, ...] = ()
    explanations: tuple[Explanation, ...] = ()


class Explained(Protocol):
    """A piece with the rule that the board shows for it; several pieces may share one."""

    @property
    def rule(self) -> Explanation: ...


def rules_of(pieces: Iterable[Explained]) -> list[Explanation]:
    """The rules of these pieces, each of them once, in the order in which they first come.

    Raises ValueError for different rules about the same thing.
    """
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
