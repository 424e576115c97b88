"""Finds slow work inside transactions, in every test.

On SQLite a transaction has the database to itself, on PostgreSQL it holds rows and a connection:
hashing a password, rendering, sending or thinking inside one makes everybody else wait. `watch`
records each such case; `complaints` returns those since the last call.

A test's own transactions don't count: those of pytest-django, and those begun by `of_the_test`.
"""

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import pytest
from django.db import connection, transaction

_noted: list[str] = []


@contextmanager
def of_the_test() -> Iterator[None]:
    """A transaction of the test, which doesn't count as the portal's."""
    atomic: Any = transaction.atomic()
    atomic._from_testcase = True  # Django marks those of its own TestCase so
    with atomic:
        yield


def complaints() -> str:
    """The slow work inside transactions since the last call, each with its place; "" for none."""
    text = "\n".join(_noted)
    _noted.clear()
    return text


def watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Record slow work inside transactions from now on."""
    from celery.app.task import Task
    from django.contrib.auth.hashers import get_hashers
    from django.core.mail import EmailMessage
    from django.template.base import Template

    from accounts import pushes
    from games import ai

    slow = [
        (pushes, "send", "a push was sent"),
        (Task, "apply_async", "a task was queued"),
        (EmailMessage, "send", "a mail was sent"),
        (Template, "render", "a template was rendered"),
        (ai, "choose", "a computer player thought"),
        *((type(hasher), "encode", "a password was hashed") for hasher in get_hashers()),
    ]
    for owner, name, what in slow:
        monkeypatch.setattr(owner, name, _noting(getattr(owner, name), what))


def _noting(function: Callable[..., Any], what: str) -> Callable[..., Any]:
    @wraps(function)
    def noted(*arguments: Any, **named: Any) -> Any:
        if _in_transaction():
            where = "".join(traceback.format_stack(limit=12)[:-1])
            _noted.append(f"Inside a transaction {what}:\n{where}")
        return function(*arguments, **named)

    return noted


def _in_transaction() -> bool:
    blocks: list[Any] = getattr(connection, "atomic_blocks", [])
    return any(not block._from_testcase for block in blocks)
