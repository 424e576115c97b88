"""What is asked at a match, against what happens there at the same moment: one of the two.

SQLite lets nobody do two things at once. `make test-all` makes a thousand trials of each on
PostgreSQL.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match, Seat, Step
from games.matches.play.actions import requests, services
from games.plugin.codec import plain
from tests.games.matches.conftest import look, next_move, verified
from tests.lobby.guests.test_at_once import all_at_once
from tests.support.also import also
from tests.support.deals import fixed_deal
from toolbox.errors import Refusal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("trials", [6 if connection.vendor == "postgresql" else 2, *also(1000)]),
]

DAY = {"type": "move", "seconds": 86_400}


def match_of(count: int, trial: int, **said) -> tuple[Match, list[User]]:
    people = [User.objects.get_or_create(username=f"person{seat}")[0] for seat in range(count)]
    match = services.start_match(
        game="please-dont-burn-my-village",
        options={},
        players=[services.Player(user=one) for one in people],
        deal=fixed_deal(trial + 1),
        first=0,
        **said,
    )
    return match, people


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


def silent(match: Match):
    past = timezone.now() - timedelta(days=2)
    Seat.objects.filter(match=match, index=0).update(owes_since=past)
    Match.objects.filter(pk=match.pk).update(started_at=past)
    Step.objects.filter(match=match).update(at=past)


def test_a_vote_against_the_move_of_the_silent_seat(trials):
    for trial in range(trials):
        match, people = match_of(2, trial)
        silent(match)
        vote = trying(
            requests.ask, public_id=match.public_id, user=people[1], what="take-over", about=0
        )
        voted, moved = all_at_once(vote, move(match, people[0]))
        taken = Seat.objects.get(match=match, index=0).caretaker
        if voted == "":
            assert (moved, taken) == ("away", True)
        else:
            assert (voted, moved, taken) == ("not_silent", "", False)


def test_a_vote_against_coming_back(trials):
    for trial in range(trials):
        match, people = match_of(3, trial)
        silent(match)
        step = requests.ask(
            public_id=match.public_id, user=people[1], what="take-over", about=0
        ).version
        said = {"public_id": match.public_id, "request": step}
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
        step = requests.ask(public_id=match.public_id, user=people[0], what="undo").version
        ours = match.steps.filter(seat=0, actor="person", kind="action").order_by("-index")[0]
        answer = trying(
            requests.answer, public_id=match.public_id, user=people[1], request=step, yes=True
        )
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
        version = look(match).version
        ask = trying(
            requests.ask, public_id=match.public_id, user=people[0], what="undo", version=version
        )
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
