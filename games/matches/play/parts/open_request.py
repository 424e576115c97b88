"""The open request of a match, which `Match.request` stores."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from accounts import notices
from games.matches.models import Match, Seat, Step
from games.plugin.codec import plain
from games.protocol import requests
from games.protocol.requests import Past, People, Request

NEWEST = 50  # steps searched first for a step to take back


def open_one(match: Match, now: datetime | None = None) -> Request | None:
    """The match's request, if it can still be answered."""
    if match.request is None or not match.running:
        return None
    return requests.open_at(requests.request_of(match.request), now or timezone.now())


def computers_wait_until(match: Match) -> datetime | None:
    """Until when computer players wait for a question to take a step back; None: they don't."""
    request = open_one(match)
    return request.until if request is not None and request.what == "undo" else None


def keep(match: Match, request: Request | None) -> None:
    """Store the match's request, and settle the notices of the request before.

    If that is still open, settle only those of people who have answered.
    """
    _settle(match, requests.request_of(match.request), request)
    match.request = plain(request)
    Match.objects.filter(pk=match.pk).update(request=match.request)


def _settle(match: Match, before: Request | None, request: Request | None) -> None:
    if before is None:
        return
    seats = match.seats.exclude(user=None)
    if request is not None and request.step == before.step and request.granted is None:
        seats = seats.filter(index__in=(*request.yes, *request.no))
    users = list(seats.values_list("user", flat=True))
    notices.settle(users=users, occasions=[occasion(match, before)])


def occasion(match: Match, request: Request) -> str:
    """The key of the notices that ask the question."""
    return f"match:{match.public_id}:ask:{request.step}"


def settle_still(match: Match, seats: Iterable[Seat], now: datetime) -> None:
    """Settle the question whether people still play, as somebody acts."""
    quiet = now - (match.acted_at or match.started_at)
    if match.clock is None and quiet >= requests.STILL_PLAYING:
        users = [seat.user_id for seat in seats if seat.user_id is not None]
        notices.settle(users=users, occasions=[f"match:{match.public_id}:still"])


def follow(match: Match, step: Step) -> None:
    """Update the open request after a step that doesn't belong to it."""
    if not match.running and match.look_at is not None:
        match.look_at = None  # the sweeper's index holds no match that is over
        Match.objects.filter(pk=match.pk).update(look_at=None)
    own = step.kind == Step.Kind.CONTROL and requests.deed_of(step.action) is not None
    # A new result by an administrator keeps the request by which all agreed to end the match.
    ended_match = match.settled is not None and match.decided == step.index
    if match.request is None or own or ended_match:
        return
    before = requests.request_of(match.request)
    left = requests.after(before, step) if match.running else None
    if left != before:
        keep(match, left)


def way_back(match: Match, seat: int) -> int | None:
    """The step before the seat's newest action that counts, or None. Usually one query."""
    return requests.way_back(_newest_first(match), seat)


def _newest_first(match: Match) -> Iterator[Past]:
    newest = _rows(match.steps.all())[:NEWEST]
    yield from newest
    if len(newest) == NEWEST:
        yield from _rows(match.steps.filter(index__lt=newest[-1][0])).iterator(chunk_size=NEWEST)


def _rows(steps: QuerySet[Step]) -> QuerySet[Step, Past]:
    return steps.order_by("-index").values_list("index", "base", "kind", "seat", "actor")


def people_of(match: Match, seats: list[Seat]) -> People:
    """The seats whose people play, those whose people are away, and the pause."""
    theirs = [
        seat for seat in seats if not seat.is_ai and seat.resigned is None and seat.replaced is None
    ]
    return People(
        playing=frozenset(seat.index for seat in theirs if not seat.caretaker),
        away=frozenset(seat.index for seat in theirs if seat.caretaker),
        pause=_PAUSES.get(match.paused, ""),
    )


_PAUSES: dict[str, requests.Pause] = {
    Match.Paused.CONSENT: "consent",
    Match.Paused.RESTING: "resting",
}
