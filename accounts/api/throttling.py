"""Limits of the API: `throttle_scope` on a view names its rate in the settings.

Changes count, and so do expensive reads. A rate of None means no limit.
"""

import math
from hashlib import sha256
from typing import Any, cast

from django.utils.translation import ngettext
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from accounts.guests.gate import is_guest
from toolbox import limits, places
from toolbox.errors import TooMany

_NO_VIEW = cast(Any, None)


class Throttle(BaseThrottle):
    """Counts moves by user and process, the rest by user or address in the shared cache."""

    def __init__(self) -> None:
        self._wait: float | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        scope = getattr(view, "throttle_scope", None)
        if scope is None or request.method in SAFE_METHODS or limits.configured(scope) is None:
            return True
        if scope == "actions":
            return self._take(request)
        self._wait = _wait(request, scope)
        return self._wait is None

    def wait(self) -> float | None:
        return None if self._wait is None else math.ceil(self._wait)

    def _take(self, request: Request) -> bool:
        bucket = limits.bucket("actions", request.user.pk or places.of_request(request))
        if bucket is None or bucket.take():
            return True
        self._wait = bucket.wait()
        return False


def take(request: Any, scope: str) -> None:
    """Count a page's action as a call of the API. Raises Refusal: 429 `throttled`."""
    wait = None if limits.configured(scope) is None else _wait(request, scope)
    if wait is not None:
        raise _too_fast(wait)


def take_read(request: Any, cost: int) -> None:
    """Count an expensive read by address, in this process. Raises Refusal: 429 `throttled`.

    `cost` is the read's time, in boards.
    """
    bucket = limits.bucket("reads", places.of_request(request))
    if bucket is not None and not bucket.take(cost):
        raise _too_fast(bucket.wait(cost))


def _too_fast(wait: float) -> TooMany:
    wait = max(1, math.ceil(wait))
    text = ngettext("Too fast: wait {n} second.", "Too fast: wait {n} seconds.", wait)
    return TooMany(text.format(n=wait), wait=wait)


def _wait(request: Any, scope: str) -> float | None:
    """Count one more call. Return None if allowed, else the seconds to wait.

    The cache counts for all processes but may miss calls at the same moment. This process's own
    count misses none: each log-in keeps the next ones waiting for its hash.
    """
    shared = _InCache(scope)
    if not shared.allow_request(request, _NO_VIEW):
        return shared.wait() or 1
    return limits.wait_in_crowd(scope, shared.get_cache_key(request, _NO_VIEW))


def failed_too_often(request: Any, scope: str) -> bool:
    """Whether `count_failure` has reached the limit; counts nothing."""
    return limits.configured(scope) is not None and _Failures(scope).is_full(request)


def count_failure(request: Any, scope: str) -> None:
    """Count one failure. Successes don't count."""
    if limits.configured(scope) is not None:
        _InCache(scope).allow_request(request, _NO_VIEW)


def is_mailbox_full(address: str) -> bool:
    """Count one more mail to an address, regardless of case and tag ("name+tag@…")."""
    return limits.configured("mails") is not None and not _Mailbox("mails").allow_request(
        cast(Any, address), _NO_VIEW
    )


class _InCache(SimpleRateThrottle):
    """A limit that all processes of the portal share.

    There is no lock, so calls at the same moment may go uncounted, but nobody waits.
    """

    def __init__(self, scope: str) -> None:
        self.scope = scope
        self.rate = limits.configured(scope)
        super().__init__()

    def get_cache_key(self, request: Request, view: Any) -> str:
        """Accounts count by their id, guests and strangers by address."""
        own = None if is_guest(request.user) else request.user.pk
        return f"throttle:{self.scope}:{own or places.of_request(request)}"


class _Failures(_InCache):
    def is_full(self, request: Request) -> bool:
        return not self.allow_request(request, _NO_VIEW)

    def throttle_success(self) -> bool:
        return True


class _Mailbox(_InCache):
    def get_cache_key(self, address: Any, view: Any) -> str:
        name, _at, host = address.casefold().rpartition("@")
        mailbox = f"{name.partition('+')[0]}@{host}"
        return f"throttle:{self.scope}:{sha256(mailbox.encode()).hexdigest()}"
