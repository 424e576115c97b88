"""Laws about what a ruleset tells of itself: names, chapters of its rules, explanations."""

from collections import Counter
from collections.abc import Iterable

from games.conformance.sample import Sample, require
from games.plugin.text import Line, render


def law_help(sample: Sample) -> None:
    """Whatever can be asked about has a sentence, and leads to chapters that there are."""
    game = sample.game
    chapters, explanations = game.chapters(), game.explanations()
    anchors = [chapter.anchor for chapter in chapters]
    _each_once(anchors, "chapters at")
    for chapter in chapters:
        require(chapter.within in ("", *anchors), f"{chapter.anchor} lies in no chapter")
    _each_once([told.about for told in explanations], "explanations of")
    for told in explanations:
        for anchor in told.chapters:
            require(anchor in anchors, f"{told.about!r} leads to no chapter {anchor!r}")
    _said(chapter.title for chapter in chapters)
    _said(words for told in explanations for words in (told.title, told.text))


def law_names(sample: Sample) -> None:
    """Pieces are called something, and those that are counted go by any number."""
    names = sample.game.names
    _said(names.values())
    for key, name in names.items():
        if key.endswith(":n"):
            require(name.plural is not None, f"{key!r} has no plural")
            require("2" in render(name.counting(2)), f"{key!r} does not tell its number")


def _each_once(keys: list[str], what: str) -> None:
    twice = [key for key, count in Counter(keys).items() if count > 1]
    require(not twice, f"there are two {what} {twice}")


def _said(lines: Iterable[Line]) -> None:
    for line in lines:
        require(bool(render(line).strip()), "a name, a title or a text says nothing")
