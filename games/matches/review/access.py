"""Access control for match reviews.

A reviewer may see everything of a match that they don't sit in, after giving a reason, which goes
into the audit log first.
"""

from typing import Any

from django.utils.translation import gettext as _

from accounts import audit, roles
from games.matches import errors
from games.matches.models import Match, Seat
from games.matches.record import gate, selectors
from games.protocol.record import Record
from toolbox.errors import NotFound, NotLoggedIn
from toolbox.request_json import is_blank

SHORTEST_REASON, LONGEST_REASON = 5, 300


def check_reviewer(user: Any) -> None:
    """Raise `NotLoggedIn` or `NotReviewer` unless the user is a reviewer."""
    if not user.is_authenticated:
        raise NotLoggedIn(_("Log in first."))
    if not roles.is_reviewer(user):
        raise errors.NotReviewer


def check_may_review(match: Match, user: Any) -> None:
    """Raise `OwnMatch` for people at a match with the same deal, `NotFound` behind the gate."""
    if gate.is_shut(match):
        raise NotFound(_("There is no such match."))
    if Seat.objects.filter(match__deal=match.deal_id, user=user).exists():
        raise errors.OwnMatch


def checked_reason(reason: Any) -> str:
    """The reason on one line. Raises `ReasonNeeded` if it is too short or too long."""
    text = " ".join(reason.split()) if isinstance(reason, str) else ""
    fits = SHORTEST_REASON <= len(text) <= LONGEST_REASON
    if not fits or not text.isprintable() or is_blank(text):
        raise errors.ReasonNeeded(SHORTEST_REASON, LONGEST_REASON)
    return text


def match_for_reviewer(public_id: str, user: Any) -> Match:
    """The match. Raises `NotLoggedIn`, `NotReviewer`, `NotFound`, `OwnMatch`."""
    check_reviewer(user)
    match = Match.objects.select_related("deal").filter(public_id=public_id).first()
    if match is None:
        raise NotFound(_("There is no such match."))
    check_may_review(match, user)
    return match


def open_review(*, public_id: str, by: Any, reason: Any, how: str) -> Match:
    """The match, after an audit entry that the reviewer opens it and why.

    `how`: what they look at ("page", "record"). Raises what `match_for_reviewer` does, and
    `ReasonNeeded`.
    """
    match = match_for_reviewer(public_id, by)
    audit.record(
        actor=by,
        action="match.review",
        subject=f"match:{match.public_id}",
        reason=checked_reason(reason),
        data={"how": how, "version": match.version},
    )
    return match


def record_for(*, public_id: str, by: Any, reason: Any) -> Record:
    """The record so far, without seed while it runs. Raises what `open_review` does."""
    match = open_review(public_id=public_id, by=by, reason=reason, how="record")
    return selectors.record_so_far(match)
