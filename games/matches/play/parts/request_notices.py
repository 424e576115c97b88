"""Notices of requests between the people of a match."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts import blocks, notices
from accounts.models import Notice
from games.matches.models import Match, Seat, Step
from games.matches.play.parts import attendance, open_request
from games.matches.record import match_names
from games.protocol import requests
from games.protocol.requests import Request, What

ASKED: dict[What, str] = {
    "undo": gettext_noop("{player} asks to take a step back in your match of {game}."),
    "pause": gettext_noop("{player} asks to pause your match of {game}."),
    "resume": gettext_noop(
        "{player} asks to resume your match of {game}. It resumes in three days in any case."
    ),
    "slow": gettext_noop("{player} asks to play your match of {game} over days."),
    "take-over": gettext_noop(
        "{player} asks to let a computer player take a silent seat in your match of {game}."
    ),
    "cancel": gettext_noop("{player} asks to cancel your match of {game}."),
    "end": gettext_noop("{player} asks to end your match of {game} as it stands."),
}

# To the person who asked. A canceled match has the notice of its end instead.
AGREED: dict[What, str] = {
    "undo": gettext_noop("The others have agreed to take a step back in your match of {game}."),
    "pause": gettext_noop("The others have agreed to pause your match of {game}."),
    "resume": gettext_noop("The others have agreed to resume your match of {game}."),
    "slow": gettext_noop("The others have agreed to play your match of {game} over days."),
    "take-over": gettext_noop(
        "The others have agreed to let a computer player take a silent seat in your match of "
        "{game}."
    ),
    "end": gettext_noop("The others have agreed to end your match of {game} as it stands."),
}
# By one «no»; a vote needs several, and names nobody.
REFUSED: dict[What, str] = {
    "undo": gettext_noop("{player} doesn’t agree to take a step back in your match of {game}."),
    "pause": gettext_noop("{player} doesn’t agree to pause your match of {game}."),
    "resume": gettext_noop("{player} doesn’t agree to resume your match of {game}."),
    "slow": gettext_noop("{player} doesn’t agree to play your match of {game} over days."),
    "take-over": gettext_noop(
        "The others don’t agree to let a computer player take a silent seat in your match of "
        "{game}."
    ),
    "cancel": gettext_noop("{player} doesn’t agree to cancel your match of {game}."),
    "end": gettext_noop("{player} doesn’t agree to end your match of {game} as it stands."),
}
LAPSED: dict[What, str] = {
    "undo": gettext_noop(
        "Not everyone answered in time whether to take a step back in your match of {game}."
    ),
    "pause": gettext_noop("Not everyone answered in time whether to pause your match of {game}."),
    "resume": gettext_noop("Not everyone answered in time whether to resume your match of {game}."),
    "slow": gettext_noop(
        "Not everyone answered in time whether to play your match of {game} over days."
    ),
    "take-over": gettext_noop(
        "Not everyone answered in time whether to let a computer player take a silent seat in your "
        "match of {game}."
    ),
    "cancel": gettext_noop("Not everyone answered in time whether to cancel your match of {game}."),
    "end": gettext_noop(
        "Not everyone answered in time whether to end your match of {game} as it stands."
    ),
}
# Another step ended the question before everyone had answered.
OVERTAKEN = gettext_noop(
    "What you asked in your match of {game} is over without an answer: something else happened "
    "first. You can ask again."
)


Event = notices.Event

ABOUT_YOU = gettext_noop(
    "The others at your match of {game} are voting on your seat. Come back, and it stays yours."
)
NUDGE = gettext_noop("{player} is waiting for you in your match of {game}.")
STILL = gettext_noop("Are you still playing your match of {game}? In a week it will rest.")
RESUMED = gettext_noop("The pause of your match of {game} is over: it has resumed.")


def tell_asked(match: Match, seats: list[Seat], request: Request) -> None:
    """Ask the voters, and tell the person who is voted about."""
    event = Event.UNDO if request.what == "undo" else Event.VOTE
    key, asking = f"ask:{request.step}", seats[request.seat]
    voters = [seats[voter] for voter in request.voters]
    by = asking.user_id
    _tell(match, voters, key, ASKED[request.what], event, by, player=asking.name)
    if request.about is not None and request.voters:
        _tell(match, [seats[request.about]], key, ABOUT_YOU, event, by)


def tell_decided(match: Match, seats: list[Seat], request: Request) -> None:
    """Tell the person who asked: agreed, refused, or not in time."""
    tell = partial(_tell_who_asked, match, seats, request)
    if request.granted is None:
        tell(LAPSED[request.what])
    elif request.granted:
        tell(AGREED[request.what])
    elif request.what == "take-over":
        tell(REFUSED[request.what])
    else:
        no = seats[request.no[0]]
        tell(REFUSED[request.what], by=no.user_id, player=no.name)


def _tell_who_asked(
    match: Match, seats: Sequence[Seat], request: Request, text: str, **params: Any
) -> None:
    """Tell the person who asked, unless they are at the match."""
    asking = seats[request.seat]
    if asking.user_id is None or attendance.is_here(match.public_id, asking.user_id):
        return
    event = Event.UNDO if request.what == "undo" else Event.VOTE
    _tell(match, [asking], f"decided:{request.step}", text, event, **params)


def follow(match: Match, seats: Sequence[Seat], step: Step) -> None:
    """Update the open request after a step; if the step ended it, tell the person who asked."""
    before = requests.request_of(match.request)
    open_request.follow(match, step)
    if before is not None and match.running and match.request is None:
        tell_overtaken(match, seats, before, step.user_id)


def tell_overtaken(match: Match, seats: Sequence[Seat], request: Request, by: int | None) -> None:
    """Tell the person who asked that the question is over unanswered, unless they ended it."""
    if seats[request.seat].user_id not in (None, by):
        _tell_who_asked(match, seats, request, OVERTAKEN)


def tell_nudged(match: Match, seat: Seat, by: Any, name: str, now: datetime) -> None:
    if seat.user_id not in blocks.hidden_from(by):
        key = f"nudge:{seat.index}:{int(now.timestamp())}"
        _tell(match, [seat], key, NUDGE, Event.NUDGE, by.pk, player=name)


def ask_whether_they_play(match: Match, seats: Iterable[Seat]) -> None:
    _tell(match, _playing(seats), f"still:{match.version}", STILL, Event.VOTE)


def asked_at(match: Match, seats: Iterable[Seat]) -> datetime | None:
    """When people were asked whether they still play from this position; None: never."""
    key = f"match:{match.public_id}:still:{match.version}"
    people = [seat.user_id for seat in _playing(seats)]
    asked = Notice.objects.filter(user__in=people, key=key).order_by("created_at")
    return asked.values_list("created_at", flat=True).first()


def tell_resumed(match: Match, seats: Iterable[Seat]) -> None:
    _tell(match, _playing(seats), f"resumed:{match.version}", RESUMED, Event.VOTE)


def _playing(seats: Iterable[Seat]) -> list[Seat]:
    return [seat for seat in seats if not seat.plays_itself and seat.resigned is None]


def _tell(
    match: Match,
    seats: Collection[Seat],
    key: str,
    text: str,
    event: Event,
    by: int | None = None,
    **params: Any,
) -> None:
    """`by`: the person who caused the notice, if any."""
    named = by if "player" in params else None
    names = match_names.names_for_all(match, list(match.seats.all()), named)
    for seat in seats:
        if seat.user_id is not None:
            notices.tell(
                user_id=seat.user_id,
                key=f"match:{match.public_id}:{key}",
                text=text,
                params={"game": names[seat.user_id], **params},
                link=reverse("matches:match", args=[match.public_id]),
                event=event,
                by=by,
            )


def still_holds(notice: Notice) -> bool:
    """Whether the notice's question is still open for its reader (setting NOTICE_CHECKS)."""
    place, _colon, rest = notice.key.partition(":")
    if place != "match":
        return True
    public_id, what, *more = rest.split(":")
    running = Match.objects.filter(public_id=public_id, status=Match.Status.ACTIVE)
    seats = Seat.objects.filter(match__in=running, user=notice.user_id).select_related("match")
    own = seats.defer("match__state").first()
    if own is None:
        return False
    if what == "ask":
        request = open_request.open_one(own.match)
        if request is None or str(request.step) != more[0]:
            return False
        return own.index in (*request.unanswered, request.about)
    if what == "still":
        return not own.match.paused and str(own.match.version) == more[0]
    return own.waits_for_person if what == "nudge" else True
