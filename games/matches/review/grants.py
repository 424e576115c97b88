"""Grants: a reason lets a reviewer look at one match for a while, in one session."""

from collections.abc import MutableMapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from toolbox.errors import Forbidden

HOLDS = timedelta(hours=1)
_KEY = "reviews"

Session = MutableMapping[str, Any]  # Django's, stored on the server


@dataclass(frozen=True)
class Grant:
    until: datetime
    reason: str


def give(session: Session, public_id: str, reason: str) -> None:
    """Let the session look at that match for a while; drop expired grants."""
    until = timezone.now() + HOLDS
    kept = {key: value for key, value in session.get(_KEY, {}).items() if _grant(value)}
    session[_KEY] = kept | {public_id: [until.timestamp(), reason]}


def given(session: Session, public_id: str) -> Grant | None:
    """The grant for that match, if it still holds."""
    stored = session.get(_KEY, {}).get(public_id)
    return _grant(stored) if stored else None


def check(session: Session, public_id: str) -> None:
    """Raise `Forbidden` unless there is a grant for that match."""
    if given(session, public_id) is None:
        raise Forbidden(_("First say why you want to look into this match."), code="reason_needed")


def _grant(stored: list[Any]) -> Grant | None:
    until = datetime.fromtimestamp(stored[0], UTC)
    return Grant(until, stored[1]) if until > timezone.now() else None
