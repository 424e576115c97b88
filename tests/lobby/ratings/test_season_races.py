"""Seasons that are frozen while matches are counted, on the database itself."""

from datetime import UTC, datetime, timedelta

import time_machine as machine

from accounts.models import User
from games.matches.models import Match
from lobby.models import RatedGame, SeasonStanding
from lobby.ratings import counting, tasks
from tests.support.at_once import all_at_once
from tests.support.matches import BURN, started

ENDED = datetime(2026, 6, 30, 23, 59, tzinfo=UTC)


def test_what_ended_in_time_is_counted_before_a_season_is_frozen_once(transactional_db, settings):
    in_memory = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    settings.CHANNEL_LAYERS = {"default": in_memory}
    with machine.travel(ENDED - timedelta(days=1), tick=False):
        people = [User.objects.create_user(name) for name in ("amber", "birch")]
        matches = [started(*people, rated=True) for _match in range(2)]
    for second, match in enumerate(matches):
        for seat in match.seats.all():
            first = seat.index == 0
            seat.outcome, seat.rank = ("won", 1) if first else ("lost", 2)
            seat.save(update_fields=["outcome", "rank"])
        Match.objects.filter(pk=match.pk).update(
            status=Match.Status.FINISHED, finished_at=ENDED + timedelta(seconds=second)
        )
    RatedGame.objects.create(game=BURN)

    def count() -> None:
        counting.count(matches[0].pk)

    with machine.travel("2026-07-01T01:00Z", tick=False):
        all_at_once(tasks.freeze_seasons, count, tasks.freeze_seasons, count)
        assert [one.matches for one in SeasonStanding.objects.all()] in ([2, 2], [])
        tasks.freeze_seasons()
    counted = RatedGame.objects.get(game=BURN)
    assert str(counted.frozen_before) == "2026-07-01"
    assert counted.last_match == matches[1].pk
    assert not SeasonStanding.objects.exists(), "nobody qualified"
