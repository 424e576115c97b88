"""Calls about ratings: of a person, and of the people in a match."""

from typing import Literal

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import blocks, follows
from accounts.selectors import visible_person
from games.matches.record import selectors as matches
from lobby.api.shapes import RatingShown, rating_shown
from lobby.ratings import selectors
from lobby.ratings.skill import Skill
from toolbox.api.documentation import call, shape
from toolbox.errors import Forbidden, NotFound


class PersonRatingShown(msgspec.Struct):
    """A person's rating in a game at a pace, after so many rated matches."""

    game: str
    pace: Literal["live", "days"]
    rating: RatingShown
    matches: int


class SeatRatingShown(msgspec.Struct):
    """The rating of the person on a seat of a rated match.

    `change`: the points that the match brought; null while it isn't counted, and if it doesn't
    count. Then `rating` is the present one, else the one after the match.
    """

    seat: int
    rating: RatingShown
    change: int | None


class PersonRatingsShown(msgspec.Struct):
    """A person's present ratings, by game; only of games with rated matches."""

    ratings: list[PersonRatingShown]


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
        """A person's present ratings."""
        person = visible_person(username, blocks.hidden_from(request.user))
        if not follows.may_see_results(request.user, person):
            text = _("They don’t show their results to everybody.")
            raise Forbidden(text, code="results_hidden")
        ratings = [
            PersonRatingShown(
                game=game,
                pace=one.kind,  # type: ignore[arg-type]  # one of its values
                rating=rating_shown(one.skill),
                matches=one.matches,
            )
            for game, standings in selectors.of_person(person).items()
            for one in standings
        ]
        return Response(PersonRatingsShown(ratings))


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
