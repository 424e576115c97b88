"""Reads leaderboards: standings, and a person's own runs."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import User
from accounts.selectors import welcome
from games.matches.record import ranking
from games.plugin import AnyGame, registry
from lobby.clubs import selectors as clubs
from lobby.leaderboards.spans import Span, Window
from lobby.models import Club, Run, Try
from toolbox.errors import NotFound

FEWEST = 3  # people on a board before its median and best are shown
TOP = 100  # best scores of a board, which give the place of a run in progress
OWN = 30  # newest own runs on the curve


@dataclass(frozen=True)
class Place:
    """A line of a board."""

    rank: int
    person: User | None  # None if a block hides them
    score: int
    ties: int
    ended_at: datetime
    match: str
    mine: bool


@dataclass(frozen=True)
class Own:
    """A reader's runs on a board."""

    now: Place | None  # the best one within the window shown
    best: Run | None  # the best one ever
    scores: list[int]  # of the newest runs, oldest first


def ranked_game(slug: str) -> AnyGame:
    """The installed game with that slug, if its runs are ranked. Raises `NotFound`."""
    game = registry.get(slug) if registry.is_installed(slug) else None
    if game is None or game.meta.leaderboard is None:
        raise NotFound(_("This game has no leaderboard."))
    return game


def board_named(game: AnyGame, name: str | None) -> str:
    """The game's board of that name; None means its first board. Raises `NotFound`."""
    known = ranking.boards(game)
    if name is None:
        return known[0]
    if name not in known:
        raise NotFound(_("This game has no such leaderboard."))
    return name


def standing(game: AnyGame, board: str, window: Window, club: Club | None = None) -> QuerySet[Run]:
    """Everyone's best run within the window, best first, without banned and closed accounts.

    `club`: only its members.
    """
    runs = Run.objects.filter(window.best, welcome("user__"), game=game.meta.slug, board=board)
    if club is not None:
        runs = runs.filter(user__in=clubs.people_in(club))
    return runs.select_related("user", "match").only(
        "score", "ties", "ended_at", "match__public_id", "user__username", "user__shown_name"
    )  # fmt: skip


def reached(slug: str, board: str) -> ranking.Reached | None:
    """The median (rounded down) and best scores; None if under `FEWEST` people. Two queries."""
    window = Window(Span.EVER, None)
    runs = standing(ranked_game(slug), board, window).select_related(None).values_list("score")
    people = runs.count()
    if people < FEWEST:
        return None
    scores = [score for (score,) in runs[: max(people // 2 + 1, TOP)]]
    middle = scores[(people - 1) // 2 : people // 2 + 1]
    return ranking.Reached(sum(middle) // len(middle), people, tuple(scores[:TOP]))


def places(runs: Iterable[Run | Try], first: int, reader: Any) -> list[Place]:
    """The runs as the reader may see them; `first` is the first rank."""
    hidden = blocks.hidden_from(reader)
    return [_place(run, rank, reader, hidden) for rank, run in enumerate(runs, start=first)]


def _place(run: Run | Try, rank: int, reader: Any, hidden: Collection[int] = ()) -> Place:
    assert run.score is not None
    assert run.ended_at is not None
    return Place(
        rank=rank,
        person=None if run.user_id in hidden else run.user,
        score=run.score,
        ties=run.ties,
        ended_at=run.ended_at,
        match=run.match.public_id,
        mine=run.user_id == reader.pk,
    )


def own(
    reader: Any, game: AnyGame, board: str, window: Window, club: Club | None = None
) -> Own | None:
    """The reader's runs; None for visitors."""
    if not reader.is_authenticated:
        return None
    everyone = standing(game, board, window, club)
    now = everyone.filter(user=reader).first()
    mine = Run.objects.filter(user=reader, game=game.meta.slug, board=board)
    newest = mine.order_by("-ended_at", "-match").values_list("score", flat=True)[:OWN]
    rank = 1 + everyone.filter(_better_than(now)).count() if now else 0
    return Own(
        now=_place(now, rank, reader) if now else None,
        best=mine.filter(best_ever=True).select_related("match").first(),
        scores=list(newest)[::-1],
    )


def _better_than(run: Run) -> Q:
    """The runs that are better than `run`."""
    level = Q(score=run.score)
    return (
        Q(score__gt=run.score)
        | level & Q(ties__lt=run.ties)
        | level & Q(ties=run.ties, ended_at__lt=run.ended_at)
        | level & Q(ties=run.ties, ended_at=run.ended_at, match__lt=run.match_id)
    )
