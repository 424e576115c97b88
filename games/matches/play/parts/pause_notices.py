"""Notices that a match has stopped, for its players and for match reviewers."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts import notice_checks, notices, roles
from accounts.models import Notice
from accounts.notices import Telling
from games.matches.models import Match, Seat
from games.matches.record import gate, match_names
from games.plugin import registry

FLAGGED = gettext_noop(
    "Your match of {game} is paused until an administrator has looked at it. Nothing is lost."
)
MANY = gettext_noop("{count} matches have stopped because their rules failed.")
TO_LOOK_AT = gettext_noop("A match of {game} has stopped because its rules failed: {id}")


def tell_flagged(matches: Iterable[Match], seats: Collection[Seat]) -> None:
    """Tell the people of these matches and all match reviewers. Four queries for any number.

    Reviewers hear of a match behind the gate when it opens (`tell_opened`).
    """
    by_key = {match.pk: match for match in matches}
    people = {(seat.user_id, seat.match_id) for seat in seats if seat.user_id is not None}
    left = {
        (seat.user_id, seat.match_id)
        for seat in seats
        if seat.resigned is not None or seat.replaced is not None
    }
    unwanted = notice_checks.unwanted_among(*[{user for user, _match in people}] * 2)
    tellings = [
        _for_player(user, by_key[match], seats, unwanted) for user, match in sorted(people - left)
    ]
    visible = [match for match in by_key.values() if not gate.is_shut(match)]
    notices.tell_all(tellings + _for_reviewers(visible, people))


def tell_opened(matches: Iterable[Match]) -> None:
    """Tell reviewers of these stopped matches, whose common gate has opened, once."""
    stopped = list(matches)
    notified = Notice.objects.filter(key__in=map(_key, stopped), text__in=(TO_LOOK_AT, MANY))
    if not stopped or notified.exists():
        return
    seats = Seat.objects.filter(match__in=stopped).exclude(user=None)
    notices.tell_all(_for_reviewers(stopped, set(seats.values_list("user", "match"))))


def _for_reviewers(stopped: Sequence[Match], people: Collection[Any]) -> list[Telling]:
    """`people`: pairs of person and match; nobody reviews a match they sit in."""
    tellings = []
    for reviewer in roles.reviewers() if stopped else ():
        others = [match for match in stopped if (reviewer, match.pk) not in people]
        if others:
            tellings.append(_for_reviewer(reviewer, others))
    return tellings


def _for_player(
    user: int, match: Match, seats: Iterable[Seat], unwanted: Iterable[tuple[int, int]]
) -> Telling:
    link = reverse("matches:match", args=[match.public_id])
    match_seats = [seat for seat in seats if seat.match_id == match.pk]
    own = next(seat.index for seat in match_seats if seat.user_id == user)
    name = match_names.name_for(match, match_seats, own, {by for to, by in unwanted if to == user})
    return Telling(user, _key(match), FLAGGED, link, {"game": name})


def _for_reviewer(user: int, matches: list[Match]) -> Telling:
    """One notice for any number of matches."""
    first = matches[0]
    if len(matches) > 1:
        link = reverse("review:search") + "?state=flagged"
        return Telling(user, _key(first), MANY, link, {"count": len(matches)})
    link = reverse("review:match", args=[first.public_id])
    params = {"game": notices.message(registry.title_of(first.game)), "id": first.public_id}
    return Telling(user, _key(first), TO_LOOK_AT, link, params)


def _key(match: Match) -> str:
    return f"match:{match.public_id}:flagged:{match.version}"
