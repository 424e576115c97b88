"""Reads the operator's environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from portal.supervisor import broker, cores
from portal.supervisor.errors import CannotRun
from portal.supervisor.port import Listening, allowed_hosts, parse_port
from portal.supervisor.static import HASHED_AND_COMPRESSED

# Variables that `manage.py doctor` must know of a run; none is secret.
TOLD = ("SITE_URL", "ROOT_PATH", "ALLOWED_HOSTS", "HTTPS", "TRUSTED_PROXIES", "STATICFILES_BACKEND")


@dataclass(frozen=True)
class Configuration:
    """The configuration of one run."""

    root: Path
    data: Path
    host: str
    port: int | None  # None: the first free one
    ai_processes: int
    web_processes: int
    web_cores: str  # `cores.ONE` for each web process, or `cores.ALL`
    reload: bool
    environment: Mapping[str, str]  # of the supervisor and its children
    broker_folder: Path | None = None  # of our own broker, if `environment` names that

    @property
    def told(self) -> dict[str, str]:
        """The variables by which `manage.py doctor` judges this run; none for external databases.

        The address of those is secret.
        """
        if self.environment.get("DATABASE_URL"):
            return {}
        names = (*TOLD, "REDIS_URL") if self.broker_folder else TOLD  # other brokers' may be secret
        return {name: self.environment[name] for name in names if name in self.environment}

    def at(self, listening: Listening) -> "Configuration":
        """The configuration with cookies and links for that port, unless already set."""
        known = {
            "COOKIE_PREFIX": self.environment.get("COOKIE_PREFIX") or f"hearth_{listening.port}",
            "SITE_URL": self.environment.get("SITE_URL") or listening.site_url,
        }
        return replace(self, environment={**self.environment, **known})


def read(root: Path, data: Path, *, reload: bool = False) -> Configuration:
    """Read `os.environ`. Raises CannotRun for an invalid value."""
    environment = dict(os.environ, DATA_DIR=str(data))
    environment.setdefault("CELERY_SKIP_CHECKS", "1")  # Celery drops their results
    host = environment.get("HOST") or "127.0.0.1"
    if not environment.get("ALLOWED_HOSTS"):
        environment["ALLOWED_HOSTS"] = ",".join(allowed_hosts(host))
    if reload:
        environment.setdefault("DEBUG", "1")
    else:
        environment.setdefault("STATICFILES_BACKEND", HASHED_AND_COMPRESSED)
    web_processes = _count("WEB_PROCESSES", environment.get("WEB_PROCESSES") or "1")
    if web_processes > 1 and not environment.get("DATABASE_URL", "").startswith("postgres"):
        raise CannotRun(f"WEB_PROCESSES={web_processes} needs PostgreSQL: set DATABASE_URL.")
    web_cores = environment.get("WEB_CORES") or cores.ONE
    if web_cores not in (cores.ONE, cores.ALL):
        raise CannotRun(f"WEB_CORES={web_cores} is neither {cores.ONE} nor {cores.ALL}.")
    folder = None if environment.get("REDIS_URL") else broker.choose_folder()
    if folder:
        environment["REDIS_URL"] = broker.address_in(folder)
    environment["METRICS_PORT"] = "0"  # web processes serve the metrics of all children
    return Configuration(
        root=root,
        data=data,
        host=host,
        port=parse_port(environment.get("PORT", "")),
        ai_processes=_count("AI_PROCESSES", environment.get("AI_PROCESSES") or "2"),
        web_processes=web_processes,
        web_cores=web_cores,
        reload=reload,
        environment=environment,
        broker_folder=folder,
    )


def _count(name: str, count: str) -> int:
    if not count.isdigit() or int(count) < 1:
        raise CannotRun(f"{name}={count} is no number of processes.")
    return int(count)
