"""Passwords are hashed few at a time, and step back for moves."""

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.hashers import (
    PBKDF2PasswordHasher,
    check_password,
    get_hasher,
    make_password,
)

from accounts import hashing
from portal.settings import PASSWORD_HASHERS

QUICK = 1  # iterations


@pytest.fixture
def a_pool(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[int]:
    """Threads as on a machine with that many cores, which the test's parameter says."""
    monkeypatch.setattr(os, "cpu_count", lambda: request.param)
    hashing._pool.cache_clear()
    yield int(request.param)
    hashing._pool.cache_clear()


@pytest.mark.parametrize("a_pool", [1, 2, 4], indirect=True)
def test_one_core_at_least_stays_free_of_hashes(
    a_pool: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = max(1, a_pool - 1)
    full = threading.Barrier(most)
    under_way, seen, lock = 0, [], threading.Lock()

    def encode(*_: object) -> str:
        nonlocal under_way
        with lock:
            under_way += 1
            seen.append(under_way)
        full.wait(30)  # until as many as may be under way are
        with lock:
            under_way -= 1
        return "hashed"

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", encode)
    hasher = hashing.PatientPasswordHasher()
    with ThreadPoolExecutor(4 * most) as people:
        hashed = list(
            people.map(lambda _: hasher.encode("violet-kettle-9", "salt"), [0] * 4 * most)
        )
    assert hashed == ["hashed"] * 4 * most
    assert max(seen) == most


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no priority of its own")
def test_a_hash_steps_back_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def priority(*_: object) -> int:
        return os.getpriority(os.PRIO_PROCESS, 0)

    before = priority()
    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", priority)
    stepped_back: object = hashing.PatientPasswordHasher().encode("violet-kettle-9", "salt")
    assert stepped_back == min(before + hashing.NICENESS, 19)
    assert priority() == before


def test_what_django_hashed_still_counts_and_hashes_are_as_it_makes_them() -> None:
    django, ours = PBKDF2PasswordHasher(), hashing.PatientPasswordHasher()
    assert ours.encode("violet-kettle-9", "salt", QUICK) == django.encode(
        "violet-kettle-9", "salt", QUICK
    )
    assert ours.algorithm == django.algorithm
    assert ours.iterations == django.iterations


def test_the_portal_hashes_by_it(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", QUICK)
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    assert isinstance(get_hasher(), hashing.PatientPasswordHasher)
    assert check_password("violet-kettle-9", make_password("violet-kettle-9"))
    assert not check_password("violet-kettle-8", make_password("violet-kettle-9"))
