"""`{% chat_panel key %}`: a conversation as a panel of a page, if the reader may read it."""

from typing import Any

from django import template

from accounts.errors import NotFound
from accounts.talk import showing
from accounts.talk.places import place_of

register = template.Library()


@register.inclusion_tag("chat/panel.html", takes_context=True)
def chat_panel(context: dict[str, Any], key: str) -> dict[str, Any]:
    """The conversation of that key for the reader of the page."""
    request = context["request"]
    try:
        place = place_of(key, request.user)
    except NotFound:
        return {}
    rooms = [showing.room(place, request.user)]
    shown = {"rooms": rooms, "back": place.link, "user": request.user, "request": request}
    return {**shown, "csrf_token": context.get("csrf_token")}
