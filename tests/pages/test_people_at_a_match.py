"""Who is at a match: what its pages are told of each other, and what is hidden from whom."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts import blocks, follows, presence
from accounts.models import User
from games.matches.live import people, who_is_here
from games.plugin import SPECTATOR
from tests.games.matches.conftest import look
from tests.pages.test_page_socket import Page, opened
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "SETTLE_SECONDS", 0.01)


@pytest.fixture
def table(begin: Any, person: Any) -> Any:
    """A match of amber, birch and a computer player, and the two's browsers."""
    amber, birch = person("amber"), person("birch")
    return begin(amber, birch, "easy", first=0), logged_in(amber), logged_in(birch)


async def told(page: Page) -> dict[str, Any]:
    """The next that this page hears of the people."""
    while True:
        message = json.loads(await page.communicator.receive_from())
        if message["type"] == "people":
            return dict(message)


async def last_told(page: Page, count: int) -> dict[str, Any]:
    """What it hears as soon as so many watch; never more of them."""
    while (heard := await told(page))["watching"]["count"] != count:
        assert heard["watching"]["count"] < count
    return heard


async def until_told(page: Page, expected: dict[str, Any]) -> None:
    """Read on until this page hears `expected`; fails when nothing more comes."""
    while await told(page) != expected:
        pass


def said(seats: dict[str, str], count: int, *names: str) -> dict[str, Any]:
    links = [f"/people/{name}/" for name in names]
    watchers = {"count": count, "names": list(names), "links": links}
    return {"type": "people", "seats": seats, "watching": watchers}


async def friend(person: Any, name: str, **fields: Any) -> tuple[User, Client]:
    def make() -> tuple[User, Client]:
        user = person(name)
        User.objects.filter(pk=user.pk).update(**fields)
        return user, logged_in(user)

    return await sync_to_async(make)()


async def test_pages_hear_who_comes_and_goes(table, person):
    match, mine, theirs = table
    _cedar, cedars = await friend(person, "cedar")
    async with opened(match, mine, "?version=0") as me:
        assert await told(me) == said({"0": "here", "1": "away"}, 0)
        async with opened(match, theirs, "?version=0") as them:
            assert await told(me) == said({"0": "here", "1": "here"}, 0)
            assert await told(them) == said({"0": "here", "1": "here"}, 0)
            async with opened(match, cedars, "?version=0"):
                assert await told(me) == said({"0": "here", "1": "here"}, 1, "cedar")
                async with opened(match, None, "?version=0") as stranger:
                    assert await told(me) == said({"0": "here", "1": "here"}, 2, "cedar")
                    assert (await told(stranger))["watching"]["count"] == 2
        await until_told(me, said({"0": "here", "1": "away"}, 0))


async def test_watchers_whom_one_follows_come_first(table, person):
    match, mine, theirs = table
    _elm, elms = await friend(person, "elm")
    fir, firs = await friend(person, "fir")
    amber = await User.objects.aget(username="amber")
    await sync_to_async(follows.follow)(user=amber, other=fir)
    async with (
        opened(match, elms, "?version=0"),
        opened(match, firs, "?version=0"),
        opened(match, theirs, "?version=0") as they,
        opened(match, mine, "?version=0") as me,
    ):
        for page, names in ((me, ("fir", "elm")), (they, ("elm", "fir"))):
            await until_told(page, said({"0": "here", "1": "here"}, 2, *names))
        shown = (await sync_to_async(mine.get)(f"/matches/{match.public_id}/")).content.decode()
        assert shown.index("/people/fir/") < shown.index("/people/elm/")


async def test_who_does_not_want_to_be_seen_is_counted_only(table, person):
    match, mine, theirs = table
    await sync_to_async(User.objects.filter(username="birch").update)(show_presence=False)
    _cedar, cedars = await friend(person, "cedar", show_presence=False)
    async with (
        opened(match, theirs, "?version=0"),
        opened(match, cedars, "?version=0"),
        opened(match, mine, "?version=0") as me,
    ):
        assert await told(me) == said({"0": "here"}, 1)


async def test_blocked_people_are_not_there_for_each_other_nor_on_open_pages(table, person):
    match, mine, _ = table
    cedar, cedars = await friend(person, "cedar")
    amber = await User.objects.aget(username="amber")
    pair = {"user": cedar, "other": amber}
    await sync_to_async(blocks.block)(**pair)
    async with (
        opened(match, cedars, "?version=0") as blocker,
        opened(match, mine, "?version=0") as me,
        opened(match, None, "?version=0") as stranger,
    ):
        assert await last_told(stranger, count=2) == said({"0": "here", "1": "away"}, 2, "cedar")
        assert await last_told(me, count=1) == said({"0": "here", "1": "away"}, 1)
        assert await last_told(blocker, count=2) == said({"1": "away"}, 2, "cedar")
    await sync_to_async(blocks.unblock)(**pair)
    async with opened(match, cedars, "?version=0") as them, opened(match, mine, "?version=0") as me:
        assert await last_told(me, count=1) == said({"0": "here", "1": "away"}, 1, "cedar")
        while (await told(them))["seats"] != {"0": "here", "1": "away"}:
            pass
        await sync_to_async(blocks.block)(**pair)
        assert await told(me) == said({"0": "here", "1": "away"}, 0)
        assert await told(them) == said({"1": "away"}, 1, "cedar")
        await sync_to_async(blocks.unblock)(**pair)
        assert await told(me) == said({"0": "here", "1": "away"}, 1, "cedar")
        assert await told(them) == said({"0": "here", "1": "away"}, 1, "cedar")


async def test_twenty_pages_cost_as_much_as_one_and_a_made_page_knows_the_same(
    table, django_assert_max_num_queries, django_assert_num_queries
):
    match, mine, _ = table
    shown = await sync_to_async(look)(match)
    amber = await User.objects.aget(username="amber")
    visitor = (match.public_id, _anonymous(), SPECTATOR)
    visits = [people.Visit(None, *visitor, hears=True) for _page in range(20)]

    def tell() -> None:
        with django_assert_num_queries(2):  # the seats, and the names that may be told
            assert len(people._news(visits, {})) == 20

    def ask() -> who_is_here.People:
        with django_assert_max_num_queries(2):
            return who_is_here.people(match.public_id, shown.seats, blocks.hidden_from(amber))

    await sync_to_async(tell)()
    async with opened(match, mine, "?version=0") as me:
        await told(me)
        assert await sync_to_async(ask)() == who_is_here.People({0: "here", 1: "away"}, 0, [])
    assert (await sync_to_async(ask)()).seats == {0: "away", 1: "away"}


def _anonymous() -> Any:
    from django.contrib.auth.models import AnonymousUser

    return AnonymousUser()


@pytest.mark.parametrize(
    ("strangers", "names", "words"),
    [
        (0, [], "Nobody is watching."),
        (1, [], "One person is watching."),
        (2, [], "2 people are watching."),
        (0, ["cedar"], 'Watching: <a href="/people/cedar/">cedar</a>'),
        (3, ["cedar"], 'Watching: <a href="/people/cedar/">cedar</a> and 3 more'),
    ],
)
def test_who_watches_is_told_in_words_with_and_without_names(
    begin, person, strangers, names, words
):
    match = begin(person("amber"), person("birch"))
    here = f"match/{match.public_id}"
    for name in names:
        presence._sockets.enter(here, person(name).pk)
    for _stranger in range(strangers):
        presence._sockets.enter(here, presence.NOBODY)
    html = " ".join(Client().get(f"/matches/{match.public_id}/").content.decode().split())
    line = html.partition('id="watching"')[2].partition(">")[2].partition("</p>")[0]
    assert line.strip() == words
