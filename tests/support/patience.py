"""Lets tests wait for messages as long as it takes, however busy the machine is.

channels' communicators give up after a second or so, which a slow machine may need for a message.
"""

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

PATIENCE_SECONDS = 120.0  # a wait in vain fails anyway


def wait_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every communicator wait that long for a message, an opening or a closing."""
    for name in ("receive_output", "wait"):
        monkeypatch.setattr(ApplicationCommunicator, name, _patient(name))


def _patient(name: str) -> Any:
    hasty = getattr(ApplicationCommunicator, name)

    async def wait(self: ApplicationCommunicator, timeout: float = 0) -> Any:
        return await hasty(self, max(timeout, PATIENCE_SECONDS))

    return wait
