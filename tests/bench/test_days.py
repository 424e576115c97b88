"""The benchmark of matches over days, with a handful of them."""

import pytest

from bench import days
from games.matches.models import Match
from games.matches.play import downtime

pytestmark = pytest.mark.django_db


def test_it_moves_every_clock_and_plays_for_everyone_who_is_late(
    capsys: pytest.CaptureFixture[str],
) -> None:
    days.fill(5)
    assert Match.objects.filter(status="active", clock__isnull=False).count() == 5
    downtime.note()
    before = set(Match.objects.values_list("wake_at", flat=True))
    days._after_downtime()
    after = set(Match.objects.values_list("wake_at", flat=True))
    assert (len(before), len(after)) == (1, 1)
    assert min(after) > max(before)
    days._many_deadlines(3)
    assert sorted(Match.objects.values_list("version", flat=True)) == [0, 0, 1, 1, 1]
    assert "3 deadlines in one second" in capsys.readouterr().out
