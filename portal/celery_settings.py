"""The settings of Celery: broker, workers, periodic tasks, and the time of computer players."""

import ssl
import sys
from urllib.parse import urlsplit

from portal.beat import Every
from portal.environment import DATA_DIR
from portal.links import REDIS_KEEPALIVE, REDIS_URL


def celery_url(url: str) -> str:
    """The broker's address as Celery spells it: `redis+socket://` for a unix socket."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    return f"redis+socket://{parts.path}?virtual_host={parts.query.partition('db=')[2] or 0}"


AI_SECONDS = 2  # how long a computer player may think about one move
AI_SLOW = ("expert",)  # levels with a queue of their own
AI_SLOW_SECONDS = 6  # how long these may think
AI_SECONDS_LEAST = 0.1  # while many turns wait, and for matches where nobody is there
AI_WAIT_SECONDS = 1  # the longest wait of turns before computer players think less
CELERY_BROKER_URL = celery_url(REDIS_URL) if REDIS_URL else "memory://"
if REDIS_URL.lower().startswith("rediss:"):  # Kombu would take any certificate
    CELERY_BROKER_USE_SSL = {"ssl_cert_reqs": ssl.CERT_REQUIRED}
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
CELERY_DB_REUSE_MAX = sys.maxsize  # Django closes connections (`portal.celery`)
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_SOFT_TIME_LIMIT = 10
CELERY_TASK_TIME_LIMIT = 12
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than any task: otherwise tasks would run twice.
    "visibility_timeout": AI_SLOW_SECONDS + 30,
    "unacked_restore_interval": 5,  # seconds, after which a killed worker's tasks come back
    "unacked_restore_throttle": 1,
    "polling_interval": 2,  # seconds until a worker asks again; stopping takes as long
    "socket_timeout": 3,
    "socket_connect_timeout": 1,
    "health_check_interval": 4,  # seconds that a worker's wait for messages may be overdue
    **REDIS_KEEPALIVE,
}
CELERY_TASK_ROUTES = {
    "games.matches.tasks.play_ai_turn": {"queue": "ai"},
    "games.matches.tasks.play_slow_turn": {"queue": "ai-slow"},
}
SWEEP_SECONDS = 2.0  # between two rounds of the sweeper, which are the portal's heartbeat
SWEEPS = {  # tasks that repair losses, in every round or every third (`portal.tasks`)
    "games.matches.tasks.sweep": 1,
    "games.matches.tasks.tell_turns": 1,
    "portal.tasks.fold_log": 1,
    "accounts.tasks.sweep_notices": 3,
    "lobby.tasks.sweep_tables": 3,
    "lobby.quick.tasks.sweep_quick": 3,
}
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "portal.tasks.sweep", "schedule": Every(SWEEP_SECONDS)},
    "keep-challenges": {"task": "lobby.daily.tasks.keep_challenges", "schedule": Every(60.0)},
    "freeze-seasons": {"task": "lobby.ratings.tasks.freeze_seasons", "schedule": Every(300.0)},
    "sweep-banned": {"task": "games.matches.tasks.sweep_banned", "schedule": Every(30.0)},
    "hand-on-clubs": {"task": "lobby.tasks.hand_on_clubs", "schedule": Every(300.0)},
    "sweep-guests": {"task": "lobby.tasks.sweep_guests", "schedule": Every(300.0)},
    "forget": {"task": "lobby.tasks.forget", "schedule": Every(600.0)},
    "purge-log-words": {"task": "games.matches.tasks.purge_log_words", "schedule": Every(86_400.0)},
    "sweep-own-data": {"task": "lobby.tasks.sweep_own_data", "schedule": Every(300.0)},
}
CELERY_BEAT_SCHEDULER = "portal.beat:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat-schedule")
CELERY_TIMEZONE = "UTC"
