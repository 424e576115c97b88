"""What people were told and is past by now counts as read: nothing is left to be done about it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.matches import tasks
from games.matches.models import Match
from games.matches.play import requests, services
from games.matches.play.absence import Absence
from games.plugin.codec import plain
from games.plugin.requests import STILL_PLAYING
from tests.games.matches.conftest import play
from tests.games.matches.test_requests import answer, ask, mover, nudge, user, withdraw

pytestmark = pytest.mark.django_db(transaction=True)  # what is past is noted after commit

Begin = Callable[..., Match]
DAY = {"type": "move", "seconds": 24 * 3600}


@pytest.fixture(autouse=True)
def frozen(time_machine: Any) -> Any:
    time_machine.move_to(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False)
    return time_machine


@pytest.fixture
def three(begin: Begin, person: Any) -> Match:
    return begin(*(person(name) for name in ("amber", "birch", "cedar")), first=0)


def unread(who: User, *events: str) -> int:
    return who.notices.filter(read_at=None, event__in=events).count()


def still_asked(match: Match) -> list[int]:
    return [seat.index for seat in match.seats.all() if unread(user(match, seat.index), "vote")]


def lapse(match: Match, frozen: Any) -> None:
    frozen.shift(requests.OVER_DAYS)
    tasks.sweep()


@pytest.mark.parametrize(
    "close",
    [
        lambda match, _frozen: withdraw(match, 0),
        lambda match, _frozen: answer(match, 2, yes=False),
        lambda match, _frozen: services.resign(public_id=match.public_id, user=user(match, 2)),
        lapse,
    ],
)
def test_a_question_that_is_over_is_read_by_all(three: Match, close: Any, frozen: Any) -> None:
    ask(three, 0, "pause")
    assert still_asked(three) == [1, 2]
    close(three, frozen)
    assert not set(still_asked(three)) & {1, 2}


def test_one_that_is_granted_too_and_one_that_ends_the_match(three: Match) -> None:
    for what in ("pause", "cancel"):
        ask(three, 0, what)
        answer(three, 1)
        assert 1 not in still_asked(three)  # who has answered
        assert 2 in still_asked(three)
        answer(three, 2)
        assert not unread(user(three, 1), "vote") + unread(user(three, 2), "vote")


def test_one_asked_about_a_step_ends_with_the_next(three: Match) -> None:
    play(three)
    ask(three, 0, "undo")
    assert unread(user(three, 1), "undo") == 1
    play(three)
    assert unread(user(three, 1), "undo") == 0


def test_of_two_questions_the_open_one_stays(three: Match) -> None:
    for _question in range(2):
        ask(three, 0, "pause")
        answer(three, 1, yes=False)
    ask(three, 0, "pause")
    [told] = user(three, 1).notices.filter(read_at=None, event="vote")
    assert told.key.endswith(f":{Match.objects.get().request['step']}")


def test_who_was_nudged_and_moves_was_reached(three: Match, frozen: Any) -> None:
    away = mover(three)
    tasks.tell_turns()
    frozen.shift(timedelta(days=1))
    nudge(three, (away + 1) % 3, away)
    assert unread(user(three, away), "nudge") == 1
    play(three)
    assert unread(user(three, away), "nudge", "turn") == 0


@pytest.mark.parametrize(
    "still",
    [
        play,
        lambda match: services.CONTROLS["play-on"](public_id=match.public_id, user=user(match, 1)),
    ],
)
def test_whether_one_still_plays_is_answered_for_all(three: Match, still: Any, frozen: Any) -> None:
    frozen.shift(STILL_PLAYING)
    tasks.sweep()
    assert still_asked(three) == [0, 1, 2]
    still(three)
    assert still_asked(three) == []


def test_who_is_back_need_not_be_told_to_come(begin: Begin, person: Any, frozen: Any) -> None:
    amber = person("amber")
    once = plain(Absence(after=1))
    match = begin(amber, person("birch"), first=0, clock=DAY, absence=once)
    frozen.shift(timedelta(days=1))
    services.time_out(pk=match.pk)
    assert unread(amber, "caretaker") == 1
    services.come_back(public_id=match.public_id, user=amber)
    assert unread(amber, "caretaker") == 0
