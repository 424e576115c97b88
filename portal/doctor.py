"""The checks of `manage.py doctor`: mistakes of operators, and in a sentence how to mend them.

A check yields a sentence for each mistake. To learn what web processes see of a request, it asks
them for `/doctor`, with a `doctor_token`, at the address where people reach the portal.
"""

import http.client
import json
import os
import socket
import ssl
import zoneinfo
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

import redis
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core import checks
from django.core.mail import send_mail
from django.db import connection
from django.http.request import validate_host

from portal import addresses, doctor_token, health, pulse
from portal.celery import app

PATIENCE_SECONDS = 10.0
TRIES = 12  # requests, enough to meet each web process behind the proxy
FORGED = "192.0.2.66"  # nobody's address, such as a visitor may make up
# Checks of Django that fail together without HTTPS.
OF_HTTPS = {"security.W004", "security.W008", "security.W012", "security.W016"}
MENDING = {  # for the findings of /readyz
    "database": "Check DATABASE_URL, and that its server runs.",
    "migrations": "Run `manage.py migrate`.",
    "disk": "Make room on the disk of DATA_DIR, or lower DISK_RESERVE.",
    "broker": "Check REDIS_URL, and that its server runs.",
    **{
        f"worker-{queue}": f"Start `celery -A portal worker -Q {queue}`, with the same REDIS_URL."
        for queue in pulse.QUEUES
    },
    "beat": "Start `celery -A portal beat`, once, with the same REDIS_URL.",
    "sweeper": "Beat and a worker of the queue default run it: see their logs.",
    "computer-turns": "Give the workers of the queues ai and ai-slow more processes (-c).",
}


class Unanswered(Exception):
    """No answer came from the portal; the message says what happened."""


@dataclass(frozen=True)
class Patient:
    """The portal: where to reach it (scheme, host, port), and where to send a mail ("": don't)."""

    url: str
    mail: str = ""

    def ask(self, path: str, headers: dict[str, str]) -> tuple[http.client.HTTPResponse, bytes]:
        """Send one request as a visitor of SITE_URL; follow no redirects. Raises Unanswered."""
        portal, site = urlsplit(self.url), urlsplit(settings.SITE_URL)
        secure = portal.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        try:
            with closing(kind(portal.netloc, timeout=PATIENCE_SECONDS)) as asking:
                if secure and portal.hostname != site.hostname:  # it certifies the site's
                    where = portal.hostname, portal.port or http.client.HTTPS_PORT
                    plain = socket.create_connection(where, PATIENCE_SECONDS)
                    context = ssl.create_default_context()
                    asking.sock = context.wrap_socket(plain, server_hostname=site.hostname)
                asking.request("GET", path, headers={"Host": site.netloc, **headers})
                answer = asking.getresponse()
                return answer, b"" if answer.status == 101 else answer.read()
        except (OSError, ValueError, http.client.HTTPException) as error:
            url = self.url or "SITE_URL"
            raise Unanswered(
                f"{url} can't be reached: {health.first_line(error)}. Check SITE_URL, its name, "
                "the proxy and its certificate."
            ) from error

    @cached_property
    def met(self) -> tuple[list[dict[str, Any]], str]:
        """What each web process saw of a request; or nothing, and the reason."""
        try:
            seen = [self._sees() for _ in range(TRIES)]
        except Unanswered as error:
            return [], str(error)
        return list({one["process"]: one for one in seen}.values()), ""

    def _sees(self) -> dict[str, Any]:
        headers = {
            "Authorization": doctor_token.fresh(),
            "X-Forwarded-For": FORGED,
            "X-Forwarded-Proto": "http" if settings.SITE_URL.startswith("https:") else "https",
        }
        answer, body = self.ask(f"{settings.ROOT_PATH}/doctor", headers)
        where = f"{self.url}{settings.ROOT_PATH}/doctor"
        match answer.status:
            case 200:
                seen: dict[str, Any] = json.loads(body)
                # The portal's own answers have neither header.
                return seen | {"by_proxy": bool({"Server", "Via"} & set(answer.headers))}
            case 301 | 302 | 303 | 307 | 308:
                to = answer.headers["Location"]
                raise Unanswered(f"{where} leads to {to}. Set SITE_URL to where people end up.")
            case 400:
                host = urlsplit(settings.SITE_URL).netloc
                raise Unanswered(
                    f"{where} answers 400. Let the proxy pass the host on (nginx: proxy_set_header "
                    f"Host $http_host;), and name {host} in ALLOWED_HOSTS of the web processes."
                )
            case 404:
                raise Unanswered(
                    f"{where} answers 404. Another program answers there, or the web processes "
                    "have another SECRET_KEY, ROOT_PATH, version or time of day than this command."
                )
        raise Unanswered(f"{where} answers {answer.status}. See the logs of proxy and web.")


def examine(patient: Patient) -> Iterator[tuple[str, list[str]]]:
    """Make the checks; yield the name of each and its mistakes, in sentences."""
    for name, check in CHECKS.items():
        if check is _sockets and any(_site(patient)):
            continue  # told already
        try:
            wrong = list(check(patient))
        except Exception as error:  # a server that a check needs is away
            if any(_processes(patient)):
                continue  # told already
            wrong = [f"This can't be checked: {health.first_line(error)}."]
        yield name, list(dict.fromkeys(wrong))


# -- the settings --------------------------------------------------------------------------------


def _settings(patient: Patient) -> Iterator[str]:
    """Django's checks and the portal's, as `manage.py check --deploy` makes them."""
    site = urlsplit(settings.SITE_URL)
    secure = site.scheme == "https"
    if settings.SITE_URL and secure != settings.HTTPS:
        yield (
            f"SITE_URL={settings.SITE_URL} doesn't fit HTTPS={int(settings.HTTPS)}. Set HTTPS=1 "
            "where people come by https, and unset it where they don't."
        )
    if site.hostname and not validate_host(site.hostname, settings.ALLOWED_HOSTS):
        yield f"Name {site.hostname} in ALLOWED_HOSTS, since SITE_URL leads there."
    for found in checks.run_checks(include_deployment_checks=True):
        reported = found.is_serious(checks.WARNING) and not found.is_silenced()
        if reported and (settings.HTTPS or found.id not in OF_HTTPS):
            yield " ".join(f"{found.msg} {found.hint or ''}".split())


def _keys(patient: Patient) -> Iterator[str]:
    for name in ("SECRET_KEY", "RECORD_KEY"):
        if connection.vendor == "postgresql" and not os.environ.get(name):
            yield (
                f"{name} is read from {settings.DATA_DIR / name.lower()}, which other machines and "
                f"containers don't have. Set {name}, the same for all processes."
            )


def _time_zones(patient: Patient) -> Iterator[str]:
    if "America/New_York" not in zoneinfo.available_timezones():
        yield "Python finds no time zones. Install Debian's package tzdata, or PyPI's."


def _folders(patient: Patient) -> Iterator[str]:
    """Check the data folder, which may be read-only in containers that store nothing there."""
    data = settings.DATA_DIR
    kept = connection.vendor == "sqlite"
    if not data.is_dir():
        yield f"There is no folder DATA_DIR={data}. Make it, for the user of the portal."
    elif kept or not os.statvfs(data).f_flag & os.ST_RDONLY:
        unwritable = [path for path in (data, *data.iterdir()) if not os.access(path, os.W_OK)]
        for path in unwritable[:3]:
            yield f"{path} can't be written. Give DATA_DIR to the user of the portal (chown -R)."


# -- the servers beside it -----------------------------------------------------------------------


def _database(patient: Patient) -> Iterator[str]:
    webs = max(1, len(patient.met[0]))
    if connection.vendor == "sqlite":
        if webs > 1:
            yield f"{webs} web processes share SQLite. Run one, or set DATABASE_URL to PostgreSQL."
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, setting FROM pg_settings WHERE name LIKE '%connections'")
        limits = dict(cursor.fetchall())
    most = int(limits["max_connections"]) - int(limits["superuser_reserved_connections"])
    pool = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    workers = _worker_processes()
    if webs * pool + workers > most:
        yield (
            f"{webs} web processes with DATABASE_POOL={pool} and {workers} worker processes may "
            f"need {webs * pool + workers} connections, but PostgreSQL leaves them {most}. Raise "
            "its max_connections, or lower DATABASE_POOL."
        )


def _worker_processes() -> int:
    if settings.CELERY_TASK_ALWAYS_EAGER or not health.report().findings["broker"].ok:
        return 0
    workers = app.control.inspect(timeout=PATIENCE_SECONDS / 5).stats() or {}
    return sum(len(worker["pool"]["processes"]) for worker in workers.values())


def _redis(patient: Patient) -> Iterator[str]:
    if not settings.REDIS_URL:
        yield "Set REDIS_URL. Without it processes can't tell each other anything."
        return
    patience = {"socket_timeout": PATIENCE_SECONDS, "socket_connect_timeout": PATIENCE_SECONDS}
    with redis.Redis.from_url(settings.REDIS_URL, **patience) as server:
        policy = server.info("memory").get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        yield (
            f"The server at REDIS_URL may throw tasks away (maxmemory-policy {policy}). Set its "
            "maxmemory-policy to noeviction."
        )


def _processes(patient: Patient) -> Iterator[str]:
    """The findings of /readyz."""
    for name, finding in health.report().findings.items():
        if not finding.ok and finding.known:
            mending = MENDING.get(name, "See «Health» in docs/operations.md.")
            yield f"{name}: {finding.said}. {mending}"


def _mail(patient: Patient) -> Iterator[str]:
    if settings.EMAIL_BACKEND.endswith("console.EmailBackend"):
        if patient.mail:
            yield "Set EMAIL_BACKEND. Without it mails are only printed by the web processes."
        return
    if settings.EMAIL_HOST.endswith(".example.org"):
        yield f"EMAIL_HOST={settings.EMAIL_HOST} is only an example. Set it to your mail relay."
        return
    if settings.DEFAULT_FROM_EMAIL.rstrip(">").endswith("@localhost"):
        yield "Set DEFAULT_FROM_EMAIL to an address of your domain, or mails count as spam."
    if patient.mail:
        text = f"Mails of {settings.SITE_URL}{settings.ROOT_PATH}/ arrive."
        try:
            send_mail(f"A test of {settings.SITE_NAME}", text, None, [patient.mail])
        except Exception as error:  # each EMAIL_BACKEND has its own errors
            where = f"EMAIL_HOST={settings.EMAIL_HOST}, EMAIL_PORT={settings.EMAIL_PORT}"
            yield (
                f"No mail leaves by {where}: {health.first_line(error)}. Check these, "
                "EMAIL_USE_TLS, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD and DEFAULT_FROM_EMAIL."
            )


# -- what visitors reach -------------------------------------------------------------------------


def _site(patient: Patient) -> Iterator[str]:
    """Whether the proxy passes on address, scheme and host, and the portal reads them right."""
    found, reason = patient.met
    if reason:
        yield reason
    for seen in found:
        yield from _misled(seen)


def _misled(seen: dict[str, Any]) -> Iterator[str]:
    site = urlsplit(settings.SITE_URL)
    trusted, header = settings.TRUSTED_PROXIES, seen["forwarded"] or ""
    entries = [entry.strip() for entry in header.split(",") if entry.strip()]
    # Proxies overwrite what the visitor has sent, or append to it.
    proxies = len(entries) - (entries.index(FORGED) + 1 if FORGED in entries else 0)
    scope = {"headers": [(b"x-forwarded-for", header.encode("latin-1"))]}
    address = addresses.address_of(scope) or seen["address"]
    if not proxies and (seen["by_proxy"] or seen["forwarded"] is None):
        yield (
            "The proxy doesn't say who asks. Let it write X-Forwarded-For (nginx: proxy_set_header "
            "X-Forwarded-For $remote_addr;), and set TRUSTED_PROXIES=1."
        )
    elif proxies != trusted:
        yield (
            f"TRUSTED_PROXIES={trusted}, but proxies that added to X-Forwarded-For: {proxies}. Set "
            f"TRUSTED_PROXIES={proxies}, or limits count visitors by wrong addresses."
        )
    elif seen["address"] != address:
        yield (
            f"A web process takes {seen['address']} for the visitor instead of {address}. Restart "
            "all with the same TRUSTED_PROXIES."
        )
    if seen["scheme"] != site.scheme:
        yield (
            f"The portal takes requests to {settings.SITE_URL} for {seen['scheme']}. Let the proxy "
            "overwrite X-Forwarded-Proto (nginx: proxy_set_header X-Forwarded-Proto $scheme;), and "
            "set HTTPS=1 in all processes."
        )
    if seen["host"].lower() != site.netloc.lower():
        yield (
            f"The portal is asked for the host {seen['host']}, not {site.netloc} as in SITE_URL. "
            "Let the proxy pass it on with its port (nginx: proxy_set_header Host $http_host;)."
        )


def _sockets(patient: Patient) -> Iterator[str]:
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Origin": settings.SITE_URL,
    }
    answer, _body = patient.ask(f"{settings.ROOT_PATH}/ws/doctor/", headers)
    if answer.status != 101:
        yield (
            f"Sockets get {answer.status} instead of 101. Let the proxy pass them on (nginx: "
            "proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header "
            "Connection …)."
        )


def _static_files(patient: Patient) -> Iterator[str]:
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        yield "Set STATICFILES_BACKEND=portal.static_storage.HashedStaticFiles."
        return
    try:
        path = staticfiles_storage.url("css/site.css")
    except ValueError:
        yield f"{settings.STATIC_ROOT} lacks files. Run `manage.py collectstatic --no-input`."
        return
    if not any(_site(patient)):
        answer, _body = patient.ask(path, {})
        if answer.status != 200 or "immutable" not in answer.headers.get("Cache-Control", ""):
            yield (
                f"{path} isn't there, or may not be cached (status {answer.status}). Restart the "
                "web processes after collectstatic, and let the proxy pass /static/ on to them."
            )


CHECKS: dict[str, Callable[[Patient], Iterable[str]]] = {
    "settings": _settings,
    "keys": _keys,
    "time zones": _time_zones,
    "folders": _folders,
    "processes": _processes,  # reports servers that are away
    "database": _database,
    "Redis": _redis,
    "mail": _mail,
    "site and proxy": _site,
    "sockets": _sockets,
    "static files": _static_files,
}
