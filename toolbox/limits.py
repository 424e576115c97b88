"""Rate limits counted in this process.

Moves are counted here so that API and sockets share one bucket without asking a server. Limits that
apply to all processes together (sign-ups, log-ins) are in `accounts.api.throttling`.
"""

from collections.abc import Mapping
from time import monotonic, time
from typing import Any

from django.conf import settings

from toolbox.memory import Memory

_PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_REMEMBERED = 5_000  # buckets, at least


class TokenBucket:
    """Allows `burst` actions at once and `per_second` on average."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left = burst
        self._at = monotonic()

    def take(self, tokens: int = 1) -> bool:
        """Use up tokens, at most a full bucket. False: try again in `wait(tokens)` seconds."""
        self._refill()
        taken = min(tokens, self._burst)
        if self._left < taken:
            return False
        self._left -= taken
        return True

    def wait(self, tokens: int = 1) -> float:
        """Seconds until that many tokens are available."""
        self._refill()
        return max(0.0, (min(tokens, self._burst) - self._left) / self._per_second)

    def _refill(self) -> None:
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now


def configured(scope: str) -> str | None:
    """Return the limit of that name in the settings ("20/s"), or None for no limit."""
    framework: Mapping[str, Any] = settings.REST_FRAMEWORK
    rates: dict[str, str | None] = framework["DEFAULT_THROTTLE_RATES"]
    return rates.get(scope)


_buckets: Memory[tuple[str, object], TokenBucket] = Memory(_REMEMBERED)


def bucket(scope: str, who: object) -> TokenBucket | None:
    """Return this process's bucket of a person or socket, or None if there is no limit.

    The least recently used buckets are forgotten.
    """
    rate = configured(scope)
    if rate is None:
        return None
    known = _buckets.get((scope, who))
    if known is None:
        number, _, period = rate.partition("/")
        made = TokenBucket(int(number) / _PERIODS[period[0]], int(number))
        known = _buckets.put((scope, who), made)
    return known


def may_act(user: Any) -> bool:
    """Count one of the person's actions: moves and controls of all transports count alike."""
    limit = bucket("actions", user.pk) if user.is_authenticated else None
    return limit is None or limit.take()


_crowds: Memory[tuple[str, object], list[float]] = Memory(_REMEMBERED)


def wait_in_crowd(scope: str, who: object) -> float | None:
    """Count one more in this process; return None, or uncounted, the seconds to wait."""
    rate = configured(scope)
    if rate is None:
        return None
    number, _, period = rate.partition("/")
    now, span = time(), _PERIODS[period[0]]
    lately = [at for at in _crowds.get((scope, who)) or () if now - span < at <= now]
    if len(lately) >= int(number):
        return lately[0] + span - now
    _crowds.put((scope, who), [*lately, now])
    return None


def forget_all() -> None:
    """Reset all limits (between tests)."""
    _buckets.clear()
    _crowds.clear()
