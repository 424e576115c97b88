"""What follows the end of a match: tasks that are called until they acknowledge."""

from datetime import timedelta

import pytest
from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings as configured
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts import notices
from accounts.models import Notice
from games.matches import tasks
from games.matches.models import FollowUp, Match
from games.matches.play.parts import followups
from games.matches.record import match_names
from tests.games.matches.conftest import look, play, resign, user_to_move, verified

pytestmark = pytest.mark.django_db
called: list[str] = []
failing = False
BY_NAME = f"{__name__}.note_it"
SIGN = "games.matches.tasks.sign_record"
NAMED = tuple(configured.MATCH_FOLLOWUPS)


@shared_task
@followups.acknowledging
def note_it(match_id: str):
    called.append(match_id)
    if failing:
        raise RuntimeError("no luck today")


@pytest.fixture(autouse=True)
def _one_follow_up(settings, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, __name__, sys.modules[note_it.__module__])
    settings.MATCH_FOLLOWUPS = [BY_NAME]
    called.clear()


def test_a_match_whose_deal_leaves_nothing_to_decide_is_over_at_once(begin, person, committed):
    hopeless = {"game": "village-assault", "rules_version": 1, "number": 3066}
    with committed():
        match = begin(person(), **hopeless)  # no attack wins with these cards
    match.refresh_from_db()
    assert (match.status, match.version, match.finished_at) == ("finished", 0, match.started_at)
    assert (match.seats.get().owes, match.seats.get().score) == (False, 0)
    assert called == [str(match.pk)]
    verified(match)


def test_the_end_of_a_match_calls_every_follow_up_once(begin, committed):
    match = begin()
    with committed():
        play(match)
    assert called == []
    with committed():
        resign(match, user=user_to_move(look(match)))
    assert called == [str(match.pk)]
    assert not FollowUp.objects.exists()


def begun(match: Match, *names: str):
    now = timezone.now()
    FollowUp.objects.bulk_create(FollowUp(match=match, task=name, due_at=now) for name in names)


def test_one_that_fails_keeps_no_other_from_being_called(begin, settings, monkeypatch, caplog):
    match = begin()
    settings.MATCH_FOLLOWUPS = ["no.such.task", BY_NAME, SIGN]
    begun(match, *settings.MATCH_FOLLOWUPS)
    monkeypatch.setattr(f"{note_it.__module__}.failing", True)
    signed = []
    monkeypatch.setitem(followups._functions, SIGN, signed.append)
    tasks.call_follow_ups(str(match.pk))
    assert called == signed == [str(match.pk)]
    assert {due.task for due in FollowUp.objects.all()} == {"no.such.task", BY_NAME}
    assert "no luck today" in caplog.text


@pytest.mark.parametrize("name", NAMED)
def test_whatever_follows_the_end_acknowledges(name):
    import_string(name)
    assert name in followups._functions


def test_those_that_have_acknowledged_are_not_called_again(begin, settings):
    match = begin()
    begun(match, SIGN)
    settings.MATCH_FOLLOWUPS = [BY_NAME]
    tasks.call_follow_ups(str(match.pk))
    assert called == []
    assert FollowUp.objects.get().task == SIGN, "nobody has called it"


def test_what_is_asked_for_anew_while_it_runs_is_not_acknowledged(begin, monkeypatch):
    match = begin()
    begun(match, BY_NAME)

    def ask_again(match_id):
        followups.begin_again(BY_NAME, [match.pk], timezone.now() + timedelta(seconds=1))

    monkeypatch.setitem(followups._functions, BY_NAME, ask_again)
    tasks.call_follow_ups(str(match.pk))
    assert FollowUp.objects.get().task == BY_NAME


def test_what_was_done_before_time_ran_out_is_acknowledged(begin, settings, monkeypatch):
    match = begin()
    settings.MATCH_FOLLOWUPS = [BY_NAME, SIGN]
    begun(match, *settings.MATCH_FOLLOWUPS)

    def too_slow(match_id):
        raise SoftTimeLimitExceeded

    monkeypatch.setitem(followups._functions, SIGN, too_slow)
    with pytest.raises(SoftTimeLimitExceeded):
        tasks.call_follow_ups(str(match.pk))
    assert FollowUp.objects.get().task == SIGN


def test_what_got_lost_is_sent_again_until_it_acknowledges(begin, frozen, monkeypatch):
    match = begin()
    resign(match, user=user_to_move(look(match)))  # the hooks after the commit are lost
    assert FollowUp.objects.get().task == BY_NAME
    monkeypatch.setattr(f"{note_it.__module__}.failing", True)
    tasks.sweep()
    assert called == []
    for wait, count in ((30, 1), (59, 1), (1, 2), (119, 2), (1, 3)):
        frozen.shift(wait)
        tasks.sweep()
        assert len(called) == count, "twice as patient every time"
    FollowUp.objects.update(sent=40)
    for count in (4, 5):  # but never for more than an hour
        frozen.shift(followups.LONGEST)
        tasks.sweep()
        assert len(called) == count
    monkeypatch.setattr(f"{note_it.__module__}.failing", False)
    frozen.shift(followups.LONGEST)
    tasks.sweep()
    assert len(called) == 6
    assert not FollowUp.objects.exists()


def told(match: Match) -> list[list[str]]:
    """What each person at the match has heard, the newest first; «it» is its name."""
    seats = list(match.seats.all())
    names = [match_names.name_of(match, seats, seat.index) for seat in seats]
    return [
        [notices.sentence(one).replace(name, "it") for one in notices.unread(seat.user)]
        for seat, name in zip(seats, names, strict=True)
        if seat.user
    ]


def test_everybody_but_who_ended_it_is_told_once_how_it_ended(begin, settings, committed):
    settings.MATCH_FOLLOWUPS = ["games.matches.tasks.tell_the_end"]
    match = begin()
    with committed():
        resign(match, 1)
    tasks.tell_the_end(str(match.pk))
    assert told(match) == [["You won it!"], []]
    assert Notice.objects.get().link == f"/matches/{match.public_id}/"


def end(match: Match, outcomes: list[str], ranks: list[int]):
    for seat, outcome, rank in zip(match.seats.all(), outcomes, ranks, strict=True):
        seat.outcome, seat.rank = outcome, rank
        seat.save()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    tasks.tell_the_end(str(match.pk))


def test_the_places_of_several_players_are_told(begin, person):
    match = begin(*(person() for _seat in range(4)))
    end(match, ["won", "lost", "lost", "drawn"], [1, 2, 3, 1])
    assert told(match) == [
        ["You won it!"],
        ["it is over: you finished in place 2 of 4."],
        ["it is over: you finished in place 3 of 4."],
        ["it ended in a draw."],
    ]


def test_who_loses_together_or_of_two_hears_of_no_place(begin, person):
    two = begin()
    end(two, ["won", "lost"], [1, 2])
    assert told(two)[1] == ["it is over: you lost."]
    people = (person(), person(), person())
    together = begin(*people, game="castle-panic", options={"mode": "overlord"})
    end(together, ["won", "lost", "lost"], [1, 2, 2])
    assert told(together)[1:] == [["it is over: you lost."]] * 2


def test_a_void_match_is_told_as_such_even_after_its_end_was(begin, person):
    match = begin(person(), "easy")
    end(match, ["won", "lost"], [1, 2])
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOIDED)
    tasks.tell_the_end(str(match.pk))
    voided = "Your match of it was ended by an administrator. It doesn’t count."
    assert told(match) == [[voided, "You won it!"]]
