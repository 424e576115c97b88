"""Tables of a game that is no longer installed: they are there for nobody, and break nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.plugin import registry
from lobby import tasks
from lobby.models import Table
from lobby.tables import services
from tests.rulesets.fixtures import installed
from tests.rulesets.race import Race
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
SLUG = Race.meta.slug


@pytest.fixture
def forsaken(person: Any) -> Iterator[Table]:
    """amber's open table of a game that was taken away, with an invitation for birch."""
    with installed(Race()):
        table = services.open_table(host=person("amber"), game=SLUG, seats=2)
        services.invite(table=table, user=table.host, name=person("birch").username)
    assert not registry.is_installed(SLUG)
    return table


def known(name: str) -> Any:
    return User.objects.filter(username=name).first()


def pages_of(browser: Client) -> dict[str, int]:
    addresses = ["/", "/tables/", "/my-matches/", "/people/amber/", "/api/tables/?mine=1"]
    return {address: browser.get(address).status_code for address in addresses}


@pytest.mark.parametrize("who", ["amber", "birch", "cedar"])
def test_every_list_goes_on_without_it(forsaken, person, who):
    browser = logged_in(known(who) or person(who))
    assert set(pages_of(browser).values()) == {200}
    for address in ("/", "/tables/", "/api/tables/", "/api/tables/?mine=1"):
        assert forsaken.public_id not in browser.get(address).content.decode(), address


@pytest.mark.parametrize("who", ["amber", "birch"])
def test_its_page_and_its_chat_are_not_there(forsaken, person, who):
    browser = logged_in(known(who) or person(who))
    for address in (
        f"/tables/{forsaken.public_id}/",
        f"/api/tables/{forsaken.public_id}/",
        f"/chat/table:{forsaken.public_id}/",
    ):
        assert browser.get(address).status_code == 404, address


def test_the_sweep_starts_the_others_and_leaves_it_alone(forsaken, person, frozen):
    with installed(Race()):
        services.add_ai(table=forsaken, user=forsaken.host, level="easy")
    other = services.open_table(
        host=person("dune"), game="please-dont-burn-my-village", seats=2, ai={1: "easy"}
    )
    frozen.shift(60)
    tasks.sweep_tables()
    status = dict(Table.objects.values_list("pk", "status"))
    assert status == {forsaken.pk: "open", other.pk: "started"}


def test_it_is_there_again_with_its_game_and_goes_stale_like_any_other(forsaken, person):
    with installed(Race()):
        page = logged_in(known("birch")).get(f"/tables/{forsaken.public_id}/")
        assert page.status_code == 200
    Table.objects.update(touched_at="2026-01-01T00:00:00Z")
    tasks.sweep_tables()
    assert Table.objects.get().status == "closed"
    (told,) = known("amber").notices.all()
    assert SLUG in str(told.params)
    assert logged_in(known("amber")).get(told.link).status_code == 200


def test_a_table_that_cannot_begin_keeps_the_sweep_from_no_other(person, frozen):
    made = [
        services.open_table(
            host=person(), game="please-dont-burn-my-village", seats=2, ai={1: "easy"}
        )
        for _ in range(2)
    ]
    Table.objects.filter(pk=made[0].pk).update(options={"bribes": "large"})
    frozen.shift(60)
    tasks.sweep_tables()
    status = dict(Table.objects.values_list("pk", "status"))
    assert status == {made[0].pk: "open", made[1].pk: "started"}


def test_a_table_whose_options_no_longer_fit_says_so_and_can_be_left(person):
    host = person("amber")
    table = services.open_table(host=host, game="please-dont-burn-my-village", seats=2)
    Table.objects.update(options={"bribes": "large"})
    for browser in (logged_in(host), logged_in(person("birch")), Client()):
        page = browser.get(f"/tables/{table.public_id}/")
        assert page.status_code == 200
        assert "This table can’t start" in page.content.decode()
        assert browser.get(f"/api/tables/{table.public_id}/").status_code in (200, 401)
    left = logged_in(host).post(f"/tables/{table.public_id}/leave/", follow=True)
    assert left.status_code == 200
    assert Table.objects.get().status == "closed"
