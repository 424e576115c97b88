"""Conversations as HTML: whole for a page, line by line for a socket."""

from typing import Any

from django.template.loader import get_template
from django.utils.translation import gettext as _

from accounts import sanctions
from accounts.guests.gate import is_guest
from accounts.talk import selectors
from accounts.talk.rooms import Room
from accounts.talk.services import LONGEST


def room_shown(
    room: Room,
    reader: Any,
    without: selectors.Unwanted | None = None,
    silence: str | None = None,
    at_most: int | None = None,
) -> dict[str, Any]:
    """Return the context of templates/chat/room.html.

    Pass `without` and `silence` (`sanctions.silence_of`) if they are known already.
    """
    without = without or selectors.unwanted(reader)
    lines = selectors.lines(room, reader, without=without, at_most=at_most)
    return {
        "key": room.key,
        "title": room.title,
        "link": room.link,
        "may_write": room.may_write,
        "why_not": room.why_not,
        "silence": sanctions.silence_of(reader) if silence is None else silence,
        "lines": lines,
        "last": lines[-1].id if lines else 0,
        "phrases": [(phrase, _(phrase)) for phrase in room.phrases],
        "muted": selectors.muted_here(room.key, without),
        "longest": LONGEST,
        "phrases_alone": is_guest(reader),
        "slug": room.key.replace(":", "-"),
    }


def muted_html(room: Room, reader: Any) -> str:
    """Render the people whom the reader has muted here, in the active language."""
    muted = selectors.muted_here(room.key, selectors.unwanted(reader))
    html: str = get_template("chat/muted.html").render({"muted": muted})
    return html[:]


def lines_html(room: Room, reader: Any, lines: list[selectors.ChatLine]) -> str:
    """Render lines in the active language."""
    context = {"lines": lines, "room": room, "user": reader}
    html: str = get_template("chat/lines.html").render(context)
    return html[:]  # a plain str, unlike SafeString, can be encoded
