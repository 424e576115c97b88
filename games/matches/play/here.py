"""Whether the person of a seat is at the match, and who has been silent for too long.

Someone is here while a page or a program of theirs is connected to the match, and for three minutes
after their page was last seen. That is kept in the cache: where it gets lost, they count as away.
"""

from datetime import datetime, timedelta

from django.core.cache import cache

from accounts import presence
from games.matches.models import Match, Seat, Step
from games.matches.play import clock_kinds
from games.plugin.requests import SILENCE

PAST_DUE = timedelta(days=1)  # since a seat should have acted, its person counts as silent


def place(public_id: str) -> str:
    """The name under which `accounts.presence` knows that match."""
    return f"match/{public_id}"


def note(public_id: str, user_id: int) -> None:
    """This person has the match's page open just now."""
    cache.set(_key(public_id, user_id), True, SILENCE.total_seconds())


def is_here(public_id: str, user_id: int) -> bool:
    """Whether the person is at the match, or was within three minutes."""
    connected = user_id in presence.at(place(public_id))
    return connected or bool(cache.get(_key(public_id, user_id)))


def _key(public_id: str, user_id: int) -> str:
    return f"here/{public_id}/{user_id}"


def is_live(match: Match) -> bool:
    """Whether people should stay at the table while the match runs."""
    found = clock_kinds.clock_of(match.clock)
    return found is not None and not clock_kinds.is_long(found)


def is_silent(match: Match, seat: Seat, now: datetime) -> bool:
    """Whether the others may do something about a seat that keeps them waiting.

    It owes a decision, its person has done nothing for three minutes, and has been away from a live
    match for as long, or is a day past due: past the first deadline that they have missed since
    they last did anything, or without a clock since it became the seat's turn.
    """
    if not seat.waits_for_person or seat.user_id is None:
        return False
    acted = last_acted(match, seat)
    if now - acted < SILENCE:
        return False
    if is_live(match) and not is_here(match.public_id, seat.user_id):
        return True
    due = _due(match, seat, acted)
    return due is not None and now - due >= PAST_DUE


def may_be_silent(match: Match, seat: Seat, now: datetime) -> bool:
    """Whether `is_silent` is worth asking, by the rows alone: False only if it would say no.

    At a live match that changes with every minute for which a page stays open.
    """
    if not seat.waits_for_person or is_live(match):
        return seat.waits_for_person
    if match.clock:
        return bool(seat.missed)
    return now - (seat.owes_since or match.started_at) >= PAST_DUE


def _due(match: Match, seat: Seat, acted: datetime) -> datetime | None:
    """When the person, who last did something at `acted`, should have done the next thing."""
    if not match.clock:
        return max(seat.owes_since or match.started_at, acted)
    if not seat.missed:
        return seat.deadline
    missed = match.steps.filter(seat=seat.index, kind=Step.Kind.TIME_OUT, at__gte=acted)
    found: datetime | None = missed.order_by("index").values_list("at", flat=True).first()
    return found


def last_acted(match: Match, seat: Seat) -> datetime:
    """When the seat's person last did anything in the match; its beginning if they never did."""
    own = match.steps.filter(seat=seat.index, actor="person").order_by("-index")
    at: datetime | None = own.values_list("at", flat=True).first()
    return at or match.started_at
