"""Hours and vacations by the API; which tables stay, and how long their games take."""

import pytest

from accounts.models import User
from games.plugin import registry
from lobby.tables import lengths, services
from tests.api.caller import caller, refused, told
from tests.api.play import BURN

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]  # Friday, 1 May 2026


def test_what_is_set_is_told_and_a_vacation_is_entered_and_taken_back(amber):
    wanted = {"night": {"begins": "23:15", "ends": "06:00"}, "free_days": [6, 2]}
    after = told(amber.post("hours/", wanted))
    assert after == told(amber.get("hours/"))
    assert (after["night"], after["free_days"]) == (wanted["night"], [2, 6])
    assert told(amber.post("hours/", {}))["night"] is None
    assert told(caller("birch").get("hours/"))["free_days"] == []
    for wrong in ({"free_days": [7]}, {"zone": "UTC"}):
        refused(amber.post("hours/", wrong), 400, "malformed")
    days = {"first": "2026-07-01", "last": "2026-07-10"}
    after = told(amber.post("hours/vacations/", days))
    assert (after["vacations"], after["days_left"]) == ([days], 11)
    refused(amber.post("hours/vacations/", days), 400, "malformed")
    after = told(amber.post("hours/vacations/end/", {"first": days["first"]}))
    assert (after["vacations"], after["days_left"]) == ([], 21)


def test_tables_are_narrowed_by_who_stays(amber):
    host: User = amber.user
    User.objects.filter(pk=host.pk).update(reliability=80)
    services.open_table(host=host, game=BURN, seats=3, reliable=70)

    birch = caller("birch")

    def count(query: str) -> int:
        return int(told(birch.get(f"tables/?{query}"))["count"])

    assert (count("stays=80"), count("stays=81")) == (1, 0)
    assert (count("asks=70"), count("asks=69")) == (1, 0)
    refused(amber.get("tables/?stays=101"), 400, "malformed")


def test_a_table_says_how_long_its_game_takes(amber):
    table = told(amber.post("tables/", {"game": BURN, "seats": 3}), 201)
    expected = lengths.estimate(registry.get(BURN), {}, seats=3, people=3, clock=None)
    assert expected is not None
    assert table["length"] == {
        "usual": int(expected.usual.total_seconds()),
        "long": int(expected.long.total_seconds()),
    }
    assert 0 < table["length"]["usual"] < table["length"]["long"]
