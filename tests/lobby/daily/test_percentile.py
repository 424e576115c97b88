"""How many percent of those with the same deals somebody was better than."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client

from accounts.models import User
from games.plugin import registry
from lobby.daily import selectors
from lobby.daily.selectors import Percentile, percentile
from lobby.people.comparison import compare
from tests.lobby.daily.conftest import account
from tests.pages.reading import page_of
from tests.support.log_in import logged_in
from tests.support.plans import plans_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def days(trial: Any, frozen: Any) -> Any:
    """Plays so many challenges: the people's points each day, and rests, which break ties."""
    noon = datetime.fromisoformat("2026-05-01T12:00Z")

    def play(count: int, **tries: str) -> None:
        nonlocal noon
        for _day in range(count):
            frozen.move_to(noon)
            for name, moves in tries.items():
                trial(User.objects.get(username=name), *moves.split(), "stop")
            noon += timedelta(days=1)
        frozen.move_to(noon)

    return play


def called(path: str, reader: User | None = None) -> Any:
    return (logged_in(reader) if reader else Client()).get(f"/api/{path}").json()


@pytest.fixture
def people(climb: str) -> list[User]:
    return [account(name) for name in ("amber", "birch", "cedar", "dune", "elm")]


def test_it_is_the_mean_share_of_others_that_did_worse(days, people, climb):
    game, (amber, birch, *_others) = registry.get(climb), people
    level = {"amber": "climb climb", "birch": "climb climb rest", "cedar": "climb climb"}
    days(4, **level, dune="climb climb climb")
    assert percentile(amber, game) is None, "four days are too few"
    days(1, amber="climb", birch="rest", cedar="climb")
    assert percentile(amber, game) is None, "two others are too few"
    days(1, **level, dune="climb")
    day = (1 + 0.5) / 3  # of birch, who rested, and half of cedar
    assert percentile(amber, game) == Percentile(round(100 * (4 * day + (2 + 0.5) / 3) / 5), 5)
    assert percentile(birch, game) == Percentile(round(100 * (1 / 3) / 5), 5)
    said = (
        f"Better than {percentile(amber, game).percent}% of those with the same deal, over 5 days"
    )
    assert said in page_of(Client(), "/people/amber/")
    assert said in page_of(logged_in(amber), f"/daily/{climb}/")
    assert said not in page_of(logged_in(people[4]), f"/daily/{climb}/")
    told = {"game": climb, "percent": percentile(amber, game).percent, "days": 5}
    assert called("people/amber/ratings/")["percentiles"] == [told]
    assert called(f"daily/{climb}/", amber)["percentile"] == told
    assert called("people/elm/ratings/")["percentiles"] == []
    assert called(f"daily/{climb}/", people[4])["percentile"] is None
    both = [f"{percentile(one, game).percent}%" for one in (amber, birch)]
    (row,) = [row for row in compare("amber", "birch", amber).games[0].rows if row[1] == both[0]]
    assert row == ("others outscored with the same deals", *both)
    plans = plans_in(lambda: percentile(amber, game)) if connection.vendor == "sqlite" else {}
    assert all(plan.count("COVERING INDEX tries_by_score") == 3 for plan in plans.values())
    before = percentile(amber, game)
    User.objects.filter(username="dune").update(is_active=False)
    assert percentile(amber, game) == before, "nobody gains by closing an account"
    assert percentile(AnonymousUser(), game) is None


@pytest.fixture
def two_days_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "FEWEST_DAYS", 2)


@pytest.mark.usefixtures("two_days_are_enough")
def test_a_try_of_a_challenge_that_is_shut_does_not_count(days, people, climb, frozen):
    tries = dict.fromkeys(("amber", "birch", "cedar", "dune"), "climb")
    days(2, **tries)
    frozen.shift(timedelta(hours=-12))  # midnight: the last day opens in an hour
    assert percentile(people[0], registry.get(climb)) is None
    frozen.shift(timedelta(hours=1))
    assert percentile(people[0], registry.get(climb)) == Percentile(50, 2)


@pytest.mark.usefixtures("two_days_are_enough")
def test_only_the_last_challenges_count(days, people, climb):
    days(2, amber="climb", **dict.fromkeys(("birch", "cedar", "dune"), "rest"))
    days(12, amber="rest")
    assert percentile(people[0], registry.get(climb)) == Percentile(100, 2)
    days(1, amber="rest")
    assert percentile(people[0], registry.get(climb)) is None, "of 14 challenges one is left"
