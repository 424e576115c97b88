"""What people ask of each other at a match: who must answer, what comes of it, when it is over."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import notice_checks
from accounts.models import Notice
from accounts.notice_text import sentence
from games.matches import errors, tasks
from games.matches.models import Heartbeat, Match
from games.matches.play.actions import leave, requests, services
from games.matches.play.actions.away import go_away
from games.matches.play.engine import request_times
from games.matches.play.parts import announcements, attendance
from games.matches.play.parts.absence import DEFAULTS_ONLY
from games.matches.record import selectors
from games.matches.record.restore import import_record
from games.plugin.codec import pack, plain
from tests.games.matches.conftest import (
    forget,
    fresh,
    lines_told,
    look,
    play,
    play_on,
    refused,
    resign,
    user_at,
    verified,
)

pytestmark = pytest.mark.django_db

LIVE = {"type": "live", "bank": 600, "increment": 5}
DAY = {"type": "move", "seconds": 86_400}
SILENT, A_DAY = timedelta(minutes=3), timedelta(days=1)
SECOND = timedelta(seconds=1)
ROLL = {"type": "roll"}


@pytest.fixture
def two(frozen, begin) -> Match:
    return begin()


@pytest.fixture
def three(frozen, begin, person) -> Match:
    return begin(person(), person(), person(), clock=LIVE)


def does(match: Match, name: str, seat: int, **said) -> services.Accepted:
    return services.CONTROLS[name](public_id=match.public_id, user=user_at(match, seat), **said)


def ask(match: Match, seat: int, what: str, **said) -> services.Accepted:
    return does(match, "ask", seat, what=what, **said)


def newest(match: Match) -> int:
    return (fresh(match).request or {}).get("step", 0)


def answer(match: Match, seat: int, yes: bool = True, **said) -> services.Accepted:
    return does(match, "answer", seat, yes=yes, **{"request": newest(match)} | said)


def withdraw(match: Match, seat: int, **said) -> services.Accepted:
    return does(match, "withdraw", seat, **{"request": newest(match)} | said)


def nudge(match: Match, seat: int, whom: int) -> services.Accepted:
    return requests.nudge(public_id=match.public_id, user=user_at(match, seat), seat=whom)


def mover(match: Match) -> int:
    return min(look(match).active_seats)


def silent(match: Match, frozen, time: timedelta = SILENT) -> list[int]:
    frozen.shift(time)
    away = mover(match)
    return [away, *(seat.index for seat in match.seats.all() if seat.index != away)]


def until(match: Match, seat: int):
    while mover(match) != seat:
        play(match)


def run_out(match: Match, frozen, time: timedelta):
    """The time of whoever is to move is over, and the portal was at work."""
    frozen.shift(time)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    services.time_out(pk=match.pk)


def kept(match: Match) -> Match:
    record = selectors.record_of(fresh(match))
    forget(match)
    copy = import_record(record)
    assert selectors.record_of(fresh(copy)) == record
    return copy


def test_who_is_asked_answers_once_and_who_asked_withdraws(three):
    ask(three, 0, "pause")
    refusal = refused(errors.RequestOpen, ask, three, 1, "cancel")
    assert refusal.extra == {"request": 1, "what": "pause"}
    refused(errors.NotAsked, answer, three, 0)
    answer(three, 1)
    said = fresh(three).request
    assert (said["what"], said["seat"], said["voters"], said["yes"]) == ("pause", 0, [1, 2], [1])
    told = Notice.objects.filter(event="vote").values_list("user", flat=True)
    assert set(told) == {user_at(three, 1).pk, user_at(three, 2).pk}
    refused(errors.NotAsked, answer, three, 1)
    refused(errors.NotYourRequest, withdraw, three, 1)
    withdraw(three, 0)
    refused(errors.NoRequest, answer, three, 1)
    ask(three, 0, "cancel")
    refused(errors.NoRequest, answer, three, 1, request=1)  # an answer is to one question
    answer(three, 1, yes=False)  # one no is enough
    refused(errors.NoRequest, answer, three, 2)
    assert (fresh(three).request, three.paused, three.running) == (None, "", True)
    verified(three)


def test_an_answer_after_its_time_is_refused(three, begin, frozen):
    ask(three, 0, "pause")
    frozen.shift(599)
    answer(three, 1)
    frozen.shift(1)
    refused(errors.NoRequest, answer, three, 2)
    ask(three, 0, "pause")  # and another may be asked
    verified(three)
    slow = begin(clock=DAY)
    ask(slow, 0, "cancel")
    frozen.shift(timedelta(days=3) - SECOND)
    assert requests.open_request.open_one(fresh(slow)) is not None
    frozen.shift(SECOND)
    assert requests.open_request.open_one(slow) is None


def test_nothing_is_asked_where_nobody_else_plays(begin, person):
    alone = begin(person(), "easy", clock=LIVE)
    for what in ("undo", "pause", "cancel"):
        refused(errors.NobodyToAsk, ask, alone, 0, what)
    away = begin(person(), person(), clock=LIVE)
    away.seats.filter(index=1).update(caretaker=True)
    refused(errors.NobodyToAsk, ask, away, 0, "pause")
    refused(errors.NobodyToAsk, ask, away, 0, "slow", seconds=86_400)
    match = begin(person(), person(), person())
    seat = mover(match)
    play(match)
    match.seats.filter(index=(seat + 1) % 3).update(caretaker=True)
    refused(errors.CaretakerRefuses, ask, match, seat, "undo")


def test_who_has_asked_often_waits(three, begin, frozen):
    for _time in range(requests.MOST_ASKED):
        ask(three, 0, "pause")
        withdraw(three, 0)
        frozen.shift(60)
    refused(errors.AskedOften, ask, three, 0, "cancel")
    told = Notice.objects.filter(event="vote", user=user_at(three, 1)).count()
    assert told == requests.MOST_ASKED
    ask(three, 1, "pause")
    withdraw(three, 1)
    frozen.shift(3600 - 60 * requests.MOST_ASKED)
    ask(three, 0, "cancel")
    verified(three)
    slow = begin(clock=DAY)
    for _time in range(requests.MOST_ASKED):
        ask(slow, 0, "cancel")
        withdraw(slow, 0)
    frozen.shift(timedelta(hours=23))
    refused(errors.AskedOften, ask, slow, 0, "cancel")


def test_what_makes_no_sense_is_malformed(three):
    for what in ("please", None, 7, "slow"):
        refused(errors.Malformed, ask, three, 0, what)
    refused(errors.Malformed, ask, three, 0, "slow", seconds=5)
    refused(errors.Malformed, ask, three, 0, "undo", about=1)
    refused(errors.Malformed, answer, three, 1, yes="perhaps")


def test_by_consent_play_goes_back_beyond_the_barrier(two):
    before, seat = pack(look(two).state), mover(two)
    play(two)
    while mover(two) == seat:
        play(two)
    last = two.steps.filter(seat=seat, actor="person").order_by("-index")[0]
    ask(two, seat, "undo")
    answer(two, 1 - seat)
    step = two.steps.order_by("-index")[0]
    assert (step.kind, step.actor, step.seat) == ("undo", "consent", seat)
    assert (step.base, step.action, step.events) == (last.base, None, [])
    assert mover(two) == seat
    if last.base == 0:
        assert pack(look(two).state) == before
    assert look(two).can_undo(seat) is False
    play_on(two, step.index + 4)
    resign(two)
    verified(two)
    assert selectors.record_of(two).steps[step.index].actor == "consent"


def test_chance_doesnt_rewind_and_after_that_one_takes_back_alone_again(begin, endless):
    match = begin(game=endless, first=0)
    play(match, action=ROLL)
    counters = fresh(match).chance_counters
    ask(match, 0, "undo")
    answer(match, 1)
    assert counters
    assert fresh(match).chance_counters == counters
    shown = look(match)
    assert shown.state.turn == 0
    play(match, action={"type": "lay", "fruit": shown.state.hands[0][0]})
    services.undo(public_id=match.public_id, user=user_at(match, 0))
    assert pack(look(match).state) == pack(shown.state)
    play(match, action=ROLL)
    assert fresh(match).chance_counters != counters
    verified(match)


def test_a_persons_next_step_ends_it(two):
    seat = mover(two)
    refused(errors.NoActionYet, ask, two, seat, "undo")
    play(two)
    refused(errors.Stale, ask, two, seat, "undo", version=0)
    ask(two, seat, "undo")
    play(two)
    refused(errors.NoRequest, answer, two, 1 - seat)
    verified(two)


def test_clocks_keep_what_they_have_and_a_free_take_back_stays_free(begin, endless, frozen):
    match = begin(game=endless, first=0)
    play(match, action={"type": "lay", "fruit": look(match).state.hands[0][0]})
    ask(match, 0, "pause")
    answer(match, 1, yes=False)
    services.undo(public_id=match.public_id, user=user_at(match, 0))
    verified(match)
    match = begin(game=endless, first=0, clock=LIVE)
    play(match, action=ROLL)
    frozen.shift(60)
    ask(match, 0, "undo")
    frozen.shift(30)
    answer(match, 1)
    first, second = match.seats.all()
    assert (second.bank, second.deadline) == (timedelta(seconds=510), None)
    assert first.deadline - first.bank == timezone.now()


@pytest.fixture
def asked(begin, person, monkeypatch, frozen) -> Match:
    """Seat 0 wants something back after which a computer is to move, whom no worker serves."""
    monkeypatch.setattr(announcements, "send_token", lambda *_token: None)
    match = begin(person(), "easy", person(), first=0)
    until(match, 1)
    return match


def test_computers_wait_for_half_a_minute_at_most(asked, frozen, committed):
    with committed():
        ask(asked, 0, "undo")
    assert fresh(asked).request["until"]
    assert asked.turn_due_at is None
    action = look(asked).game.default_action(look(asked).state, 1)
    said = {"match_id": asked.pk, "seat": 1, "epoch": 0, "action": action}
    assert services.submit_ai_action(version=asked.version, **said) is None
    with committed():
        answer(asked, 2, yes=False)
    assert fresh(asked).turn_due_at is not None, "as soon as someone refuses"
    ask(asked, 0, "undo")
    frozen.shift(30)
    Match.objects.update(turn_due_at=None)
    with committed():
        request_times.look(match_id=asked.pk)
    assert fresh(asked).request is None
    assert asked.turn_due_at is not None
    refused(errors.NoRequest, answer, asked, 2)
    assert services.submit_ai_action(version=asked.version, **said)
    verified(asked)


def agree(match: Match, asker: int, what: str, **said):
    ask(match, asker, what, **said)
    for seat in match.seats.exclude(index=asker):
        answer(match, seat.index)


def test_clocks_stand_still_in_a_pause(three, frozen):
    refused(errors.NotPaused, ask, three, 0, "resume")
    frozen.shift(60)
    agree(three, 0, "pause")
    seat = three.seats.get(owes=True)
    assert (seat.bank, seat.deadline) == (timedelta(seconds=540), None)
    frozen.shift(3600)
    refused(errors.Paused, play, three)
    ask(three, 1, "resume")
    answer(three, 0)
    refused(errors.Paused, play, three)
    answer(three, 2)
    play(three)
    verified(three)


def ends_after(match: Match, frozen, time: timedelta):
    """The pause ends then, and not a second earlier."""
    frozen.shift(time - SECOND)
    tasks.sweep()
    assert fresh(match).paused == "consent"
    frozen.shift(SECOND)
    tasks.sweep()
    assert fresh(match).paused == ""
    play(match)
    verified(match)


def test_a_pause_ends_by_itself_after_two_weeks_or_three_days_after_someone_asked(
    three, frozen, client
):
    agree(three, 0, "pause")
    ends_after(three, frozen, timedelta(days=14))
    assert Notice.objects.filter(key__contains=":resumed:").count() == 3
    agree(three, 0, "pause")
    ask(three, 1, "resume")
    answer(three, 0, yes=False)
    ends_after(three, frozen, timedelta(days=3))
    agree(three, 0, "pause")
    whole = fresh(three).pause_ends
    told = client.get(f"/api/matches/{three.public_id}/").json()["pause_ends"]
    assert told == whole.isoformat().replace("+00:00", "Z")
    ask(three, 1, "resume")
    assert fresh(three).pause_ends != whole
    withdraw(three, 1)
    assert fresh(three).pause_ends == whole
    ends_after(three, frozen, timedelta(days=14))


def test_one_may_close_the_account_in_a_pause(three):
    agree(three, 0, "pause")
    leave.leave_matches(user=user_at(three, 0))
    assert three.seats.get(index=0).resigned is not None
    assert fresh(three).paused == "consent"
    ask(three, 1, "resume")
    answer(three, 2)
    assert fresh(three).paused == ""
    verified(three)


def test_who_is_left_in_a_pause_goes_on_alone(three):
    agree(three, 0, "pause")
    three.seats.exclude(index=0).update(caretaker=True)
    ask(three, 0, "resume")
    assert fresh(three).paused == ""
    assert lines_told(three)[-1] == "amber resumes the match: nobody else has to agree."


def test_a_live_match_becomes_one_over_days(three, frozen):
    agree(three, 0, "slow", seconds=259_200)
    assert fresh(three).clock == {"type": "move", "seconds": 259_200}
    assert set(three.seats.values_list("bank", flat=True)) == {timedelta(days=3)}
    assert three.seats.get(owes=True).deadline == timezone.now() + timedelta(days=3)
    refused(errors.NotLive, ask, three, 0, "slow", seconds=86_400)
    verified(three)


@pytest.mark.parametrize(
    ("agreed", "after"),
    [
        ({"then": "caretaker", "after": 2, "level": "easy"}, 3),
        ({"then": "forfeit", "after": 2, "level": None}, 2),
        (None, None),
    ],
)
def test_over_days_as_many_deadlines_may_be_missed_as_are_usual_there(begin, agreed, after):
    match = begin(clock=LIVE, absence=agreed)
    ask(match, 0, "slow", seconds=86_400)
    answer(match, 1, yes=False)
    assert fresh(match).absence == agreed
    agree(match, 0, "slow", seconds=86_400)
    assert fresh(match).absence == (agreed and {**agreed, "after": after})


def test_all_who_are_here_can_cancel_and_the_record_can_be_kept(three):
    agree(three, 0, "cancel")
    assert (fresh(three).status, three.result) == ("voided", None)
    assert "agreed to cancel" in look(three).prompt(0).id
    verified(three)
    pk, copy = three.pk, kept(three)
    assert (copy.pk != pk, copy.status) == (True, "voided")
    assert "agreed to cancel" in look(copy).prompt(0).id


def test_the_log_says_what_an_answer_has_brought_about(three):
    for what, said in (("pause", {}), ("resume", {}), ("slow", {"seconds": 86_400})):
        agree(three, 0, what, **said)
    assert lines_told(three)[-9:] == [
        "amber asks to pause the match.",
        "birch agrees.",
        "cedar agrees, so the match is paused.",
        "amber asks to resume.",
        "birch agrees.",
        "cedar agrees, so the match resumes.",
        "amber asks to continue over days: one day for every step.",
        "birch agrees.",
        "cedar agrees, so the match continues over days.",
    ]
    said = {"type": "answer", "to": 1, "yes": True}
    assert three.steps.get(index=3).action == said | {"granted": "pause"}
    assert three.steps.get(index=2).action == said


def test_who_isnt_here_isnt_asked_to_cancel_and_the_log_says_so(three, frozen):
    away, one, other = silent(three, frozen)
    names = [seat.name for seat in three.seats.all()]
    ask(three, one, "cancel")
    answer(three, other)
    assert fresh(three).status == "voided"
    assert lines_told(three)[-5:] == [
        f"{names[one]} asks to cancel the match.",
        f"{names[other]} agrees.",
        f"{names[away]} was away, and wasn’t asked.",
        f"All have agreed to what {names[one]} asked.",
        "The match is canceled and doesn’t count.",
    ]
    verified(three)
    lines = lines_told(three)
    assert lines_told(kept(three)) == lines


def test_who_comes_back_has_a_say(three, frozen):
    away, one, other = silent(three, frozen)
    ask(three, one, "cancel")
    play(three)
    answer(three, other)
    assert fresh(three).running
    answer(three, away, yes=False)
    assert (fresh(three).running, three.request) == (True, None)
    verified(three)


def test_all_who_are_here_can_end_it_as_it_stands(begin, race, frozen):
    match = begin(game=race, clock=LIVE)
    play(match, action=ROLL)
    points = look(match).state.points
    agree(match, 0, "end")
    assert (fresh(match).status, match.settled, match.paused) == ("finished", match.version, "")
    best = max(points)
    ended = [(seat.outcome, seat.score) for seat in look(match).seats]
    assert ended == [("won" if own == best else "lost", own) for own in points]
    assert "Everyone agreed to end" in look(match).prompt(0).id
    assert "The match ends as it stands." in lines_told(match)
    assert not match.seats.filter(owes=True).exists()
    verified(match)
    settled, result = match.settled, match.result
    copy = kept(match)
    assert (copy.status, copy.settled, copy.result) == ("finished", settled, result)
    assert "Everyone agreed to end" in look(copy).prompt(0).id


def test_it_goes_on_when_somebody_doesnt_want_it_to_end_and_ends_in_a_pause_too(begin, race):
    match = begin(game=race, clock=LIVE)
    ask(match, 0, "end")
    answer(match, 1, yes=False)
    assert (fresh(match).running, match.settled, match.request) == (True, None, None)
    verified(match)
    agree(match, 0, "pause")
    agree(match, 1, "end")
    assert (fresh(match).status, match.paused) == ("finished", "")
    verified(match)


def test_a_game_without_points_isnt_ended_as_it_stands(begin):
    match = begin(game="castle-panic", clock=LIVE)
    refused(errors.NotCounted, ask, match, 0, "end")


def test_over_days_nobody_is_left_out_who_slept_a_day(two, frozen):
    away, other = silent(two, frozen, timedelta(days=6))
    ask(two, other, "cancel")
    assert fresh(two).request["voters"] == [away]
    withdraw(two, other)
    frozen.shift(A_DAY)
    ask(two, other, "cancel")
    assert not fresh(two).running
    verified(two)


def test_the_majority_hands_a_silent_seat_over(three, frozen):
    away, one, other = silent(three, frozen, SILENT - SECOND)
    refused(errors.NotSilent, ask, three, one, "take-over", about=away)
    frozen.shift(SECOND)
    ask(three, one, "take-over", about=away)
    answer(three, other)
    seat = three.seats.get(index=away)
    assert (seat.caretaker, seat.epoch) == (True, 1)
    step = three.steps.get(kind="control", actor="vote")
    assert (step.seat, step.action) == (away, {"type": "hand-over"})
    assert Notice.objects.filter(user=seat.user, event="caretaker").count() == 1
    verified(three)


def test_the_only_other_person_decides_alone_and_over_days_it_takes_a_day(two, frozen):
    away, other = silent(two, frozen, A_DAY - SECOND)
    refused(errors.NotSilent, ask, two, other, "take-over", about=away)
    frozen.shift(SECOND)
    ask(two, other, "take-over", about=away)
    assert two.seats.get(index=away).caretaker
    assert decided(two, other) == []  # who decides alone knows
    verified(two)
    refused(errors.MayComeBack, ask, two, other, "cancel")
    frozen.shift(timedelta(days=6))
    ask(two, other, "cancel")
    assert fresh(two).status == "voided"


@pytest.fixture
def missed(begin, frozen) -> Match:
    match = begin(clock={"type": "move", "seconds": 3 * 86_400}, absence=plain(DEFAULTS_ONLY))
    run_out(match, frozen, timedelta(days=3, seconds=1))
    return match


def late(match: Match) -> int:
    return match.steps.get(kind="time-out").seat


def test_by_the_clock_a_day_past_the_first_missed_deadline(missed, frozen):
    away = late(missed)
    until(missed, away)
    frozen.shift(A_DAY - SECOND)
    refused(errors.NotSilent, ask, missed, 1 - away, "take-over", about=away)
    frozen.shift(SECOND)
    nudge(missed, 1 - away, away)
    ask(missed, 1 - away, "take-over", about=away)
    assert missed.seats.get(index=away).caretaker
    verified(missed)


def test_who_has_moved_since_isnt_past_due(missed, frozen):
    away = late(missed)
    until(missed, away)
    play(missed)
    until(missed, away)
    frozen.shift(timedelta(days=2))
    refused(errors.NotSilent, ask, missed, 1 - away, "take-over", about=away)


def test_whose_page_is_open_isnt_silent_and_keeps_the_seat(three, frozen):
    away, one, other = silent(three, frozen)
    ask(three, one, "take-over", about=away)
    attendance.note(three.public_id, user_at(three, away).pk)
    refused(errors.NoRequest, answer, three, other)
    withdraw(three, one)
    refused(errors.NotSilent, ask, three, one, "take-over", about=away)


def test_who_is_on_vacation_isnt_silent(begin, frozen):
    match = begin(clock=DAY)
    away = mover(match)
    run_out(match, frozen, A_DAY)
    until(match, away)
    today = timezone.now().date()
    go_away(user=user_at(match, away), first=today, last=today + timedelta(days=2))
    frozen.shift(timedelta(days=2))
    refused(errors.NotSilent, nudge, match, 1 - away, away)
    frozen.shift(A_DAY)
    nudge(match, 1 - away, away)


def test_any_step_of_the_silent_person_and_coming_back_end_the_vote(three, frozen):
    away, one, other = silent(three, frozen)
    ask(three, one, "take-over", about=away)
    play(three)
    refused(errors.NoRequest, answer, three, other)
    away, one, other = silent(three, frozen)
    version = ask(three, one, "take-over", about=away).version
    said = {"public_id": three.public_id, "user": user_at(three, away), "request": version}
    requests.came_back(**said)
    refused(errors.NoRequest, answer, three, other)
    requests.came_back(**said)
    verified(three)


def test_a_silent_person_is_nudged_once_a_day_and_not_by_mail_once_they_have_moved(two, frozen):
    away, other = silent(two, frozen, A_DAY - SECOND)
    refused(errors.NotSilent, nudge, two, other, away)
    frozen.shift(SECOND)
    assert nudge(two, other, away).version == two.version
    refused(errors.Nudged, nudge, two, other, away)
    frozen.shift(A_DAY)
    nudge(two, other, away)
    told = Notice.objects.filter(event="nudge")
    assert [notice.user_id for notice in told] == [user_at(two, away).pk] * 2
    assert not notice_checks.why_not(told.last())
    while mover(two) == away:
        play(two)
    assert notice_checks.why_not(told.last()) == notice_checks.PAST


def decided(match: Match, seat: int) -> list[str]:
    told = Notice.objects.filter(user=user_at(match, seat), key__contains=":decided:")
    return [sentence(notice).partition(" your match of ")[0] for notice in told.order_by("pk")]


def test_who_asked_hears_what_came_of_it_unless_they_are_at_the_match(three):
    agree(three, 0, "pause")
    agree(three, 1, "resume")
    assert decided(three, 1) == ["The others have agreed to resume"]
    ask(three, 2, "pause")
    attendance.note(three.public_id, user_at(three, 2).pk)
    answer(three, 1, yes=False)
    assert decided(three, 2) == []


def test_who_asked_hears_that_time_ran_out(two, frozen):
    ask(two, 0, "pause")
    frozen.shift(timedelta(days=3))
    tasks.sweep()
    tasks.sweep()
    assert decided(two, 0) == ["Not everyone answered in time whether to pause"]


@pytest.mark.parametrize("yes", [True, False])
def test_they_hear_what_of_all_that_they_had_asked(begin, endless, yes):
    match = begin(game=endless, clock=LIVE, first=0)
    play(match)
    for what, said in (("undo", {}), ("slow", {"seconds": 86_400}), ("pause", {}), ("cancel", {})):
        if yes and what == "cancel":
            break  # the notice of the end tells that
        ask(match, 0, what, **said)
        answer(match, 1, yes=yes)
    wishes = ["take a step back in", "play", "pause", "cancel"]
    said_so = "The others have agreed to" if yes else "birch doesn’t agree to"
    assert decided(match, 0) == [f"{said_so} {wish}" for wish in wishes[: 3 if yes else 4]]


def test_they_hear_so_of_a_seat(three, frozen):
    for yes in (False, True):
        away, asker, other = silent(three, frozen)
        ask(three, asker, "take-over", about=away)
        answer(three, other, yes=yes)
    wish = "let a computer player take a silent seat in"
    assert decided(three, asker) == [
        f"The others don’t agree to {wish}",
        f"The others have agreed to {wish}",
    ]


def test_whom_a_vote_is_about_is_mailed_while_it_is_open(three, frozen):
    away, one, _other = silent(three, frozen)
    ask(three, one, "take-over", about=away)
    told = Notice.objects.get(user=user_at(three, away), event="vote")
    assert not notice_checks.why_not(told)
    play(three)
    assert notice_checks.why_not(told) == notice_checks.PAST


def asked_whether_they_play() -> int:
    tasks.sweep()
    return Notice.objects.filter(event="vote").count()


def test_after_two_weeks_people_are_asked_and_after_three_it_rests(two, frozen):
    refused(errors.StillAwake, does, two, "play-on", 0)
    frozen.shift(timedelta(days=13))
    assert asked_whether_they_play() == 0
    frozen.shift(A_DAY)
    assert [asked_whether_they_play() for _ in range(2)] == [2, 2]
    frozen.shift(timedelta(days=7))
    tasks.sweep()
    assert fresh(two).paused == "resting"
    refused(errors.Paused, play, two)
    does(two, "play-on", 0)
    play(two)
    verified(two)


def test_a_move_or_saying_so_counts_from_then_on_and_nobody_rests_unasked(two, frozen):
    frozen.shift(timedelta(days=10))
    play(two)
    frozen.shift(timedelta(days=4))
    assert asked_whether_they_play() == 0
    assert fresh(two).look_at == timezone.now() + timedelta(days=10)
    frozen.shift(timedelta(days=60))  # as after a long downtime
    assert asked_whether_they_play() == 2
    assert fresh(two).paused == ""
    does(two, "play-on", 0)
    frozen.shift(timedelta(days=7))
    tasks.sweep()
    assert fresh(two).paused == ""
    verified(two)


def test_matches_that_are_over_or_go_by_the_clock_never_rest(begin, race):
    match = play_on(begin(game=race)).match
    assert (match.running, match.look_at) == (False, None)
    assert fresh(begin(clock=DAY)).look_at is None
