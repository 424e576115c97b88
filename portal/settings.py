"""Settings, all from the environment. docs/operations.md lists every variable.

Without any variable set this is a development portal on SQLite with everything in one process:
channel messages in memory, Celery tasks run at once. `manage.py portal` (what `make run` calls)
adds a broker and separate processes; production adds PostgreSQL and Redis.
"""

import os
import re
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONCE, NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _

from portal.beat import Every

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").resolve()


def flag(name: str, default: bool = False) -> bool:
    """An environment variable as a yes or no."""
    return os.environ.get(name, str(default)).lower() in {"1", "true", "yes", "on"}


def listed(name: str, default: str = "") -> list[str]:
    """An environment variable as a comma-separated list."""
    return [item.strip() for item in os.environ.get(name, default).split(",") if item.strip()]


def stored_key(variable: str, make: Callable[[], str]) -> str:
    """The key from that variable, or one made once and kept in the data folder in its name."""
    if key := os.environ.get(variable):
        return key
    path = DATA_DIR / variable.lower()
    if not path.exists():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(make())
        with suppress(FileExistsError):  # another process was first
            path.hardlink_to(fresh)
        fresh.unlink()
    return path.read_text().strip()


# -- the portal itself ---------------------------------------------------------------------------

SITE_NAME = os.environ.get("SITE_NAME", "Hearth & Dragon")
DEBUG = flag("DEBUG")
# Where people reach the portal: scheme, host and port, which links in mails begin with, and the
# path below which it lies. Both are checked where a server starts (`accounts.checks`).
SITE_URL = os.environ.get("SITE_URL") or ("http://localhost:8000" if DEBUG else "")
SITE_URL = SITE_URL.rstrip("/")
ROOT_PATH = os.environ.get("ROOT_PATH", "").rstrip("/")
FORCE_SCRIPT_NAME = ROOT_PATH or None
# For loads of a portal under development: nobody is held up. Refused elsewhere (accounts.checks).
NO_LIMITS = os.environ.get("LIMITS", "on") == "off"
SECRET_KEY = stored_key("SECRET_KEY", partial(secrets.token_urlsafe, 64))
# Signs the records of matches that are over: 32 bytes, in hexadecimal.
RECORD_KEY = stored_key("RECORD_KEY", partial(secrets.token_hex, 32))
ALLOWED_HOSTS = listed("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1],testserver")
CSRF_TRUSTED_ORIGINS = listed("CSRF_TRUSTED_ORIGINS")
TRUSTED_PROXIES = int(os.environ.get("TRUSTED_PROXIES", "0"))  # that every visitor comes through
ROOT_URLCONF = "portal.urls"
ASGI_APPLICATION = "portal.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

RULESETS = sorted(
    f"games.{path.parent.name}"
    for path in (BASE_DIR / "games").glob("*/apps.py")
    if path.parent.name != "matches"
)

INSTALLED_APPS = [
    "portal",
    "lobby",
    "games.matches",
    "accounts",
    "toolbox",
    *RULESETS,
    "unfold",  # the administration's looks: before what it dresses
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "axes",
    "channels",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "rest_framework",
]

MIDDLEWARE = [
    "portal.addresses.VisitorAddress",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "portal.administration.AdministrationPolicy",
    "portal.refusals.RefusalPages",  # for WhiteNoise, which has no words for a wrong method
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pages and answers; WhiteNoise sees to its files
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "portal.refusals.MissingSlash",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.middleware.BanMiddleware",
    "accounts.middleware.GuestMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.ReaderTimeZoneMiddleware",
    "axes.middleware.AxesMiddleware",
    "portal.refusals.RefusalPages",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *sorted(BASE_DIR.glob("games/*/templates"))],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["toolbox.templatetags.wording"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "portal.context.site",
            ],
        },
    }
]

# -- database ------------------------------------------------------------------------------------

DATABASES = {
    "default": dj_database_url.config(
        default=f"sqlite:///{DATA_DIR / 'portal.sqlite3'}", conn_max_age=600
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "portal.sqlite"
    # IMMEDIATE is what serializes writers here: SQLite ignores SELECT … FOR UPDATE.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        # 8,000 pages are 32 MB: portal.sqlite.log folds them before there are so many.
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=8000;"
        ),
    }
    # Browser and socket tests look at the database from several threads: a file, not memory.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # Each thread would keep a connection that it needs for a few ms at a time: of sockets, of
    # requests (`portal.request_threads`). A pool for each process needs fewer.
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": int(os.environ.get("DATABASE_POOL", "12")),
        "timeout": 10,
    }
    # As long as SQLite waits for a lock; then people hear that the portal is busy.
    DATABASES["default"]["OPTIONS"]["options"] = "-c lock_timeout=10s"

# -- broker: channel layer, cache and Celery -----------------------------------------------------

REDIS_URL = os.environ.get("REDIS_URL", "")


def celery_url(url: str) -> str:
    """The broker's address in Celery's spelling (a unix socket is `redis+socket://` there)."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    return f"redis+socket://{parts.path}?virtual_host={parts.query.partition('db=')[2] or 0}"


if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [{"address": REDIS_URL, "socket_timeout": 2, "socket_connect_timeout": 1}]
            },
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "portal.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

AI_SECONDS = 2  # how long a computer player may think about one move
AI_SECONDS_LEAST = 0.1  # the same while many wait, and for matches at which nobody is
AI_WAIT_SECONDS = 1  # it thinks less as soon as turns would wait for longer than that
CELERY_BROKER_URL = celery_url(REDIS_URL) if REDIS_URL else "memory://"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
CELERY_DB_REUSE_MAX = sys.maxsize  # tasks: connections are Django's to close (portal.celery)
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_SOFT_TIME_LIMIT = AI_SECONDS + 8
CELERY_TASK_TIME_LIMIT = AI_SECONDS + 10
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than any task may run, or it would run twice.
    "visibility_timeout": AI_SECONDS + 30,
    # A killed worker's tasks come back after seconds, not after the default of minutes.
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 1,
}
CELERY_TASK_ROUTES = {"games.matches.tasks.play_ai_turn": {"queue": "ai"}}
SWEEP_SECONDS = 2.0  # between two rounds of the sweeper; also the heartbeat
SWEEPS = {  # what looks for what was forgotten: in every round, or in every third (portal.tasks)
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
    "sweep-banned": {"task": "games.matches.tasks.sweep_banned", "schedule": Every(30.0)},
    "sweep-guests": {"task": "lobby.tasks.sweep_guests", "schedule": Every(300.0)},
    "forget": {"task": "lobby.tasks.forget", "schedule": Every(600.0)},
    "purge-log-words": {"task": "games.matches.tasks.purge_log_words", "schedule": Every(86_400.0)},
    "sweep-own-data": {"task": "lobby.tasks.sweep_own_data", "schedule": Every(300.0)},
}
CELERY_BEAT_SCHEDULER = "portal.beat:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat-schedule")
CELERY_TIMEZONE = "UTC"

# -- matches -------------------------------------------------------------------------------------

REST_DAYS = 90  # after which a match that everyone has left ends as it stands
AI_PACE_SECONDS = 0.6  # between two steps that a person watches
# Tasks that follow the end of every match, sent until they acknowledge (matches.play.followups).
MATCH_FOLLOWUPS = [
    "games.matches.tasks.tell_the_end",
    "lobby.leaderboards.tasks.rank_run",
    "lobby.daily.tasks.note_try",
    "games.matches.tasks.sign_record",
    "games.matches.tasks.note_who_stayed",
    "games.matches.tasks.keep_log_text",
]
# What people reach on a leaderboard, for the pages of runs (matches.record.ranking).
RUN_FIGURES = "lobby.leaderboards.selectors.reached"

# -- tables --------------------------------------------------------------------------------------

# How many matches that a person has started may be under way, and may begin within an hour.
MATCHES_UNDER_WAY = int(os.environ.get("MATCHES_UNDER_WAY", "50"))
MATCHES_AN_HOUR = int(os.environ.get("MATCHES_AN_HOUR", "100"))
# The same of all guests who come from one address, taken together.
GUEST_MATCHES_UNDER_WAY = int(os.environ.get("GUEST_MATCHES_UNDER_WAY", "20"))
GUEST_MATCHES_AN_HOUR = int(os.environ.get("GUEST_MATCHES_AN_HOUR", "40"))
TABLE_COUNTDOWN_SECONDS = 10  # between the last seat taken and the start
# Without anyone there, a table is closed after so many minutes: of live play, of any other.
TABLE_PATIENCE_MINUTES = (30, 7 * 24 * 60)

# Tasks that follow a ban in higher layers, with the person's key (a sweep does what got lost).
BAN_FOLLOWUPS = ["lobby.tasks.leave_tables_of", "games.matches.tasks.hand_over_of_banned"]
# Tasks that follow a block in higher layers, with the keys of both people.
BLOCK_FOLLOWUPS = ["lobby.tasks.withdraw_between"]

# The pages of a banned person; every other one says why they are banned.
OPEN_TO_BANNED = [
    "account_logout",
    "moderation:ban",
    "lobby:privacy",
    "lobby:own-data",
    "lobby:own-data-file",
    "lobby:close-account",
]

# How many guests may come from one address; 0: none at all, one needs an account to play.
GUESTS_AN_HOUR = int(os.environ.get("GUESTS_AN_HOUR", "20"))
GUESTS_A_DAY = int(os.environ.get("GUESTS_A_DAY", "60"))
GUEST_DAYS = 30  # without a visit, after which a guest is removed
# How many days these are kept (accounts/retention.py); 0: for good.
LOG_IN_DAYS = int(os.environ.get("LOG_IN_DAYS", "180"))
NOTICE_DAYS = int(os.environ.get("NOTICE_DAYS", "365"))
CHAT_DAYS = int(os.environ.get("CHAT_DAYS", "0"))
VISIT_DAYS = int(os.environ.get("VISIT_DAYS", "30"))  # when a seat's person had the match open
# Who knows what guests have: accounts.guests.handover. In the order in which rows are locked.
GUEST_BELONGINGS = ["lobby.tables.guest_tables", "games.matches.play.actions.guest_matches"]

# Events whose notices may be out of date when they are to be sent, and who knows: functions of the
# notice, which say whether it still holds (accounts.notice_checks).
NOTICE_CHECKS = {
    "turn": "games.matches.play.parts.turn_notices.still_holds",
    "deadline": "games.matches.play.parts.turn_notices.still_holds",
    "undo": "games.matches.play.parts.request_notices.still_holds",
    "vote": "games.matches.play.parts.request_notices.still_holds",
    "nudge": "games.matches.play.parts.request_notices.still_holds",
}

# Pages whose mails make one thread each, and what gives the subject of it: a function of what the
# page's address names ("": no thread).
MAIL_SUBJECTS = {"matches:match": "games.matches.record.match_names.subject"}

# Kinds of conversations and the modules that say who may take part: accounts.talk.rooms.
CHAT_ROOMS = {"match": "games.matches.live.chat", "table": "lobby.tables.chat"}

# -- people --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "accounts.authentication.NameOrEmailBackend",  # decides every log-in
    "django.contrib.auth.backends.ModelBackend",  # only known to sessions from before
]
PASSWORD_HASHERS = ["accounts.hashing.PatientPasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "accounts.hashing.LongestPassword",
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "django.contrib.auth.password_validation.MinimumLengthValidator",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
        "django.contrib.auth.password_validation.NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby:home"
LOGOUT_REDIRECT_URL = "lobby:home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.VALIDATORS"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "change_password": "accounts.settings.forms.PasswordForm",
    "login": "accounts.settings.forms.LogInForm",
    "signup": "accounts.settings.forms.NewAccountForm",
}
ACCOUNT_CHANGE_EMAIL = True  # one address; another takes its place once its link was followed
ACCOUNT_EMAIL_NOTIFICATIONS = True  # of what could mean that someone else got in
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ACCOUNT_PREVENT_ENUMERATION = "strict"  # signing up tells of nobody's address, as the API
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # who has no account here gets no mail from here
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # for another email address
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300  # seconds since the last time
# Failures for one name are django-axes' to count, for pages and API alike and by address, so that
# nobody can lock out someone else.
ACCOUNT_RATE_LIMITS: dict[str, str | None] | bool = {
    "signup": None,
    "login": None,
    "login_failed": None,  # they are below
    # Not by address as well: strangers would use up the owner's. `mails` bounds what these get.
    "reset_password": "20/m/ip",
}
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # accounts.middleware does, but not for guests
EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = flag("EMAIL_USE_TLS")
EMAIL_TIMEOUT = 10  # seconds: a mail server that is away must not hold up a page for long
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", f"{SITE_NAME} <portal@localhost>")
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_USERNAME_CALLABLE = "accounts.authentication.name_tried"
AXES_LOCKOUT_CALLABLE = "portal.refusals.locked_out"
AXES_CLIENT_IP_CALLABLE = "toolbox.places.of_log_in"  # all of a home is one place

# -- API -----------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.TokenAuthentication",
        "accounts.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["toolbox.api.drf.StructRenderer"],
    "DEFAULT_METADATA_CLASS": "toolbox.api.drf.Methods",
    "DEFAULT_PARSER_CLASSES": ["toolbox.api.drf.StrictJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "toolbox.api.pagination.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "toolbox.api.drf.handle",
    "DEFAULT_THROTTLE_CLASSES": ["accounts.api.throttling.Throttle"],
    "NUM_PROXIES": 0,  # `portal.addresses` has seen to the visitor's address
    "DEFAULT_THROTTLE_RATES": {
        "sign-up": "30/min",
        "log-in": "30/min",
        "failed-log-in": "20/min",  # at the page, for many names from one address
        "actions": "20/s",
        "tables": "120/min",
        "chat": "15/min",
        "report": "10/h",
        "invitations": "20/m",
        "names": "60/m",
        "quick": "30/m",
        "test-notice": "5/h",
        "mails": "10/d",  # to one mailbox, of those that strangers can cause
        "own-data": "5/h",
        "reads": "1200/m",  # what has to be made for an address, in boards of past moments
        "verify": "30/m",  # matches that the server plays again for the page that checks them
    },
}
SPECTACULAR_SETTINGS = {
    "TITLE": SITE_NAME,
    "DESCRIPTION": "Play board games over HTTP and WebSocket. docs/api.md holds a whole bot.",
    "VERSION": "1.0",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "toolbox.api.documentation.add_components",
        "games.matches.api.ruleset_schemas.add_rulesets",
        "toolbox.api.documentation.suit_generators",
    ],
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # what a body may hold at all: portal/doors.py
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300  # reading a thousand parts takes 70 ms of the processor

# -- language, time, static files ----------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = "portal.formats"  # dates as browsers write them (static/js/site/page.js)
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = f"{ROOT_PATH}/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": os.environ.get(
            "STATICFILES_BACKEND", "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

# -- safety --------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
# The administration's theme evaluates expressions in its pages and styles them inline.
ADMINISTRATION_POLICY = CONTENT_SECURITY_POLICY["DIRECTIVES"] | {
    "script-src": [SELF, UNSAFE_INLINE, UNSAFE_EVAL],
    "style-src": [SELF, UNSAFE_INLINE],
}
HTTPS = flag("HTTPS")
SECURE_SSL_REDIRECT = HTTPS
SECURE_SSL_HOST = urlsplit(SITE_URL).netloc or None
# Asked from within, by plain HTTP:
SECURE_REDIRECT_EXEMPT = [rf"^{re.escape(f'{ROOT_PATH}/'[1:])}(healthz|readyz)\Z"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Both reach beyond this portal, and can't be taken back for months.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and flag("HSTS_SUBDOMAINS")
SECURE_HSTS_PRELOAD = HTTPS and flag("HSTS_PRELOAD")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # which want both, everywhere
SESSION_ENGINE = "accounts.session_store"
# Browsers don't tell cookies of two ports apart, so another portal's on this host need other names.
# No other host can set a cookie whose name begins with __Host-, and browsers want "/" as its path.
COOKIE_PREFIX = ("__Host-" if HTTPS else "") + (os.environ.get("COOKIE_PREFIX") or "hearth")
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}_session"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}_csrf"
MESSAGE_STORAGE = "portal.context.Messages"
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = "/" if HTTPS else ROOT_PATH or "/"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "portal.refusals.csrf_failure"
CSRF_COOKIE_HTTPONLY = True  # scripts take the token from the page
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"

# -- administration ------------------------------------------------------------------------------

# The site's own red, from pale to dark, in the theme's notation: lightness, chroma, hue.
EMBER = {
    "50": "oklch(97.5% .013 45)",
    "100": "oklch(94.5% .03 45)",
    "200": "oklch(89% .06 44)",
    "300": "oklch(81% .1 43)",
    "400": "oklch(71% .14 42)",
    "500": "oklch(62% .16 41)",
    "600": "oklch(53% .15 39)",
    "700": "oklch(47% .13 38)",
    "800": "oklch(40% .11 37)",
    "900": "oklch(34% .09 36)",
    "950": "oklch(25% .06 35)",
}
UNFOLD = {
    "SITE_TITLE": SITE_NAME,
    "SITE_HEADER": SITE_NAME,
    "SITE_SYMBOL": "local_fire_department",
    "SITE_URL": f"{ROOT_PATH}/",
    "SCRIPTS": [lambda request: static("js/office.js")],
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "SIDEBAR": {"show_search": False, "show_all_applications": True},
    "COLORS": {"primary": EMBER},
}

# -- health --------------------------------------------------------------------------------------

READYZ_TOKEN = os.environ.get("READYZ_TOKEN", "")  # shows what `/readyz` found; "": to nobody
DISK_RESERVE = int(os.environ.get("DISK_RESERVE", "200"))  # MB that must be free

# -- logging -------------------------------------------------------------------------------------

# Requests that anybody can send at any time.
STRANGE_REQUESTS = [
    *("DisallowedHost", "RequestDataTooBig", "SuspiciousMultipartForm", "SuspiciousOperation"),
    *("TooManyFieldsSent", "TooManyFilesSent", "csrf"),
]
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
    "filters": {"strange": {"()": "portal.logs.Strange"}},
    # A wrong address or a refused request is the visitor's affair, a failing one ours.
    "loggers": {
        "django": {"handlers": []},  # with DEBUG its own would say again what the root's says
        "django.request": {"level": "ERROR"},
        **{f"django.security.{name}": {"filters": ["strange"]} for name in STRANGE_REQUESTS},
    },
}

# -- limits that are lifted ----------------------------------------------------------------------

if NO_LIMITS and DEBUG:
    REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = {}
    ACCOUNT_RATE_LIMITS = False
    AXES_ENABLED = False
    MATCHES_UNDER_WAY = MATCHES_AN_HOUR = 1_000_000
    GUEST_MATCHES_UNDER_WAY = GUEST_MATCHES_AN_HOUR = 1_000_000
    GUESTS_AN_HOUR = GUESTS_A_DAY = 1_000_000
