"""People hear that it is their turn and that their time runs out, and never of a turn taken."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import blocks, deliveries, locks, notices, presence
from accounts.models import Delivery, Notice, User
from games.matches.models import Match, Seat
from games.matches.play.actions import services
from games.matches.play.parts import turn_notices
from tests.games.matches.conftest import legal, look, play

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = {"type": "move", "seconds": 24 * 3600}
LIVE = {"type": "live", "bank": 600, "increment": 5}


@pytest.fixture(autouse=True)
def frozen(time_machine):
    time_machine.move_to(START, tick=False)
    return time_machine


@pytest.fixture
def amber(person) -> User:
    return confirmed(person("amber"))


@pytest.fixture
def birch(person) -> User:
    return confirmed(person("birch"))


@pytest.fixture
def days(begin, amber, birch, endless) -> Match:
    """amber (to move) and birch, a day for every step."""
    return begin(amber, birch, game=endless, first=0, clock=DAY)


def confirmed(user: User) -> User:
    address = f"{user.username}@post.example"
    user.emailaddress_set.create(email=address, primary=True, verified=True)
    return user


def sweep():
    turn_notices.tell_due(timezone.now())
    deliveries.send_due(seconds=60)


def go_on(frozen, **by: float):
    frozen.move_to(timezone.now() + timedelta(**by), tick=False)
    sweep()


def heard(user: User) -> list[str]:
    return [notices.sentence(notice) for notice in reversed(notices.unread(user))]


def roll(match: Match):
    with TestCase.captureOnCommitCallbacks(execute=True):
        play(match, action={"type": "roll"})


def in_the_open(match: Match, *users: User):
    """These people have the match open, by another process's word."""
    presence.forget_all()
    presence.Board().tell({turn_notices.place(match.public_id): {user.pk: 1 for user in users}})


def test_a_turn_is_told_at_once_where_people_may_be_away(days, birch):
    sweep()
    assert heard(birch) == []
    roll(days)
    sweep()
    [told] = heard(birch)
    assert told.startswith("amber has played. It’s your turn in ")
    assert "You have until Mar 3, 2026" in told
    [letter] = [one for one in mail.outbox if one.to == ["birch@post.example"]]
    assert told in letter.body
    assert f"/matches/{days.public_id}/" in letter.body
    assert "Time zone: UTC." in letter.body


def test_sweeping_again_tells_nothing_again_and_the_next_turn_anew(days, amber):
    for _again in range(3):
        sweep()
    assert len(heard(amber)) == len(mail.outbox) == 1
    assert Seat.objects.get(user=amber).notified_version == 0
    for _turn in range(2):
        roll(days)
        sweep()
    assert len(heard(amber)) == 1
    assert amber.notices.count() == 2


@pytest.mark.parametrize("lost", [False, True])
def test_a_turn_taken_is_read_and_sends_nothing(days, amber, monkeypatch, lost):
    """Where what follows the commit was lost, the match itself is asked."""
    with monkeypatch.context() as patched:
        patched.setattr(deliveries, "queue", lambda *_arguments: True)
        if lost:
            patched.setattr(notices, "settle", lambda **_said: None)
        turn_notices.tell_due(timezone.now())
        assert len(heard(amber)) == 1
        roll(days)
    assert len(heard(amber)) == lost
    deliveries.send_due(seconds=60)
    assert mail.outbox == []
    sent = Delivery.objects.get()
    assert (sent.state, sent.said) == ("dropped", "it was already settled")


def test_a_turn_taken_while_it_is_looked_at_is_not_told(days, amber, birch, monkeypatch):
    real, taken = turn_notices._around, []

    def around(seats):
        if not taken:
            taken.append(roll(days))
        return real(seats)

    monkeypatch.setattr(turn_notices, "_around", around)
    sweep()
    assert not Notice.objects.filter(user=amber).exists()
    sweep()
    assert len(heard(birch)) == 1


def test_a_deadline_is_told_when_half_and_nine_tenths_are_gone(days, amber, frozen):
    sweep()
    go_on(frozen, hours=11.9)
    assert amber.notices.count() == 1
    go_on(frozen, hours=0.1)
    [half] = heard(amber)
    assert half.startswith("Half of your time in ")
    go_on(frozen, hours=9.5)
    assert amber.notices.count() == 2
    go_on(frozen, hours=0.1)
    [nearly] = heard(amber)
    assert nearly.startswith("Your time in ")
    assert "nearly gone" in nearly
    assert Seat.objects.get(user=amber).tell_at is None
    assert len(mail.outbox) == 3


def test_after_a_long_downtime_only_the_latest_is_told(days, amber, frozen):
    go_on(frozen, hours=22)
    [told] = heard(amber)
    assert "nearly gone" in told


def test_who_has_a_slow_match_open_is_told_five_minutes_later(days, amber, frozen):
    in_the_open(days, amber)
    sweep()
    assert heard(amber) == []
    frozen.move_to(START + timedelta(minutes=5), tick=False)
    in_the_open(days, amber)
    sweep()
    assert len(heard(amber)) == 1


def test_in_live_play_who_has_the_match_open_is_told_nothing(begin, amber, birch, endless, frozen):
    match = begin(amber, birch, game=endless, first=0, clock=LIVE)
    frozen.move_to(START + timedelta(seconds=20), tick=False)
    in_the_open(match, amber)
    sweep()
    assert heard(amber) == []
    roll(match)
    in_the_open(match, amber)
    go_on(frozen, seconds=19)
    assert heard(birch) == []
    go_on(frozen, seconds=1)
    assert len(heard(birch)) == 1
    assert mail.outbox == []  # it would come too late


def test_who_plays_alone_is_not_told_of_turns(begin, amber, endless, frozen):
    begin(amber, "easy", game=endless, first=0)
    go_on(frozen, hours=1)
    assert not Notice.objects.exists()


def test_nothing_is_told_of_a_match_that_stands_still_or_is_over(days, amber, birch, frozen):
    Match.objects.filter(pk=days.pk).update(paused=Match.Paused.SUSPENDED)
    sweep()
    assert heard(amber) == []
    Match.objects.filter(pk=days.pk).update(paused="")
    roll(days)
    services.resign(public_id=days.public_id, user=amber)
    assert not look(days).match.running
    go_on(frozen, days=1)
    assert not Notice.objects.filter(event__in=("turn", "deadline")).exists()


def test_a_mover_whom_one_does_not_want_to_hear_of_is_not_named(days, amber, birch):
    blocks.block(user=birch, other=amber)
    roll(days)
    sweep()
    [told] = heard(birch)
    assert told.startswith("It’s your turn in ")
    assert "amber" not in mail.outbox[-1].message().as_string()


def test_a_caretakers_turn_is_nobodys(days, amber):
    Seat.objects.filter(user=amber).update(caretaker=True)
    assert [turn_notices.tell_due(timezone.now()) for _ in range(2)] == [1, 0]
    assert heard(amber) == []
    assert Seat.objects.get(user=amber).tell_at is None


@pytest.mark.django_db(transaction=True)
def test_people_are_called_as_they_are_once_nobody_can_change_it(days, amber, birch, monkeypatch):
    """Who closes their account locks themselves, and looks then for notices that name them."""

    def wait_for_who_closes(people):
        assert connection.in_atomic_block
        assert people == {amber.pk, birch.pk}
        Seat.objects.filter(user=birch).update(name="left-1")

    monkeypatch.setattr(locks, "lock_people", wait_for_who_closes)
    sweep()
    [told] = heard(amber)
    assert "with left-1." in told


def test_no_move_waits_while_those_who_look_on_are_put_off(
    begin, amber, birch, endless, monkeypatch
):
    """One writer at a time: a transaction that nobody needs holds up all moves on SQLite."""
    live = begin(amber, birch, game=endless, first=0, clock=LIVE)
    in_the_open(live, amber, birch)
    monkeypatch.setattr(locks, "lock_people", lambda _people: pytest.fail("a transaction began"))
    later = START + turn_notices.AWAY
    assert turn_notices.tell_due(later) == 1
    assert turn_notices.tell_due(later) == 0


def test_many_are_told_a_few_at_a_time_and_each_once(begin, amber, birch, endless, monkeypatch):
    transactions, lock_people = [], locks.lock_people
    monkeypatch.setattr(turn_notices, "TOGETHER", 2)
    monkeypatch.setattr(
        locks, "lock_people", lambda people: transactions.append(people) or lock_people(people)
    )
    for _match in range(5):
        begin(amber, birch, game=endless, first=0, clock=DAY)
    assert turn_notices.tell_due(timezone.now()) == 5
    assert len(transactions) == 3
    assert Notice.objects.filter(user=amber, event="turn").count() == 5
    with CaptureQueriesContext(connection) as asked:
        assert turn_notices.tell_due(timezone.now()) == 0
    assert len(asked) == 1, "a sweep with nothing due asks one thing"


def test_no_mail_of_a_whole_game_holds_what_only_a_seat_may_know(begin, amber, birch):
    """Every letter is made of the texts above, a game's title, names and times."""
    match = begin(amber, birch, first=0, clock=DAY)
    while (shown := look(match)).match.running and shown.version < 6:
        sweep()
        play(match)
    assert mail.outbox
    secrets = [bytes(match.deal.seed).hex(), match.deal.commitment]
    choices = [str(choice) for user in (amber, birch) for choice in legal(look(match), user)]
    for letter in mail.outbox:
        text = letter.message().as_string()
        assert not any(secret in text for secret in (*secrets, *choices))
        mover = "birch" if letter.to == ["amber@post.example"] else "amber"
        assert f"{mover}@post.example" not in text
        told = letter.body.splitlines()[0]
        assert told.count(mover) == 1, told
        rest = told.replace(f"{mover} has played. ", "").replace(f" with {mover}", "")
        rest = rest.replace(f"{shown.game.meta.title} #{match.number}", "GAME")
        assert rest.startswith("It’s your turn in GAME. You have until Mar "), told


@pytest.mark.parametrize("clock", [LIVE, DAY])
def test_an_end_that_people_see_is_no_news(begin, amber, birch, endless, committed, clock):
    """Over days a page may be open with nobody there."""
    match = begin(amber, birch, game=endless, first=0, clock=clock)
    in_the_open(match, birch)
    with committed():
        services.resign(public_id=match.public_id, user=amber)
    told = birch.notices.get(event=notices.Event.OVER)
    assert (told.read_at is not None) == (clock is LIVE)
