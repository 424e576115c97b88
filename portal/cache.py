"""A Redis cache that tolerates a server that is away."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


AWAY_SECONDS = 2.0  # without another attempt, once the server didn't answer

_away_until = float("-inf")  # of `time.monotonic`; for all threads


class _Away(Exception):
    """The server didn't answer a moment ago."""


AWAY = (_Away, RedisError)


@contextmanager
def _asking() -> Iterator[None]:
    """Query the server; if it is away, only one query in a while waits for it."""
    global _away_until
    if time.monotonic() < _away_until:
        raise _Away
    try:
        yield
    except RedisError:
        _away_until = time.monotonic() + AWAY_SECONDS
        log.warning("the cache is away")
        raise


class ForgivingRedisCache(RedisCache):
    """Seems empty while its server is away, instead of raising errors. Nothing cached must last."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        with suppress(*AWAY), _asking():
            return super().get(key, default, version)
        return default

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        with suppress(*AWAY), _asking():
            super().set(key, value, *args, **kwargs)

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        with suppress(*AWAY), _asking():
            return bool(super().add(key, value, *args, **kwargs))
        return False

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        with suppress(*AWAY), _asking():
            return dict(super().get_many(keys, version))
        return {}
