"""Settings, all from the environment. docs/operations.md lists every variable.

By default this is a development portal on SQLite in one process, with channel messages in memory
and Celery tasks run at once. `manage.py portal` (`make run`) adds a broker and separate processes;
production adds PostgreSQL and Redis.
"""

import atexit
import os
import re
import secrets
import shutil
import tempfile
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONCE, NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _

from portal import error_reports
from portal.celery_settings import *  # noqa: F403
from portal.environment import (
    BASE_DIR,
    DATA_DIR,
    flag,
    listed,
    naming,
    number,
    one_of,
    parsed,
    split,
    stored_key,
)
from portal.links import CHANNEL_LAYER_HOST, LIBPQ_KEEPALIVE, POSTGRESQL_KEEPALIVE, REDIS_URL

# -- the portal itself ---------------------------------------------------------------------------

SITE_NAME = os.environ.get("SITE_NAME", "Hearth & Dragon")
DEBUG = flag("DEBUG")
# Scheme, host and port with which links in mails begin, and the portal's path below them.
# `accounts.checks` checks both when a server starts.
SITE_URL = os.environ.get("SITE_URL") or ("http://localhost:8000" if DEBUG else "")
SITE_URL = SITE_URL.rstrip("/")
ROOT_PATH = os.environ.get("ROOT_PATH", "").rstrip("/")
FORCE_SCRIPT_NAME = ROOT_PATH or None
# For load tests with DEBUG; refused otherwise (`accounts.checks`).
NO_LIMITS = os.environ.get("LIMITS", "on") == "off"
SECRET_KEY = stored_key("SECRET_KEY", partial(secrets.token_urlsafe, 64))
# Signs the records of finished matches: 32 bytes in hexadecimal.
RECORD_KEY = stored_key("RECORD_KEY", partial(secrets.token_hex, 32))
if not re.fullmatch("[0-9a-fA-F]{64}", RECORD_KEY):  # the message doesn't show it
    raise SystemExit("RECORD_KEY isn't 32 bytes in hexadecimal (64 digits).")
ALLOWED_HOSTS = listed("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1],testserver")
CSRF_TRUSTED_ORIGINS = listed("CSRF_TRUSTED_ORIGINS")
TRUSTED_PROXIES = number("TRUSTED_PROXIES", 0)  # through which every visitor comes
# The contact for security holes, an address that begins with mailto: or https:.
SECURITY_CONTACT = os.environ.get("SECURITY_CONTACT", "")
ROOT_URLCONF = "portal.urls"
ASGI_APPLICATION = "portal.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

RULESETS = sorted(
    f"games.{path.parent.name}"
    for path in (BASE_DIR / "games").glob("*/game.py")
    if path.parent.name != "plugin"
)

INSTALLED_APPS = [
    "portal",
    "lobby",
    "games.matches",
    "accounts",
    "toolbox",
    *RULESETS,
    "unfold",  # the administration's theme; before the apps that it styles
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",  # so that our templates can replace its own
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
    "portal.metrics.Measured",
    "portal.addresses.VisitorAddress",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "portal.administration.AdministrationPolicy",
    "portal.refusals.RefusalPages",  # also for WhiteNoise's empty 405
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # for pages; WhiteNoise compresses its files
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "portal.refusals.InUTF8",
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
            "builtins": [  # libraries that most templates need without loading them
                "django.templatetags.i18n",
                "django.templatetags.static",
                "games.matches.templatetags.boards",
                "games.matches.templatetags.kit",
                "toolbox.templatetags.wording",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "portal.context.site",
            ],
        },
    }
]
FORM_RENDERER = "toolbox.form_focus.Renderer"

# -- database ------------------------------------------------------------------------------------


KNOWN_ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")


def _database(url: str) -> dict[str, Any]:
    if (found := dj_database_url.parse(url, conn_max_age=600))["ENGINE"] not in KNOWN_ENGINES:
        raise ValueError(url)
    return dict(found)


DATABASES = {
    "default": parsed(
        "DATABASE_URL",
        f"sqlite:///{DATA_DIR / 'portal.sqlite3'}",
        _database,
        "an address such as postgres://user:password@host/name",
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "portal.sqlite"
    # IMMEDIATE serializes writers: SQLite ignores SELECT … FOR UPDATE.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        # 8,000 pages are 32 MB; `portal.tasks` folds them sooner.
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=8000;"
        ),
    }
    # A file, since browser and socket tests read the database from several threads.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # One pool per process, instead of one connection per thread of sockets and requests
    # (`portal.request_threads`): they need it for a few milliseconds at a time.
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    # Else, after a restart of PostgreSQL, each old connection fails a request or a computer's turn.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": number("DATABASE_POOL", 12, least=1),
        "timeout": 5,
        "reconnect_timeout": 5,  # else it tries less and less often
        # Seconds during which statements planned before a migration of a column may be refused.
        "max_lifetime": 60,
    }
    # The same as SQLite's timeout; then people read that the portal is busy.
    DATABASES["default"]["OPTIONS"]["options"] = f"-c lock_timeout=10s {POSTGRESQL_KEEPALIVE}"
    DATABASES["default"]["OPTIONS"] |= LIBPQ_KEEPALIVE
    # Repeated statements are planned once, which saves half of the server's work for a move.
    DATABASES["default"]["OPTIONS"] |= {"server_side_binding": True, "prepare_threshold": 2}

# -- broker: channel layer and cache -----------------------------------------------------

if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [CHANNEL_LAYER_HOST]},
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
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels.layers.InMemoryChannelLayer",
            # Else a group would forget its listeners, who stay as long as the process, after a day.
            "CONFIG": {"group_expiry": 10**10},
        }
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# -- matches -------------------------------------------------------------------------------------

REST_DAYS = 90  # then a match that everyone has left ends as it stands
AI_PACE_SECONDS = 0.6  # between two steps that a person watches
# Tasks after the end of every match, sent until they acknowledge (`play.parts.followups`).
MATCH_FOLLOWUPS = [
    "games.matches.tasks.tell_the_end",
    "lobby.leaderboards.tasks.rank_run",
    "lobby.daily.tasks.note_try",
    "games.matches.tasks.sign_record",
    "games.matches.tasks.note_who_stayed",
    "games.matches.tasks.keep_log_text",
    "lobby.ratings.tasks.rate_match",
]
# The figures of a leaderboard that pages of runs show (`games.matches.record.ranking`).
RUN_FIGURES = "lobby.leaderboards.selectors.reached"

# -- tables --------------------------------------------------------------------------------------

# The most matches of one person that are under way, and the most begun within an hour.
MATCHES_UNDER_WAY = number("MATCHES_UNDER_WAY", 50)
MATCHES_AN_HOUR = number("MATCHES_AN_HOUR", 100)
# The same for all guests of one address together.
GUEST_MATCHES_UNDER_WAY = number("GUEST_MATCHES_UNDER_WAY", 20)
GUEST_MATCHES_AN_HOUR = number("GUEST_MATCHES_AN_HOUR", 40)
TABLE_COUNTDOWN_SECONDS = 10  # between the last seat taken and the start
# Minutes without anyone there after which a table closes: at a live pace, at any other pace.
TABLE_PATIENCE_MINUTES = (30, 7 * 24 * 60)

# Tasks of higher layers after a ban, with the person's key; a sweep repairs lost ones.
BAN_FOLLOWUPS = ["lobby.tasks.leave_tables_of", "games.matches.tasks.hand_over_of_banned"]
# Tasks of higher layers after a block, with the keys of both people.
BLOCK_FOLLOWUPS = ["lobby.tasks.withdraw_between"]

# The pages open to a banned person; any other says why they are banned.
OPEN_TO_BANNED = [
    "account_logout",
    "moderation:ban",
    "lobby:privacy",
    "lobby:own-data",
    "lobby:own-data-file",
    "lobby:close-account",
]

# The most guests from one address; 0: people need an account to play.
GUESTS_AN_HOUR = number("GUESTS_AN_HOUR", 20)
GUESTS_A_DAY = number("GUESTS_A_DAY", 60)
GUEST_DAYS = 30  # without a visit; then a guest is removed
# How many days these are kept (`accounts.retention`); 0: for good.
LOG_IN_DAYS = number("LOG_IN_DAYS", 180)
NOTICE_DAYS = number("NOTICE_DAYS", 365)
CHAT_DAYS = number("CHAT_DAYS", 0)
VISIT_DAYS = number("VISIT_DAYS", 30)  # when a seat's person had the match open
# Modules that hand over a guest's data (`accounts.guests.handover`), in the order of locks.
GUEST_BELONGINGS = ["lobby.tables.guest_tables", "games.matches.play.actions.guest_matches"]

# Functions that say, by event, whether a notice still holds when it is sent (`notice_checks`).
NOTICE_CHECKS = {
    "turn": "games.matches.play.parts.turn_notices.still_holds",
    "deadline": "games.matches.play.parts.turn_notices.still_holds",
    "undo": "games.matches.play.parts.request_notices.still_holds",
    "vote": "games.matches.play.parts.request_notices.still_holds",
    "nudge": "games.matches.play.parts.request_notices.still_holds",
    "followed": "lobby.tables.following.still_holds",
}

# Pages whose mails form one thread each, and the function of the page's arguments that returns the
# thread's subject ("": no thread).
MAIL_SUBJECTS = {"matches:match": "games.matches.record.match_names.subject"}

# Kinds of chats, and the modules that say who may take part (`accounts.talk.rooms`).
CHAT_ROOMS = {
    "match": "games.matches.live.chat",
    "table": "lobby.tables.chat",
    "club": "lobby.clubs.chat",
}

# -- people --------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "accounts.authentication.NameOrEmailBackend",  # decides every log-in
    "django.contrib.auth.backends.ModelBackend",  # for sessions that name it
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
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.VALIDATORS"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "change_password": "accounts.settings.forms.PasswordForm",
    "login": "accounts.settings.forms.LogInForm",
    "signup": "accounts.settings.forms.NewAccountForm",
}
ACCOUNT_CHANGE_EMAIL = True  # one address; a new one replaces it once its link is followed
ACCOUNT_EMAIL_NOTIFICATIONS = True  # of changes that an intruder could have made
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ACCOUNT_PREVENT_ENUMERATION = "strict"  # signing up reveals nobody's address, as in the API
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # no mail to people without account
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # for another email address
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300  # seconds
# django-axes counts failures for one name, for pages and API alike and by address, so that nobody
# can lock out someone else.
ACCOUNT_RATE_LIMITS: dict[str, str | None] | bool = {
    **dict.fromkeys(("signup", "login", "login_failed")),  # see DEFAULT_THROTTLE_RATES
    # Not by mail address: strangers would use up the owner's attempts. `mails` limits those.
    "reset_password": "20/m/ip",
}
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # accounts.middleware does, but not for guests
EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = number("EMAIL_PORT", 25, most=65_535)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = flag("EMAIL_USE_TLS")
EMAIL_TIMEOUT = 10  # seconds
OPERATOR_MAIL = os.environ.get("OPERATOR_MAIL", "")
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", f"{SITE_NAME} <portal@localhost>")
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_USERNAME_CALLABLE = "accounts.authentication.name_tried"
AXES_LOCKOUT_CALLABLE = "portal.refusals.locked_out"
AXES_CLIENT_IP_CALLABLE = "toolbox.places.of_log_in"  # the addresses of one home count as one

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
    "NUM_PROXIES": 0,  # `portal.addresses` sets the visitor's address
    "DEFAULT_THROTTLE_RATES": {
        "sign-up": "30/min",
        "log-in": "30/min",
        "failed-log-in": "20/min",  # on the page, for many names from one address
        "actions": "20/s",
        "tables": "120/min",
        "chat": "15/min",
        "clubs": "60/h",
        "report": "10/h",
        "invitations": "20/m",
        "names": "60/m",
        "quick": "30/m",
        "test-notice": "5/h",
        "mails": "10/d",  # to one mailbox, caused by strangers
        "own-data": "5/h",
        "reads": "1200/m",  # the cost of one address's reads, in boards of past moments
        "verify": "30/m",  # matches that the server replays to verify them
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
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # bytes; see also `portal.doors`
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300  # parsing a thousand takes 70 ms

# -- language, time, static files ----------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
FORMAT_MODULE_PATH = "portal.formats"  # dates as in static/js/site/page.js
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
        "worker-src": [SELF],
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
SECURE_SSL_HOST = parsed("SITE_URL", SITE_URL, urlsplit, "an address").netloc or None
# Programs request these over plain HTTP.
SECURE_REDIRECT_EXEMPT = [rf"^{re.escape(f'{ROOT_PATH}/'[1:])}(healthz|readyz|doctor|metrics)\Z"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Both affect other hosts, and can't be undone for months.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and flag("HSTS_SUBDOMAINS")
SECURE_HSTS_PRELOAD = HTTPS and flag("HSTS_PRELOAD")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # these demand both
SESSION_ENGINE = "accounts.session_store"
# Browsers share cookies between ports, so that portals on one host need different names. No other
# host can set a cookie that begins with __Host-, whose path browsers require to be "/".
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

# -- administration ------------------------------------------------------------------------------

# The site's red from pale to dark: lightness, chroma, hue.
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

READYZ_TOKEN = os.environ.get("READYZ_TOKEN", "")  # lets others see the findings of `/readyz`
DISK_RESERVE = number("DISK_RESERVE", 200)  # MB that must be free

# -- metrics and errors --------------------------------------------------------------------------

# Who may read `/metrics`: senders of the token, and visitors from these networks.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
METRICS_FROM = parsed(
    "METRICS_FROM",
    "",
    lambda given: [ip_network(text, strict=False) for text in split(given)],
    "a list of networks such as 10.0.0.0/8, ::1",
)
# Where a worker serves its metrics. Its processes share them in files, in a folder that must be
# set before prometheus_client is imported.
METRICS_HOST = os.environ.get("METRICS_HOST", "127.0.0.1")
METRICS_PORT = number("METRICS_PORT", 0, most=65_533)  # the next two are served, too
if METRICS_PORT and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="portal-metrics-")
    atexit.register(shutil.rmtree, os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
if _figures := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):  # else each request would fail
    with naming("PROMETHEUS_MULTIPROC_DIR", Path(_figures)):
        Path(_figures).mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=_figures).close()
if os.environ.get("SENTRY_DSN"):
    parsed("SENTRY_DSN", "", error_reports.begin, "an address for Sentry's reports")

# -- logging -------------------------------------------------------------------------------------

# Django's log for requests that anybody can send.
STRANGE_REQUESTS = [
    *("DisallowedHost", "RequestDataTooBig", "SuspiciousMultipartForm", "SuspiciousOperation"),
    *("TooManyFieldsSent", "TooManyFilesSent", "csrf"),
]
LOG_LEVELS = ("WARNING", "DEBUG", "INFO", "ERROR", "CRITICAL")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "portal.logs.Lines",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        },
        "json": {"()": "portal.logs.JSONLines"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": one_of("LOG_FORMAT", "line", "json"),
        }
    },
    "root": {"handlers": ["console"], "level": one_of("LOG_LEVEL", *LOG_LEVELS)},
    "filters": {
        "cancelled": {"()": "portal.logs.Cancelled"},
        "strange": {"()": "portal.logs.Strange"},
        "unready": {"()": "portal.logs.Unready"},
    },
    # Wrong addresses and refused requests aren't logged; failing requests are.
    "loggers": {
        "channels_redis.pubsub": {"filters": ["cancelled"]},
        "django": {"handlers": []},  # the root's handler is enough
        "django.request": {"level": "ERROR", "filters": ["unready"]},
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
