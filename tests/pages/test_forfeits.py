"""Whose seat was forfeited by missed deadlines is told so wherever it is told how it ended."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import roles
from accounts.models import User
from games.matches.models import Heartbeat, Match
from games.matches.play.actions import services
from tests.games.matches.conftest import begin, look, person
from tests.pages.conftest import browser_of
from tests.pages.test_match_page import page_of

__all__ = ["begin", "browser_of", "person"]
pytestmark = pytest.mark.django_db
ONCE = {"then": "forfeit", "after": 1}
HOUR = {"type": "move", "seconds": 3600}


def forfeit(match: Match, frozen: Any) -> None:
    """The one who is to move misses the deadline, while the portal is at work."""
    [seat] = look(match).active_seats
    frozen.shift(3600)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    services.time_out(pk=match.pk)
    assert match.seats.get(index=seat).forfeited


def chips(page: str) -> set[str]:
    return {part.partition("<")[0] for part in page.split('<span class="chip">')[1:]}


def test_at_a_match_that_goes_on(begin: Any, person: Any, browser_of: Any, frozen: Any) -> None:
    amber, dahlia = person("amber"), person("dahlia")
    people = amber, person("birch"), person("cedar"), dahlia
    match = begin(*people, first=0, clock=HOUR, absence=ONCE)
    forfeit(match, frozen)
    services.resign(public_id=match.public_id, user=dahlia)
    page = page_of(browser_of(amber), match)
    assert "You ran out of time and lost your seat." in page
    assert chips(page) >= {"out of time", "resigned"}
    at = f"/api/matches/{match.public_id}/"
    seats = Client().get(at).json()["seats"]
    assert [(seat["resigned"], seat["forfeited"]) for seat in seats] == [
        (True, True),
        (False, False),
        (False, False),
        (True, False),
    ]
    refused = browser_of(amber).post(
        f"/matches/{match.public_id}/control/", {"control": "resign"}, follow=True
    )
    assert "You ran out of time and lost your seat." in refused.content.decode()


def test_when_it_is_over(begin: Any, person: Any, browser_of: Any, frozen: Any) -> None:
    amber: User = person("amber")
    reviewer = person("rowan")
    roles.give(user=reviewer, role=roles.REVIEWER)
    match = begin(amber, person("birch"), first=0, clock=HOUR, absence=ONCE)
    forfeit(match, frozen)
    assert "amber ran out of time and forfeits." in page_of(Client(), match)
    assert "lost, out of time" in Client().get("/people/amber/").content.decode()
    assert "You ran out of time and lost your seat" in browser_of(amber).get("/").content.decode()
    seen = browser_of(reviewer).get(f"/review/{match.public_id}/").content.decode()
    assert "forfeited: out of time" in seen
