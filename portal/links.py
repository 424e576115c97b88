"""How soon a connection to another machine counts as lost if nothing comes back.

TCP by itself waits a quarter of an hour for an answer, and forever if nothing was sent: behind a
dead switch a process would hang, and PostgreSQL would keep the locks of a process that is gone.
"""

import os
import socket
import time
from typing import Any

from redis.asyncio import Connection, SSLConnection
from redis.asyncio.connection import parse_url
from redis.exceptions import ConnectionError

from portal.environment import parsed

REDIS_URL = os.environ.get("REDIS_URL", "")

# Seconds of silence before the first probe and between two, and the unanswered probes allowed.
IDLE_SECONDS, INTERVAL_SECONDS, PROBES = 3, 1, 3
LOST_SECONDS = IDLE_SECONDS + INTERVAL_SECONDS * PROBES  # for unacknowledged data, too

LIBPQ_KEEPALIVE = {
    "connect_timeout": 3,
    "keepalives_idle": IDLE_SECONDS,
    "keepalives_interval": INTERVAL_SECONDS,
    "keepalives_count": PROBES,
    "tcp_user_timeout": LOST_SECONDS * 1_000,
}
POSTGRESQL_KEEPALIVE = (
    f"-c tcp_keepalives_idle={IDLE_SECONDS} -c tcp_keepalives_interval={INTERVAL_SECONDS} "
    f"-c tcp_keepalives_count={PROBES} -c tcp_user_timeout={LOST_SECONDS}s"
)
_TCP = {
    "TCP_KEEPIDLE": IDLE_SECONDS,
    "TCP_KEEPINTVL": INTERVAL_SECONDS,
    "TCP_KEEPCNT": PROBES,
    "TCP_USER_TIMEOUT": LOST_SECONDS * 1_000,
}
# For redis-py and kombu; a unix socket takes none of it.
REDIS_KEEPALIVE = (
    {}
    if REDIS_URL.startswith("unix:")
    else {
        "socket_keepalive": True,
        "socket_keepalive_options": {
            getattr(socket, name): value for name, value in _TCP.items() if hasattr(socket, name)
        },
    }
)


class NoticingConnection(Connection):
    """Raises ConnectionError once the network gave up on it.

    redis-py mistakes the network's ETIMEDOUT for the end of its own wait, although it is raised at
    once each time. So a listening channel layer would never give way to the event loop.
    """

    async def read_response(
        self, disable_decoding: bool = False, timeout: float | None = None, **named: Any
    ) -> Any:
        begun = time.monotonic()
        response = await super().read_response(disable_decoding, timeout, **named)
        if response is None and timeout and time.monotonic() - begun < timeout / 2:
            await self.disconnect(nowait=True)
            raise ConnectionError("the connection to the broker is lost")
        return response


class NoticingSSLConnection(NoticingConnection, SSLConnection):
    """The same over TLS, for `rediss://`."""


def layer_host(url: str) -> dict[str, Any]:
    """The channel layer's host entry for that address, with our connection classes.

    From a bare address the layer would make redis-py's own. Raises ValueError for other schemes.
    """
    given: dict[str, Any] = dict(parse_url(url))
    if "path" not in given:
        secure = given.get("connection_class") is SSLConnection
        given["connection_class"] = kind = NoticingSSLConnection if secure else NoticingConnection
        try:
            kind(**{name: value for name, value in given.items() if name != "connection_class"})
        except TypeError:  # the address has an unknown parameter
            raise ValueError(url) from None
    return {"socket_timeout": 2, "socket_connect_timeout": 1, **REDIS_KEEPALIVE, **given}


# Parsed on import, so that every process exits with one line if the variable is wrong.
CHANNEL_LAYER_HOST = (
    parsed(
        "REDIS_URL", "", layer_host, "an address that begins with redis://, rediss:// or unix://"
    )
    if REDIS_URL
    else {}
)
