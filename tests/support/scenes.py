"""What many tests look at is prepared once, and each of them leaves it as it was.

    @pytest.fixture(scope="module")
    def match(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
        with lasting(django_db_blocker):
            yield begin(caller("amber"), caller("birch"))

A test with the mark `django_db` is rolled back to where it began, so it finds what the module has
stored, and nothing that another test has done. Not for `transaction=True`: that empties tables.
"""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction


def deal_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first match, the second … are dealt from the same seeds at every run."""
    numbers = itertools.count()
    monkeypatch.setattr("games.matches.play.start.new_seed", lambda: b"%032d" % next(numbers))


@contextmanager
def lasting(django_db_blocker: Any) -> Iterator[None]:
    """What is stored at the beginning stays until the end, through many tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        with pytest.MonkeyPatch.context() as monkeypatch:
            deal_the_same(monkeypatch)
            yield
        transaction.set_rollback(True)
