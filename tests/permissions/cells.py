"""Asking for one thing as one person, and seeing what came of it."""

import hashlib
import re
from functools import partial
from typing import Any

from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import resolve

from tests.permissions.scene import EVERYBODY, Scene
from tests.support.scenes import undone

# What people change; log-ins, sessions and the like change with every visit.
WATCHED = ("accounts", "lobby", "matches")
RESTLESS = {"last_login", "touched_at", "seen_at"}
READS = ("GET", "HEAD")
# Members too, who may more elsewhere.
MEMBERS = {"spectator", "moderator", "reviewer", "superuser"}


def look(
    scene: Scene, method: str, path: str, who: str, bodies: dict[str, dict[str, Any]], before: str
) -> str:
    """The status of the answer, with a star where the call changed anything. Undone afterwards.

    `before` is the fingerprint of the scene.
    """
    address = "/" + path.format(**scene.names).removeprefix("/")
    body = {
        name: value.format(**scene.names) if isinstance(value, str) else value
        for name, value in bodies.get(f"{method} {path}", {}).items()
    }
    writes: list[str] = []
    with undone():
        with connection.execute_wrapper(partial(_note_writes, writes)):
            status = _ask(scene, method, address, who, body).status_code
        changed = method == "POST" and bool(writes) and fingerprint() != before
    return f"{status}*" if changed else str(status)


def _note_writes(
    writes: list[str], execute: Any, sql: str, params: Any, many: bool, context: Any
) -> Any:
    """Remember what may have changed a row: only then is the long look at all of them needed."""
    if not sql.lstrip("( ").upper().startswith(("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")):
        writes.append(sql)
    return execute(sql, params, many, context)


def _ask(scene: Scene, method: str, address: str, who: str, body: dict[str, Any]) -> Any:
    if address.startswith("/api/"):
        headers = scene.headers(who)
        client = Client() if headers else scene.client(who)
        if method in READS:
            return getattr(client, method.lower())(address, headers=headers)
        return client.post(address, body, content_type="application/json", headers=headers)
    client = scene.client(who)
    if method in READS:
        return getattr(client, method.lower())(address)
    return client.post(address, body)


def fingerprint() -> str:
    """A digest of every row that people change."""
    digest = hashlib.sha256()
    for label in WATCHED:
        for model in apps.get_app_config(label).get_models():
            names = [field.attname for field in model._meta.concrete_fields]
            kept = [name for name in names if name not in RESTLESS]
            rows = model._default_manager.order_by("pk").values_list(*kept)
            digest.update(repr((model.__name__, [*rows])).encode())
    return digest.hexdigest()


def rows(table: str) -> list[tuple[str, str, list[str]]]:
    """Method, path and the ten answers of every line of a table."""
    found = []
    for row in table.strip().splitlines():
        method, path, *answers = row.split()
        assert len(answers) == len(EVERYBODY), row
        found.append((method, path, answers))
    return found


def views(resolver: Any, prefix: str = "") -> dict[Any, str]:
    """Every view that can be reached, with its route, but the many of the administration."""
    found: dict[Any, str] = {}
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            deeper = views(pattern, route)
        else:
            deeper = {} if route.startswith("admin/") else {pattern.callback: route}
        reached = {*found.values()}  # of two with one route, the first answers
        found |= {view: route for view, route in deeper.items() if route not in reached}
    return found


def like_any_member(who: str, answers: dict[str, str]) -> bool:
    """Whether they are let in as every member is; no refusal and no privilege is like that."""
    answer = answers[who]
    return who in MEMBERS and answer == answers["member"] and answer[0] in "23"


def view_of(path: str) -> Any:
    """The view that serves a path whose names are still in braces."""
    named = re.sub(
        r"\{(report|appeal|notice|apikey|sanction|ticket)\}", "1", path.partition("?")[0]
    )
    return resolve("/" + re.sub(r"\{\w+\}", "aaaaaaaaaaaa", named).removeprefix("/")).func
