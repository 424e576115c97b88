"""Clocks: what runs when, what a step costs and brings, and what happens when time runs out."""

import datetime
import threading

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import pushes
from accounts.models import Notice
from games.matches import errors, tasks
from games.matches.api.representation import representation
from games.matches.models import Heartbeat, Match, Step
from games.matches.play import (
    announcements,
    downtime,
    overdue,
    services,
    steps,
    turn_notices,
    waiting_turns,
)
from games.matches.play.waiting_turns import Urgency
from games.matches.record import selectors
from games.plugin import SPECTATOR, verify_record
from games.plugin.codec import pack
from tests.games.matches.conftest import look, play, user_at, verified
from tests.games.matches.test_submit import rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]

LIVE = {"type": "live", "bank": 60, "increment": 5}
MOVE = {"type": "move", "seconds": 30}
HOURS = {"type": "move", "seconds": 7200}
DRAW, ROLL = {"type": "draw"}, {"type": "roll"}


def seconds(count: float) -> datetime.timedelta:
    return datetime.timedelta(seconds=count)


@pytest.fixture
def live(begin, person) -> Match:
    """amber (to move) and birch, a minute each and 5 s more for every step."""
    return begin(person("amber"), person("birch"), first=0, clock=LIVE)


@pytest.fixture
def by_move(begin, person) -> Match:
    """amber (to move) and birch, 30 s for every step."""
    return begin(person("amber"), person("birch"), first=0, clock=MOVE)


@pytest.fixture
def orchard(begin, person, endless) -> Match:
    """amber (to move) and birch at the orchard, a minute each and 5 s more for every step."""
    return begin(person("amber"), person("birch"), game=endless, first=0, clock=LIVE)


def clocks(match: Match) -> list[tuple[float, bool]]:
    """What every seat has left, and whether it is running."""
    clock = representation(look(match), SPECTATOR).clock
    assert clock is not None
    return [(seat.bank, seat.deadline is not None) for seat in clock.seats]


def lay(match: Match):
    shown = look(match)
    play(match, action={"type": "lay", "fruit": shown.state.hands[shown.state.turn][0]})


def at_work(frozen, count: float):
    """So many seconds pass while the portal sweeps every other second."""
    for _ in range(int(count) // 2):
        frozen.shift(2)
        tasks.sweep()
    frozen.shift(count % 2)


def test_only_the_clock_of_who_must_decide_runs(live, frozen):
    assert clocks(live) == [(60, True), (60, False)]
    frozen.shift(20)
    assert clocks(live) == [(40, True), (60, False)]


def test_a_step_keeps_what_is_left_and_brings_the_increment(live, frozen):
    frozen.shift(20)
    play(live, action=DRAW)
    assert clocks(live) == [(45, False), (60, True)]
    frozen.shift(10)
    play(live, action=DRAW)
    assert clocks(live) == [(45, True), (55, False)]


def test_every_step_has_the_banks_after_it(live, frozen):
    frozen.shift(20)
    play(live, action=DRAW)
    assert list(live.steps.values_list("banks", flat=True)) == [[60, 60], [45, 60]]


def test_by_the_move_everybody_has_the_same_for_every_step(by_move, frozen):
    frozen.shift(20)
    assert clocks(by_move) == [(10, True), (30, False)]
    play(by_move, action=DRAW)
    assert clocks(by_move) == [(30, False), (30, True)]


def test_a_second_step_of_the_same_turn_has_its_own_increment(orchard, frozen):
    frozen.shift(20)
    lay(orchard)
    assert clocks(orchard) == [(45, True), (60, False)]


def test_the_clock_of_a_computer_player_never_runs(begin, person, frozen):
    match = begin(person(), "easy", first=1, clock=LIVE)
    frozen.shift(3600)
    assert clocks(match) == [(60, False), (60, False)]
    assert services.time_out(pk=match.pk) is None


def test_who_decides_at_once_thinks_at_once(begin, person, endless, frozen):
    match = begin(person(), person(), person(), game=endless, first=0, clock=LIVE)
    while not look(match).state.offering:
        play(match, action=ROLL)
    before = clocks(match)
    frozen.shift(10)
    offer = {"type": "offer", "fruit": look(match).state.hands[1][0]}
    play(match, user=user_at(match, 1), action=offer)
    assert clocks(match) == [
        (before[0][0] - 10, True),
        (before[1][0] - 5, False),
        (before[2][0] - 10, True),
    ]


def test_no_clock_runs_after_the_end(live):
    services.resign(public_id=live.public_id, user=user_at(live, 1))
    assert [running for _, running in clocks(live)] == [False, False]


def test_a_caretakers_clock_does_not_run(begin, person):
    match = begin(person(), person(), person(), first=0, clock=LIVE)
    services.resign(public_id=match.public_id, user=user_at(match, 0))
    assert [running for _, running in clocks(match)] == [False, False, False]


def test_without_a_clock_there_is_nothing(begin):
    match = begin()
    play(match)
    assert representation(look(match), SPECTATOR).clock is None
    assert set(match.steps.values_list("banks", flat=True)) == {None}
    assert look(match).match.wake_at is None


def test_a_move_with_clocks_takes_at_most_eight_queries(live, person):
    for _ in range(3):
        shown = look(live)
        mover = next(seat.user for seat in shown.seats if seat.owes)
        with CaptureQueriesContext(connection) as caught:
            services.submit_action(
                public_id=live.public_id,
                user=mover,
                action=DRAW,
                version=shown.version,
                client_id=f"{shown.version}",
            )
        assert len(caught) <= 8


def test_a_take_back_gives_no_time(orchard, frozen):
    frozen.shift(20)
    lay(orchard)
    frozen.shift(10)
    services.undo(public_id=orchard.public_id, user=user_at(orchard, 0))
    assert clocks(orchard) == [(30, True), (60, False)]


@pytest.mark.parametrize(("clock", "full"), [(LIVE, 60), (MOVE, 30)])
def test_no_number_of_second_thoughts_wins_time(begin, endless, frozen, clock, full):
    match = begin(game=endless, first=0, clock=clock)
    for _ in range(4):
        frozen.shift(5)
        lay(match)
        services.undo(public_id=match.public_id, user=user_at(match, 0))
    assert clocks(match) == [(full - 20, True), (full, False)]


def test_nothing_is_taken_back_into_a_time_that_is_over(orchard, frozen):
    frozen.shift(58)
    lay(orchard)
    frozen.shift(2)
    before = rows(orchard)
    with pytest.raises(errors.NoTimeLeft):
        services.undo(public_id=orchard.public_id, user=user_at(orchard, 0))
    assert rows(orchard) == before


def test_a_move_in_the_last_moment_counts(live, frozen):
    frozen.shift(59.999)
    assert play(live, action=DRAW).version == 1
    assert live.steps.get(index=1).kind == "action"


def test_a_move_after_the_deadline_is_refused_and_the_clock_moves_at_once(live, frozen):
    frozen.shift(60)
    with pytest.raises(errors.TimeRanOut) as caught:
        play(live, action=DRAW)
    assert caught.value.status == 409
    step = live.steps.get(index=1)
    assert (step.kind, step.seat, step.actor, step.user) == ("time-out", 0, "clock", None)
    assert clocks(live) == [(5, False), (60, True)]


def test_an_empty_bank_without_increment_leaves_a_way_back(begin, person, frozen):
    clock = {"type": "live", "bank": 10}
    match = begin(person(), person(), first=0, clock=clock)
    frozen.shift(10)
    services.time_out(pk=match.pk)
    assert clocks(match) == [(5, False), (10, True)]


def test_a_take_back_after_the_deadline_is_too_late_too(orchard, frozen):
    lay(orchard)
    frozen.shift(65)
    with pytest.raises(errors.TimeRanOut):
        services.undo(public_id=orchard.public_id, user=user_at(orchard, 0))
    assert orchard.steps.last().kind == "time-out"
    with pytest.raises(errors.NothingToUndo):
        services.undo(public_id=orchard.public_id, user=user_at(orchard, 0))


def test_one_may_still_resign(live, frozen):
    frozen.shift(100)
    services.resign(public_id=live.public_id, user=user_at(live, 0))
    assert look(live).match.status == "finished"


def test_the_sweeper_finds_who_ran_out_of_time(live, frozen):
    at_work(frozen, 58)
    assert look(live).version == 0
    at_work(frozen, 2)
    assert look(live).version == 1
    at_work(frozen, 20)
    assert look(live).version == 1


def test_what_runs_out_before_the_next_sweep_is_called_to_the_moment(live, frozen, monkeypatch):
    queued = []
    monkeypatch.setattr(
        tasks.run_out, "apply_async", lambda args, countdown: queued.append((args, countdown))
    )
    tasks.sweep()
    assert queued == []
    at_work(frozen, 58)
    frozen.shift(0.5)
    queued.clear()
    tasks.sweep()
    assert queued == [((), 1.5)]


def test_what_runs_out_at_nearly_the_same_time_is_called_for_once(
    begin, person, frozen, monkeypatch
):
    for _match in range(4):
        begin(person(), person(), first=0, clock=MOVE)
        frozen.shift(0.3)
    at_work(frozen, 28)
    queued = []
    monkeypatch.setattr(
        tasks.run_out, "apply_async", lambda args, countdown: queued.append(countdown)
    )
    tasks.sweep()
    assert queued == pytest.approx([0.8, 1.4, 1.7])


def test_everybody_late_is_moved_for_in_one_go(begin, person, frozen):
    early = [begin(person(), person(), first=0, clock=MOVE) for _match in range(3)]
    frozen.shift(20)
    later = begin(person(), person(), first=0, clock=MOVE)
    frozen.shift(10)
    assert overdue.move_for_all()
    assert [look(match).version for match in (*early, later)] == [1, 1, 1, 0]


def test_a_sweep_asks_as_little_however_many_run(begin, person, frozen):
    asked = []
    for _match in range(3):
        begin(person(), person(), first=0, clock=MOVE)
        begin(person(), person(), first=0)
        tasks.sweep()
        with CaptureQueriesContext(connection) as caught:
            tasks.sweep()
        asked.append(len([query for query in caught if "SAVEPOINT" not in query["sql"]]))
    assert asked == [7, 7, 7]


def test_each_who_is_late_takes_five_queries(begin, person, frozen):
    """And four find them, and that nobody is left; in the second round the first is late again."""
    asked = []
    for count in (1, 4):
        while Match.objects.count() < count:
            begin(person(), person(), first=0, clock=MOVE)
        at_work(frozen, 28)
        frozen.shift(2.5)
        with CaptureQueriesContext(connection) as caught:
            assert overdue.move_for_all()
        asked.append(len([query for query in caught if "SAVEPOINT" not in query["sql"]]))
    assert asked == [4 + 5, 4 + 4 * 5]


def test_whoever_is_left_is_moved_for_by_the_next_task(begin, person, frozen, monkeypatch):
    for _match in range(2):
        begin(person(), person(), first=0, clock=MOVE)
    frozen.shift(30)
    queued = []
    monkeypatch.setattr(tasks, "queue", lambda *said: queued.append(said))
    monkeypatch.setattr(overdue, "SECONDS", 0)
    tasks.run_out()
    assert queued == [(tasks.RUN_OUT,)]
    assert sorted(Match.objects.values_list("version", flat=True)) == [0, 1]


def test_a_match_that_cannot_be_moved_keeps_no_other_waiting(
    begin, person, frozen, monkeypatch, caplog
):
    first, second = (begin(person(), person(), first=0, clock=MOVE) for _match in range(2))
    frozen.shift(30)
    time_out = services.time_out

    def failing(pk):
        if pk == first.pk:
            raise ZeroDivisionError
        return time_out(pk=pk)

    monkeypatch.setattr(services, "time_out", failing)
    assert overdue.move_for_all()
    assert [look(match).version for match in (first, second)] == [0, 1]
    assert "nobody could be moved for" in caplog.text


def test_a_broker_that_is_away_stops_no_sweep(live, frozen, monkeypatch, caplog):
    def away(*args, **said):
        raise ConnectionRefusedError

    frozen.shift(9)
    tasks.sweep()
    frozen.shift(9)
    monkeypatch.setattr(tasks.run_out, "apply_async", away)
    Match.objects.filter(pk=live.pk).update(wake_at=timezone.now())
    live.seats.filter(index=0).update(deadline=timezone.now())
    tasks.sweep()
    assert "run_out" in caplog.text
    assert "was not queued" in caplog.text


def test_a_time_out_is_made_once_however_often_it_is_called(live, frozen):
    frozen.shift(60)
    tasks.run_out(str(live.pk))
    tasks.run_out(str(live.pk))
    assert services.time_out(pk=live.pk) is None
    assert look(live).version == 1


def test_everybody_late_is_moved_for_the_longest_first(begin, person, endless, frozen):
    match = begin(person(), person(), person(), game=endless, first=0, clock=LIVE)
    while not look(match).state.offering:
        play(match, action=ROLL)
    frozen.shift(600)
    before = look(match).version
    services.time_out(pk=match.pk)
    services.time_out(pk=match.pk)
    late = match.steps.filter(index__gt=before)
    first, second = [step.seat for step in late]
    assert {step.kind for step in late} == {"time-out"}
    assert first != second


def test_the_default_is_chosen_from_the_seats_observation_alone(live, frozen, monkeypatch):
    game = look(live).game
    asked = []
    real = game.default_action

    def default(state, seat):
        asked.append(state)
        return real(state, seat)

    monkeypatch.setattr(game, "default_action", default, raising=False)
    true_state = look(live).state
    frozen.shift(60)
    services.time_out(pk=live.pk)
    (state,) = asked
    assert game.observation(state, 0) == game.observation(true_state, 0)
    assert pack(state) != pack(true_state)


@pytest.mark.parametrize("change", [{"paused": "flagged"}, {"status": "voided"}])
def test_a_match_that_stopped_loses_nobody_time(live, frozen, change):
    Match.objects.filter(pk=live.pk).update(**change)
    frozen.shift(100)
    assert services.time_out(pk=live.pk) is None
    assert look(live).version == 0


def test_a_ruleset_without_a_default_flags_the_match(live, frozen, monkeypatch, caplog):
    def broken(state, seat):
        raise ZeroDivisionError

    monkeypatch.setattr(look(live).game, "default_action", broken, raising=False)
    frozen.shift(60)
    with pytest.raises(errors.Paused):
        services.time_out(pk=live.pk)
    assert look(live).match.paused == "flagged"


def flag(match: Match, monkeypatch: pytest.MonkeyPatch):
    """The rules break while someone moves."""

    def broken(*_):
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(look(match).game, "apply_action", broken, raising=False)
        with pytest.raises(errors.Paused):
            play(match)
    assert look(match).match.paused == "flagged"


@pytest.mark.parametrize(("clock", "left"), [(LIVE, 40), (MOVE, 10)])
def test_a_flagged_match_has_no_running_clock(begin, frozen, monkeypatch, clock, left):
    match = begin(first=0, clock=clock)
    frozen.shift(20)
    flag(match, monkeypatch)
    assert clocks(match)[0] == (left, False)
    at_work(frozen, 100)
    assert clocks(match)[0] == (left, False)
    assert (look(match).version, look(match).match.wake_at) == (0, None)


def test_a_pause_is_no_downtime_that_could_start_a_clock(live, frozen, monkeypatch):
    downtime.note()
    frozen.shift(5)
    flag(live, monkeypatch)
    frozen.shift(3600)
    assert downtime.note() == seconds(3605)
    assert clocks(live) == [(55, False), (60, False)]
    assert look(live).match.wake_at is None


def test_the_log_and_the_record_tell_of_time_outs(live, frozen):
    frozen.shift(60)
    services.time_out(pk=live.pk)
    shown = look(live)
    told = [line.text for line in selectors.log_entries(shown.match, SPECTATOR, shown.names)]
    assert told[0] == "amber ran out of time."
    assert len(told) > 1
    services.resign(public_id=live.public_id, user=user_at(live, 1))
    record = selectors.record_of(look(live).match)
    assert [step.kind for step in record.steps] == ["setup", "time-out", "control"]
    verify_record(record)


def test_a_whole_match_may_go_by_time_outs_alone(begin, person, race, frozen):
    match = begin(person(), person(), game=race, clock=MOVE)
    while look(match).match.running:
        frozen.shift(9)
        downtime.note()
        services.time_out(pk=match.pk)
    assert set(match.steps.values_list("kind", flat=True)) == {"setup", "time-out"}
    verified(match)


@pytest.mark.parametrize("jump", [3600, -3600])
def test_a_system_clock_that_is_set_costs_nobody_time_and_brings_nobody_any(live, frozen, jump):
    downtime.note()
    at_work(frozen, 20)
    for leap in (jump, -jump, jump):  # it is wrong, comes back, and then goes wrong for good
        frozen.shift(leap)
        tasks.sweep()
        assert clocks(live) == [(40, True), (60, False)]
    at_work(frozen, 38)
    assert (clocks(live)[0], look(live).version) == ((2, True), 0)
    at_work(frozen, 4)
    overdue.move_for_all()
    assert look(live).version == 1, "and then time runs out as ever"


@pytest.mark.parametrize("jump", [3600, -3600])
@pytest.mark.parametrize("clock", [LIVE, MOVE, HOURS])
def test_a_step_made_before_the_portal_notices_finds_its_time(begin, person, frozen, jump, clock):
    match = begin(person(), person(), first=0, clock=clock)
    downtime.note()
    at_work(frozen, 20)
    before = [bank for bank, _runs in clocks(match)]
    frozen.shift(jump)
    play(match, action=DRAW)
    assert match.steps.get(index=1).banks[1] == before[1]
    tasks.sweep()
    given = before[0] + 5 if clock is LIVE else clock["seconds"]
    assert clocks(match) == [(given, False), (before[1], True)]
    play(match, action=DRAW)
    assert clocks(match)[0] == (given, True)
    times = list(match.steps.order_by("index").values_list("at", flat=True))
    assert times == sorted(times), "the record's time never runs backwards"
    services.resign(public_id=match.public_id, user=user_at(match, 0))
    verified(match)


def test_what_was_due_soon_is_due_as_soon_once_the_clock_was_set_back(begin, person, frozen):
    match = begin(person(), "easy", first=1)
    downtime.note()
    assert waiting_turns.lay_out(match, Urgency.ALONE, after=3)
    frozen.shift(-3600)
    tasks.sweep()
    frozen.shift(2)
    assert not waiting_turns.any_waits()
    frozen.shift(1)
    assert waiting_turns.any_waits()


@pytest.mark.parametrize("jump", [3600, -3600])
def test_no_notice_comes_twice_or_for_nothing_when_the_clock_is_set(begin, person, frozen, jump):
    match = begin(person("amber"), person("birch"), first=0, clock=HOURS)
    downtime.note()
    tasks.tell_turns()
    at_work(frozen, 4)

    def told():
        tasks.sweep()
        tasks.tell_turns()
        return [notice.key.rsplit(":", 1)[1] for notice in Notice.objects.filter(event="deadline")]

    for leap in (jump, -jump):
        frozen.shift(leap)
        assert told() == []
    for _ in range(400):
        frozen.shift(9.5)
        downtime.note()
    assert told() == ["50%"]
    for leap in (jump, -jump):
        frozen.shift(leap)
        assert told() == ["50%"]
    assert look(match).version == 0


def test_downtime_is_charged_to_nobody(live, frozen):
    downtime.note()
    frozen.shift(3600)
    tasks.sweep()
    assert look(live).version == 0
    assert clocks(live) == [(60, True), (60, False)]
    assert look(live).match.wake_at == timezone.now() + seconds(60)


def test_the_same_downtime_counts_once(live, frozen):
    downtime.note()
    frozen.shift(3600)
    assert downtime.note() == seconds(3600)
    assert downtime.note() == seconds(0)
    assert clocks(live)[0] == (60, True)


def test_a_short_silence_is_no_downtime(live, frozen):
    downtime.note()
    frozen.shift(10)
    assert downtime.note() == seconds(0)
    assert clocks(live)[0] == (50, True)


def test_a_move_that_comes_before_the_first_sweep_is_in_time(live, frozen):
    downtime.note()
    frozen.shift(3600)
    assert play(live, action=DRAW).version == 1
    assert live.steps.get(index=1).kind == "action"


def test_a_clock_that_began_to_run_meanwhile_gets_its_own_part(live, frozen):
    """The web came back 30 s before the sweeper did."""
    downtime.note()
    frozen.shift(40)
    play(live, action=DRAW)
    frozen.shift(30)
    downtime.note()
    assert clocks(live)[1] == (60, True)


def test_take_backs_are_not_charged_a_downtime(orchard, frozen):
    downtime.note()
    frozen.shift(8)
    downtime.note()
    lay(orchard)
    frozen.shift(3600)
    downtime.note()
    services.undo(public_id=orchard.public_id, user=user_at(orchard, 0))
    assert clocks(orchard) == [(52, True), (60, False)]


@pytest.mark.parametrize("noted", [True, False])
def test_a_take_back_whose_share_of_a_downtime_is_still_to_come_finds_its_time(
    begin, person, endless, frozen, monkeypatch, noted
):
    """Whether nobody has noted the downtime yet, or other matches' clocks are moved first."""
    older = begin(person(), person(), game=endless, first=0, clock=LIVE)
    frozen.shift(1)  # so that its key is the smaller one
    begin(person(), person(), first=0, clock=LIVE)
    at_work(frozen, 47)
    lay(older)
    downtime.note()
    frozen.shift(14)  # the new deadline is still to come, the one to go back to is past
    if noted:
        half_moved(monkeypatch)
    services.undo(public_id=older.public_id, user=user_at(older, 0))
    assert clocks(older)[0] == (12, True)
    downtime.note()
    assert clocks(older) == [(12, True), (60, False)]


def test_matches_without_a_clock_keep_their_wake(begin, person, frozen):
    match = begin(person(), "easy", first=1)
    due = look(match).match.wake_at
    downtime.note()
    frozen.shift(3600)
    downtime.note()
    assert look(match).match.wake_at == due


def test_a_crash_while_clocks_are_moved_moves_none(live, frozen, monkeypatch):
    downtime.note()
    frozen.shift(3600)
    with monkeypatch.context() as crashing:
        crashing.setattr(downtime, "_update_matches", None)
        with pytest.raises(TypeError):
            downtime.note()
    assert clocks(live)[0] == (0, True)
    downtime.note()
    assert clocks(live)[0] == (60, True)


def half_moved(monkeypatch: pytest.MonkeyPatch):
    """A downtime is noted, and the clocks of the newest match alone are moved."""
    monkeypatch.setattr(downtime, "BATCH", 1)
    downtime._beat()
    downtime._move_some()


def test_a_step_before_the_downtime_is_noted_is_not_charged(live, frozen):
    downtime.note()
    frozen.shift(40)
    play(live, action=DRAW)
    assert clocks(live) == [(65, False), (60, True)]
    frozen.shift(2)
    downtime.note()
    assert clocks(live) == [(65, False), (60, True)]


def test_a_step_in_a_match_whose_clocks_are_not_moved_yet_is_not_charged(
    begin, person, frozen, monkeypatch
):
    older, newer = (begin(person(), person(), first=0, clock=LIVE) for _ in range(2))
    frozen.shift(10)
    downtime.note()
    frozen.shift(40)
    half_moved(monkeypatch)
    frozen.shift(5)
    for match in (older, newer):
        play(match, action=DRAW)
        assert clocks(match) == [(50, False), (60, True)]
    downtime.note()
    assert [clocks(match) for match in (older, newer)] == [[(50, False), (60, True)]] * 2


def test_clocks_that_run_on_in_such_a_match_are_moved_once(
    begin, person, endless, frozen, monkeypatch
):
    older = begin(person(), person(), game=endless, first=0, clock=LIVE)
    frozen.shift(1)  # so that its key is the smaller one
    begin(person(), person(), first=0, clock=LIVE)
    while not look(older).state.offering:
        play(older, action=ROLL)
    before = clocks(older)
    downtime.note()
    frozen.shift(40)
    half_moved(monkeypatch)
    offered = min(look(older).active_seats)
    play(older, action={"type": "offer", "fruit": look(older).state.hands[offered][0]})
    downtime.note()
    assert clocks(older)[1 - offered] == before[1 - offered]


def test_a_clock_that_runs_on_is_left_to_be_moved_with_the_others(
    begin, person, frozen, monkeypatch
):
    both = [begin(person(), person(), first=0, clock=LIVE) for _ in range(2)]
    older = min(both, key=lambda match: match.pk)
    downtime.note()
    frozen.shift(40)
    half_moved(monkeypatch)
    with steps.one_step(pk=older.pk) as (match, seats):
        before = seats[0].deadline
        assert before is not None
        with downtime.forgiven(match, seats, timezone.now()) as owed:
            assert (seats[0].deadline, owed) == (before + seconds(40), seconds(40))
        assert seats[0].deadline == before


def test_a_pause_begun_in_such_a_match_keeps_all_the_time(begin, person, frozen, monkeypatch):
    both = [begin(person(), person(), first=0, clock=LIVE) for _ in range(2)]
    older = min(both, key=lambda match: match.pk)
    downtime.note()
    frozen.shift(40)
    half_moved(monkeypatch)
    asked = services.CONTROLS["ask"](
        public_id=older.public_id, user=user_at(older, 0), what="pause"
    ).version
    services.CONTROLS["answer"](
        public_id=older.public_id, user=user_at(older, 1), request=asked, yes=True
    )
    downtime.note()
    assert clocks(older) == [(60, False), (60, False)]


def test_clocks_are_moved_some_at_a_time_each_of_them_once(begin, person, frozen, monkeypatch):
    """Killed after the first few; the next one to look goes on from there."""
    monkeypatch.setattr(downtime, "BATCH", 2)
    matches = [begin(person(), person(), first=0, clock=LIVE) for _ in range(5)]
    downtime.note()
    frozen.shift(40)
    with monkeypatch.context() as killed:
        killed.setattr(downtime, "_move_some", lambda: False)
        assert downtime.note() == seconds(40)
    assert downtime._move_some()
    assert sorted(clocks(match)[0][0] for match in matches) == [20, 20, 20, 60, 60]
    frozen.shift(15)
    downtime.note()
    assert [clocks(match)[0][0] for match in matches] == [60] * 5
    assert Heartbeat.objects.get().away == []


def test_a_sweep_moves_clocks_for_a_second_and_the_next_one_goes_on(
    begin, person, frozen, monkeypatch
):
    monkeypatch.setattr(downtime, "BATCH", 2)
    monkeypatch.setattr(downtime, "SECONDS", 0)
    matches = [begin(person(), person(), first=0, clock=MOVE) for _ in range(5)]
    downtime.note()
    frozen.shift(3600)
    for moved in (2, 4, 5):
        tasks.sweep()
        assert sum(clocks(match)[0][0] > 0 for match in matches) == moved
        assert [look(match).version for match in matches] == [0] * 5


def test_nobody_is_late_before_the_clocks_are_moved(begin, person, frozen, monkeypatch):
    """Neither for a task or a notice, nor for themselves."""
    both = [begin(person(), person(), first=0, clock=HOURS) for _ in range(2)]
    older = min(both, key=lambda match: match.pk)
    downtime.note()
    frozen.shift(3 * 3600)
    assert services.time_out(pk=older.pk) is None  # the downtime isn't even noted
    half_moved(monkeypatch)
    turn_notices.tell_due(timezone.now())
    assert overdue.move_for_all()
    assert services.time_out(pk=older.pk) is None
    assert {look(match).version for match in both} == {0}
    told = Notice.objects.values_list("link", flat=True)
    assert not any(older.public_id in link for link in told)
    assert play(older, action=DRAW).version == 1


def test_a_clock_that_began_after_the_downtime_gets_nothing_of_it(live, frozen, monkeypatch):
    downtime.note()
    frozen.shift(40)
    with monkeypatch.context() as killed:
        killed.setattr(downtime, "_move_some", lambda: False)
        downtime.note()
    frozen.shift(5)
    play(live, action=DRAW)
    frozen.shift(5)
    downtime.note()
    assert clocks(live)[1] == (55, True)


def test_there_is_one_heartbeat(live, frozen):
    for _ in range(3):
        frozen.shift(2)
        tasks.sweep()
    assert Heartbeat.objects.get().at == timezone.now()


def test_pages_that_stayed_open_are_told_the_new_deadlines(live, frozen, committed):
    held = []
    downtime.note()
    frozen.shift(3600)
    with pushes.held_back(held), committed():
        downtime.note()
    told = {"type": "match.moved", "version": 0, "fresh": True}
    assert held == [(announcements.group(live.public_id), told)]


def test_steps_of_a_clocked_match_are_of_the_record_format(live):
    """Banks are the portal's affair: the record's hashes don't know them."""
    from games.matches.record.seal import recorded
    from games.plugin.record import step_hash

    play(live, action=DRAW)
    first, second = live.steps.all()
    Step.objects.filter(pk=second.pk).update(banks=None)
    assert step_hash(first.hash, recorded(live.steps.get(index=1))) == second.hash


@pytest.mark.django_db(transaction=True)
def test_one_time_out_called_for_six_times_at_once_is_made_once(live, frozen):
    frozen.shift(60)
    made = []

    def call():
        try:
            made.append(services.time_out(pk=live.pk))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=call) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 6
    assert sum(accepted is not None for accepted in made) == 1
    assert look(live).version == 1
