"""Mails about what is asked at a match: who gets them, from whom, and for how long."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts import blocks, deliveries
from accounts.models import Mute, Notice
from games.matches import tasks
from games.matches.models import Match
from games.matches.play.actions import requests
from games.matches.play.parts import request_notices
from tests.games.matches.conftest import play, user_at
from tests.games.matches.test_requests import answer, ask, mover, nudge, until, withdraw
from tests.games.matches.test_turn_notices import confirmed

# In a transaction, so that mails leave when a test says so.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]


@pytest.fixture
def three(begin, person) -> Match:
    return begin(*(confirmed(person(name)) for name in ("amber", "birch", "cedar")), first=0)


def mailed() -> list[str]:
    mail.outbox.clear()
    deliveries.send_due(seconds=60)
    return sorted(address for sent in mail.outbox for address in sent.to)


def noticed() -> set[str]:
    return set(Notice.objects.values_list("user__username", flat=True))


AVOIDING = {
    "block": lambda one, other: blocks.block(user=one, other=other),
    "blocked": lambda one, other: blocks.block(user=other, other=one),
    "mute": lambda one, other: Mute.objects.create(by=one, muted=other),
}


@pytest.mark.parametrize("how", AVOIDING)
def test_nobody_gets_a_mail_of_whom_they_dont_want_to_hear(three, how, frozen):
    AVOIDING[how](user_at(three, 1), user_at(three, 0))
    ask(three, 0, "pause")
    assert mailed() == ["cedar@post.example"]
    assert noticed() == {"birch", "cedar"}  # the question is theirs to answer all the same
    withdraw(three, 0)
    until(three, 1)
    frozen.shift(timedelta(days=1))
    nudge(three, 0, 1)
    assert mailed() == []
    nudged = Notice.objects.filter(event="nudge")
    assert [notice.by for notice in nudged] == ([user_at(three, 0)] if how == "mute" else [])


def test_neither_who_has_answered_nor_whose_time_is_up_is_mailed(three, frozen):
    ask(three, 0, "pause")
    answer(three, 1)
    assert mailed() == ["cedar@post.example"]
    withdraw(three, 0)
    ask(three, 0, "pause")
    frozen.shift(requests.OVER_DAYS)
    assert not set(mailed()) - {"amber@post.example"}  # who asked


def test_who_is_nudged_or_voted_about_is_mailed(three, frozen):
    away = mover(three)
    frozen.shift(timedelta(days=1))
    for tell in (
        lambda by: nudge(three, by, away),
        lambda by: ask(three, by, "take-over", about=away),
    ):
        tell((away + 1) % 3)
        assert f"{user_at(three, away).username}@post.example" in mailed()


def test_who_plays_on_isnt_asked_by_mail_whether_they_do(three, frozen):
    frozen.shift(timedelta(days=14))
    tasks.sweep()
    asked = Notice.objects.filter(event="vote")
    assert all(request_notices.still_holds(notice) for notice in asked)
    play(three)
    assert asked.count() == 3
    assert not any(request_notices.still_holds(notice) for notice in asked)
