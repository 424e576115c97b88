"""Who is connected: in this process at once, in others by one value in the cache each."""

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache

from accounts import presence
from accounts.models import User

TABLE = "table/one"


@pytest.fixture
def elsewhere() -> presence.Board:
    """What another process has to write on."""
    return presence.Board()


async def test_a_person_with_two_tabs_is_here_until_both_are_closed():
    for _tab in range(2):
        presence.enter(TABLE, 7)
    presence.enter(presence.SITE, 7)
    presence.enter(TABLE, None)
    assert presence.at(TABLE) == {7: 2, presence.NOBODY: 1}
    assert presence.everybody() == {7: {TABLE, presence.SITE}}
    presence.leave(TABLE, None)
    presence.leave(TABLE, 7)
    assert presence.at(TABLE) == {7: 1}
    presence.leave(TABLE, 7)
    presence.leave(TABLE, 7)  # once too often does no harm
    assert presence.at(TABLE) == {}
    assert presence.everybody() == {7: {presence.SITE}}


async def test_people_of_other_processes_are_seen_and_forgotten_when_their_process_dies(
    elsewhere, frozen
):
    presence.enter(TABLE, 7)
    presence.tell()
    assert presence.at(TABLE) == {7: 1}  # its own value isn't counted twice
    elsewhere.tell({TABLE: {7: 1, 8: 1}, presence.SITE: {9: 1}})
    assert presence.at(TABLE) == {7: 1}, "the others are read every few seconds only"
    frozen.shift(presence.READ_SECONDS)
    assert presence.at(TABLE) == {7: 2, 8: 1}
    assert presence.everybody() == {7: {TABLE}, 8: {TABLE}, 9: {presence.SITE}}
    frozen.shift(presence.LOST_SECONDS + 1)
    assert presence.everybody() == {7: {TABLE}}


def test_a_page_without_a_socket_is_there_while_it_asks(elsewhere, monkeypatch, frozen):
    monkeypatch.setattr(time, "monotonic", time.time)  # the frozen clock
    presence.poll(TABLE, 7)
    assert elsewhere.others() == [{TABLE: {7: 1}}]
    for _ask in range(3):
        presence.poll(TABLE, 7)
        frozen.shift(presence.POLL_SECONDS - 1)
        assert presence.at(TABLE) == {7: 1}
    frozen.shift(2)
    assert presence.at(TABLE) == {}


async def test_others_soon_learn_who_came_and_later_who_went(monkeypatch):
    now, told = 0.0, []

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        if now == 6:
            presence.enter(TABLE, 8)
        elif now == 12:
            presence.enter(TABLE, 8)  # in a second tab, which is nothing new
        elif now == 30:
            presence.leave(TABLE, 7)
            presence.leave(TABLE, 8)
            presence.leave(TABLE, 8)

    slow = SimpleNamespace(sleep=sleep, get_running_loop=asyncio.get_running_loop)
    monkeypatch.setattr(presence, "asyncio", slow)
    monkeypatch.setattr(presence, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(presence._board, "tell", lambda there: told.append((now, there)))
    presence.enter(TABLE, 7)
    await presence._tellers[asyncio.get_running_loop()]
    both = {TABLE: {7: 1, 8: 2}}
    assert told == [(0, {TABLE: {7: 1}}), (6, {TABLE: {7: 1, 8: 1}}), (26, both), (46, {})]


def test_every_process_keeps_one_slot_of_its_own(elsewhere):
    boards = [elsewhere, presence.Board(), presence.Board()]
    for _round in range(2):
        for number, board in enumerate(boards, 1):
            board.tell({TABLE: {number: 1}})
    assert presence.at(TABLE) == {1: 1, 2: 1, 3: 1}


def test_a_fork_is_a_process_of_its_own(elsewhere, monkeypatch):
    elsewhere.tell({TABLE: {1: 1}})
    assert elsewhere.others() == []
    parent = elsewhere.me
    elsewhere.forget()
    monkeypatch.setattr(presence.os, "getpid", lambda: 1)
    assert elsewhere.me != parent
    assert elsewhere.others() == [{TABLE: {1: 1}}]


def test_a_slot_that_was_lost_to_another_process_is_left_to_it(elsewhere, frozen):
    elsewhere.tell({TABLE: {1: 1}})
    frozen.shift(presence.LOST_SECONDS + 1)  # it was held up for a minute
    presence.Board().tell({TABLE: {2: 1}})
    elsewhere.tell({TABLE: {1: 1}})
    assert presence.at(TABLE) == {1: 1, 2: 1}


async def test_a_thousand_people_cost_one_write_and_one_read(elsewhere, monkeypatch, frozen):
    asked: list[str] = []
    for name in ("set", "get_many"):
        call = getattr(cache, name)

        def counted(*given: Any, name: str = name, call: Any = call) -> Any:
            asked.append(name)
            return call(*given)

        monkeypatch.setattr(cache, name, counted)
    for number in range(1, 1_001):
        presence.enter(f"table/{number % 50}", number)
    presence.tell()
    for number in range(50):
        assert len(presence.at(f"table/{number}")) == 20
    assert len(presence.everybody()) == 1_000
    assert asked == ["set", "get_many"]


def test_names_leave_out_who_does_not_want_to_be_seen(db, django_assert_num_queries, frozen):
    amber, birch, cedar = (
        User.objects.create(username=name, **more)
        for name, more in [
            ("amber", {"shown_name": "Amber the Bold"}),
            ("birch", {"show_presence": False}),
            ("cedar", {"is_active": False}),
        ]
    )
    bold = presence.Visible("Amber the Bold", "amber")
    assert bold.profile == "/people/amber/"
    everyone = [amber.pk, birch.pk, cedar.pk, 10**6, presence.NOBODY]
    for queries in (1, 0):
        with django_assert_num_queries(queries):
            assert presence.visible(everyone) == {amber.pk: bold}
    User.objects.filter(pk=amber.pk).update(show_presence=False)
    frozen.shift(presence.NAMES_SECONDS)
    assert presence.visible(everyone) == {}
