"""Deadlines, moves, returns and bans at the same moment: whoever locks the match first wins.

Real threads, each with its own connection. `make test-all` makes a thousand trials on PostgreSQL.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from games.matches.models import Heartbeat, Match, Step
from games.matches.play.actions import bans, services
from tests.games.matches.conftest import look, next_move, send_away, user_at
from tests.lobby.guests.test_at_once import all_at_once
from tests.rulesets.race import Race
from tests.support.also import also
from toolbox.errors import Refusal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("frozen", "race", "by_hand"),
    pytest.mark.parametrize("trials", [4, *also(1000)]),
]

MOVE = {"type": "move", "seconds": 60}
ONCE = {"then": "caretaker", "after": 1}


@pytest.fixture
def table(begin, person) -> Callable[[], Match]:
    """Begins a match of the same three, amber to move. One missed deadline is too many."""
    people = person("amber"), person("birch"), person("cedar")
    said = {"game": Race.meta.slug, "first": 0, "clock": MOVE, "absence": ONCE}
    return lambda: begin(*people, **said)


def together(*deeds: Callable[[], Any]) -> list[Any]:
    """All at once; what each returned, or how it was refused."""

    def tried(deed):
        try:
            return deed()
        except Refusal as refusal:
            return refusal

    return all_at_once(*(partial(tried, deed) for deed in deeds))


def newest(match: Match) -> list[tuple[str, int | None, str]]:
    found = Step.objects.filter(match=match, index__gt=0).order_by("index")
    return list(found.values_list("kind", "seat", "actor"))


def move(match: Match, seat: int) -> Callable[[], Any]:
    return partial(services.submit_action, **next_move(match, user_at(match, seat)))


TIMED_OUT = [("time-out", 0, "clock"), ("control", 0, "clock")]


def test_a_deadline_against_a_move(table, trials, frozen):
    """Just in time, just too late, and as the time runs out: one of the two, never both."""
    for trial in range(trials):
        match, in_time, in_between = table(), trial % 3 == 0, trial % 3 == 2
        frozen.shift(59 if in_time or in_between else 61)
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
        passing = [lambda: frozen.shift(2)] if in_between else []
        late = partial(services.time_out, pk=match.pk)
        moved, *_others = together(move(match, 0), late, *passing)
        happened, refused = newest(match), isinstance(moved, Refusal)
        assert happened == (TIMED_OUT if refused else [("action", 0, "person")])
        assert in_between or refused != in_time


def test_a_return_against_the_caretakers_move(table, trials):
    for _trial in range(trials):
        match = table()
        send_away(match)
        shown = look(match)
        seat = shown.seats[0]
        action = shown.game.legal_actions(shown.state, 0)[-1]
        said = {"match_id": match.pk, "seat": 0, "epoch": seat.epoch, "version": shown.version}
        made, back = together(
            lambda said=said, action=action: services.submit_ai_action(**said, action=action),
            lambda m=match, u=seat.user: services.come_back(public_id=m.public_id, user=u),
        )
        happened = newest(match)[1:]
        returned = ("control", 0, "person")
        assert not isinstance(back, Refusal)
        if made is None:
            assert happened == [returned]
        else:
            assert happened == [("action", 0, "caretaker"), returned]
        assert not look(match).seats[0].caretaker


def test_a_ban_against_a_move(table, trials):
    for _trial in range(trials):
        match = table()
        user = look(match).seats[0].user
        assert user is not None
        user.banned_until = timezone.now() + timedelta(days=1)
        user.save()
        moved, *_ = together(
            move(match, 0),
            lambda u=user: bans.hand_over_seats(user_id=u.pk),
            lambda: bans.hand_over_seats(),
        )
        handed_over = ("control", 0, "portal")
        assert newest(match).count(handed_over) == 1
        if isinstance(moved, Refusal):
            assert newest(match) == [handed_over]
        else:
            assert newest(match) == [("action", 0, "person"), handed_over]
        user.banned_until = None
        user.save()


def test_a_return_pressed_twice(table, trials):
    for _trial in range(trials):
        match = table()
        send_away(match)
        user = look(match).seats[0].user
        said = {"public_id": match.public_id, "user": user, "client_id": "back"}
        one, two = together(
            lambda said=said: services.come_back(**said),
            lambda said=said: services.come_back(**said),
        )
        assert sorted([one.repeated, two.repeated]) == [False, True]
        assert newest(match)[1:] == [("control", 0, "person")]
        assert not look(match).seats[0].caretaker
