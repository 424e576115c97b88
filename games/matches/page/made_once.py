"""What is dear to make of a match, made once for all who read it alike, and sent to many.

Ask the gate (`selectors.match_for`) and whose view is open (`viewer_asked_for`) first: nothing here
does. What is remembered belongs to the match and its seats exactly as they are stored: a step, a
match that is voided or made private, a name that is taken out make another one.
"""

from collections.abc import Callable, Hashable, Sequence
from hashlib import sha256
from threading import RLock
from typing import Any, TypeVar, cast

from django.http import HttpResponse
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.api import throttling
from games.matches.models import Match, Seat
from games.matches.page.privacy import VARIES
from games.matches.record import gate, ranking
from toolbox import packed
from toolbox.errors import TooMany
from toolbox.memory import Memory

KEPT = 64  # boards of a window, a log, a page: up to 0.1 MB each
PATIENCE = 5  # seconds
STEPS_FOR_A_BOARD = 10  # so many are told in the time that a board takes,
STEPS_READ = 40  # and so many are read, or applied

T = TypeVar("T")

# The state of a match goes by its newest hash.
_ROW = [field.attname for field in Match._meta.concrete_fields if field.attname != "state"]
_SEAT = [field.attname for field in Seat._meta.concrete_fields]

_made: Memory[tuple[Hashable, ...], Any] = Memory(KEPT, of_words=True)
_one_at_a_time = RLock()


def made(
    request: Any,
    match: Match,
    seats: Sequence[Seat],
    what: tuple[Hashable, ...],
    make: Callable[[], T],
    *,
    cost: int,
) -> T:
    """What `make` returns, or has returned for this match before, in this language and time zone.

    `what` names it, with the viewer and whatever else it depends on. `cost`: how dear it is, in
    boards; only making counts for the limit "reads". Raises `TooMany` beyond that, and where others
    take up all the time: one is made at a time, but what costs nothing waits for nobody.
    """
    key = (*what, _stored(match, seats), get_language(), get_current_timezone_name())
    known: T | None = _made.get(key)
    if known is not None:
        return known
    if not cost:
        return cast("T", _made.put(key, make()))
    if not _one_at_a_time.acquire(timeout=PATIENCE):
        raise TooMany(_("Too many are reading just now. Please try again."), wait=PATIENCE)
    try:
        known = _made.get(key)  # somebody else may have had it made meanwhile
        if known is None:
            throttling.take_read(request, cost)
            known = _made.put(key, make())
        return known
    finally:
        _one_at_a_time.release()


def _stored(match: Match, seats: Sequence[Seat]) -> bytes:
    rows: list[Any] = [[getattr(match, name) for name in _ROW], gate.is_shut(match)]
    rows += [[getattr(seat, name) for name in _SEAT] for seat in seats]
    if len(seats) == 1:  # both are remembered
        rows += [ranking.best_to_beat(match, seats[0]), ranking.reached_by_others(match, seats[0])]
    return sha256(repr(rows).encode()).digest()


def log_cost(match: Match) -> int:
    """How dear telling the whole match is, in boards."""
    return 1 + match.version // STEPS_FOR_A_BOARD


def reading_cost(match: Match) -> int:
    """How dear reading all its steps is."""
    return 1 + match.version // STEPS_READ


def answer(
    request: Any,
    match: Match,
    seats: Sequence[Seat],
    what: tuple[Hashable, ...],
    make: Callable[[], bytes],
    *,
    cost: int,
    content_type: str,
) -> HttpResponse:
    """An answer with the body that is made once, and what a browser may do with it.

    Nobody keeps what is of a running match; of one that is over a browser may, if it asks each time
    whether it still holds.
    """
    body = made(request, match, seats, what, lambda: packed.pack(make()), cost=cost)
    lasts = not match.running and not gate.is_shut(match)
    answered = packed.answer(request, body, content_type, tagged=lasts)
    patch_vary_headers(answered, VARIES)
    if not lasts:
        add_never_cache_headers(answered)
    return answered


def forget_all() -> None:
    """Make everything anew (between tests)."""
    _made.clear()
