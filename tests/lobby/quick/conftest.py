"""People who look for a quick match, and a second, simpler game to look for."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from lobby.models import QuickTicket
from lobby.quick import services

BURN = "please-dont-burn-my-village"


@pytest.fixture
def person(db: None) -> Callable[[str], User]:
    """Makes people by name, once each."""
    return lambda name: User.objects.get_or_create(username=name)[0]


@pytest.fixture
def stand(person: Callable[[str], User]) -> Callable[..., QuickTicket]:
    """Puts someone into the queue; whatever isn't said is as usual."""

    def enqueue(name: str, **wishes: Any) -> QuickTicket:
        usual = {"games": [BURN], "paces": ["live-10"]}
        return services.enqueue(user=person(name), **(usual | wishes))

    return enqueue
