"""Quick match and the tables that people open: it fills those that fit, and tells who waits."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import blocks
from accounts.models import Notice, User
from lobby.models import Table
from lobby.quick import matching, selectors, table_maker, tasks
from lobby.quick.matching import Offer, Opening, Waiting
from lobby.tables import services as tables
from lobby.tables.paces import PACES
from tests.lobby.quick.conftest import BURN
from tests.lobby.tables import seated
from tests.support.log_in import logged_in
from tests.support.matches import started

pytestmark = pytest.mark.django_db
Person = Callable[[str], User]


@pytest.fixture
def opened(person: Person) -> Callable[..., Table]:
    """Opens tables as quick match would make them, but for what is said."""

    def open_one(host: str = "zoe", **wishes: Any) -> Table:
        usual = {"host": person(host), "game": BURN, "seats": 2, "clock": PACES["live-10"]}
        return tables.open_table(**(usual | wishes))

    return open_one


def look() -> None:
    tasks.match_waiting()


def test_an_open_table_is_filled_before_one_is_made(stand, opened):
    table = opened()
    amber, birch, cedar = stand("amber"), stand("birch"), stand("cedar")
    look()
    assert seated(table) == ["zoe", "amber"]
    table.refresh_from_db()
    assert table.status == "open"
    assert table.starts_at, "it counts down like any full table"
    made = Table.objects.exclude(pk=table.pk).get()
    assert seated(made) == ["birch", "cedar"]
    for ticket, at in ((amber, table), (birch, made), (cedar, made)):
        ticket.refresh_from_db()
        assert (ticket.status, ticket.table, ticket.pace) == ("seated", at, "live-10")


@pytest.mark.parametrize("begun", [False, True])
def test_who_is_seated_is_told_and_led_there_and_opening_it_settles_that(
    stand, opened, begun, django_capture_on_commit_callbacks
):
    table, ticket = opened(), stand("amber")
    look()
    if begun:
        tables.start(table=table, user=table.host)
    told = Notice.objects.get(user=ticket.user)
    assert begun or told.link == f"/tables/{table.public_id}/"
    client = logged_in(ticket.user)
    with django_capture_on_commit_callbacks(execute=True):
        waiting = client.get(f"/quick/{ticket.pk}/")
        assert waiting.url.startswith("/matches/" if begun else told.link)
        assert client.get(told.link).status_code == 200
    told.refresh_from_db()
    assert told.read_at


def test_no_table_is_filled_by_half(stand, opened):
    table = opened(seats=3)
    ticket = stand("amber")
    look()
    ticket.refresh_from_db()
    assert (seated(table), ticket.status) == (["zoe", "", ""], "waiting")
    stand("birch", least=3)
    look()
    assert seated(table) == ["zoe", "amber", "birch"]


@pytest.mark.parametrize(
    "other",
    [
        {"private": True},
        {"reliable": 50},
        {"clock": PACES["live-3"]},
        {"clock": {"type": "live", "bank": 601, "increment": 10}},
        {"clock": None},
        {"seats": 3, "ai": {2: "easy"}},
        {"sit": False},
    ],
)
def test_what_does_not_fit_is_left_alone(stand, opened, other):
    table = opened(**other)
    before = seated(table)
    stand("amber")
    look()
    assert seated(table) == before


def test_what_does_not_fit_or_was_left_by_everybody_is_not_filled(stand, opened):
    live, slow = opened(), opened("yan", clock=PACES["day"])
    Table.objects.update(touched_at=timezone.now() - timedelta(minutes=5))
    stand("amber")
    stand("birch", paces=["day"])
    look()
    assert (seated(live), seated(slow)) == (["zoe", ""], ["yan", "birch"])
    castle = "castle-panic"
    table = opened(game=castle, options={"mode": "co-op"})
    usual = opened("yan", game=castle)
    stand("cedar", games=[castle])
    stand("dune", games=[castle])
    look()
    assert (seated(table), seated(usual)) == (["zoe", ""], ["yan", "cedar"])


def test_one_person_plays_one_live_match_at_a_time(stand, opened, person):
    first, second = opened(), opened()
    stand("zoe"), stand("amber"), stand("birch")
    look()
    assert seated(first) == ["zoe", "amber"], "one's own table is nothing to be seated at"
    assert seated(second) == ["zoe", ""]
    started(person("yana"), person("xenia"), clock=PACES["live-10"])
    third = opened(host="yana")
    look()
    assert seated(third) == ["yana", ""]


def test_nobody_is_seated_with_whom_they_do_not_meet_or_where_they_were_sent_away(
    stand, opened, person
):
    table = opened(seats=3)
    blocks.block(user=person("amber"), other=table.host)
    tables.join(table=table, user=person("birch"))
    tables.kick(table=table, user=table.host, seat=1)
    for name in ("amber", "birch"):
        stand(name, least=3)
    look()
    assert seated(table) == ["zoe", "", ""]
    for name in ("cedar", "dove"):
        stand(name, least=3)
    look()
    assert seated(table) == ["zoe", "cedar", "dove"]


def test_a_table_that_fills_between_looking_and_seating_changes_nothing(
    stand, opened, person, monkeypatch
):
    table, ticket = opened(), stand("amber")
    fillings = matching.fillings

    def meanwhile(*said: Any, **more: Any) -> Any:
        found = fillings(*said, **more)
        tables.join(table=table, user=person("quick"))
        return found

    monkeypatch.setattr(matching, "fillings", meanwhile)
    assert table_maker.fill_open_tables() == 0
    ticket.refresh_from_db()
    assert (seated(table), ticket.status) == (["zoe", "quick"], "waiting")


def test_nobody_is_in_two_fillings_and_the_oldest_tables_come_first():
    def opening(key: int, free: int) -> Opening:
        return Opening(key, "go", "day", free + 1, free, frozenset({100 + key}))

    waiting = [Waiting(n, n, ("go",), ("day",), 2, 6) for n in range(4)]
    games = {"go": Offer(frozenset({2, 3, 4}))}
    found = matching.fillings(waiting, [opening(k, 2) for k in range(3)], blocked=[], games=games)
    filled = {one.opening.key: [each.user for each in one.members] for one in found}
    assert (filled, [*filled]) == ({0: [0, 1], 1: [2, 3]}, [0, 1])
    hostile = [(101, 0), (0, 1)]
    found = matching.fillings(waiting, [opening(1, 3)], blocked=hostile, games=games)
    assert [each.user for each in found[0].members] == [1, 2, 3]


def listed(client: Client) -> str:
    cache.clear()
    return " ".join(client.get("/quick/wanted/").content.decode().split())


def test_the_list_tells_who_waits_and_leads_to_a_form_that_fits(stand, person, race):
    client = logged_in(person("zoe"))
    assert "join them" not in listed(client)
    stand("amber", paces=["day"])
    stand("birch", games=[BURN, race])
    html = listed(client)
    assert "2 people are waiting for Please Don’t Burn My Village: <a" in html
    assert "One person is waiting for" in html
    address = f"/quick/?games={BURN}&amp;paces=live-10&amp;paces=day"
    assert f'href="{address}"' in html
    assert address in " ".join(client.get("/tables/").content.decode().split())
    form = client.get(address.replace("&amp;", "&")).context["form"]
    assert form.ticked("games") == [BURN]
    assert form.ticked("paces") == ["live-10", "day"]
    assert client.get("/quick/?games=chess&paces=warp").context["form"].ticked("paces")


def test_oneself_hidden_people_and_those_who_went_away_are_not_told(stand, person, frozen):
    stand("amber")
    assert [one.people for one in selectors.wanted(person("zoe"))] == [1]
    cache.clear()
    assert selectors.wanted(person("amber")) == []
    blocks.block(user=person("zoe"), other=person("amber"))
    assert selectors.wanted(person("zoe")) == []
    frozen.shift(120)
    cache.clear()
    assert selectors.wanted(person("birch")) == []
