"""A Redis cache that survives a server that is away."""

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Is empty, instead of raising errors, while its server is away. Nothing cached must last."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except RedisError:
            log.warning("cache is away, nothing read for %s", key)
            return default

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        try:
            super().set(key, value, *args, **kwargs)
        except RedisError:
            log.warning("cache is away, nothing written for %s", key)

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        try:
            return bool(super().add(key, value, *args, **kwargs))
        except RedisError:
            log.warning("cache is away, nothing written for %s", key)
            return False

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        try:
            return dict(super().get_many(keys, version))
        except RedisError:
            log.warning("cache is away, nothing read for many keys")
            return {}
