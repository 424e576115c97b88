"""Passwords are hashed few at a time, fairly, once for each attempt, and step back for moves."""

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import nullcontext

import pytest
from django.contrib.auth.hashers import (
    PBKDF2PasswordHasher,
    check_password,
    get_hasher,
    make_password,
)

from accounts import hashing
from portal.settings import PASSWORD_HASHERS
from tests.support.patience import PATIENCE_SECONDS
from toolbox.database_errors import Busy

QUICK = 1  # iterations


@pytest.fixture
def a_pool(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[int]:
    """Threads as on a machine with that many cores, which the test's parameter says."""
    monkeypatch.setattr(os, "cpu_count", lambda: request.param)
    hashing._queue.cache_clear()
    yield int(request.param)
    hashing._queue.cache_clear()


@pytest.mark.parametrize("a_pool", [1, 2, 4], indirect=True)
def test_one_core_at_least_stays_free_of_hashes(a_pool, monkeypatch):
    most = max(1, a_pool - 1)
    full = threading.Barrier(most)
    under_way, seen, lock = 0, [], threading.Lock()

    def encode(*_: object) -> str:
        nonlocal under_way
        with lock:
            under_way += 1
            seen.append(under_way)
        full.wait(PATIENCE_SECONDS)  # until as many as may be under way are
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
def test_a_hash_steps_back_and_nobody_else(monkeypatch):
    def priority(*_: object) -> int:
        return os.getpriority(os.PRIO_PROCESS, 0)

    before = priority()
    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", priority)
    stepped_back: object = hashing.PatientPasswordHasher().encode("violet-kettle-9", "salt")
    assert stepped_back == min(before + hashing.NICENESS, 19)
    assert priority() == before


def test_hashes_are_as_django_makes_them_and_the_portal_hashes_so(settings, monkeypatch):
    django, ours = PBKDF2PasswordHasher(), hashing.PatientPasswordHasher()
    assert ours.encode("violet-kettle-9", "salt", QUICK) == django.encode(
        "violet-kettle-9", "salt", QUICK
    )
    assert ours.algorithm == django.algorithm
    assert ours.iterations == django.iterations
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", QUICK)
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    assert isinstance(get_hasher(), hashing.PatientPasswordHasher)
    assert check_password("violet-kettle-9", make_password("violet-kettle-9"))
    assert not check_password("violet-kettle-8", make_password("violet-kettle-9"))


class Hall:
    """A queue whose only thread is kept busy until `open`. `done`: jobs in the order they ran."""

    def __init__(self) -> None:
        self.queue = hashing.FairQueue(1)
        self.done: list[str] = []
        self.put_in: list[Future[str]] = []
        self.opened, busy = threading.Event(), threading.Event()

        def work() -> str:
            busy.set()
            self.opened.wait(PATIENCE_SECONDS)
            return ""

        self.first = self.queue.put(work)
        busy.wait(PATIENCE_SECONDS)

    def put(self, job: str, hung_up: Future[None] | None = None) -> Future[str]:
        """A job whose name begins with its address ("a1")."""

        def work() -> str:
            self.done.append(job)
            return job

        until = hashing.forgotten_after(hung_up) if hung_up else nullcontext()
        with hashing.asked_from(job[0]), until:
            self.put_in.append(self.queue.put(work))
        return self.put_in[-1]

    def open(self) -> list[str]:
        self.opened.set()
        left = [job for job in (self.first, *self.put_in) if not job.cancelled()]
        assert not wait(left, PATIENCE_SECONDS).not_done
        return self.done


@pytest.fixture
def hall() -> Iterator[Hall]:
    made = Hall()
    yield made
    made.open()


def test_addresses_are_served_in_turn(hall):
    jobs = [hall.put(job) for job in ("a1", "a2", "a3", "a4", "b1", "b2", "c1")]
    assert hall.open() == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]
    assert jobs[-1].result() == "c1"


def test_an_address_fills_no_more_than_its_own_line(hall, monkeypatch):
    monkeypatch.setattr(hashing, "LONGEST_LINE", 2)
    hall.put("a1")
    last = hall.put("a2")
    with pytest.raises(Busy) as refused:
        hall.put("a3")
    assert (refused.value.status, refused.value.code) == (503, "busy")
    assert int(refused.value.headers["Retry-After"]) > 0
    hall.put("b1")
    assert hall.open() == ["a1", "b1", "a2"]
    assert last.result() == "a2"


def test_in_a_full_queue_the_longest_line_makes_room(hall, monkeypatch):
    monkeypatch.setattr(hashing, "MOST", 3)
    lost = [hall.put(job) for job in ("a1", "a2", "a3")][-1]
    hall.put("b1")
    assert lost.cancelled()
    with pytest.raises(Busy):  # it would only change places with another
        hall.put("b2")
    assert hall.open() == ["a1", "b1", "a2"]


def test_who_has_hung_up_is_forgotten_and_their_place_is_free(hall, monkeypatch):
    monkeypatch.setattr(hashing, "LONGEST_LINE", 2)
    hung_up: Future[None] = Future()
    left = [hall.put(job, hung_up) for job in ("a1", "a2")]
    hung_up.set_result(None)
    assert all(job.cancelled() for job in left)
    late = hall.put("b1", hung_up)
    assert late.cancelled()
    hall.put("a3")
    assert hall.open() == ["a3"]


def test_a_place_that_was_given_away_is_a_refusal(hall, monkeypatch):
    monkeypatch.setattr(hashing, "_queue", lambda process: hall.queue)
    hung_up: Future[None] = Future()
    hung_up.set_result(None)
    with hashing.forgotten_after(hung_up), pytest.raises(Busy):
        hashing.PatientPasswordHasher().encode("violet-kettle-9", "salt")


def test_a_hash_that_fails_says_so(hall):
    def work() -> str:
        raise ValueError("no such salt")

    hall.opened.set()
    with pytest.raises(ValueError, match="no such salt"):
        hall.queue.put(work).result(PATIENCE_SECONDS)
