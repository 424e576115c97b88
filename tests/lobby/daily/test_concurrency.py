"""Several starts at once, on the database itself."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import time_machine as machine
from django.db import connection

from accounts.models import User
from games.matches.models import Match
from games.plugin import registry
from lobby.daily import services
from lobby.models import Challenge, Try
from tests.support.patience import PATIENCE_SECONDS

AT_ONCE = 6


def test_starts_of_one_person_at_once_make_one_try_and_one_challenge(
    climb, transactional_db, settings
):
    in_memory = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    settings.CHANNEL_LAYERS = {"default": in_memory}
    with machine.travel("2026-04-01T00:00:00Z"):
        amber = User.objects.create_user("amber")
    together = Barrier(AT_ONCE)

    def begin(_number: int) -> str:
        try:
            user = User.objects.get(pk=amber.pk)
            together.wait(PATIENCE_SECONDS)
            return services.begin(user=user, game=registry.get(climb)).match.public_id
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        begun = list(pool.map(begin, range(AT_ONCE)))
    assert len(set(begun)) == 1
    assert (Challenge.objects.count(), Try.objects.count(), Match.objects.count()) == (1, 1, 1)
