"""Expensive views of a match, made once and shared by all readers who see the same view.

Nothing here checks permissions: call `selectors.match_for` and `viewer_asked_for` first. The cache
key covers the stored match and seats, so any change of them (a step, a void, an erased name) makes
a new entry.
"""

from collections.abc import Callable, Hashable, Sequence
from hashlib import sha256
from threading import RLock
from typing import Any, TypeVar, cast

from django.http import HttpResponse
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language, gettext as _

from accounts.api import throttling
from games.matches.models import Match, Seat
from games.matches.page.privacy import VARIES
from games.matches.record import gate, ranking
from toolbox import packed
from toolbox.errors import TooMany
from toolbox.memory import Memory

KEPT = 64  # entries of up to 0.1 MB
PATIENCE = 5  # seconds
STEPS_FOR_A_BOARD = 10  # narrated in the time that a board takes,
STEPS_READ = 40  # read or applied in that time

T = TypeVar("T")

# The newest hash stands for the state.
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
    """The result of `make`, cached by the stored match, language and time zone.

    `what`: the kind, the viewer and whatever else the result depends on. `cost`: the work, in
    boards. Only results that aren't cached count toward the limit "reads"; they are made one at a
    time, unless they cost nothing. Raises `TooMany` beyond the limit and after waiting `PATIENCE`.
    """
    key = (*what, _stored(match, seats), get_language(), get_current_timezone_name())
    known: T | None = _made.get(key)
    if known is not None:
        return known
    if not cost:
        return cast("T", _made.put(key, make()))
    if not _one_at_a_time.acquire(timeout=PATIENCE):
        raise TooMany(_("Too many requests right now. Please try again."), wait=PATIENCE)
    try:
        known = _made.get(key)  # another request may have made it meanwhile
        if known is None:
            throttling.take_read(request, cost)
            known = _made.put(key, make())
        return known
    finally:
        _one_at_a_time.release()


def _stored(match: Match, seats: Sequence[Seat]) -> bytes:
    rows: list[Any] = [[getattr(match, name) for name in _ROW], gate.is_shut(match)]
    rows += [[getattr(seat, name) for name in _SEAT] for seat in seats]
    if len(seats) == 1:  # both are cached
        rows += [ranking.best_to_beat(match, seats[0]), ranking.reached_by_others(match, seats[0])]
    return sha256(repr(rows).encode()).digest()


def log_cost(match: Match) -> int:
    """The cost of narrating the whole match, in boards."""
    return 1 + match.version // STEPS_FOR_A_BOARD


def reading_cost(match: Match) -> int:
    """The cost of reading all its steps, in boards."""
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
    """A response with a body that is made once.

    For a running match it must not be stored; for a finished one a browser may keep it and
    revalidate it each time.
    """
    body = made(request, match, seats, what, lambda: packed.pack(make()), cost=cost)
    lasts = not match.running and not gate.is_shut(match)
    response = packed.answer(request, body, content_type, tagged=lasts)
    patch_vary_headers(response, VARIES)
    if not lasts:
        add_never_cache_headers(response)
    return response


def forget_all() -> None:
    """Empty the cache (between tests)."""
    _made.clear()
