"""Template tags of a match's pages outside the board: chat, moments, origin."""

from functools import partial
from typing import Any

from django import template

from accounts import follows, sanctions
from accounts.models import User
from accounts.talk import room_data, selectors
from games.matches.live import chat, who_is_here
from games.matches.models import Match, Seat
from games.matches.page import cards
from games.matches.record import moments, portal_key, signatures

register = template.Library()


@register.inclusion_tag("matches/chat.html", takes_context=True)
def match_chat(context: dict[str, Any], match: Match) -> dict[str, Any]:
    """The reader's conversations, the people there and the seats: not in the shared HTML."""
    request = context["request"]
    seats = list(match.seats.all())
    rooms = chat.rooms(match, seats, request.user)
    without, silence = selectors.unwanted(request.user), sanctions.silence_of(request.user)
    followed = partial(follows.followed_ids, request.user)
    here = None
    if match.running:
        here = who_is_here.people(match.public_id, seats, without.blocked, followed)
    states = dict(here.seats) if here else {}
    # Readers are there before their sockets open.
    own = {seat.index for seat in seats if seat.user_id == request.user.pk}
    states |= dict.fromkeys(own & states.keys(), "here")
    return {
        "rooms": [room_data.room_shown(room, request.user, without, silence) for room in rooms],
        "watching": here,
        "here": [index for index, state in states.items() if state == "here"],
        "away": [index for index, state in states.items() if state == "away"],
        "others": _others(seats, request.user),
        "back": rooms[0].link,
        "open": request.GET.get("chat") == "open",
        "user": request.user,
        "request": request,
        "csrf_token": context.get("csrf_token"),
    }


def _others(seats: list[Seat], reader: Any) -> list[dict[str, Any]]:
    """The people in the other seats, whom the reader may mute, block or report."""
    if not reader.is_authenticated:
        return []
    people = User.objects.in_bulk([seat.user_id for seat in seats if seat.user_id is not None])
    return [
        {"seat": seat.index, "name": seat.name, "user": people[seat.user_id]}
        for seat in seats
        if seat.user_id in people and seat.user_id != reader.pk
    ]


@register.simple_tag
def card(match: Match) -> str:
    """The address of the picture that goes with links to the match."""
    return cards.address_of(match)


@register.simple_tag
def moment_of(match: Match, step: int) -> str:
    """The name of the match's moment after that step."""
    return moments.name_of(match, step)


@register.inclusion_tag("matches/imported.html")
def imported(match: Match) -> dict[str, Any]:
    """When a match was imported, if it was, and who signed its record."""
    if match.imported_at is None:
        return {"match": match}
    key = signatures.key_of(match)
    return {"match": match, "key": key, "ours": key in portal_key.published()}
