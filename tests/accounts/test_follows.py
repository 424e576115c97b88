"""Following: who may, what ends it, and that nobody else learns of it."""

import re
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts import blocks, follows, presence
from accounts.models import Follow, User
from accounts.services import issue_token
from lobby.people import account_closure
from tests.support.at_once import all_at_once
from tests.support.guests import guest, log_in, visitor, who
from tests.support.log_in import logged_in
from toolbox.errors import NotFound, Refusal

pytestmark = pytest.mark.django_db
PASSWORD = "violet-kettle-9"


@pytest.fixture
def birch() -> User:
    return User.objects.create_user("birch", password=PASSWORD)


def relate(browser: Client, deed: str, name: str) -> Any:
    return browser.post("/chat/relate/", {deed: name, "next": "/settings/people/"})


def code(user: User, other: User) -> str:
    before = Follow.objects.count()
    with pytest.raises(Refusal) as caught:
        follows.follow(user=user, other=other)
    assert Follow.objects.count() == before
    return caught.value.code


def test_one_follows_from_a_profile_and_stops_there_or_in_the_settings(amber, birch):
    mine = logged_in(amber)
    assert 'name="follow" value="birch"' in mine.get("/people/birch/").content.decode()
    for _twice in range(2):
        assert relate(mine, "follow", "birch")["Location"] == "/settings/people/"
    assert follows.followed_ids(amber) == {birch.pk}
    for page in ("/people/birch/", "/settings/people/"):
        assert 'name="unfollow" value="birch"' in mine.get(page).content.decode()
    relate(mine, "unfollow", "birch")
    assert follows.followed_ids(amber) == set()
    assert "Nobody yet." in mine.get("/settings/people/").content.decode()


def test_a_program_follows_and_asks_whom(amber, birch, root):
    mine = Client(headers={"authorization": f"Token {issue_token(user=amber)}"})
    for _twice in range(2):
        told = mine.post("/api/people/birch/follow/").json()
        assert told == {"name": "birch", "username": "birch"}
    mine.post("/api/people/root/follow/")
    assert [one["username"] for one in mine.get("/api/follows/").json()["results"]] == [
        "root",
        "birch",
    ]
    assert mine.post("/api/people/birch/unfollow/").status_code == 200
    assert follows.followed_ids(amber) == {root.pk}
    assert mine.post("/api/people/amber/follow/").json()["code"] == "yourself"
    blocks.block(user=birch, other=amber)
    for what in ("follow", "unfollow"):
        assert mine.post(f"/api/people/birch/{what}/").status_code == 404
        assert mine.post(f"/api/people/nobody/{what}/").status_code == 404
    assert Client().post("/api/people/birch/follow/").status_code == 401


def test_nobody_but_the_follower_learns_of_it(amber, birch, root, frozen):
    readers = [logged_in(birch), logged_in(root), Client()]
    pages = ("/", "/people/amber/", "/people/birch/", "/settings/people/", "/notices/")
    pages += ("/moderation/people/birch/", f"/admin/accounts/user/{birch.pk}/change/")

    def read(browser: Client) -> list[str]:
        read = [browser.get(page).content.decode() for page in pages]
        return [re.sub(r'(name="csrfmiddlewaretoken") value="\w+"', r"\1", page) for page in read]

    before = [read(browser) for browser in readers]
    follows.follow(user=amber, other=birch)
    assert [read(browser) for browser in readers] == before
    assert "amber" not in str(Follow.objects.get())
    assert "birch" not in str(Follow.objects.get())


@pytest.mark.parametrize("blocker", [0, 1])
def test_a_block_ends_it_both_ways_and_answers_as_if_nobody_were_there(amber, birch, blocker):
    people = amber, birch
    for one, other in (people, people[::-1]):
        follows.follow(user=one, other=other)
    blocks.block(user=people[blocker], other=people[1 - blocker])
    assert not Follow.objects.exists()
    assert code(amber, birch) == code(birch, amber) == "not_found"
    mine = logged_in(amber)
    refused, nobody = relate(mine, "follow", "birch"), relate(mine, "follow", "nobody")
    assert refused.status_code == nobody.status_code == 404
    bare = [answer.content.decode().partition("<main")[2] for answer in (refused, nobody)]
    assert bare[0] == bare[1]
    blocks.unblock(user=people[blocker], other=people[1 - blocker])
    assert not Follow.objects.exists(), "it doesn't come back by itself"


def test_whom_one_can_not_follow(amber, birch, person, monkeypatch):
    assert code(amber, amber) == "yourself"
    assert code(amber, guest()) == "not_found"
    gone = person("cedar")
    account_closure.close_account(user=User.objects.get(pk=gone.pk))
    assert code(amber, gone) == "not_found"
    monkeypatch.setattr(follows, "AT_MOST", 1)
    follows.follow(user=amber, other=birch)
    assert code(amber, person("dune")) == "too_many"
    follows.follow(user=amber, other=birch)  # already


@pytest.mark.parametrize("closes", ["amber", "birch"])
def test_closing_an_account_ends_it_on_both_sides(amber, birch, closes):
    for one, other in ((amber, birch), (birch, amber)):
        follows.follow(user=one, other=other)
    account_closure.close_account(user=User.objects.get(username=closes))
    assert not Follow.objects.exists()


@pytest.mark.parametrize("blocker", ["guest", "birch"])
def test_a_block_that_a_guest_brings_along_ends_it(amber, birch, blocker):
    browser = visitor()
    came = guest(browser)
    for one, other in ((amber, birch), (birch, amber)):
        follows.follow(user=one, other=other)
    pair = (came, amber) if blocker == "guest" else (amber, came)
    blocks.block(user=pair[0], other=pair[1])
    assert log_in(browser, "birch").status_code == 302
    assert who(browser) == birch
    assert not Follow.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_follow_and_a_block_at_once_leave_no_follow(person):
    for number in range(4):
        one, other = person(f"one{number}"), person(f"other{number}")

        def follow(one: User = one, other: User = other) -> None:
            with suppress(NotFound):
                follows.follow(user=one, other=other)

        all_at_once(follow, partial(blocks.block, user=other, other=one))
        assert not Follow.objects.exists()


def test_the_list_has_those_who_are_here_first_and_a_fixed_number_of_queries(
    amber, person, django_assert_num_queries
):
    people = [person(f"friend{number}") for number in range(3)]
    for one in people:
        follows.follow(user=amber, other=one)
    presence.poll(presence.SITE, people[0].pk)
    User.objects.filter(pk=people[1].pk).update(show_presence=False)
    presence.poll(presence.SITE, people[1].pk)
    mine = logged_in(amber)
    # session, user, badge, who is followed, who shows it, three counts, one list that isn't empty
    with django_assert_num_queries(11):
        page = mine.get("/settings/people/").content.decode()
    shown = [page.index(f">friend{number}</a>") for number in range(3)]
    assert shown[0] < shown[2] < shown[1], "who is here, then the newest"
    assert page.count("is here") == 1
