"""Scenes: prepared once for many tests, each of which leaves them as they were.

    @pytest.fixture(scope="module")
    def match(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
        with lasting(django_db_blocker):
            yield begin(caller("amber"), caller("birch"))

A test with the mark `django_db` is rolled back to its beginning, so it finds what the module has
stored, and nothing that another test has done. This doesn't work with `transaction=True`, which
empties tables. Such a fixture must be a test's only parametrization: if it were one of several,
pytest would set it up again each time.

Within a test, the cells of a table share a scene through `undone`; each finds it unchanged:

    for method, path, viewer, status in cells(TABLE):
        with undone():
            ...
"""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from channels.layers import channel_layers
from django.core.cache import cache
from django.db import transaction

from tests.support.slow_work import of_the_test
from toolbox import limits


def deal_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the first match, the second and so on from the same seeds in every run."""
    numbers = itertools.count()
    monkeypatch.setattr(
        "games.matches.play.actions.start.new_seed", lambda: b"%032d" % next(numbers)
    )


def forget_what_is_not_stored() -> None:
    """Forget the limits, presence, channel groups and boards that a test leaves behind."""
    cache.clear()
    limits.forget_all()
    from accounts import live, presence  # they need the settings, which a bare conftest.py lacks
    from games.matches.live import hub
    from games.matches.page import made_once
    from games.matches.record import ranking

    made_once.forget_all()
    presence.forget_all()
    ranking._reached.clear()
    channel_layers.backends.clear()
    for current in (hub.current, live.desks):  # they listen to a layer that is gone
        for loop, made in current._made.items():
            listening = getattr(made._listener, "_listening", None)  # a stand-in has none
            if listening and not loop.is_closed():
                loop.call_soon_threadsafe(listening.cancel)
        current._made.clear()


@contextmanager
def undone() -> Iterator[None]:
    """Undo all changes of the block at its end."""
    try:
        with of_the_test():
            yield
            transaction.set_rollback(True)
    finally:
        forget_what_is_not_stored()


@contextmanager
def lasting(django_db_blocker: Any) -> Iterator[None]:
    """Keep rows stored at the beginning until the end, through many tests."""
    with django_db_blocker.unblock(), of_the_test():
        with pytest.MonkeyPatch.context() as monkeypatch:
            deal_the_same(monkeypatch)
            yield
        transaction.set_rollback(True)
