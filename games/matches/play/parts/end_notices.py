"""Notices that tell the people of a match how it ended."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts import notices, presence
from games.matches.models import Match, Seat, Step
from games.matches.play.parts import attendance
from games.matches.record import gate, match_names, places
from games.plugin.text import figure
from games.protocol.admin_actions import Deed, End, Void, deed_of

DECIDED = gettext_noop(
    "An administrator decided the result of your match of {game}. The reason: {reason}"
)
VOIDED_FOR = gettext_noop(
    "Your match of {game} was ended by an administrator. It doesn’t count. The reason: {reason}"
)
VOIDED = gettext_noop("Your match of {game} was ended by an administrator. It doesn’t count.")
CANCELED = gettext_noop("Your match of {game} was canceled by agreement. It doesn’t count.")
DESERTED = gettext_noop("Your match of {game} is over: nobody came back. It doesn’t count.")
ABANDONED = gettext_noop("Your match of {game} is over: everyone left. It doesn’t count.")
WON = gettext_noop("You won {game}!")
PLACE = gettext_noop("{game} is over: you finished in place {place} of {count}.")
LOST = gettext_noop("{game} is over: you lost.")
SCORED = gettext_noop("{game} is over. Your points: {points}.")
DRAWN = gettext_noop("{game} ended in a draw.")


def tell_everybody(match: Match) -> None:
    """Tell everyone who sits there that the match is over, and settle earlier notices of it.

    A person who ended it knows; a person who ran out of time may not. A match behind the gate
    sends nothing. A new result by an administrator is a new occasion.
    """
    seats = list(match.seats.all())
    occasion = occasion_of(match)
    _settle(match, seats, occasion)
    if gate.is_shut(match):
        return
    last = match.steps.filter(index=match.version).first()
    by_person = last is not None and last.actor == "person"
    knows = last.user_id if last is not None and by_person else None
    deed = deed_of(last.action) if last is not None and last.kind == Step.Kind.ADMIN else None
    in_places = places.has_places(match, [seat.outcome for seat in seats])
    names = match_names.names_for_all(match, seats)
    count = len(seats) if in_places else 0
    tellings = []
    for seat in seats:
        if seat.user_id is not None and seat.user_id != knows:
            text, more = _text_for(match, seat, count, by_person, deed)
            telling = notices.Telling(
                user_id=seat.user_id,
                key=occasion,
                text=text,
                params={"game": names[seat.user_id], **more},
                link=reverse("matches:match", args=[match.public_id]),
                event=notices.Event.OVER,
            )
            tellings.append(telling)
    if deed is None and attendance.is_live(match):  # people who are there see it end: no mail
        here = presence.at(attendance.place(match.public_id)).keys()
        notices.settle(users=here & {one.user_id for one in tellings}, occasions=[occasion])
    notices.tell_all(tellings)


def occasion_of(match: Match) -> str:
    """The occasion of the notice that says how the match ended."""
    over = f"match:{match.public_id}:{match.status}"
    return over if match.decided is None else f"{over}:{match.decided}"


def _settle(match: Match, seats: Iterable[Seat], occasion: str) -> None:
    """Settle earlier notices of the match, except why someone lost a seat."""
    about = f"match:{match.public_id}"
    notices.settle(
        users=[seat.user_id for seat in seats if seat.user_id is not None],
        occasions=[f"turn:{match.public_id}", about],
        but=[occasion, f"{about}:forfeit", f"{about}:repair"],
    )


def _text_for(
    match: Match, seat: Seat, count: int, by_person: bool, deed: Deed | None
) -> tuple[str, dict[str, Any]]:
    """`count`: the number of places, 0 without. `deed`: the administrator's deed that ended it."""
    if isinstance(deed, End):
        return DECIDED, {"reason": deed.reason}
    if isinstance(deed, Void):
        return VOIDED_FOR, {"reason": deed.reason}
    if match.status == Match.Status.VOIDED and match.settled is not None:
        return DESERTED, {}
    if match.status == Match.Status.VOIDED and match.request is not None:
        return CANCELED, {}
    if match.status == Match.Status.VOIDED:
        return (ABANDONED if by_person else VOIDED), {}
    if seat.outcome == "won":
        return WON, {}
    if seat.outcome == "scored":
        return SCORED, {"points": figure(seat.score or 0)}
    if seat.outcome == "drawn":
        return DRAWN, {}
    if count > 2 and seat.rank and seat.rank > 1:
        return PLACE, {"place": seat.rank, "count": count}
    return LOST, {}
