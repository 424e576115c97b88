"""The list of open tables: who sees which, how it is narrowed, what it costs."""

import itertools
import re

import pytest
from django.core.cache import cache
from django.test import Client

from accounts import blocks, presence as sockets
from accounts.models import User
from lobby.listing import listed, views
from lobby.listing.views import PAGE
from lobby.models import Table
from lobby.tables import selectors, services
from lobby.tables.filters import Facts, Filters
from tests.lobby.tables import BURN, opened, seated
from tests.pages.reading import dense
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db

LIVE, DAY = {"type": "live", "bank": 300}, {"type": "move", "seconds": 86_400}
VALUES = {
    "game": ["", BURN, "chess", "x" * 99, "\0"],
    "seats": ["", "2", "4", "0", "x", "²", "999"],
    "free": ["", "1", "2", "99", "-1"],
    "pace": ["", "live", "days", "none", "warp"],
    "ai": ["", "with", "without", "x"],
    "stays": ["", "80", "90", "95", "0", "101", "x"],
    "asks": ["", "89", "90", "100", "x"],
}


@pytest.fixture
def many(amber, race):
    """Tables of every kind."""
    for game, seats, clock, ai in itertools.product(
        [BURN, race], [2, 4], [None, LIVE, DAY], [{}, {1: "easy"}]
    ):
        opened(amber, game=game, seats=seats, clock=clock, ai=ai)
    for share, reliable in ((None, 0), (80, 90), (90, 80), (100, 95)):
        host = User.objects.create_user(f"stays-{share}", reliability=share)
        opened(host, reliable=reliable)


def facts() -> list[Facts]:
    return [table.facts for table in listed.read(Table.objects.all())]


def test_sockets_and_pages_narrow_alike_and_every_filter_leaves_something_out(many):
    everything = listed.read(Table.objects.order_by("pk"))
    for name, value in [(field, value) for field in VALUES for value in VALUES[field]]:
        filters = Filters.read({name: value})
        found = listed.read(selectors.open_tables(None, filters).order_by("pk"))
        assert found == [table for table in everything if filters.fit(table.facts)], (name, value)
        again = dict(pair.split("=") for pair in filters.query.split("&") if pair)
        assert Filters.read(again) == filters
    whole = selectors.open_tables(None, Filters()).count()
    some = ({"game": BURN}, {"seats": "4"}, {"free": "2"}, {"pace": "days"}, {"ai": "with"})
    for given in (*some, {"stays": "90"}, {"asks": "90"}):
        assert 0 < selectors.open_tables(None, Filters.read(given)).count() < whole
    stays = selectors.open_tables(None, Filters.read({"stays": "90"}))
    assert {table.host.reliability for table in stays} == {None, 90, 100}, "the new ones count"


def test_who_stays_too_seldom_can_ask_for_tables_that_take_them(amber, birch):
    theirs, strict = opened(amber, reliable=80), opened(amber, reliable=90)
    client, offer = Client(), 'id="f-asks"'
    client.force_login(birch)
    assert offer not in client.get("/tables/").content.decode(), "new people may sit anywhere"
    User.objects.filter(pk=birch.pk).update(reliability=85)
    page = client.get("/tables/").content.decode()
    assert offer in page
    assert strict.public_id in page
    (asks,) = re.findall(r'name="asks">.*?value="(\d+)"', page, re.DOTALL)
    page = client.get(f"/tables/?asks={asks}").content.decode()
    assert theirs.public_id in page
    assert strict.public_id not in page


def test_my_tables_come_first_and_once(amber, birch, cedar):
    theirs, mine, joined = opened(birch), opened(amber), opened(birch)
    services.join(table=joined, user=amber)
    assert list(selectors.own_open_tables(amber)) == [joined, mine]
    assert list(selectors.open_tables(amber, Filters())) == [theirs]
    assert not selectors.own_open_tables(None)
    full, private = opened(amber, seats=2), opened(amber, private=True, sit=False)
    services.join(table=full, user=birch)
    assert list(selectors.open_tables(cedar, Filters())) == [joined, mine, theirs]
    assert list(selectors.own_open_tables(amber)) == [private, full, joined, mine]
    services.join(table=private, user=birch)
    [row] = listed.read(Table.objects.filter(pk=private.pk))
    assert row.people == {amber.pk, birch.pk}, "a host who doesn't play, too"


def test_what_is_kept_of_tables_is_what_filters_ask_for(amber, birch):
    table = opened(amber, seats=4, ai={3: "easy"}, clock=LIVE)
    services.join(table=table, user=birch)
    assert facts() == [Facts(BURN, "live", 4, 1, 1, 0, None)]
    services.leave(table=table, user=birch)
    services.remove_ai(table=table, user=amber, seat=3)
    assert facts() == [Facts(BURN, "live", 4, 3, 0, 0, None)]


@pytest.mark.parametrize("who", ["blocker", "blocked"])
def test_people_who_do_not_meet_see_nothing_of_each_other(amber, birch, cedar, who):
    opened(amber)
    joined = opened(cedar)
    services.join(table=joined, user=amber)
    free = opened(cedar)
    one, other = (birch, amber) if who == "blocker" else (amber, birch)
    blocks.block(user=one, other=other)
    assert list(selectors.open_tables(birch, Filters())) == [free]
    assert list(selectors.tables_for(birch)) == [free]


def page(user: User | None, address: str = "/tables/") -> str:
    client = logged_in(user) if user else Client()
    return dense(client.get(address).content.decode())


def test_the_page_shows_rows_and_keeps_its_filters(amber, birch):
    shown, hidden = opened(amber, clock=LIVE), opened(amber, clock=DAY)
    text = page(birch, "/tables/?pace=live&seats=3")
    assert f'id="t-{shown.public_id}"' in text
    assert f'id="t-{hidden.public_id}"' not in text
    assert '<option value="live" selected>' in text
    assert 'data-socket="/ws/tables/?seats=3&amp;pace=live"' in text
    assert "your table" not in text
    assert "your table" in page(amber)


def counted(text: str) -> tuple[str, str]:
    """What the list says it holds, and the tables it counts."""
    found = re.search(r'id="table-count".*?data-open="([^"]*)"\s*>([^<]*)<', text, re.DOTALL)
    assert found
    return found[2], found[1]


def test_the_count_is_of_the_tables_one_could_sit_down_at_on_all_pages(
    amber, birch, cedar, monkeypatch
):
    assert counted(page(birch)) == ("No table is waiting for players.", "")
    assert "No table is waiting right now." in page(None)
    opened(birch)
    assert "No other table is waiting right now." in page(birch)
    first = opened(amber, clock=DAY)
    opened(amber, private=True)
    assert counted(page(birch)) == ("One table is waiting for players.", first.public_id)
    many = {first.public_id} | {opened(amber).public_id for _table in range(PAGE)}
    said, ids = counted(page(birch))
    assert (said, set(ids.split())) == (f"{PAGE + 1} tables are waiting for players.", many)
    said, ids = counted(page(birch, "/tables/?pace=days"))
    assert (said, ids) == ("One table like this is waiting for players.", first.public_id)
    blocks.block(user=cedar, other=amber)
    assert counted(page(cedar))[0] == "One table is waiting for players."
    assert "No open table fits." in page(None, "/tables/?pace=live")
    monkeypatch.setattr(views, "MOST", 1)
    text = page(birch)
    assert "More than 1 tables are waiting for players." in text
    assert "data-open" not in text


def test_the_button_of_a_row_sits_one_down(amber, birch):
    table = opened(amber)
    client = Client(enforce_csrf_checks=True)
    client.force_login(birch)
    for address in ("/tables/", "/"):
        text = client.get(address).content.decode()
        button = f'form="sit" formaction="/tables/{table.public_id}/join/"'
        assert button in " ".join(text.split())
        token = re.search(r'<form id="sit" method="post">.*?value="(\w+)"', text, re.DOTALL)
        assert token
    address = f"/tables/{table.public_id}/"
    assert client.post(f"{address}join/").status_code == 403
    assert client.post(f"{address}join/", {"csrfmiddlewaretoken": token[1]}).url == address
    assert seated(table) == ["amber", "birch", ""]
    assert "formaction" not in page(birch)


def test_tables_without_a_clock_tell_their_age_and_whether_the_host_is_here(
    amber, birch, cedar, frozen
):
    opened(amber)
    opened(User.objects.create_user("shy", show_presence=False))
    opened(birch, clock=DAY)
    sockets._sockets.enter(sockets.SITE, amber.pk)
    text = page(cedar)
    assert text.count("just opened") == 2
    frozen.shift(3 * 3600 + 600)
    text = page(cedar)
    assert text.count("open for 3\xa0hours") == 2
    assert (text.count("here now"), text.count(">away<")) == (1, 0)
    sockets.forget_all()
    text = " ".join(page(cedar).split())
    assert (text.count("here now"), text.count("</span>away")) == (0, 1)


def test_the_page_asks_the_same_however_many_there_are(amber, birch, django_assert_num_queries):
    client = logged_in(birch)
    blocks.block(user=birch, other=User.objects.create_user("eve"))
    costs = []
    for number in (1, 40):
        for place in range(number):
            opened(User.objects.create_user(f"host{number}-{place}"), ai={1: "easy"})
            opened(birch)
        cache.clear(), sockets.forget_all()
        with django_assert_num_queries(18, exact=False) as asked:
            client.get("/tables/")
        costs.append(len(asked))
    assert costs[0] == costs[1]
    assert "page=2" in client.get("/tables/?free=1").content.decode()


@pytest.mark.parametrize("hosting", [True, False])
def test_the_table_of_somebody_one_does_not_meet_is_not_there(amber, birch, cedar, hosting):
    table = opened(amber, private=hosting)
    services.join(table=table, user=birch)
    blocks.block(user=amber if hosting else birch, other=cedar)
    blocked, unknown = logged_in(cedar), logged_in(cedar)
    for pattern in ("/tables/{}/", "/chat/table:{}/", "/api/tables/{}/"):
        here = blocked.get(pattern.format(table.public_id))
        nowhere = unknown.get(pattern.format("nosuchtable2"))
        assert (here.status_code, here.context and here.context["text"]) == (
            nowhere.status_code,
            nowhere.context and nowhere.context["text"],
        )
        assert here.status_code == 404
    assert Client().get(f"/tables/{table.public_id}/").status_code == 200


@pytest.mark.parametrize("by_page", [True, False])
def test_who_sits_with_somebody_they_no_longer_meet_stays_until_they_leave(amber, birch, by_page):
    table = opened(amber)
    services.join(table=table, user=birch)
    blocks.block(user=birch, other=amber)
    client = logged_in(birch)
    address = f"/tables/{table.public_id}/"
    assert client.get(address).status_code == 200
    if by_page:
        assert client.post(f"{address}leave/")["Location"] == "/"
    else:
        answer = client.post(f"/api{address}leave/", {}, content_type="application/json")
        assert answer.json()["you"] is None
    assert client.get(address).status_code == 404
