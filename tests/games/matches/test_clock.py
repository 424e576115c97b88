"""Clocks: what runs when, what a step costs and brings, and what happens when time runs out."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Notice
from games.matches import errors, tasks
from games.matches.api.representation import representation
from games.matches.models import Heartbeat, Match
from games.matches.play.actions import overdue, services
from games.matches.play.parts import downtime, turn_notices, waiting_turns
from games.matches.play.parts.waiting_turns import Urgency
from games.matches.record import selectors
from games.plugin import SPECTATOR
from games.plugin.codec import pack
from tests.games.matches.conftest import (
    BURN,
    break_rules,
    broken,
    lay,
    lines_told,
    look,
    play,
    refused,
    undo,
    until_offering,
    user_at,
    verified,
)
from tests.games.matches.test_requests import answer, ask
from tests.support.at_once import all_at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]

LIVE = {"type": "live", "bank": 60, "increment": 5}
MOVE = {"type": "move", "seconds": 30}
HOURS = {"type": "move", "seconds": 7200}
DRAW, ROLL = {"type": "draw"}, {"type": "roll"}


def seconds(count: float) -> datetime.timedelta:
    return datetime.timedelta(seconds=count)


@pytest.fixture
def begun(begin, person, endless) -> Callable[..., Match]:
    """Begins a match of amber (to move) and birch, by default with a minute and 5 s each."""
    return lambda game=BURN, clock=LIVE: begin(game=game, first=0, clock=clock)


@pytest.fixture
def live(begun) -> Match:
    return begun()


@pytest.fixture
def by_move(begun) -> Match:
    return begun(clock=MOVE)


@pytest.fixture
def orchard(begun, endless) -> Match:
    return begun(endless)


@pytest.fixture
def two(begun) -> tuple[Match, Match]:
    """Two matches, first that whose clocks are moved later after a downtime."""
    older, newer = sorted((begun(), begun()), key=lambda match: match.pk)
    return older, newer


def clocks(match: Match) -> list[tuple[float, bool]]:
    clock = representation(look(match), SPECTATOR).clock
    assert clock is not None
    return [(seat.bank, seat.deadline is not None) for seat in clock.seats]


def at_work(frozen, count):
    """So many seconds pass while the portal sweeps every other second."""
    for _ in range(int(count) // 2):
        frozen.shift(2)
        tasks.sweep()
    frozen.shift(count % 2)


def late(match: Match, frozen, count):
    frozen.shift(count)
    return services.time_out(pk=match.pk)


def asks(do: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as caught:
        do()
    return len([query for query in caught if "SAVEPOINT" not in query["sql"]])


def test_only_who_must_decide_loses_time_and_a_step_brings_the_increment(live, frozen):
    assert clocks(live) == [(60, True), (60, False)]
    frozen.shift(20)
    assert clocks(live) == [(40, True), (60, False)]
    play(live, action=DRAW)
    assert clocks(live) == [(45, False), (60, True)]
    frozen.shift(10)
    play(live, action=DRAW)
    assert clocks(live) == [(45, True), (55, False)]
    banks = list(live.steps.values_list("banks", flat=True))
    assert banks == [[60, 60], [45, 60], [45, 55]]


def test_by_the_move_everybody_has_the_same_for_every_step(by_move, frozen):
    frozen.shift(20)
    assert clocks(by_move) == [(10, True), (30, False)]
    play(by_move, action=DRAW)
    assert clocks(by_move) == [(30, False), (30, True)]


def test_who_decides_at_once_thinks_at_once(begin, person, endless, frozen):
    match = offering(begin, person, endless)
    (first, _), (second, _), (third, _) = clocks(match)
    frozen.shift(10)
    offer = {"type": "offer", "fruit": look(match).state.hands[1][0]}
    play(match, user=user_at(match, 1), action=offer)
    assert clocks(match) == [(first - 10, True), (second - 5, False), (third - 10, True)]


def test_no_clock_runs_after_the_end_or_for_a_caretaker(live, begin, person):
    three = begin(person(), person(), person(), first=0, clock=LIVE)
    for match in (live, three):
        services.resign(public_id=match.public_id, user=user_at(match, 0))
        assert not any(running for _, running in clocks(match))


def test_without_a_clock_or_for_a_computer_player_nothing_runs(begin, person, frozen):
    match = begin(person(), "easy", first=1, clock=LIVE)
    assert late(match, frozen, 3600) is None
    assert clocks(match) == [(60, False), (60, False)]
    match = begin(person(), person())
    play(match)
    assert representation(look(match), SPECTATOR).clock is None
    assert set(match.steps.values_list("banks", flat=True)) == {None}
    assert look(match).match.wake_at is None


def test_nothing_is_taken_back_into_a_time_that_is_over(orchard, frozen):
    frozen.shift(58)
    lay(orchard)
    frozen.shift(2)
    refused(errors.NoTimeLeft, undo, orchard)


@pytest.mark.parametrize(("clock", "full"), [(LIVE, 60), (MOVE, 30)])
def test_no_number_of_second_thoughts_wins_time(begun, endless, frozen, clock, full):
    match = begun(endless, clock)
    for _ in range(4):
        frozen.shift(2)
        before = clocks(match)[0][0]
        lay(match)  # a second step of the same turn has its own increment
        assert clocks(match)[0] == (before + 5 if clock is LIVE else full, True)
        frozen.shift(3)
        undo(match)
    assert clocks(match) == [(full - 20, True), (full, False)]


def test_a_move_after_the_deadline_is_refused_and_the_clock_moves_at_once(live, frozen):
    frozen.shift(59)
    assert play(live, action=DRAW).version == 1, "in the last moment it counts"
    frozen.shift(60)
    with pytest.raises(errors.TimeRanOut) as caught:
        play(live, action=DRAW)
    assert caught.value.status == 409
    made = live.steps.values_list("kind", "seat", "actor", "user")
    assert list(made)[1:] == [
        ("action", 0, "person", user_at(live, 0).pk),
        ("time-out", 1, "clock", None),
    ]
    assert clocks(live) == [(6, True), (5, False)]
    frozen.shift(100)
    services.resign(public_id=live.public_id, user=user_at(live, 0))  # that one still may
    assert look(live).match.status == "finished"


def test_an_empty_bank_without_increment_leaves_a_way_back(begun, frozen):
    match = begun(clock={"type": "live", "bank": 10})
    late(match, frozen, 10)
    assert clocks(match) == [(5, False), (10, True)]


def test_a_take_back_after_the_deadline_is_too_late_too(orchard, frozen):
    lay(orchard)
    frozen.shift(65)
    with pytest.raises(errors.TimeRanOut):
        undo(orchard)
    assert orchard.steps.last().kind == "time-out"
    with pytest.raises(errors.NothingToUndo):
        undo(orchard)


def test_the_sweeper_finds_who_ran_out_of_time(live, frozen):
    at_work(frozen, 58)
    assert look(live).version == 0
    at_work(frozen, 2)
    assert look(live).version == 1
    at_work(frozen, 20)
    assert look(live).version == 1


@pytest.fixture
def run_outs(monkeypatch) -> list[Any]:
    queued = []
    monkeypatch.setattr(
        tasks.run_out, "apply_async", lambda args, countdown: queued.append((args, countdown))
    )
    return queued


def test_what_runs_out_before_the_next_sweep_is_called_to_the_moment(live, frozen, run_outs):
    tasks.sweep()
    assert run_outs == []
    at_work(frozen, 58)
    frozen.shift(0.5)
    run_outs.clear()
    tasks.sweep()
    assert run_outs == [((), 1.5)]


def test_what_runs_out_at_nearly_the_same_time_is_called_for_once(begun, frozen, run_outs):
    for _match in range(4):
        begun(clock=MOVE)
        frozen.shift(0.3)
    at_work(frozen, 28)
    run_outs.clear()
    tasks.sweep()
    assert [countdown for _args, countdown in run_outs] == pytest.approx([0.8, 1.4, 1.7])


def test_everybody_late_is_moved_for_in_one_go_even_if_one_cannot_be(
    begun, frozen, monkeypatch, caplog
):
    early = [begun(clock=MOVE) for _match in range(3)]
    frozen.shift(20)
    later = begun(clock=MOVE)
    frozen.shift(10)
    assert overdue.move_for_all()
    assert [look(match).version for match in (*early, later)] == [1, 1, 1, 0]
    first, second = (begun(clock=MOVE) for _match in range(2))
    frozen.shift(30)
    time_out = services.time_out
    monkeypatch.setattr(
        services, "time_out", lambda pk: 1 / 0 if pk == first.pk else time_out(pk=pk)
    )
    assert overdue.move_for_all()
    assert [look(match).version for match in (first, second)] == [0, 1]
    assert "the default moves in match" in caplog.text


def test_a_sweep_asks_as_little_however_many_run(begin, begun, frozen):
    asked = []
    for _match in range(3):
        begun(clock=MOVE)
        begin(first=0)
        tasks.sweep()
        asked.append(asks(tasks.sweep))
    assert asked == [7, 7, 7]


def test_each_who_is_late_takes_five_queries(begun, frozen):
    """And four find them, and that nobody is left; in the second round the first is late again."""
    asked = []
    for count in (1, 4):
        while Match.objects.count() < count:
            begun(clock=MOVE)
        at_work(frozen, 28)
        frozen.shift(2.5)
        asked.append(asks(overdue.move_for_all))
    assert asked == [4 + 5, 4 + 4 * 5]


def test_whoever_is_left_is_moved_for_by_the_next_task(begun, frozen, monkeypatch):
    for _match in range(2):
        begun(clock=MOVE)
    frozen.shift(30)
    queued = []
    monkeypatch.setattr(tasks, "queue", lambda *said: queued.append(said))
    monkeypatch.setattr(overdue, "SECONDS", 0)
    tasks.run_out()
    assert queued == [(tasks.RUN_OUT,)]
    assert sorted(Match.objects.values_list("version", flat=True)) == [0, 1]


def offering(begin, person, endless) -> Match:
    return until_offering(begin(person(), person(), person(), game=endless, first=0, clock=LIVE))


def test_everybody_late_is_moved_for_the_longest_first(begin, person, endless, frozen):
    match = offering(begin, person, endless)
    before = look(match).version
    late(match, frozen, 600)
    late(match, frozen, 0)
    made = match.steps.filter(index__gt=before).values_list("kind", "seat")
    assert {kind for kind, _ in made} == {"time-out"}
    assert len({seat for _, seat in made}) == len(made) == 2


def test_the_default_is_chosen_from_the_seats_observation_alone(live, frozen, monkeypatch):
    game, asked = look(live).game, []
    real, true_state = game.default_action, look(live).state
    default = lambda state, seat: asked.append(state) or real(state, seat)  # noqa: E731
    monkeypatch.setattr(game, "default_action", default, raising=False)
    late(live, frozen, 60)
    (state,) = asked
    assert game.observation(state, 0) == game.observation(true_state, 0)
    assert pack(state) != pack(true_state)


@pytest.mark.parametrize("change", [{"paused": "flagged"}, {"status": "voided"}])
def test_a_match_that_stopped_loses_nobody_time(live, frozen, change):
    Match.objects.filter(pk=live.pk).update(**change)
    assert late(live, frozen, 100) is None
    assert look(live).version == 0


def test_a_ruleset_without_a_default_flags_the_match(live, frozen, monkeypatch, caplog):
    monkeypatch.setattr(look(live).game, "default_action", broken, raising=False)
    with pytest.raises(errors.Paused):
        late(live, frozen, 60)
    assert look(live).match.paused == "flagged"


def test_a_pause_is_no_downtime_that_could_start_a_clock(live, frozen, monkeypatch):
    downtime.note()
    frozen.shift(5)
    break_rules(live, monkeypatch)
    frozen.shift(3600)
    assert downtime.note() == seconds(3605)
    assert clocks(live) == [(55, False), (60, False)]
    assert look(live).match.wake_at is None


def test_the_log_and_the_record_tell_of_time_outs(live, frozen):
    late(live, frozen, 60)
    told = lines_told(live)
    assert (told[0], len(told) > 1) == ("amber ran out of time.", True)
    services.resign(public_id=live.public_id, user=user_at(live, 1))
    record = selectors.record_of(look(live).match)
    assert [step.kind for step in record.steps] == ["setup", "time-out", "control"]
    verified(live)


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
@pytest.mark.parametrize("clock", [LIVE, MOVE])
def test_a_step_made_before_the_portal_notices_finds_its_time(begun, frozen, jump, clock):
    match = begun(clock=clock)
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
    verified(match)


def test_what_was_due_soon_is_due_as_soon_once_the_clock_was_set_back(begin, person, frozen):
    match = begin(person(), "easy", first=1)
    downtime.note()
    assert waiting_turns.schedule(match, Urgency.ALONE, after=3)
    frozen.shift(-3600)
    tasks.sweep()
    frozen.shift(2)
    assert not waiting_turns.any_waits(slow=False)
    frozen.shift(1)
    assert waiting_turns.any_waits(slow=False)


@pytest.mark.parametrize("jump", [3600, -3600])
def test_no_notice_comes_twice_or_for_nothing_when_the_clock_is_set(begun, frozen, jump):
    match = begun(clock=HOURS)
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
    frozen.shift(3800)
    Heartbeat.objects.update(at=timezone.now())  # it was at work
    assert told() == ["50%"]
    for leap in (jump, -jump):
        frozen.shift(leap)
        assert told() == ["50%"]
    assert look(match).version == 0


def test_downtime_is_charged_to_nobody_and_counts_once(live, frozen):
    downtime.note()
    frozen.shift(3600)
    tasks.sweep()
    assert look(live).version == 0
    assert clocks(live) == [(60, True), (60, False)]
    assert look(live).match.wake_at == timezone.now() + seconds(60)
    frozen.shift(3600)
    assert [downtime.note(), downtime.note()] == [seconds(3600), seconds(0)]
    assert clocks(live)[0] == (60, True)
    frozen.shift(10)
    assert downtime.note() == seconds(0), "a short silence is none"
    assert clocks(live)[0] == (50, True)
    assert Heartbeat.objects.get().at == timezone.now()


def test_take_backs_are_not_charged_a_downtime(orchard, frozen):
    downtime.note()
    frozen.shift(8)
    downtime.note()
    lay(orchard)
    frozen.shift(3600)
    downtime.note()
    undo(orchard)
    assert clocks(orchard) == [(52, True), (60, False)]


@pytest.mark.parametrize("noted", [True, False])
def test_a_take_back_whose_share_of_a_downtime_is_still_to_come_finds_its_time(
    begun, endless, frozen, monkeypatch, noted
):
    """Whether nobody has noted the downtime yet, or other matches' clocks are moved first."""
    older = begun(endless)
    frozen.shift(1)  # so that its key is the smaller one
    begun()
    at_work(frozen, 47)
    lay(older)
    downtime.note()
    frozen.shift(14)  # the new deadline is still to come, the one to go back to is past
    if noted:
        half_moved(monkeypatch)
    undo(older)
    assert clocks(older)[0] == (12, True)
    downtime.note()
    assert clocks(older) == [(12, True), (60, False)]


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
    monkeypatch.setattr(downtime, "BATCH", 1)
    downtime._beat()
    downtime._move_some()


def test_a_step_before_the_downtime_is_noted_is_not_charged(live, frozen):
    """The web came back 30 s before the sweeper did: the clock that began then gets its part."""
    downtime.note()
    frozen.shift(40)
    play(live, action=DRAW)
    assert clocks(live) == [(65, False), (60, True)]
    frozen.shift(30)
    downtime.note()
    assert clocks(live) == [(65, False), (60, True)]


def test_a_step_in_a_match_whose_clocks_are_not_moved_yet_is_not_charged(two, frozen, monkeypatch):
    frozen.shift(10)
    downtime.note()
    frozen.shift(40)
    half_moved(monkeypatch)
    frozen.shift(5)
    for match in two:
        play(match, action=DRAW)
        assert clocks(match) == [(50, False), (60, True)]
    downtime.note()
    assert [clocks(match) for match in two] == [[(50, False), (60, True)]] * 2


def test_clocks_that_run_on_in_such_a_match_are_moved_once(begun, endless, frozen, monkeypatch):
    older = begun(endless)
    frozen.shift(1)  # so that its key is the smaller one
    begun()
    before = clocks(until_offering(older))
    downtime.note()
    frozen.shift(40)
    half_moved(monkeypatch)
    offered = min(look(older).active_seats)
    play(older, action={"type": "offer", "fruit": look(older).state.hands[offered][0]})
    downtime.note()
    assert clocks(older)[1 - offered] == before[1 - offered]


def test_a_pause_begun_in_such_a_match_keeps_all_the_time(two, frozen, monkeypatch):
    downtime.note()
    frozen.shift(40)
    half_moved(monkeypatch)
    ask(two[0], 0, "pause")
    answer(two[0], 1)
    downtime.note()
    assert clocks(two[0]) == [(60, False), (60, False)]


def test_clocks_are_moved_some_at_a_time_each_of_them_once(begun, frozen, monkeypatch):
    """Killed after the first few; the next one to look goes on from there."""
    monkeypatch.setattr(downtime, "BATCH", 2)
    matches = [begun() for _ in range(5)]
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


def test_a_sweep_moves_clocks_for_a_second_and_the_next_one_goes_on(begun, frozen, monkeypatch):
    monkeypatch.setattr(downtime, "BATCH", 2)
    monkeypatch.setattr(downtime, "SECONDS", 0)
    matches = [begun(clock=MOVE) for _ in range(5)]
    downtime.note()
    frozen.shift(3600)
    for moved in (2, 4, 5):
        tasks.sweep()
        assert sum(clocks(match)[0][0] > 0 for match in matches) == moved
        assert [look(match).version for match in matches] == [0] * 5


def test_nobody_is_late_before_the_clocks_are_moved(begun, frozen, monkeypatch):
    """Neither for a task or a notice, nor for themselves."""
    both = sorted((begun(clock=HOURS) for _ in range(2)), key=lambda match: match.pk)
    older = both[0]
    downtime.note()
    assert late(older, frozen, 3 * 3600) is None  # the downtime isn't even noted
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


@pytest.mark.django_db(transaction=True)
def test_one_time_out_called_for_six_times_at_once_is_made_once(live, frozen):
    frozen.shift(60)
    made = all_at_once(*[lambda: services.time_out(pk=live.pk)] * 6)
    assert sum(accepted is not None for accepted in made) == 1
    tasks.run_out()  # nor later
    assert look(live).version == 1
