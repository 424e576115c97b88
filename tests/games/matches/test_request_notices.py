"""Mails about what is asked at a match: who gets them, from whom, and for how long."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from accounts import blocks, deliveries
from accounts.models import Mute, Notice, User
from games.matches import tasks
from games.matches.models import Match
from games.matches.play import request_notices, requests, services
from tests.games.matches.conftest import play
from tests.games.matches.test_requests import answer, ask, mover, nudge, user, withdraw
from tests.games.matches.test_turn_notices import confirmed

pytestmark = pytest.mark.django_db  # so that mails leave when a test says so


@pytest.fixture(autouse=True)
def frozen(time_machine):
    time_machine.move_to(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False)
    return time_machine


@pytest.fixture
def three(begin, person) -> Match:
    """A match of three people with confirmed addresses."""
    return begin(*(confirmed(person(name)) for name in ("amber", "birch", "cedar")), first=0)


def mailed() -> list[str]:
    """Who gets a mail now."""
    mail.outbox.clear()
    deliveries.send_due()
    return sorted(address for sent in mail.outbox for address in sent.to)


def noticed() -> set[str]:
    return set(Notice.objects.values_list("user__username", flat=True))


def blocking(by: User, other: User):
    blocks.block(user=by, other=other)


def muting(by: User, other: User):
    Mute.objects.create(by=by, muted=other)


def test_who_is_asked_gets_a_mail(three):
    ask(three, 0, "pause")
    assert mailed() == ["birch@post.example", "cedar@post.example"]


@pytest.mark.parametrize("avoid", [blocking, muting])
def test_nobody_gets_a_mail_of_whom_they_dont_want_to_hear(three, avoid):
    avoid(user(three, 1), user(three, 0))
    ask(three, 0, "pause")
    assert mailed() == ["cedar@post.example"]
    assert noticed() == {"birch", "cedar"}  # the question is theirs to answer all the same


def test_nor_are_they_nudged_by_mail(three, frozen):
    away = mover(three)
    muting(user(three, away), user(three, (away + 1) % 3))
    frozen.shift(timedelta(days=1))
    nudge(three, (away + 1) % 3, away)
    assert mailed() == []
    nudged_by = Notice.objects.get(event="nudge").by
    assert nudged_by == user(three, (away + 1) % 3)


@pytest.mark.parametrize(
    "over",
    [
        lambda match: withdraw(match, 0),
        lambda match: answer(match, 2, yes=False),
        lambda match: services.resign(public_id=match.public_id, user=user(match, 2)),
    ],
)
def test_a_question_that_is_over_is_not_mailed(three, over):
    ask(three, 0, "pause")
    over(three)
    assert not set(mailed()) - {"amber@post.example"}  # who asked, and hears what came of it


def test_who_has_answered_is_not_mailed(three):
    ask(three, 0, "pause")
    answer(three, 1)
    assert mailed() == ["cedar@post.example"]


def test_nor_is_one_whose_time_is_up(three, frozen):
    ask(three, 0, "pause")
    frozen.shift(requests.OVER_DAYS)
    assert mailed() == []


def test_who_is_voted_about_is_mailed(three, frozen):
    away = mover(three)
    frozen.shift(timedelta(days=1))
    ask(three, (away + 1) % 3, "take-over", about=away)
    assert f"{user(three, away).username}@post.example" in mailed()


def test_who_plays_on_isnt_asked_by_mail_whether_they_do(three, frozen):
    frozen.shift(timedelta(days=14))
    tasks.sweep()
    asked = Notice.objects.filter(event="vote")
    assert all(request_notices.still_holds(notice) for notice in asked)
    play(three)
    assert asked.count() == 3
    assert not any(request_notices.still_holds(notice) for notice in asked)
