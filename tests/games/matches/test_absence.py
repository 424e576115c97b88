"""People who stay away: a computer player looks after their seat until they are back."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import Notice
from games.matches import errors, tasks
from games.matches.models import Heartbeat, Match, Step
from games.matches.play.actions import computer_turns, services
from games.matches.play.parts import end_notices
from games.matches.play.parts.absence import Absence, caretaker_level, usual
from games.matches.play.parts.clock import LiveClock, MoveClock
from games.matches.record.text import sentence
from games.matches.review import actions
from games.plugin import SPECTATOR
from games.plugin.codec import plain
from tests.games.matches.conftest import (
    fresh,
    kinds,
    legal,
    lines_told,
    look,
    play,
    user_at,
    verified,
)
from tests.games.matches.test_requests import kept
from tests.rulesets.race import Race

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen", "race", "by_hand")]

GAME = Race.meta.slug
MOVE = {"type": "move", "seconds": 60}
LIVE = {"type": "live", "bank": 60, "increment": 5}
TWICE = plain(Absence(after=2))
FORFEIT = plain(Absence(then="forfeit", after=2))


@pytest.fixture
def begun(begin, person):
    """Begins a match of amber (to move), birch and maybe cedar: two deadlines are too many."""
    names = ("amber", "birch", "cedar")

    def make(count, **said):
        people = [person(name) for name in names[:count]]
        return begin(
            *people, **({"game": GAME, "first": 0, "clock": MOVE, "absence": TWICE} | said)
        )

    return make


@pytest.fixture
def three(begun) -> Match:
    return begun(3)


@pytest.fixture
def two(begun) -> Match:
    return begun(2)


def sleep_through(match: Match, frozen):
    frozen.shift(61)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})  # it was at work
    services.time_out(pk=match.pk)


def go_on(match: Match, frozen, absent: int, until: Callable[[Match], bool]):
    for _ in range(60):
        match.refresh_from_db()
        if until(match):
            return
        shown = look(match)
        here = [seat for seat in shown.seats if seat.waits_for_person and seat.index != absent]
        if here:
            play(match, user=here[0].user, action=legal(shown, here[0].user)[-1])
        elif any(seat.owes and seat.plays_itself for seat in shown.seats):
            computer_turns.take(match.pk, match.version)
        else:
            sleep_through(match, frozen)
    raise AssertionError("it never was")


def all_leave(match: Match, frozen):
    for _ in range(20):
        if look(match).match.paused:
            return
        sleep_through(match, frozen)
    raise AssertionError("it never rests")


def away(match: Match, seat: int = 0) -> bool:
    return bool(match.seats.get(index=seat).looked_after)


def come_back(match: Match, seat: int = 0, **said) -> services.Accepted:
    return services.come_back(public_id=match.public_id, user=user_at(match, seat), **said)


def prompt(match: Match) -> str:
    shown = look(match)
    return sentence(shown.prompt(SPECTATOR), shown.names)


def to_amber(match: Match, frozen):
    go_on(match, frozen, 9, lambda match: 0 in look(match).active_seats)


def hand_over(match: Match, frozen, seat: int = 0):
    go_on(match, frozen, seat, lambda match: away(match, seat))


def test_after_so_many_deadlines_in_a_row_a_computer_player_looks_after_the_seat(three, frozen):
    epoch = three.seats.get(index=0).epoch
    hand_over(three, frozen)
    assert kinds(three)[-2:] == [("time-out", 0, "clock"), ("control", 0, "clock")]
    assert Step.objects.filter(match=three).last().action == {"type": "hand-over", "missed": 2}
    assert three.seats.get(index=0).epoch == epoch + 1
    assert lines_told(three)[-1] == (
        "amber missed 2 deadlines in a row: a computer player looks after the seat."
    )
    assert (fresh(three).running, three.paused) == (True, "")
    to_amber(three, frozen)
    assert computer_turns.take(three.pk, fresh(three).version) is not None
    assert kinds(three)[-1] == ("action", 0, "caretaker")
    assert "A computer player moves for amber." in lines_told(three)
    services.resign(public_id=three.public_id, user=user_at(three, 0))
    assert kinds(three)[-1] == ("control", 0, "person")
    assert not away(three)


@pytest.mark.parametrize(
    ("agreed", "said"),
    [
        (Absence(after=1), "You missed a deadline: a computer player has your seat"),
        (Absence(after=2), "You missed several deadlines: a computer player has your seat"),
        (Absence("forfeit", after=1), "You missed a deadline, and so forfeited your seat"),
        (Absence("forfeit", after=2), "You missed several deadlines, and so forfeited your seat"),
    ],
)
def test_one_hears_of_it_once(three, frozen, agreed, said, committed):
    Match.objects.update(absence=plain(agreed))
    with committed():
        go_on(three, frozen, 0, lambda match: match.seats.get(index=0).caretaker)
    (notice,) = Notice.objects.filter(event=Notice.Event.CARETAKER)
    assert (notice.user, notice.link) == (user_at(three, 0), f"/matches/{three.public_id}/")
    assert notice.text.startswith(said)


def test_a_step_of_ones_own_forgives_what_was_missed(three, frozen):
    go_on(three, frozen, 0, lambda match: match.seats.get(index=0).missed == 1)
    go_on(three, frozen, 1, lambda match: 0 in look(match).active_seats)
    play(three, user=user_at(three, 0))
    assert three.seats.get(index=0).missed == 0
    go_on(three, frozen, 0, lambda match: match.seats.get(index=0).missed == 1)
    assert not away(three)


def test_where_nothing_was_agreed_the_default_is_done_each_time(begun, frozen):
    match = begun(2, absence=None)
    for _ in range(6):
        sleep_through(match, frozen)
    assert {kind for kind, *_ in kinds(match)} == {"setup", "time-out"}


def test_what_is_agreed_where_nobody_says_anything_and_which_level_plays():
    assert usual(MoveClock(86_400), 3) == Absence(then="caretaker", after=3)
    assert usual(LiveClock(600), 2) == Absence(then="caretaker", after=2)
    assert usual(None, 3) is None
    assert usual(MoveClock(86_400), 1) is None
    for levels, level, expected in (
        (("easy", "hard"), "hard", "hard"),
        (("easy", "hard"), "expert", "easy"),
        (("easy", "medium", "hard"), None, "medium"),
        ((), None, "easy"),
    ):
        game = Race()
        game.meta = replace(Race.meta, levels=levels)
        assert caretaker_level(game, {"then": "caretaker", "after": 2, "level": level}) == expected


def test_who_returns_plays_on_with_the_whole_time(three, frozen):
    hand_over(three, frozen)
    to_amber(three, frozen)
    shown = look(three)
    thought = shown.game.legal_actions(shown.state, 0)[0]
    with pytest.raises(errors.Away):
        play(three, user=user_at(three, 0), action={"type": "roll"})
    first, again = (come_back(three, client_id="back") for _ in range(2))
    assert (again.version, again.repeated) == (first.version, True)
    seat, epoch = three.seats.get(index=0), shown.seats[0].epoch
    assert (seat.caretaker, seat.epoch, seat.missed) == (False, epoch + 1, 0)
    assert (seat.deadline - timezone.now()).total_seconds() == 60
    assert lines_told(three)[-1] == "amber is back."
    late = {"match_id": three.pk, "seat": 0, "epoch": epoch, "action": thought}
    assert services.submit_ai_action(version=shown.version, **late) is None
    play(three, user=user_at(three, 0))
    assert kinds(three)[-1] == ("action", 0, "person")
    verified(three)


def test_a_live_bank_has_what_was_left_but_a_little_at_least(begun, frozen):
    match = begun(3, clock=LIVE)
    hand_over(match, frozen)
    assert match.seats.get(index=0).bank.total_seconds() < 30
    come_back(match)
    assert match.seats.get(index=0).bank.total_seconds() == 30


def test_who_plays_has_nothing_to_return_to_and_who_resigned_does_not_return(three, person):
    with pytest.raises(errors.NotAway):
        come_back(three)
    with pytest.raises(errors.NotYourSeat):
        services.come_back(public_id=three.public_id, user=person("dune"))
    services.resign(public_id=three.public_id, user=user_at(three, 0))
    with pytest.raises(errors.Resigned):
        come_back(three)


def test_where_that_was_agreed_the_seat_is_forfeited(begun, frozen):
    match = begun(2, absence=FORFEIT)
    go_on(match, frozen, 0, lambda match: not match.running)
    assert kinds(match)[-1] == ("control", 0, "clock")
    assert [seat.outcome for seat in look(match).seats] == ["lost", "won"]
    assert "amber missed 2 deadlines in a row and forfeits the seat." in lines_told(match)
    verified(match)
    assert prompt(match) == prompt(kept(match)) == "amber ran out of time and forfeits."


def test_a_match_that_everyone_left_rests_until_someone_returns(two, frozen):
    all_leave(two, frozen)
    assert (fresh(two).paused, away(two, 0), away(two, 1)) == ("suspended", True, True)
    assert prompt(two) == "Everyone is away: the match rests until someone returns."
    come_back(two, 1)
    assert (fresh(two).paused, away(two, 0), away(two, 1)) == ("", True, False)


def rested(match: Match, frozen) -> Match:
    all_leave(match, frozen)
    frozen.shift(90 * 86_400 - 5)
    tasks.sweep()
    assert fresh(match).running
    frozen.shift(10)
    tasks.sweep()
    return fresh(match)


def test_after_ninety_days_it_ends_as_it_stands(two, frozen):
    match = rested(two, frozen)
    scores = [seat.score for seat in look(match).seats]
    assert match.status == Match.Status.FINISHED
    assert sorted(seat.rank for seat in look(match).seats) in ([1, 1], [1, 2])
    assert max(scores) == next(seat.score for seat in look(match).seats if seat.rank == 1)
    assert "Nobody came back: the match ends as it stands." in lines_told(match)
    assert lines_told(match)[-1].endswith(("wins.", "shares the victory."))
    verified(match)


def test_where_no_points_are_told_it_counts_for_nothing(two, frozen, monkeypatch):
    monkeypatch.setattr(Race, "scores", lambda self, state: None)
    match = rested(two, frozen)
    assert (match.status, match.result) == (Match.Status.VOIDED, None)
    assert prompt(match) == "Nobody came back to this match. It doesn’t count."
    end_notices.tell_everybody(match)
    (notice,) = Notice.objects.filter(event=Notice.Event.OVER, user=user_at(match, 1))
    assert "nobody came back" in notice.text
    verified(match)


def test_one_that_cannot_be_ended_is_flagged_and_not_tried_again(two, staff, frozen, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(Race, "scores", lambda self, state: 1 / 0)
        match = rested(two, frozen)
        assert (match.running, match.paused, match.wake_at) == (True, "flagged", None)
        assert Notice.objects.filter(user=staff, key__contains="flagged").count() == 1
        version = match.version
        frozen.shift(90 * 86_400)
        tasks.sweep()
    assert look(two).version == version
    actions.unlock(public_id=two.public_id, by=staff, reason="It can be counted now.")
    match = look(two).match
    assert (match.paused, match.wake_at) == ("suspended", timezone.now() + timedelta(days=90))


@pytest.mark.parametrize("paused", ["suspended", "flagged", "consent", "resting"])
def test_one_resigns_in_any_pause(two, paused):
    Match.objects.filter(pk=two.pk).update(paused=paused)
    services.resign(public_id=two.public_id, user=user_at(two, 0))
    match = look(two).match
    assert (match.status, match.paused) == (Match.Status.FINISHED, "")
