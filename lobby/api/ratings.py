"""Calls about ratings: of a person, and of the people in a match."""

from typing import Literal

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import blocks, follows
from accounts.api.people import person
from accounts.selectors import visible_person
from games.matches.record import selectors as matches
from lobby.api.seasons import Badge
from lobby.api.shapes import PercentileShown, RatingShown, percentile_shown, rating_shown
from lobby.daily import selectors as daily
from lobby.models import Table
from lobby.ratings import seasons, selectors
from lobby.ratings.skill import Skill
from lobby.tables import selectors as tables
from toolbox.api.documentation import call, shape
from toolbox.errors import Forbidden, NotFound


class PersonRatingShown(msgspec.Struct):
    """A person's rating in a game at a pace, after that many rated matches."""

    game: str
    pace: Literal["live", "days"]
    rating: RatingShown
    matches: int


class SeatRatingShown(msgspec.Struct):
    """The rating of the person on a seat of a rated match.

    `change`: the points that the match brought; null while it isn't counted, and if it doesn't
    count. Then `rating` is the present rating, else the rating after the match.
    """

    seat: int
    rating: RatingShown
    change: int | None


class BadgeShown(msgspec.Struct):
    """A badge of a season that has ended: for that place, or for a place in the best tenth."""

    game: str
    pace: Literal["live", "days"]
    season: str
    rank: int
    badge: Badge


class PersonRatingsShown(msgspec.Struct):
    """A person's present ratings, by game; only for games with rated matches.

    `percentiles`: for games with challenges of the day, if the person has played enough of them.
    `badges`: their newest twelve.
    """

    ratings: list[PersonRatingShown]
    percentiles: list[PercentileShown]
    badges: list[BadgeShown]


class StakesShown(msgspec.Struct):
    """The points that a match could bring you at worst and at best, if it ended today.

    It counts less on days on which its people have often met. Free seats count as new people. Both
    are 0 while the game is too little known with these options.
    """

    worst: int
    best: int


class MatchRatingsShown(msgspec.Struct):
    """The ratings of the people in a match."""

    seats: list[SeatRatingShown]


class PersonRatingsView(APIView):
    @call(
        "list_ratings",
        tag="ratings",
        answer=shape(PersonRatingsShown),
        refuses=[401, 403, 404],
    )
    def get(self, request: Request, username: str) -> Response:
        """A person's present ratings, percentiles and badges."""
        shown = visible_person(username, blocks.hidden_from(request.user))
        if not follows.may_see_results(request.user, shown):
            text = _("They don’t show their results to everybody.")
            raise Forbidden(text, code="results_hidden")
        ratings = [
            PersonRatingShown(
                game=game,
                pace=one.kind,  # type: ignore[arg-type]  # one of its values
                rating=rating_shown(one.skill),
                matches=one.matches,
            )
            for game, standings in selectors.of_person(shown).items()
            for one in standings
        ]
        percentiles = [percentile_shown(*one) for one in daily.percentiles_of(shown).items()]
        badges = [
            BadgeShown(
                one.game,
                one.pace,  # type: ignore[arg-type]  # one of its values
                seasons.Season(one.season).key,
                one.rank or 0,
                one.badge,  # type: ignore[arg-type]  # one of its values
            )
            for one in seasons.badges_of(shown)
        ]
        return Response(PersonRatingsShown(ratings, percentiles, badges))


class StakesView(APIView):
    @call("show_stakes", tag="ratings", answer=shape(StakesShown), refuses=[401, 403, 404])
    def get(self, request: Request, public_id: str) -> Response:
        """How the match of a rated table could change your rating."""
        table = tables.table_for(public_id, request.user)
        waits = table.rated and table.status == Table.Status.OPEN
        stakes = tables.stakes(table, person(request)) if waits else None
        if stakes is None:
            raise NotFound(_("There is nothing to win or lose at this table."))
        return Response(StakesShown(stakes.worst, stakes.best))


class MatchRatingsView(APIView):
    @call(
        "show_match_ratings",
        tag="ratings",
        answer=shape(MatchRatingsShown),
        refuses=[401, 403, 404],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The ratings of the people in a rated match, and what it changed."""
        match = matches.match_for(public_id, request.user)
        if not match.rated:
            raise NotFound(_("This match isn’t rated."))
        seats = [
            SeatRatingShown(
                one.seat.index, rating_shown(one.now), one.now.number - one.before.number
            )
            for one in selectors.changes_of(match)
        ]
        if not seats:
            present = selectors.skills_at([match])
            seats = [
                SeatRatingShown(seat.index, rating_shown(present.get(seat.pk, Skill())), None)
                for seat in match.seats.all()
                if seat.user_id is not None
            ]
        return Response(MatchRatingsShown(seats))
