"""Ending mails by the link in them, without a log-in: the link does that and nothing else."""

from typing import Any

from django.core import signing
from django.utils.translation import gettext as _

from accounts import notice_choices
from accounts.models import Notice, User

DIGEST = "digest"  # instead of an event: all that comes once a day
_SALT = "accounts.notices.unsubscribe"


def token(user_id: int, event: str) -> str:
    """What a mail's link holds. It never expires: old mails must be good for ending new ones."""
    return signing.dumps([user_id, event], salt=_SALT)


def read(text: str) -> tuple[User, str] | None:
    """Whose mails of what event the token ends; None if it is none, or the person has left."""
    try:
        user_id, event = _checked(signing.loads(text, salt=_SALT))
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return (user, event) if user else None


def _checked(found: Any) -> tuple[int, str]:
    user_id, event = found
    if event != DIGEST and event not in Notice.Event.values:
        raise ValueError(event)
    return int(user_id), str(event)


def end(text: str) -> str | None:
    """End those mails; the event, or None if the token is none."""
    found = read(text)
    if found is None:
        return None
    user, event = found
    notice_choices.turn_mail_off(user=user, event=event)
    return event


def name_of(event: str) -> str:
    """What the mails are about, in the active language."""
    return _("the daily summary") if event == DIGEST else str(Notice.Event(event).label)
