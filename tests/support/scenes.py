"""What many tests look at is prepared once, and each of them leaves it as it was.

    @pytest.fixture(scope="module")
    def match(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
        with lasting(django_db_blocker):
            yield begin(caller("amber"), caller("birch"))

A test with the mark `django_db` is rolled back to where it began, so it finds what the module has
stored, and nothing that another test has done. Not for `transaction=True`: that empties tables.
Such a fixture is parametrized by itself alone: as one of several parameters of a test, pytest would
set it up for each of them.

Within a test, the cells of a table share a scene by `undone`, each with the scene as it was:

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
    """The first match, the second … are dealt from the same seeds at every run."""
    numbers = itertools.count()
    monkeypatch.setattr(
        "games.matches.play.actions.start.new_seed", lambda: b"%032d" % next(numbers)
    )


def forget_what_is_not_stored() -> None:
    """What a test leaves of limits, presence, channel groups and boards is unknown to the next."""
    cache.clear()
    limits.forget_all()
    from accounts import live, presence  # these need the settings, which a bare conftest.py lacks
    from games.matches.live import hub
    from games.matches.page import made_once
    from games.matches.record import ranking

    made_once.forget_all()
    presence.forget_all()
    ranking._reached.clear()
    channel_layers.backends.clear()
    for current in (hub.current, live.desks):  # they listen to the layer that is gone
        for loop, made in current._made.items():
            listening = getattr(made._listener, "_listening", None)  # a stand-in has none
            if listening and not loop.is_closed():
                loop.call_soon_threadsafe(listening.cancel)
        current._made.clear()


@contextmanager
def undone() -> Iterator[None]:
    """What happens within leaves no trace."""
    try:
        with of_the_test():
            yield
            transaction.set_rollback(True)
    finally:
        forget_what_is_not_stored()


@contextmanager
def lasting(django_db_blocker: Any) -> Iterator[None]:
    """What is stored at the beginning stays until the end, through many tests."""
    with django_db_blocker.unblock(), of_the_test():
        with pytest.MonkeyPatch.context() as monkeypatch:
            deal_the_same(monkeypatch)
            yield
        transaction.set_rollback(True)
