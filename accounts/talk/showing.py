"""Conversations as HTML: whole for a page, line by line for a socket."""

from typing import Any

from django.template.loader import get_template
from django.utils.translation import gettext as _

from accounts.talk import selectors
from accounts.talk.places import Place
from accounts.talk.services import LONGEST


def room(place: Place, reader: Any, without: selectors.Unwanted | None = None) -> dict[str, Any]:
    """What templates/chat/room.html shows of a conversation; `without` if it is known already."""
    without = without or selectors.unwanted(reader)
    found = selectors.lines(place, reader, without=without)
    return {
        "place": place,
        "lines": found,
        "last": found[-1].id if found else 0,
        "phrases": [(phrase, _(phrase)) for phrase in place.phrases],
        "muted": selectors.muted_here(place.key, without),
        "longest": LONGEST,
        "slug": place.key.replace(":", "-"),
    }


def lines_html(place: Place, reader: Any, found: list[selectors.ChatLine]) -> str:
    """The lines as a page shows them, in the active language."""
    shown = {"lines": found, "place": place, "user": reader}
    return str(get_template("chat/lines.html").render(shown))[:]
