"""Hashing of passwords that leaves the processor to moves.

A hash takes most of a second of one core, on purpose. Thirty at once, when thirty people sign up,
would keep every move waiting for its slice.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache

from django.contrib.auth.hashers import PBKDF2PasswordHasher

NICENESS = 5  # a third of the share that others get of a core they all want


class PatientPasswordHasher(PBKDF2PasswordHasher):
    """Django's own hasher, whose hashes wait for each other and give way to everything else.

    One core stays free of them, if there are several. Whoever asked waits for theirs in a thread
    of their own, as each request has one.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        return _pool(os.getpid()).submit(super().encode, password, salt, iterations).result()


@cache
def _pool(process: int) -> ThreadPoolExecutor:
    """One for each process: a fork takes no threads along."""
    return ThreadPoolExecutor(max(1, (os.cpu_count() or 1) - 1), "hash", _step_back)


def _step_back() -> None:
    """On Linux a priority is a thread's own; elsewhere it would be the whole process's."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.nice(NICENESS)
