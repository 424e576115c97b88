"""A private notepad for each person and match; nobody else ever reads it."""

from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.matches import errors
from games.matches.models import Match, Notepad
from games.matches.record import gate
from toolbox.errors import NotFound, NotLoggedIn, Refusal
from toolbox.request_json import is_blank

LONGEST = 4000  # characters


def text_of(match: Match, user: Any) -> str:
    found = Notepad.objects.filter(match=match, user=user.pk).values_list("text", flat=True)
    return found.first() or ""


def keep(*, public_id: str, user: Any, text: str) -> None:
    """Store the person's notes; blank ones are deleted. Raises Refusal `too_long`."""
    if not user.is_authenticated:
        raise NotLoggedIn(_("Log in to play."))
    match = Match.objects.filter(public_id=public_id).defer("state").first()
    if match is None:
        raise NotFound(_("There is no such match."))
    if not match.seats.filter(user=user).exists():
        if not gate.lets_in(match, seated=False):
            raise NotFound(_("There is no such match."))
        raise errors.NotYourSeat
    text = text.replace("\r\n", "\n").replace("\0", "")
    if len(text) > LONGEST:
        note = _("A notepad holds {n} characters. Nothing was saved.")
        raise Refusal(note.format(n=LONGEST), code="too_long")
    if not is_blank(text):
        Notepad.objects.update_or_create(match=match, user=user, defaults={"text": text})
    else:
        Notepad.objects.filter(match=match, user=user).delete()


def forget(user: User) -> None:
    Notepad.objects.filter(user=user).delete()
