"""Two things at a match at the same moment: whoever locks it first wins.

Real threads, each with its own connection. SQLite lets nobody do two things at once, so one trial
will do there; `make test-all` makes a thousand of each on PostgreSQL.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.matches.models import Heartbeat, Match, Seat, Step
from games.matches.play.actions import bans, requests, services
from games.plugin.codec import plain
from tests.games.matches.conftest import kinds, look, next_move, send_away, user_at, verified
from tests.support.also import also
from tests.support.at_once import all_at_once
from tests.support.matches import started
from toolbox.errors import Refusal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("trials", [6 if connection.vendor == "postgresql" else 1, *also(1000)]),
]

DAY = {"type": "move", "seconds": 86_400}
MOVE = {"type": "move", "seconds": 60}
ONCE = {"then": "caretaker", "after": 1}


def trying(deed: Callable[..., Any], **said) -> Callable[[], str]:
    """Calls the service: the code of its refusal, or "" if it was accepted."""

    def attempt():
        try:
            deed(**said)
        except Refusal as refusal:
            return refusal.code
        return ""

    return attempt


def move(match: Match, user: User) -> Callable[[], str]:
    return trying(services.submit_action, **next_move(match, user))


# -- deadlines, returns and bans -------------------------------------------------------------------


@pytest.fixture
def table(begin, person, frozen, race, by_hand) -> Callable[[], Match]:
    """Begins a match of the same three, amber to move. One missed deadline is too many."""
    people = person("amber"), person("birch"), person("cedar")
    said = {"game": race, "first": 0, "clock": MOVE, "absence": ONCE}
    return lambda: begin(*people, **said)


TIMED_OUT = [("time-out", 0, "clock"), ("control", 0, "clock")]


def test_a_deadline_against_a_move(table, trials, frozen):
    """Just in time, just too late, and as the time runs out: one of the two, never both."""
    for trial in range(max(3, trials)):
        match, in_time, in_between = table(), trial % 3 == 0, trial % 3 == 2
        frozen.shift(59 if in_time or in_between else 61)
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
        passing = [lambda: frozen.shift(2)] if in_between else []
        late = partial(services.time_out, pk=match.pk)
        refused, *_others = all_at_once(move(match, user_at(match, 0)), late, *passing)
        assert kinds(match, 0) == (TIMED_OUT if refused else [("action", 0, "person")])
        assert in_between or (refused == "") == in_time


def test_a_return_against_the_caretakers_move(table, trials):
    for _trial in range(trials):
        match = table()
        send_away(match)
        shown = look(match)
        seat = shown.seats[0]
        action = shown.game.legal_actions(shown.state, 0)[-1]
        said = {"match_id": match.pk, "seat": 0, "epoch": seat.epoch, "version": shown.version}
        made, _back = all_at_once(
            partial(services.submit_ai_action, **said, action=action),
            partial(services.come_back, public_id=match.public_id, user=seat.user),
        )
        moved = [] if made is None else [("action", 0, "caretaker")]
        assert kinds(match, 1) == [*moved, ("control", 0, "person")]
        assert not look(match).seats[0].caretaker


def test_a_ban_against_a_move(table, trials):
    for _trial in range(trials):
        match = table()
        user = user_at(match, 0)
        user.banned_until = timezone.now() + timedelta(days=1)
        user.save()
        banning = partial(bans.hand_over_seats, user_id=user.pk)
        refused, *_ = all_at_once(move(match, user), banning, bans.hand_over_seats)
        moved = [] if refused else [("action", 0, "person")]
        assert kinds(match, 0) == [*moved, ("control", 0, "portal")]
        user.banned_until = None
        user.save()


def test_a_return_pressed_twice(table, trials):
    for _trial in range(trials):
        match = table()
        send_away(match)
        said = {"public_id": match.public_id, "user": user_at(match, 0), "client_id": "back"}
        one, two = all_at_once(*[partial(services.come_back, **said)] * 2)
        assert sorted([one.repeated, two.repeated]) == [False, True]
        assert kinds(match, 1) == [("control", 0, "person")]
        assert not look(match).seats[0].caretaker


# -- what is asked ---------------------------------------------------------------------------------


def match_of(count: int, trial: int, **said) -> tuple[Match, list[User]]:
    people = [User.objects.get_or_create(username=f"person{seat}")[0] for seat in range(count)]
    return started(*people, number=trial + 1, first=0, **said), people


def silent(match: Match):
    past = timezone.now() - timedelta(days=2)
    Seat.objects.filter(match=match, index=0).update(owes_since=past)
    Match.objects.filter(pk=match.pk).update(started_at=past)
    Step.objects.filter(match=match).update(at=past)


def test_a_vote_against_the_move_of_the_silent_seat(trials):
    for trial in range(trials):
        match, people = match_of(2, trial)
        silent(match)
        said = {"public_id": match.public_id, "user": people[1], "what": "take-over", "about": 0}
        vote = trying(requests.ask, **said)
        voted, moved = all_at_once(vote, move(match, people[0]))
        taken = Seat.objects.get(match=match, index=0).caretaker
        assert (voted, moved, taken) in (("", "away", True), ("not_silent", "", False))


def test_a_vote_against_coming_back(trials):
    for trial in range(trials):
        match, people = match_of(3, trial)
        silent(match)
        said = {"public_id": match.public_id}
        said["request"] = requests.ask(user=people[1], what="take-over", about=0, **said).version
        answer = trying(requests.answer, user=people[2], yes=True, **said)
        voted, back = all_at_once(answer, trying(requests.withdraw, user=people[0], **said))
        taken = Seat.objects.get(match=match, index=0).caretaker
        assert sorted([voted, back]) in (["", "no_request"], ["", "away"])
        assert taken == (voted == "")


def test_the_answer_to_a_take_back_against_a_step(trials):
    for trial in range(trials):
        match, people = match_of(2, trial, clock=DAY)
        while len(look(match).active_seats & {1}) == 0:
            assert move(match, people[0])() == ""
        said = {"public_id": match.public_id}
        said["request"] = requests.ask(user=people[0], what="undo", **said).version
        ours = match.steps.filter(seat=0, actor="person", kind="action").order_by("-index")[0]
        answer = trying(requests.answer, user=people[1], yes=True, **said)
        answered, moved = all_at_once(answer, move(match, people[1]))
        undone = match.steps.filter(kind="undo")
        if answered == "":
            assert [one.base for one in undone] == [ours.base]
            assert moved in ("stale", "not_your_turn")
        else:
            assert (answered, moved, undone.count()) == ("no_request", "", 0)
        verified(match)


def test_asking_to_take_back_against_a_step(trials):
    for trial in range(trials):
        match, people = match_of(2, trial)
        while len(look(match).active_seats & {1}) == 0:
            assert move(match, people[0])() == ""
        said = {"public_id": match.public_id, "user": people[0], "version": look(match).version}
        ask = trying(requests.ask, what="undo", **said)
        asked, moved = all_at_once(ask, move(match, people[1]))
        match.refresh_from_db()
        if asked == "":  # and a move after it ended it
            assert moved == ""
            assert match.request is None or match.version == match.request["step"]
        else:
            assert (asked, moved, match.request) == ("stale", "", None)
        verified(match)


def test_two_questions_at_once(trials):
    for trial in range(trials):
        match, people = match_of(3, trial)
        ask = partial(trying, requests.ask, public_id=match.public_id, what="pause")
        answers = all_at_once(*[ask(user=one) for one in people])
        assert sorted(answers) == ["", "request_open", "request_open"]
        assert match.steps.filter(kind="control").count() == 1
        assert plain(match.steps.get(kind="control").action)["what"] == "pause"
