"""What must come is waited for as long as it takes, whatever else the machine has to do.

channels' communicators give up after a second or so, which a slow machine may need for a message.
"""

from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

PATIENCE_SECONDS = 120.0  # who waits in vain fails anyhow


def wait_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every communicator wait so long for a message, an opening, a closing."""
    for name in ("receive_output", "wait"):
        monkeypatch.setattr(ApplicationCommunicator, name, _patient(name))


def _patient(name: str) -> Any:
    hasty = getattr(ApplicationCommunicator, name)

    async def wait(self: ApplicationCommunicator, timeout: float = 0) -> Any:
        return await hasty(self, max(timeout, PATIENCE_SECONDS))

    return wait
