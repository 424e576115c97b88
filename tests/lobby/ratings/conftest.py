"""Rated matches that end as a test says."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts import roles
from accounts.models import User
from games.matches.models import Match
from games.matches.review import actions
from lobby.models import RatingChange
from tests.games.matches.conftest import BURN, committed

__all__ = ["committed"]

WON = [("won", 1), ("lost", 2)]
Finish = Callable[..., Match]


@pytest.fixture
def boss(db: None) -> User:
    rowan = User.objects.create_user("rowan")
    roles.give(user=rowan, role=roles.REVIEWER)
    return rowan


@pytest.fixture
def finish(begin: Any, boss: User, committed: Any, frozen: Any) -> Finish:
    """Begins a rated match of these people and ends it, each with this outcome and rank."""

    def make(*people: User, ends: Any = WON, game: str = BURN, **arguments: Any) -> Match:
        match = begin(*people, game=game, rated=True, **arguments)
        frozen.shift(60)
        end(match, boss, ends, committed)
        return match

    return make


def make_known() -> None:
    """The game, where people have played against it, is known well."""
    RatingChange.objects.filter(user=None).update(sigma=0.5)


def end(match: Match, boss: User, ends: Any, committed: Any) -> None:
    result = [{"outcome": outcome, "rank": rank} for outcome, rank in ends]
    with committed():
        actions.end(public_id=match.public_id, by=boss, reason="So it ended.", result=result)
