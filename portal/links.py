"""How soon a connection to another machine counts as lost if nothing comes back.

TCP by itself waits a quarter of an hour for an answer, and for ever if nothing was sent: behind a
dead switch a process would hang, and PostgreSQL would keep the locks of one that is gone.
"""

import os
import socket

REDIS_URL = os.environ.get("REDIS_URL", "")

# Of silence before the first probe, between two, and how many go unanswered.
IDLE_SECONDS, INTERVAL_SECONDS, PROBES = 3, 1, 3
LOST_SECONDS = IDLE_SECONDS + INTERVAL_SECONDS * PROBES  # also for what was sent

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
