"""Calls about leaderboards."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from lobby.api.shapes import ClubId
from lobby.clubs import selectors as clubs
from lobby.leaderboards import selectors
from lobby.leaderboards.spans import Span, window
from lobby.models import Run, Try
from toolbox.api.documentation import PageQuery, call, page_of
from toolbox.api.pagination import Pages
from toolbox.request_json import shaped


class LeaderboardQuery(msgspec.Struct):
    """`board`: a value of the option by which the game has boards; its first one by default.

    `span`: runs that ended today, this week (from Monday) or ever, in UTC. `club`: the id of a
    club, to list only its members.
    """

    board: str | None = None
    span: Literal["day", "week", "ever"] = "day"
    club: ClubId | None = None


class PlaceShown(msgspec.Struct):
    """A person's best run. Between equal scores, the lower `ties` is better.

    `match` is the id of the run, whose steps and record are open. It, `name` and `username` are
    null if a block is between you.
    """

    rank: int
    name: str | None
    username: str | None
    score: int
    ties: int
    ended_at: datetime
    match: str | None
    you: bool


class LeaderboardView(APIView):
    @call(
        "show_leaderboard",
        tag="leaderboards",
        query=[LeaderboardQuery, PageQuery],
        answer=page_of(PlaceShown),
        refuses=[400, 401, 404],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Everyone's best run that counts, best first."""
        asked = shaped(request.query_params.dict(), LeaderboardQuery, strict=False)
        game = selectors.ranked_game(slug)
        board = selectors.board_named(game, asked.board)
        club = clubs.club_for(asked.club) if asked.club else None
        within = window(Span(asked.span), timezone.now())
        standing = selectors.standing(game, board, within, club)
        pages = Pages()
        runs = pages.paginate_queryset(standing, request) or []
        return pages.get_paginated_response(places_shown(pages, runs, request.user))


def places_shown(pages: Pages, runs: Sequence[Run | Try], reader: Any) -> list[PlaceShown]:
    """The places on that page."""
    first = pages.page.start_index() if runs else 1  # type: ignore[union-attr]
    return [
        PlaceShown(
            rank=place.rank,
            name=place.person.name if place.person else None,
            username=place.person.username if place.person else None,
            score=place.score,
            ties=place.ties,
            ended_at=place.ended_at,
            match=place.match if place.person else None,
            you=place.mine,
        )
        for place in selectors.places(runs, first, reader)
    ]
