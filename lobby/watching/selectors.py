"""Matches to watch, and the rows in which a page shows them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, QuerySet
from django.utils.translation import ngettext

from games.matches.live import who_is_here
from games.matches.models import Match, Seat
from games.matches.page import clock_words
from games.matches.record import match_names, selectors
from games.matches.record.results import SHOWN, SHOWN_OF_MATCH, STANDS
from games.plugin import SPECTATOR
from lobby import game_cards
from lobby.ratings import selectors as ratings
from lobby.ratings.skill import Skill


@dataclass(frozen=True)
class Watched:
    """A match in the list."""

    match: Match
    prompt: str
    seats: list[tuple[Seat, Skill | None]]  # with present ratings, if the match is rated
    called: str  # with its people
    pace: str
    watching: str  # the number of spectators, in words


def to_watch(reader: Any, hidden: Collection[int], game: str = "") -> QuerySet[Match]:
    """Others' running matches that everyone may see, the strongest first (`Match.strength`).

    `hidden`, here and below: the result of `accounts.blocks.hidden_from` for the reader.
    """
    # By `finished_at`, which the index has: with `status` SQLite would use another index, and sort.
    found = selectors.matches_for(AnonymousUser(), game=game).filter(finished_at=None, paused="")
    if reader.is_authenticated:
        theirs = Seat.objects.filter(user__in={reader.pk, *hidden}, outcome="")
        found = found.exclude(pk__in=theirs.values("match"))
    found = found.select_related(None).only(*SHOWN_OF_MATCH, *STANDS, "rated")
    found = found.prefetch_related(None).prefetch_related(
        Prefetch("seats", Seat.objects.only(*SHOWN))
    )
    return found.order_by("-strength", "-started_at", "-pk")


def rows(matches: Iterable[Match], hidden: Collection[int]) -> list[Watched]:
    """The rows of these matches. One query, if seats are prefetched and all can be read."""
    matches = list(matches)
    skills = ratings.skills_at(matches)
    return [
        Watched(
            match=match,
            prompt=prompt,
            seats=[(seat, skills.get(seat.pk)) for seat in match.seats.all()],
            called=match_names.name_of(match, match.seats.all(), SPECTATOR),
            pace=clock_words.words(match.clock),
            watching=watching(match, {*hidden, *(seat.user_id for seat in match.seats.all())}),
        )
        for match, prompt in game_cards.prompted(matches)
    ]


def watching(match: Match, ignored: Collection[int | None]) -> str:
    """«2 people are watching», or "" for nobody. `ignored`: ids that don't count."""
    count = who_is_here.spectators(match.public_id, ignored)
    text = ngettext("One person is watching", "{n} people are watching", count)
    return text.format(n=count) if count else ""
