"""`{% chat_panel key %}`: a conversation as a panel of a page, if the reader may read it.

`at_most` is the number of lines, which take most of the time that a page takes.
"""

from typing import Any

from django import template

from accounts.talk import room_data
from accounts.talk.rooms import room_of
from toolbox.errors import NotFound

register = template.Library()


@register.inclusion_tag("chat/panel.html", takes_context=True)
def chat_panel(context: dict[str, Any], key: str, at_most: int | None = None) -> dict[str, Any]:
    request = context["request"]
    try:
        room = room_of(key, request.user)
    except NotFound:
        return {}
    rooms = [room_data.room_shown(room, request.user, at_most=at_most)]
    shown = {"rooms": rooms, "back": room.link, "user": request.user, "request": request}
    return {**shown, "csrf_token": context.get("csrf_token")}
