"""Processes started by a test, at any depth, found by a mark in their environment."""

import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.support.running_portal import exists

MARK = "HEARTH_STARTED_BY"


def marked(value: str) -> set[int]:
    """All running processes with that mark, except this one. Finds none outside of Linux."""
    wanted = f"{MARK}={value}".encode()
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.add(int(folder.name))
    return {pid for pid in found - {os.getpid()} if exists(pid)}


def end_all(pids: set[int]) -> None:
    """Kill them."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
