"""Asking for one thing as one person, and seeing what came of it."""

import hashlib
import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import resolve

from tests.api.contract import hold
from tests.permissions.scene import EVERYBODY, Scene
from tests.support.scenes import undone

# What people change; log-ins, sessions and the like change with every visit.
WATCHED = ("accounts", "lobby", "matches")
RESTLESS = {"last_login", "touched_at", "seen_at"}
READS = ("GET", "HEAD")
Bodies = dict[str, dict[str, Any]]  # by the method and the path, whose names are left out
NAMED = re.compile(r"\{\w+\}")
# Members too, who may more elsewhere.
MEMBERS = {"spectator", "moderator", "reviewer", "superuser"}


def look(scene: Scene, method: str, path: str, who: str, bodies: Bodies, before: str) -> str:
    """The status of the answer, with a star where the call changed anything. Undone afterwards.

    `before` is the fingerprint of the scene.
    """
    address = "/" + path.format(**scene.names).removeprefix("/")
    body = {
        name: value.format(**scene.names) if isinstance(value, str) else value
        for name, value in bodies.get(f"{method} {NAMED.sub('{}', path)}", {}).items()
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
            answer = getattr(client, method.lower())(address, headers=headers)
        else:
            answer = client.post(address, body, content_type="application/json", headers=headers)
        documented = address != "/api/schema/" and scene.names["shut"] not in address
        if method != "HEAD" and who != "banned" and documented:
            hold(method.lower(), address, answer)
        return answer
    client = scene.client(who)
    if method in READS:
        return getattr(client, method.lower())(address)
    return client.post(address, body)


def fingerprint() -> str:
    digest = hashlib.sha256()
    for label in WATCHED:
        for model in apps.get_app_config(label).get_models():
            names = [field.attname for field in model._meta.concrete_fields]
            kept = [name for name in names if name not in RESTLESS]
            rows = model._default_manager.order_by("pk").values_list(*kept)
            digest.update(repr((model.__name__, [*rows])).encode())
    return digest.hexdigest()


Row = tuple[str, str, dict[str, str]]


def rows(table: str, columns: Sequence[str] = EVERYBODY) -> list[Row]:
    found = []
    for row in table.strip().splitlines():
        method, path, *answers = row.split()
        found.append((method, path, dict(zip(columns, answers, strict=True))))
    return found


def try_all(scene: Scene, table: list[Row], bodies: Bodies, how: str) -> None:
    """Fail with all that is answered otherwise than the table says; see `is_tried`."""
    before = fingerprint()
    wrong = []
    for method, path, answers in table:
        for who, answer in answers.items():
            if is_tried(how, who, answers):
                got = look(scene, method, path, who, bodies, before)
                if got != answer:
                    wrong.append(f"{method} {path} as {who}: {got} instead of {answer}")
    assert not wrong, "\n".join(wrong)
    assert fingerprint() == before  # so no cell has seen another


def is_tried(how: str, who: str, answers: dict[str, str]) -> bool:
    """Soon: who is treated otherwise than a member. Telling: all but who is let in like one."""
    if how == "all":
        return True
    like_a_member = answers[who] == answers["member"]
    if how == "soon":
        return who in ("anonymous", "member") or not (like_a_member or who == "banned")
    return not (who in MEMBERS and like_a_member and answers[who][0] in "23")


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


def view_of(path: str) -> Any:
    """The view that serves a path whose names are still in braces."""
    named = re.sub(
        r"\{(report|appeal|notice|apikey|sanction|ticket|message)\}", "1", path.partition("?")[0]
    )
    return resolve("/" + re.sub(r"\{\w+\}", "aaaaaaaaaaaa", named).removeprefix("/")).func
