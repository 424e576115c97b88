"""People who climb."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine as machine

from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services
from tests.rulesets.climb import Climb
from tests.support.matches import started

MORNING = "2026-05-01T09:00:00Z"  # a Friday

Run = Callable[..., Match]


@pytest.fixture(autouse=True)
def _no_day_ends() -> Iterator[None]:
    """What was best of the day at the beginning of a test still is at its end."""
    with machine.travel(MORNING, tick=True):
        yield


def begin(user: User, **arguments: Any) -> Match:
    """A run that has begun."""
    return started(user, game=Climb.meta.slug, **arguments)


def move(match: Match, user: User, *types: str) -> Match:
    """These moves one after another; the match as it stands then."""
    for type in types:
        match.refresh_from_db()
        services.submit_action(
            public_id=match.public_id, user=user, action={"type": type}, version=match.version
        )
    match.refresh_from_db()
    return match


@pytest.fixture
def run(climb: str, django_capture_on_commit_callbacks: Any) -> Run:
    """Makes finished runs: `run(amber, 3, rests=1)` climbs 3 rocks and rests once."""

    def make(user: User, score: int, *, rests: int = 0, **arguments: Any) -> Match:
        with django_capture_on_commit_callbacks(execute=True):
            match = begin(user, **arguments)
            return move(match, user, *["rest"] * rests, *["climb"] * score, "stop")

    return make
