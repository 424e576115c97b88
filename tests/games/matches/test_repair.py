"""Taking a match back to a step and ending it with a result, by administrators."""

from functools import partial

import pytest

from accounts.models import AuditEntry, Notice
from games.matches import errors, tasks
from games.matches.models import FollowUp, Match, RecordSignature
from games.matches.play.actions import leave, services
from games.matches.record import reliability, selectors, states
from games.matches.record.timeline import timeline
from games.matches.review import actions
from games.plugin import SPECTATOR
from games.plugin.codec import digest, plain
from tests.games.matches.conftest import (
    broken,
    legal,
    lines_told,
    look,
    play,
    play_on,
    refused,
    resign,
    user_at,
    user_to_move,
    verified,
)
from tests.games.matches.test_admin_actions import administer
from tests.games.matches.test_requests import answer, ask, kept

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

WHY = "The portal was broken."
DRAW = {"type": "draw"}
LIVE = {"type": "live", "bank": 60, "increment": 5}
BY_MOVE = {"type": "move", "seconds": 30}
BY_TURN = {"type": "move", "seconds": 100, "per": "turn", "reserve": 50}
WON = [{"outcome": "won", "rank": 1, "score": 7}, {"outcome": "lost", "rank": 2, "score": 3}]
LOST = [{"outcome": "lost", "rank": 2, "score": 3}, {"outcome": "won", "rank": 1, "score": 7}]


@pytest.fixture
def match(begin, person) -> Match:
    made = begin(person("amber"), person("birch"), first=0)
    play_on(made, 3)
    return made


@pytest.fixture
def three(begin, person):
    people = person("amber"), person("birch"), person("cedar")
    return lambda **said: begin(*people, first=0, **said)


@pytest.fixture
def two(begin, person):
    people = person("amber"), person("birch")
    return lambda **said: begin(*people, first=0, **said)


def banks(match: Match) -> list[float]:
    return [seat.bank.total_seconds() for seat in look(match).seats if seat.bank]


back = partial(administer, "take_back", to=1, reason=WHY)


def end(match: Match, by, result=WON) -> services.Accepted:
    return administer("end", match, by, WHY, result=result)


def notices_of(user) -> list[str]:
    return [notice.text.format(**notice.params) for notice in Notice.objects.filter(user=user)]


def test_play_goes_on_from_the_position_after_that_step(match, staff):
    then, newest = states.state_at(look(match).match, 1), digest(look(match).state)
    assert back(match, staff).version == 4
    shown = look(match)
    assert digest(shown.state) == digest(then)
    asked = [seat in shown.game.active_seats(then) for seat in (0, 1)]
    assert [seat.owes for seat in shown.seats] == asked
    step = match.steps.get(index=4)
    did = step.kind, step.seat, step.actor, step.user, step.base
    assert did == ("admin", None, "staff", staff, 1)
    assert step.action == {"type": "take-back", "to": 1, "reason": WHY}
    assert timeline(look(match).match).steps == [0, 1, 4], "the effective line leaves it out"
    assert timeline(look(match).match, whole=True).steps == [0, 1, 2, 3, 4]
    back(match, staff, to=3)  # it can be taken back itself
    assert digest(look(match).state) == newest
    play_on(match, 9)
    resign(match)
    verified(match)


def test_everyone_hears_of_it_with_its_reason(match, staff, monkeypatch, committed):
    heard, moved = [], "games.matches.play.parts.announcements.announce_step"
    monkeypatch.setattr(moved, lambda shown, *_, **__: heard.append(shown.version))
    with committed():
        back(match, staff, reason="  The portal\n was broken. ")
    assert heard == [4]
    told = f"An administrator took the match back to an earlier moment: {WHY}"
    assert lines_told(match)[-1] == told
    for seat in (0, 1):
        [said] = notices_of(user_at(match, seat))
        assert said.endswith(f"back to an earlier moment. The reason: {WHY}")
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action, entry.reason) == ("rowan", "match.take-back", WHY)
    assert entry.data == {"step": 4, "seat": None, "to": 1}


def test_chance_does_not_rewind(begin, endless, staff):
    match = begin(game=endless, first=0)
    play_on(match, 6)
    before = look(match).match.chance_counters
    back(match, staff, to=0)
    assert look(match).match.chance_counters == before
    play_on(match, 12)
    verified(match)


def test_a_move_chosen_before_is_stale(match, staff):
    shown = look(match)
    mover = user_to_move(shown)
    chosen = {"action": legal(shown, mover)[-1], "version": shown.version}
    back(match, staff, to=1)
    with pytest.raises(errors.Stale):
        services.submit_action(public_id=match.public_id, user=mover, **chosen)
    for seat in (0, 1):  # nor does anybody take a step back beyond it
        with pytest.raises(errors.NothingToUndo):
            services.undo(public_id=match.public_id, user=user_at(match, seat))


def test_who_resigned_since_is_away_and_may_return_and_who_had_before_stays_gone(three, staff):
    match = three()
    play_on(match, 2)
    resign(match, 1)
    back(match, staff, to=2)
    seat = match.seats.get(index=1)
    assert (seat.resigned, seat.looked_after, look(match).gone) == (None, True, [])
    services.come_back(public_id=match.public_id, user=user_at(match, 1))
    play_on(match, 9)
    for seat in (0, 2):
        resign(match, seat)
    assert match.seats.get(index=1).outcome == "won"
    verified(match)
    match = three()
    resign(match, 1)
    play(match)
    back(match, staff, to=1)
    assert (match.seats.get(index=1).resigned, look(match).gone) == (1, [1])
    resign(match, 0)
    verified(match)


def test_whose_account_is_closed_does_not_return_and_is_not_told(begin, person, staff):
    match = begin(person("amber"), person("birch"), person("cedar"), person("dune"), first=0)
    play_on(match, 2)
    birch = user_at(match, 1)
    resign(match, 1)
    leave.forget_names(user=birch)
    resign(match, 2)
    back(match, staff, to=2)
    shown = look(match)
    assert [seat.looked_after for seat in shown.seats] == [False, False, True, False]
    assert (shown.gone, shown.seats[1].resigned) == ([1], 3)
    assert (notices_of(birch), len(notices_of(user_at(match, 2)))) == ([], 1)
    assert match.steps.get(index=5).action["closed"] == [1]
    with pytest.raises(errors.Resigned):
        services.come_back(public_id=match.public_id, user=birch)
    resign(match, 0)
    resign(match, 2)
    verified(match)
    before = seats_of(match)
    taken = kept(match)
    assert (seats_of(taken), look(taken).gone) == (before, [1, 0, 2])


def test_a_seat_that_was_replaced_stays_the_computers(three, staff):
    match = three()
    match.seats.filter(index=0).update(order={"type": "whatever"})
    actions.replace_by_ai(public_id=match.public_id, seat=1, level="easy", by=staff, reason=WHY)
    back(match, staff, to=0)
    assert match.seats.get(index=0).order is None, "standing orders end"
    seat = match.seats.get(index=1)
    assert (seat.is_ai, seat.replaced) == (True, 1)
    told = notices_of(user_at(match, 1))
    assert any(said.endswith(f"to a computer player. The reason: {WHY}") for said in told)
    resign(match, 0)
    resign(match, 2)
    tasks.play_ai_turn(str(match.pk), look(match).version)
    verified(match)


def test_a_pause_stays(match, staff):
    for paused in ("consent", "resting", "flagged", "suspended"):
        Match.objects.filter(pk=match.pk).update(paused=paused, paused_at=match.started_at)
        match.seats.update(caretaker=paused == "suspended")
        back(match, staff)
        assert look(match).match.paused == paused


def test_a_position_on_which_the_rules_fail_is_left(match, staff, monkeypatch):
    Match.objects.filter(pk=match.pk).update(paused="flagged")
    game, now = look(match).game, digest(look(match).state)
    ask = game.legal_actions

    def broken(state, seat):
        if digest(state) == now:
            raise ZeroDivisionError
        return ask(state, seat)

    monkeypatch.setattr(game, "legal_actions", broken, raising=False)
    back(match, staff)
    actions.unlock(public_id=match.public_id, by=staff, reason=WHY)
    assert look(match).match.paused == ""


@pytest.mark.parametrize(
    ("clock", "left"), [(LIVE, [57, 60]), (BY_MOVE, [30, 30]), (BY_TURN, [150, 150]), (None, [])]
)
def test_clocks_go_back_too(two, staff, frozen, clock, left):
    match = two(clock=clock)
    frozen.shift(8)
    play(match, action=DRAW)
    frozen.shift(20)
    play(match)
    frozen.shift(5)
    back(match, staff, to=1)
    assert banks(match) == left
    if clock:
        seats = look(match).seats
        assert [seat.deadline is not None for seat in seats] == [seat.owes for seat in seats]
        assert match.steps.get(index=3).banks == left
        frozen.shift(left[next(seat.index for seat in seats if seat.owes)] - 1)
        assert services.time_out(pk=match.pk) is None
        frozen.shift(2)
        assert services.time_out(pk=match.pk) is not None


def test_a_live_bank_has_at_least_half_a_minute(two, staff, frozen):
    match = two(clock=LIVE)
    frozen.shift(57)
    play(match, action=DRAW)
    back(match, staff, to=0)
    assert banks(match) == [60, 60]
    frozen.shift(50)
    play(match, action=DRAW)
    play_on(match, 4)
    back(match, staff, to=3)
    assert min(banks(match)) == 30


def test_deadlines_that_were_missed_are_forgiven(three, staff, frozen):
    match = three(clock=BY_MOVE, absence={"then": "forfeit", "after": 1})
    frozen.shift(31)
    services.time_out(pk=match.pk)
    late = next(seat for seat in look(match).seats if seat.forfeited)
    back(match, staff, to=0)
    seat = match.seats.get(index=late.index)
    assert (seat.missed, seat.forfeited, seat.resigned, seat.looked_after) == (0, False, None, True)
    services.come_back(public_id=match.public_id, user=late.user)
    play_on(match, 9)
    for seat in match.seats.exclude(index=late.index):
        resign(match, seat.index)
    reliability.note(look(match).match)
    assert match.seats.get(index=late.index).stayed is True
    verified(match)


def test_a_run_that_was_taken_back_counts_on_no_leaderboard(begin, person, staff):
    match = begin(person("amber"), game="village-assault", first=None)
    play_on(match, 3, choose=lambda choices: choices[0])
    assert look(match).match.unranked == ""
    back(match, staff)
    assert look(match).match.unranked == "undo"


def test_only_earlier_steps_are_gone_back_to(match, staff):
    for to in (-1, 3, 4, "1", None, True, 1.0, 10**30):
        refused(errors.Malformed, back, match, staff, to=to)


def test_a_match_that_is_over_is_not_played_on(begin, race, staff):
    """Its seed is told and its hands lie open, whatever seed it went on with."""
    match = begin(game=race)
    play_on(match)
    refusal = refused(errors.NoWayBack, back, match, staff)
    assert (refusal.status, refusal.code) == (409, "no_way_back")
    assert not AuditEntry.objects.exists()


def seats_of(match: Match) -> list[tuple[str, int | None, int | None]]:
    return [(seat.outcome, seat.rank, seat.score) for seat in match.seats.order_by("index")]


def test_a_running_match_ends_with_that_result(two, staff, frozen):
    match = two(clock=LIVE)
    play_on(match, 3)
    assert end(match, staff).version == 4
    shown = look(match)
    assert (shown.match.status, shown.match.decided, shown.match.wake_at) == ("finished", 4, None)
    assert seats_of(match) == [("won", 1, 7), ("lost", 2, 3)]
    assert not any(seat.owes or seat.deadline for seat in shown.seats)
    assert (shown.result.ending, shown.ended_by_rules) == ("decided", False)
    assert selectors.snapshot_at(shown.match, 2).result is None, "an earlier moment as it was"
    assert lines_told(match)[-1] == f"An administrator decided the result: {WHY}"
    assert plain(shown.prompt(SPECTATOR))["id"] == "An administrator decided the result: {reason}"
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.data["seats"]) == ("match.end", WON)
    assert entry.data["before"] is None
    frozen.shift(1000)
    assert services.time_out(pk=match.pk) is None
    end(match, staff, result=WON[::-1])
    again = AuditEntry.objects.order_by("pk").last()
    assert (again.data["before"], again.data["names"]) == (WON, ["amber", "birch"])
    verified(match)


@pytest.mark.parametrize("paused", ["consent", "resting", "flagged", "suspended"])
def test_it_ends_in_any_pause(match, staff, paused):
    Match.objects.filter(pk=match.pk).update(paused=paused, paused_at=match.started_at)
    end(match, staff)
    assert (look(match).match.status, look(match).match.paused) == ("finished", "")


def test_the_rules_are_not_asked_what_may_be_done(match, staff, monkeypatch):
    Match.objects.filter(pk=match.pk).update(paused="flagged")
    with monkeypatch.context() as patched:
        for name in ("legal_actions", "prompt", "active_seats", "result", "scores"):
            patched.setattr(look(match).game, name, broken, raising=False)
        end(match, staff)
    verified(match)


def test_a_match_that_is_over_gets_another_result(begin, race, staff):
    match = begin(game=race)
    over = play_on(match)
    ended = over.match.finished_at
    before = seats_of(match)
    end(match, staff, LOST if before[0][0] == "won" else WON)
    assert seats_of(match) != before
    shown = look(match)
    assert shown.match.finished_at == ended, "it was over then"
    assert selectors.snapshot_at(shown.match, over.version).result == over.result
    verified(match)
    end(match, staff, WON)
    end(match, staff, LOST)
    assert seats_of(match)[1] == ("won", 1, 7)
    assert look(match).match.decided == over.version + 3
    verified(match)
    resigned = begin(*(seat.user for seat in match.seats.all()), first=0)
    resign(resigned, 0)
    assert seats_of(resigned)[0][0] == "lost"
    end(resigned, staff)
    assert seats_of(resigned)[0] == ("won", 1, 7)
    verified(resigned)


def test_that_all_had_agreed_to_end_it_stays_told(match, staff):
    ask(match, 0, "end")
    answer(match, 1)
    ended = look(match)
    end(match, staff)
    end(match, staff, LOST)
    assert selectors.snapshot_at(look(match).match, ended.version).result == ended.result
    lines = lines_told(match)
    taken = kept(match)
    assert taken.settled == ended.version
    assert selectors.snapshot_at(taken, ended.version).result == ended.result
    assert lines_told(taken) == lines
    actions.void(public_id=taken.public_id, by=staff, reason=WHY)
    assert look(taken).prompt(SPECTATOR).id == "This match was voided by an administrator."


def test_it_is_voided_all_the_same_but_not_the_other_way_round(match, staff):
    end(match, staff)
    actions.void(public_id=match.public_id, by=staff, reason=WHY)
    assert look(match).match.decided is None
    verified(match)
    for deed in (back, end):
        refused(errors.Voided, deed, match, staff)


def test_what_is_no_result_is_refused(match, staff):
    for result in (
        *(None, {}, [], "won", [1, 2], [{"outcome": "won"}] * 2),
        *([*WON, *WON], [WON[0], WON[0]]),
    ):
        refusal = refused((errors.Malformed, errors.Unfitting), end, match, staff, result)
        assert refusal.status == 400
    refusal = refused(errors.Unfitting, end, match, staff, [WON[0], WON[1] | {"rank": 3}])
    assert (refusal.code, refusal.extra) == ("unfitting", {"why": "ranks"})


@pytest.mark.parametrize("twice", [False, True])
def test_a_repaired_match_is_exported_and_taken_in_again(three, staff, twice):
    match = three()
    play_on(match, 3)
    resign(match, 1)
    back(match, staff, to=1)
    result = [*WON, {"outcome": "lost", "rank": 3, "score": None}]
    end(match, staff, result)
    if twice:
        end(match, staff, [result[1], result[0], result[2]])
    decided, gone, was = look(match).match.decided, look(match).gone, seats_of(match)
    taken = kept(match)
    assert (taken.decided, look(taken).gone, seats_of(taken)) == (decided, gone, was)
    assert look(taken).seats[1].looked_after


def test_follow_ups_run_again_and_tell_once(match, staff, committed):
    for result in (WON, LOST):
        with committed():
            end(match, staff, result)
        assert not FollowUp.objects.exists()
        for task in (tasks.tell_the_end, tasks.sign_record, tasks.keep_log_text):
            task(str(match.pk))  # it runs twice
        tasks.note_who_stayed(str(match.pk))
    told = notices_of(user_at(match, 0))
    assert len(told) == 2, "one for each result"
    assert all(said.endswith(f"The reason: {WHY}") for said in told)
    assert look(match).match.log_text.words.count("an administrator decided the result") == 2
    assert RecordSignature.objects.get().version == 5
