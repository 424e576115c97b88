"""Ending mails by the link in them, without a log-in. The link does nothing else."""

from typing import Any

from django.core import signing
from django.utils.translation import gettext as _

from accounts import notice_choices
from accounts.models import Notice, User

DIGEST = "digest"  # instead of an event: everything in the daily mail
_SALT = "accounts.notices.unsubscribe"


def token(user_id: int, event: str) -> str:
    """Return a mail link's token. It never expires: old mails must be able to end new ones."""
    return signing.dumps([user_id, event], salt=_SALT)


def read(text: str) -> tuple[User, str] | None:
    """Return the person and event of a token, or None if it is invalid or the person has left."""
    try:
        user_id, event = _checked(signing.loads(text, salt=_SALT))
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return (user, event) if user else None


def _checked(content: Any) -> tuple[int, str]:
    user_id, event = content
    if event != DIGEST and event not in Notice.Event.values:
        raise ValueError(event)
    return int(user_id), str(event)


def end(text: str) -> str | None:
    """End those mails and return the event, or None if the token is invalid."""
    if grant := read(text):
        notice_choices.turn_mail_off(user=grant[0], event=grant[1])
    return grant and grant[1]


def name_of(event: str) -> str:
    """Return the subject of the mails, in the active language."""
    return _("the daily summary") if event == DIGEST else str(Notice.Event(event).label)
