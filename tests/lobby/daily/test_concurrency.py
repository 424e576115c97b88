"""Several starts at once, on the database itself."""

import time_machine as machine

from accounts.models import User
from games.matches.models import Match
from games.plugin import registry
from lobby.daily import services
from lobby.models import Challenge, Try
from tests.support.at_once import all_at_once


def test_starts_of_one_person_at_once_make_one_try_and_one_challenge(
    climb, transactional_db, settings
):
    in_memory = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    settings.CHANNEL_LAYERS = {"default": in_memory}
    with machine.travel("2026-04-01T00:00:00Z"):
        amber = User.objects.create_user("amber")

    def begin() -> str:
        user = User.objects.get(pk=amber.pk)
        return services.begin(user=user, game=registry.get(climb)).match.public_id

    assert len(set(all_at_once(*[begin] * 6))) == 1
    assert (Challenge.objects.count(), Try.objects.count(), Match.objects.count()) == (1, 1, 1)
