"""All laws, as one call or as a test class with a method for each."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.conformance import (
    choices,
    codecs,
    forks,
    guides,
    knowledge,
    options,
    orders,
    records,
    rules,
    texts,
)
from games.conformance.play import play_sample
from games.conformance.sample import Law, Sample, require
from games.plugin import registry
from games.plugin.registry import AnyGame
from games.plugin.text import Line, render


def law_help(sample: Sample) -> None:
    """Explanations and chapters have texts, don't repeat, and lead to existing chapters."""
    game = sample.game
    chapters, explanations = game.book.chapters, game.book.explanations
    anchors = [chapter.anchor for chapter in chapters]
    _each_once(anchors, "chapters at")
    for chapter in chapters:
        require(chapter.within in ("", *anchors), f"{chapter.anchor} lies in no chapter")
    _each_once([one.about for one in explanations], "explanations of")
    for one in explanations:
        for anchor in one.chapters:
            require(anchor in anchors, f"{one.about!r} leads to no chapter {anchor!r}")
    _not_blank(chapter.title for chapter in chapters)
    _not_blank(words for one in explanations for words in (one.title, one.text))


def law_names(sample: Sample) -> None:
    """Pieces have names, and counted names contain any number."""
    names = sample.game.names
    _not_blank(names.values())
    for key, name in names.items():
        if key.endswith(":n"):
            require(name.plural is not None, f"{key!r} has no plural")
            require("2" in render(name.counting(2)), f"{key!r} doesn't say its number")


def _each_once(keys: list[str], what: str) -> None:
    twice = [key for key, count in Counter(keys).items() if count > 1]
    require(not twice, f"there are two {what} {twice}")


def _not_blank(lines: Iterable[Line]) -> None:
    for line in lines:
        require(bool(render(line).strip()), "a name, a title or a text says nothing")


LAWS: tuple[Law, ...] = (
    texts.law_meta,
    law_help,
    law_names,
    options.law_options,
    options.law_formats,
    codecs.law_schemas,
    rules.law_games_end,
    rules.law_turns,
    rules.law_turn_owners,
    rules.law_legal_actions_work,
    rules.law_refusals,
    rules.law_results,
    rules.law_pieces,
    rules.law_default_action,
    rules.law_policy,
    rules.law_look,
    rules.law_playouts,
    rules.law_reopened,
    rules.law_reading_changes_nothing,
    rules.law_events_are_no_windows,
    choices.law_lists,
    choices.law_choices,
    choices.law_bare_choices,
    choices.law_joined,
    choices.law_touches,
    choices.law_why_not,
    texts.law_lines,
    texts.law_moments,
    texts.law_narration,
    guides.law_guide,
    orders.law_orders,
    orders.law_answers,
    codecs.law_round_trips,
    codecs.law_choices_are_data,
    records.law_replay,
    records.law_records_verify,
    records.law_alterations_show,
    orders.law_records_with_orders,
    forks.law_forks,
    knowledge.law_knowledge,
    knowledge.law_worlds_differ,
    knowledge.law_marks,
    knowledge.law_undo,
    knowledge.law_private_events,
)


MANY_TABLES = 20  # beyond it, tables differ more than games at one of them


@dataclass(frozen=True)
class Report:
    refused: int  # tables
    games: int
    moments: int


def check(
    game: AnyGame, games: int = 1, seed: int = 0, worlds: int = 3, limit: int | None = None
) -> Report:
    """Play `games` random games at every table of the ruleset and check all laws against them.

    `worlds`, `limit`: see `Sample`. Raises `LawBroken` at the first violation, or any unexpected
    error of the ruleset.
    """
    sample = play_sample(game, games=games, seed=seed, worlds=worlds, limit=limit)
    for law in LAWS:
        law(sample)
    return Report(sample.refused, len(sample.traces), len(sample.all_moments))


def conformance_class(
    game: AnyGame,
    games: int = 3,
    seed: int = 0,
    worlds: int = 2,
    limit: int | None = 600,
    suffix: str = "",
) -> type:
    """A pytest class, named after the game, with a method for each law; games are played once."""

    @cache
    def sample() -> Sample:
        return play_sample(game, games=games, seed=seed, worlds=worlds, limit=limit)

    methods = {f"test_{law.__name__.removeprefix('law_')}": _method(law, sample) for law in LAWS}
    words = game.meta.slug.replace("_", "-").split("-")
    name = "Test" + "".join(word.capitalize() for word in words) + suffix
    return type(name, (), {"__doc__": f"The laws for {game.meta.title}.", **methods})


def for_installed(**arguments: Any) -> dict[str, type]:
    """A class for every version of every registered ruleset, by name; older ones have a number."""
    classes = {}
    for game in registry.installed():
        for bound in game.every_version():
            suffix = "" if bound is game else f"Rules{bound.meta.rules_version}"
            made = conformance_class(bound, suffix=suffix, **{**_effort(bound), **arguments})
            classes[made.__name__] = made
    return classes


def _effort(game: AnyGame) -> dict[str, int]:
    """How much to play at each table: less if there are many."""
    many = sum(1 for _ in options.tables(game)) > MANY_TABLES
    return {"games": 1, "limit": 200} if many else {"games": 3, "limit": 300}


def _method(law: Law, sample: Callable[[], Sample]) -> Callable[[object], None]:
    def test(self: object) -> None:
        law(sample())

    test.__doc__ = law.__doc__
    return test
