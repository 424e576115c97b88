"""Settings of a portal whose processes die where a test says: between a move and its answer.

`die_at(data_dir, n)`: the process that asks standing orders for the n-th time from then on kills
itself there, in the middle of its transaction. Asked for the first time the move is written and its
answer is not; for the second, the answer is too and nothing is committed yet.
"""

import os
import signal
from pathlib import Path
from typing import Any

from django.apps import AppConfig

from portal.settings import *  # noqa: F403
from portal.settings import DATA_DIR, INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.support.mortal.Mortal"]
FILE = "die-at"


def die_at(data_dir: Path, asking: int) -> None:
    """Let the process die that asks for the `asking`-th time from now on."""
    (data_dir / FILE).write_text(str(asking))


def has_died(data_dir: Path) -> bool:
    """Whether it did."""
    return not (data_dir / FILE).exists()


def _count_down(file: Path) -> None:
    left = int(file.read_text()) - 1 if file.exists() else -1
    if left == 0:
        file.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    elif left > 0:
        file.write_text(str(left))


class Mortal(AppConfig):
    """Lets the asking of orders count down."""

    name = "tests.support.mortal"

    def ready(self) -> None:
        from games.protocol import standing_orders

        ask = standing_orders.next_answer

        def count_and_ask(*asked: Any) -> Any:
            _count_down(DATA_DIR / FILE)
            return ask(*asked)

        standing_orders.next_answer = count_and_ask
