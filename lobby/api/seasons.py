"""The call about the board of a season."""

from typing import Literal

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from lobby.api.shapes import ClubId
from lobby.clubs import selectors as clubs
from lobby.ratings import seasons
from toolbox.api.documentation import PageQuery, call, page_of
from toolbox.api.pagination import Pages
from toolbox.request_json import shaped


class SeasonQuery(msgspec.Struct):
    """`season`: a quarter of a year, such as `2026-Q4`; the present one by default.

    `club`: the id of a club, to list only its members, with places of their own.
    """

    pace: Literal["live", "days"] = "live"
    season: str | None = None
    club: ClubId | None = None


Badge = Literal["1", "2", "3", "tenth"]


class SeasonPlaceShown(msgspec.Struct):
    """A person's place in a season; equal ratings share a place.

    `rating` and its `doubt` (one standard deviation) are in points; `matches` are those of the
    season. `badge`: `1`, `2`, `3` or `tenth` (among the best tenth), null without one and until the
    season is final. `name` and `username` are null if a block is between you.
    """

    rank: int
    name: str | None
    username: str | None
    rating: int
    doubt: int
    matches: int
    badge: Badge | None
    you: bool


class SeasonView(APIView):
    @call(
        "show_season",
        tag="leaderboards",
        query=[SeasonQuery, PageQuery],
        answer=page_of(SeasonPlaceShown),
        refuses=[400, 401, 404],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The board of a season, best first: people with enough rated matches at that pace."""
        asked = shaped(request.query_params.dict(), SeasonQuery, strict=False)
        season = seasons.read(asked.season)
        game = seasons.seasonal_game(slug).meta.slug
        club = clubs.club_for(asked.club) if asked.club else None
        if club is None:
            board, places = seasons.standings(game, asked.pace, season=season), seasons.places
        else:
            board, places = clubs.board_of(club, game, asked.pace, season), clubs.places_on
        pages = Pages()
        rows = pages.paginate_queryset(board, request) or []
        start = pages.page.start_index() if rows else 1  # type: ignore[union-attr]
        return pages.get_paginated_response(
            [_shown(place) for place in places(board, rows, start, request.user)]
        )


def _shown(place: seasons.Place) -> SeasonPlaceShown:
    standing = place.standing
    return SeasonPlaceShown(
        rank=place.rank,
        name=place.person.name if place.person else None,
        username=place.person.username if place.person else None,
        rating=standing.number,
        doubt=standing.doubt,
        matches=standing.matches,
        badge=standing.badge or None,  # type: ignore[arg-type]  # one of its values
        you=place.mine,
    )
