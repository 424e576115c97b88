"""What people ask of each other at a match: who must answer, what comes of it, when it is over."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, get_args

import pytest
from django.utils import timezone

from accounts import blocks, notice_checks
from accounts.models import Delivery, Notice
from accounts.notice_text import sentence
from accounts.talk.services import mute
from games.matches import errors, tasks
from games.matches.models import Heartbeat, Match
from games.matches.play import (
    announcements,
    here,
    leave,
    request_texts,
    request_times,
    requests,
    services,
)
from games.matches.play.absence import DEFAULTS_ONLY, Absence
from games.matches.play.away import go_away
from games.matches.record import selectors
from games.matches.record.restore import import_record
from games.plugin import SPECTATOR, verify_record
from games.plugin.codec import pack, plain
from games.plugin.requests import What
from tests.games.matches.conftest import fresh, look, play, play_on, user_at
from tests.games.matches.test_submit import rows

pytestmark = pytest.mark.django_db

LIVE = {"type": "live", "bank": 600, "increment": 5}
DAY = {"type": "move", "seconds": 86_400}
SILENT = timedelta(minutes=3)


@pytest.fixture
def two(frozen, begin) -> Match:
    """A match of two people."""
    return begin()


@pytest.fixture
def three(frozen, begin, person) -> Match:
    """A live match of three people."""
    return begin(person(), person(), person(), clock=LIVE)


def ask(match: Match, seat: int, what: str, **said) -> services.Accepted:
    return services.CONTROLS["ask"](
        public_id=match.public_id, user=user_at(match, seat), what=what, **said
    )


def answer(match: Match, seat: int, yes: bool = True, **said) -> services.Accepted:
    match.refresh_from_db()
    given = {"request": (match.request or {}).get("step", 0)} | said
    return services.CONTROLS["answer"](
        public_id=match.public_id, user=user_at(match, seat), yes=yes, **given
    )


def withdraw(match: Match, seat: int, **said) -> services.Accepted:
    match.refresh_from_db()
    given = {"request": (match.request or {}).get("step", 0)} | said
    return services.CONTROLS["withdraw"](
        public_id=match.public_id, user=user_at(match, seat), **given
    )


def nudge(match: Match, seat: int, whom: int) -> services.Accepted:
    return requests.nudge(public_id=match.public_id, user=user_at(match, seat), seat=whom)


def mover(match: Match) -> int:
    """The seat that owes a decision."""
    return min(look(match).active_seats)


def refused(refusal: type[Exception], match: Match, deed: Callable[..., Any], *said):
    """The refusal of something that must change nothing."""
    before = rows(match)
    with pytest.raises(refusal) as caught:
        deed(match, *said)
    assert rows(match) == before
    return caught.value


def verified(match: Match):
    """The record so far, ended by an administrator's void, tells the truth."""
    if fresh(match).running:
        match.status = Match.Status.VOIDED  # only so that the record opens
        record = selectors.record_of(match)
        match.status = Match.Status.ACTIVE
    else:
        record = selectors.record_of(match)
    assert verify_record(record).replayed


def test_it_is_seen_by_all_what_was_asked_and_who_answered(three):
    ask(three, 0, "pause")
    answer(three, 1)
    three.refresh_from_db()
    kept = three.request
    assert (kept["what"], kept["seat"], kept["voters"], kept["yes"]) == ("pause", 0, [1, 2], [1])
    verified(three)


def test_one_request_is_open_at_a_time(three):
    ask(three, 0, "pause")
    refusal = refused(errors.RequestOpen, three, ask, 1, "cancel")
    assert refusal.extra == {"request": 1, "what": "pause"}


def test_the_same_client_id_gets_the_same_answer(three):
    first = ask(three, 0, "pause", client_id="once")
    again = ask(three, 0, "pause", client_id="once")
    assert (again.version, again.repeated) == (first.version, True)
    with pytest.raises(errors.ClientIdTaken):
        ask(three, 0, "cancel", client_id="once")
    first = answer(three, 1, client_id="yes")
    assert answer(three, 1, client_id="yes").version == first.version


def test_who_isnt_asked_doesnt_answer(three):
    ask(three, 0, "pause")
    refused(errors.NotAsked, three, answer, 0)
    answer(three, 1)
    refused(errors.NotAsked, three, answer, 1)


def test_an_answer_is_to_one_question(three):
    ask(three, 0, "pause")
    withdraw(three, 0)
    ask(three, 0, "cancel")
    with pytest.raises(errors.NoRequest):
        answer(three, 1, request=1)
    assert fresh(three).running


def test_only_who_asked_withdraws(three):
    ask(three, 0, "pause")
    refused(errors.NotYourRequest, three, withdraw, 1)
    withdraw(three, 0)
    refused(errors.NoRequest, three, answer, 1)
    verified(three)


def test_one_no_is_enough(three):
    ask(three, 0, "pause")
    answer(three, 1, yes=False)
    refused(errors.NoRequest, three, answer, 2)
    assert (fresh(three).request, three.paused) == (None, "")
    verified(three)


def test_an_answer_after_its_time_is_refused(three, frozen):
    ask(three, 0, "pause")
    frozen.shift(599)
    answer(three, 1)
    frozen.shift(1)
    refused(errors.NoRequest, three, answer, 2)
    ask(three, 0, "pause")  # and another may be asked
    verified(three)


def test_over_days_there_are_three_days(begin, frozen):
    match = begin(clock=DAY)
    ask(match, 0, "cancel")
    match.refresh_from_db()
    assert requests.asked.open_one(match) is not None
    frozen.shift(timedelta(days=3))
    assert requests.asked.open_one(match) is None


def test_who_leaves_ends_what_is_asked(three):
    ask(three, 0, "pause")
    services.resign(public_id=three.public_id, user=user_at(three, 2))
    refused(errors.NoRequest, three, answer, 1)
    verified(three)


def test_nothing_is_asked_where_nobody_else_plays(begin, person):
    alone = begin(person(), "easy", clock=LIVE)
    for what in ("undo", "pause", "cancel"):
        refused(errors.NobodyToAsk, alone, ask, 0, what)


def test_who_has_asked_often_waits(three, frozen):
    for _time in range(requests.MOST_ASKED):
        ask(three, 0, "pause")
        withdraw(three, 0)
        frozen.shift(60)
    refused(errors.AskedOften, three, ask, 0, "cancel")
    told = Notice.objects.filter(event="vote", user=user_at(three, 1)).count()
    assert told == requests.MOST_ASKED
    ask(three, 1, "pause")
    withdraw(three, 1)
    frozen.shift(3600 - 60 * requests.MOST_ASKED)
    ask(three, 0, "cancel")
    verified(three)


def test_over_days_one_asks_as_often_in_a_day(begin, frozen):
    match = begin(clock=DAY)
    for _time in range(requests.MOST_ASKED):
        ask(match, 0, "cancel")
        withdraw(match, 0)
    frozen.shift(timedelta(hours=23))
    refused(errors.AskedOften, match, ask, 0, "cancel")


def test_who_is_away_finds_no_pause_and_no_other_clock(begin, person):
    match = begin(person(), person(), clock=LIVE)
    match.seats.filter(index=1).update(caretaker=True)
    refused(errors.NobodyToAsk, match, ask, 0, "pause")
    refused(errors.NobodyToAsk, match, lambda one: ask(one, 0, "slow", seconds=86_400))


def test_what_makes_no_sense_is_malformed(three):
    for what in ("please", None, 7):
        refused(errors.Malformed, three, ask, 0, what)
    for said in ({"what": "slow"}, {"what": "slow", "seconds": 5}, {"what": "undo", "about": 1}):
        with pytest.raises(errors.Malformed):
            ask(three, 0, **said)
    with pytest.raises(errors.Malformed):
        answer(three, 1, yes="perhaps")


def test_everybody_who_is_asked_is_told(three):
    ask(three, 0, "pause")
    told = Notice.objects.filter(event="vote").values_list("user", flat=True)
    assert set(told) == {user_at(three, 1).pk, user_at(three, 2).pk}


def test_by_consent_play_goes_back_beyond_the_barrier(two):
    before, seat = pack(look(two).state), mover(two)
    play(two)
    while mover(two) == seat:
        play(two)
    newest = two.steps.filter(seat=seat, actor="person").order_by("-index")[0]
    ask(two, seat, "undo")
    answer(two, 1 - seat)
    step = two.steps.order_by("-index")[0]
    assert (step.kind, step.actor, step.seat) == ("undo", "consent", seat)
    assert (step.base, step.action, step.events) == (newest.base, None, [])
    assert mover(two) == seat
    if newest.base == 0:
        assert pack(look(two).state) == before
    assert look(two).can_undo(seat) is False
    play_on(two)
    verified(two)
    two.refresh_from_db()
    assert selectors.record_of(two).steps[step.index].actor == "consent"


def test_chance_doesnt_rewind(begin, person, endless):
    match = begin(person(), person(), game=endless, first=0)
    play(match, action={"type": "roll"})
    first = match.steps.get(index=1).outcomes
    counters = Match.objects.get(pk=match.pk).chance_counters
    ask(match, 0, "undo")
    answer(match, 1)
    assert Match.objects.get(pk=match.pk).chance_counters == counters
    assert counters
    shown = look(match)
    assert shown.state.turn == 0
    play(match, action={"type": "roll"})
    assert Match.objects.get(pk=match.pk).chance_counters != counters
    assert first
    verified(match)


def test_after_that_one_takes_back_alone_again(begin, person, endless):
    match = begin(person(), person(), game=endless, first=0)
    play(match, action={"type": "roll"})
    ask(match, 0, "undo")
    answer(match, 1)
    before = pack(look(match).state)
    play(match, action={"type": "lay", "fruit": look(match).state.hands[0][0]})
    services.undo(public_id=match.public_id, user=user_at(match, 0))
    assert pack(look(match).state) == before
    verified(match)


def test_a_persons_next_step_ends_it(two):
    seat = mover(two)
    play(two)
    ask(two, seat, "undo")
    play(two)
    refused(errors.NoRequest, two, answer, 1 - seat)
    verified(two)


def test_who_has_done_nothing_takes_nothing_back(two):
    refused(errors.NoActionYet, two, ask, 0, "undo")


def test_a_caretaker_takes_nothing_back(begin, person):
    match = begin(person(), person(), person())
    seat = mover(match)
    play(match)
    match.seats.filter(index=(seat + 1) % 3).update(caretaker=True)
    refused(errors.CaretakerRefuses, match, ask, seat, "undo")


def test_an_old_position_isnt_asked_about(two):
    seat = mover(two)
    play(two)
    with pytest.raises(errors.Stale):
        ask(two, seat, "undo", version=0)


def test_a_free_take_back_stays_free_while_something_is_asked(begin, person, endless):
    match = begin(person(), person(), game=endless, first=0)
    shown = look(match)
    play(match, action={"type": "lay", "fruit": shown.state.hands[0][0]})
    ask(match, 0, "pause")
    answer(match, 1, yes=False)
    services.undo(public_id=match.public_id, user=user_at(match, 0))
    verified(match)


def test_clocks_keep_what_they_have(begin, person, endless, frozen):
    match = begin(person(), person(), game=endless, first=0, clock=LIVE)
    play(match, action={"type": "roll"})
    frozen.shift(60)
    ask(match, 0, "undo")
    frozen.shift(30)
    answer(match, 1)
    first, second = match.seats.all()
    assert second.bank == timedelta(seconds=510)
    assert second.deadline is None
    assert first.deadline - first.bank == timezone.now()


@pytest.fixture
def with_computer(begin, person, monkeypatch) -> Match:
    """Two people and a computer player after the first of them, whom no worker serves."""
    monkeypatch.setattr(announcements, "send_token", lambda *_token: None)
    return begin(person(), "easy", person(), first=0)


def to_computer(match: Match):
    while mover(match) == 0:
        play(match)
    assert mover(match) == 1


def test_computers_wait_for_half_a_minute_at_most(with_computer, frozen, committed):
    to_computer(with_computer)
    with committed():
        ask(with_computer, 0, "undo")
    assert fresh(with_computer).request["until"]
    assert with_computer.turn_due_at is None
    action = look(with_computer).game.default_action(look(with_computer).state, 1)
    said = {"match_id": with_computer.pk, "seat": 1, "epoch": 0, "action": action}
    assert services.submit_ai_action(version=with_computer.version, **said) is None
    frozen.shift(30)
    with committed():
        request_times.look(match_id=with_computer.pk)
    assert fresh(with_computer).request is None
    assert with_computer.turn_due_at is not None
    refused(errors.NoRequest, with_computer, answer, 2)
    assert services.submit_ai_action(version=with_computer.version, **said)
    verified(with_computer)


def test_they_go_on_at_that_moment_and_not_with_the_next_sweep(with_computer, frozen, monkeypatch):
    to_computer(with_computer)
    ask(with_computer, 0, "undo")
    queued = []
    monkeypatch.setattr(
        tasks.look, "apply_async", lambda args, countdown: queued.append((args, countdown))
    )
    frozen.shift(27.5)
    tasks.sweep()
    assert queued == []
    frozen.shift(2)
    tasks.sweep()
    assert queued == [((str(with_computer.pk),), 0.5)]


def test_who_watches_them_wait_waits_no_longer_for_their_pace(
    with_computer, frozen, monkeypatch, settings, committed
):
    settings.AI_PACE_SECONDS = 1.5
    monkeypatch.setattr(announcements, "is_watched", lambda _match: True)
    to_computer(with_computer)
    ask(with_computer, 0, "undo")
    frozen.shift(30)
    with committed():
        request_times.look(match_id=with_computer.pk)
    assert fresh(with_computer).turn_due_at == timezone.now()


def test_computers_go_on_as_soon_as_someone_refuses(with_computer, committed):
    to_computer(with_computer)
    ask(with_computer, 0, "undo")
    with committed():
        answer(with_computer, 2, yes=False)
    assert fresh(with_computer).turn_due_at is not None


def pause(match: Match, asker: int = 0):
    ask(match, asker, "pause")
    for seat in match.seats.exclude(index=asker):
        answer(match, seat.index)


def test_clocks_stand_still_in_a_pause(three, frozen):
    frozen.shift(60)
    pause(three)
    seat = three.seats.get(owes=True)
    assert (seat.bank, seat.deadline) == (timedelta(seconds=540), None)
    frozen.shift(3600)
    with pytest.raises(errors.Paused):
        play(three)
    ask(three, 1, "resume")
    answer(three, 0)
    with pytest.raises(errors.Paused):
        play(three)
    answer(three, 2)
    play(three)
    verified(three)


def test_a_pause_ends_by_itself_after_two_weeks(three, frozen):
    pause(three)
    frozen.shift(timedelta(days=14) - timedelta(seconds=1))
    tasks.sweep()
    assert fresh(three).paused == "consent"
    frozen.shift(1)
    tasks.sweep()
    assert fresh(three).paused == ""
    assert Notice.objects.filter(key__contains=":resumed:").count() == 3
    play(three)
    verified(three)


def test_nobody_holds_the_others_in_a_pause_for_more_than_three_days(three, frozen):
    pause(three)
    ask(three, 1, "resume")
    answer(three, 0, yes=False)
    frozen.shift(timedelta(days=3) - timedelta(seconds=1))
    tasks.sweep()
    assert fresh(three).paused == "consent"
    frozen.shift(1)
    tasks.sweep()
    assert fresh(three).paused == ""
    play(three)
    verified(three)


def test_programs_read_when_the_pause_ends(three, frozen, client):
    def ends():
        told = client.get(f"/api/matches/{three.public_id}/").json()["pause_ends"]
        return told

    def after(**time):
        return (paused_at + timedelta(**time)).isoformat().replace("+00:00", "Z")

    assert ends() is None
    pause(three)
    paused_at = timezone.now()
    assert ends() == after(days=14)
    frozen.shift(timedelta(days=2))
    ask(three, 1, "resume")
    assert ends() == after(days=5)
    answer(three, 0, yes=False)
    assert ends() == after(days=5)
    kept = Match.objects.get(pk=three.pk).pause_ends
    page = client.get(f"/matches/{three.public_id}/").content.decode()
    assert kept.isoformat() in page.partition('id="pause-ends"')[2]
    frozen.shift(timedelta(days=3))
    tasks.sweep()
    assert ends() is None


def test_who_withdraws_gives_the_pause_its_time_back(three, frozen):
    pause(three)
    whole = Match.objects.get(pk=three.pk).pause_ends
    ask(three, 1, "resume")
    assert whole != Match.objects.get(pk=three.pk).pause_ends
    withdraw(three, 1)
    assert whole == Match.objects.get(pk=three.pk).pause_ends


def test_who_no_longer_wants_to_go_on_hurries_nobody(three, frozen):
    pause(three)
    ask(three, 1, "resume")
    withdraw(three, 1)
    frozen.shift(timedelta(days=13))
    tasks.sweep()
    assert fresh(three).paused == "consent"


def test_one_may_resign_in_a_pause(three):
    pause(three)
    services.resign(public_id=three.public_id, user=user_at(three, 0))
    assert fresh(three).paused == "consent"
    ask(three, 1, "resume")
    answer(three, 2)
    assert fresh(three).paused == ""
    verified(three)


def test_an_account_may_be_closed_in_a_pause(three):
    pause(three)
    leaving = user_at(three, 0)
    leave.leave_matches(user=leaving)
    assert three.seats.get(index=0).resigned is not None
    verified(three)


def test_resigning_in_a_pause_may_end_the_match(begin):
    match = begin(clock=LIVE)
    pause(match)
    services.resign(public_id=match.public_id, user=user_at(match, 0))
    assert (fresh(match).status, match.paused) == ("finished", "")
    verified(match)


def test_what_isnt_paused_isnt_resumed(three):
    refused(errors.NotPaused, three, ask, 0, "resume")


def test_a_live_match_becomes_one_over_days(three, frozen):
    ask(three, 0, "slow", seconds=259_200)
    answer(three, 1)
    answer(three, 2)
    assert fresh(three).clock == {"type": "move", "seconds": 259_200}
    banks = set(three.seats.values_list("bank", flat=True))
    assert banks == {timedelta(days=3)}
    assert three.seats.get(owes=True).deadline == timezone.now() + timedelta(days=3)
    with pytest.raises(errors.NotLive):
        ask(three, 0, "slow", seconds=86_400)
    verified(three)


@pytest.mark.parametrize(
    ("agreed", "after"),
    [
        ({"then": "caretaker", "after": 2, "level": "easy"}, 3),
        ({"then": "caretaker", "after": 1, "level": None}, 1),
        ({"then": "forfeit", "after": 2, "level": None}, 2),
        (None, None),
    ],
)
def test_over_days_as_many_deadlines_may_be_missed_as_are_usual_there(begin, agreed, after):
    match = begin(clock=LIVE, absence=agreed)
    ask(match, 0, "slow", seconds=86_400)
    answer(match, 1, yes=False)
    assert fresh(match).absence == agreed
    ask(match, 0, "slow", seconds=86_400)
    answer(match, 1)
    assert fresh(match).absence == (agreed and {**agreed, "after": after})


def test_so_after_two_in_a_row_nobody_stands_in_yet(begin, frozen):
    match = begin(clock=LIVE, absence=plain(Absence(after=2)))
    ask(match, 0, "slow", seconds=86_400)
    answer(match, 1)
    late = mover(match)
    for missed in ((1, False), (2, False), (0, True)):
        while mover(match) != late:
            play(match)
        frozen.shift(86_401)
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})  # it was at work
        services.time_out(pk=match.pk)
        seat = match.seats.get(index=late)
        assert (seat.missed, seat.caretaker) == missed
    verified(match)


def test_all_who_are_here_can_cancel(three):
    ask(three, 0, "cancel")
    answer(three, 1)
    answer(three, 2)
    assert (fresh(three).status, three.result) == ("voided", None)
    assert "agreed to cancel" in look(three).prompt(0).id
    verified(three)


def test_a_canceled_record_can_be_kept(two):
    ask(two, 0, "cancel")
    answer(two, 1)
    two.refresh_from_db()
    record = selectors.record_of(two)
    pk, deal = two.pk, two.deal
    two.delete()
    deal.delete()
    copy = import_record(record)
    assert copy.pk != pk
    assert copy.status == "voided"
    assert "agreed to cancel" in look(copy).prompt(0).id


@pytest.mark.parametrize("ending", ["cancel", "end"])
@pytest.mark.parametrize("answered", [True, False])
def test_a_kept_record_says_who_had_agreed_and_who_was_away(three, frozen, ending, answered):
    away = mover(three)
    one, other = (seat for seat in range(3) if seat != away)
    if not answered:
        services.resign(public_id=three.public_id, user=user_at(three, other))
    frozen.shift(SILENT)
    ask(three, one, ending)
    if answered:
        answer(three, other)
    three.refresh_from_db()
    record, lines, deal = selectors.record_of(three), log(three), three.deal
    assert f"{three.seats.get(index=away).name} was away, and wasn't asked." in lines
    three.delete()
    deal.delete()
    assert log(import_record(record)) == lines


def log(match: Match) -> list[str]:
    """What a spectator reads in it."""
    shown = look(match)
    return [entry.text for entry in selectors.log_entries(shown.match, SPECTATOR, shown.names)]


def count(points: int) -> str:
    return "one point" if points == 1 else f"{points} points"


def ranked(points: list[int]) -> list[tuple[int, int]]:
    return sorted(enumerate(points), key=lambda one: -one[1])


def test_the_log_says_what_an_answer_has_brought_about(begin, person):
    match = begin(person("amber"), person("birch"), person("cedar"), first=0, clock=LIVE)
    days = {"seconds": 86_400}
    for what, said in (("pause", {}), ("resume", {}), ("slow", days)):
        ask(match, 0, what, **said)
        answer(match, 1)
        answer(match, 2)
    assert log(match)[-9:] == [
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
    assert match.steps.get(index=3).action == {
        "type": "answer", "to": 1, "yes": True, "granted": "pause",
    }  # fmt: skip
    assert "granted" not in match.steps.get(index=2).action


def test_an_answer_that_decides_counts_once_however_often_it_is_sent(begin, person):
    match = begin(person("amber"), person("birch"), first=0)
    ask(match, 0, "pause")
    first, again = (answer(match, 1, request=1, client_id="one") for _ in range(2))
    assert (first.version, again.version, again.repeated) == (2, 2, True)


def test_who_is_left_in_a_pause_goes_on_alone(begin, person):
    match = begin(person("amber"), person("birch"), person("cedar"), first=0)
    ask(match, 0, "pause")
    answer(match, 1)
    answer(match, 2)
    for seat in (1, 2):
        if look(match).match.running:
            match.seats.filter(index=seat).update(caretaker=True)
    ask(match, 0, "resume")
    assert look(match).match.paused == ""
    assert log(match)[-1] == "amber resumes the match: nobody else has to agree."


def test_the_log_says_who_canceled_and_who_was_not_asked(three, frozen):
    away = mover(three)
    one, other = (seat for seat in range(3) if seat != away)
    names = [seat.name for seat in three.seats.all()]
    frozen.shift(SILENT)
    ask(three, one, "cancel")
    answer(three, other)
    assert log(three)[-5:] == [
        f"{names[one]} asks to cancel the match.",
        f"{names[other]} agrees.",
        f"{names[away]} was away, and wasn't asked.",
        f"All have agreed to what {names[one]} asked.",
        "The match is canceled and doesn't count.",
    ]


def test_all_who_are_here_can_end_it_as_it_stands(begin, race, frozen):
    match = begin(game=race, clock=LIVE)
    play(match, action={"type": "roll"})
    state = look(match).state
    ask(match, 0, "end")
    assert look(match).match.running
    answer(match, 1)
    assert (fresh(match).status, match.settled, match.paused) == ("finished", match.version, "")
    best = max(state.points)
    ended = {seat.index: (seat.outcome, seat.score) for seat in look(match).seats}
    assert ended == {
        seat: ("won" if points == best else "lost", points)
        for seat, points in enumerate(state.points)
    }
    assert "Everyone agreed to end" in look(match).prompt(0).id
    names = [seat.name for seat in match.seats.all()]
    assert log(match)[-5:] == [
        f"All have agreed to what {names[0]} asked.",
        "The match ends as it stands.",
        *(f"{names[seat]}: {count(points)}." for seat, points in ranked(state.points)),
        f"{names[state.points.index(best)]} wins.",
    ]
    assert not match.seats.filter(owes=True).exists()
    verified(match)


def test_it_goes_on_when_somebody_doesnt_want_it_to_end(begin, race):
    match = begin(game=race, clock=LIVE)
    ask(match, 0, "end")
    answer(match, 1, yes=False)
    assert (fresh(match).running, match.settled, match.request) == (True, None, None)
    verified(match)


def test_one_ends_it_in_a_pause_too(begin, race):
    match = begin(game=race, clock=LIVE)
    ask(match, 0, "pause")
    answer(match, 1)
    ask(match, 1, "end")
    answer(match, 0)
    assert (fresh(match).status, match.paused) == ("finished", "")
    verified(match)


def test_an_ended_record_can_be_kept(begin, race):
    match = begin(game=race)
    ask(match, 0, "end")
    answer(match, 1)
    match.refresh_from_db()
    record, result = selectors.record_of(match), match.result
    deal = match.deal
    match.delete()
    deal.delete()
    copy = import_record(record)
    assert (copy.status, copy.settled, copy.result) == ("finished", 2, result)
    assert "Everyone agreed to end" in look(copy).prompt(0).id


def test_who_resigned_ranks_last_where_the_others_end_it(begin, race, person):
    match = begin(person(), person(), person(), game=race)
    services.resign(public_id=match.public_id, user=user_at(match, 2))
    ask(match, 0, "end")
    answer(match, 1)
    assert fresh(match).seats.get(index=2).rank == 3
    verified(match)


def test_a_game_without_points_isnt_ended_as_it_stands(begin):
    match = begin(game="castle-panic", clock=LIVE)
    refused(errors.NotCounted, match, ask, 0, "end")


def test_who_isnt_here_isnt_asked_to_cancel(three, frozen):
    away = mover(three)
    others = [seat for seat in range(3) if seat != away]
    frozen.shift(SILENT)
    ask(three, others[0], "cancel")
    answer(three, others[1])
    assert fresh(three).status == "voided"
    verified(three)


def test_who_comes_back_has_a_say(three, frozen):
    away = mover(three)
    others = [seat for seat in range(3) if seat != away]
    frozen.shift(SILENT)
    ask(three, others[0], "cancel")
    play(three)
    answer(three, others[1])
    assert fresh(three).running
    answer(three, away, yes=False)
    assert (fresh(three).running, three.request) == (True, None)
    verified(three)


@pytest.mark.parametrize("what", ["cancel", "end"])
def test_over_days_nobody_is_left_out_who_slept_a_day(frozen, begin, endless, what):
    match = begin(game=endless) if what == "end" else begin()
    away = mover(match)
    frozen.shift(timedelta(days=6))
    ask(match, 1 - away, what)
    assert fresh(match).running
    assert match.request["voters"] == [away]
    withdraw(match, 1 - away)
    frozen.shift(timedelta(days=1))
    ask(match, 1 - away, what)
    assert not fresh(match).running
    verified(match)


def test_nor_is_who_may_come_back(frozen, begin):
    match = begin()
    away = mover(match)
    frozen.shift(timedelta(days=1))
    ask(match, 1 - away, "take-over", about=away)
    refused(errors.MayComeBack, match, ask, 1 - away, "cancel")
    frozen.shift(timedelta(days=6))
    ask(match, 1 - away, "cancel")
    assert fresh(match).status == "voided"


def test_the_majority_hands_a_silent_seat_over(three, frozen):
    away = mover(three)
    others = [seat for seat in range(3) if seat != away]
    refused(errors.NotSilent, three, lambda m: ask(m, others[0], "take-over", about=away))
    frozen.shift(SILENT)
    ask(three, others[0], "take-over", about=away)
    answer(three, others[1])
    seat = three.seats.get(index=away)
    assert (seat.caretaker, seat.epoch) == (True, 1)
    step = three.steps.get(kind="control", actor="vote")
    assert (step.seat, step.action) == (away, {"type": "hand-over"})
    assert Notice.objects.filter(user=seat.user, event="caretaker").count() == 1
    verified(three)


def test_the_only_other_person_decides_alone(begin, frozen):
    match = begin(clock=LIVE)
    away = mover(match)
    frozen.shift(SILENT)
    ask(match, 1 - away, "take-over", about=away)
    assert match.seats.get(index=away).caretaker
    verified(match)


def test_over_days_it_takes_a_day(two, frozen):
    away = mover(two)
    frozen.shift(timedelta(days=1) - timedelta(seconds=1))
    with pytest.raises(errors.NotSilent):
        ask(two, 1 - away, "take-over", about=away)
    frozen.shift(1)
    ask(two, 1 - away, "take-over", about=away)
    assert two.seats.get(index=away).caretaker


def test_by_the_clock_a_day_past_the_first_missed_deadline(begin, frozen):
    three_days = {"type": "move", "seconds": 3 * 86_400}
    match = begin(clock=three_days, absence=plain(DEFAULTS_ONLY))
    away = mover(match)
    frozen.shift(timedelta(days=3, seconds=1))
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})  # it was at work
    services.time_out(pk=match.pk)
    while mover(match) != away:
        play(match)
    frozen.shift(timedelta(days=1, seconds=-1))
    with pytest.raises(errors.NotSilent):
        ask(match, 1 - away, "take-over", about=away)
    frozen.shift(1)
    nudge(match, 1 - away, away)
    ask(match, 1 - away, "take-over", about=away)
    assert match.seats.get(index=away).caretaker
    verified(match)


def test_who_has_moved_since_isnt_past_due(begin, frozen):
    match = begin(clock={"type": "move", "seconds": 3 * 86_400}, absence=plain(DEFAULTS_ONLY))
    away = mover(match)
    frozen.shift(timedelta(days=3, seconds=1))
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    services.time_out(pk=match.pk)
    while mover(match) != away:
        play(match)
    play(match)
    while mover(match) != away:
        play(match)
    frozen.shift(timedelta(days=2))
    with pytest.raises(errors.NotSilent):
        ask(match, 1 - away, "take-over", about=away)


def test_whose_page_is_open_isnt_silent(begin, frozen):
    match = begin(clock=LIVE)
    away = mover(match)
    frozen.shift(SILENT)
    here.note(match.public_id, user_at(match, away).pk)
    with pytest.raises(errors.NotSilent):
        ask(match, 1 - away, "take-over", about=away)


def test_who_is_on_vacation_isnt_silent(begin, frozen):
    match = begin(clock=DAY)
    away = mover(match)
    frozen.shift(timedelta(days=1))
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})  # it was at work
    services.time_out(pk=match.pk)
    while away not in look(match).active_seats:
        play(match)
    today = timezone.now().date()
    go_away(user=user_at(match, away), first=today, last=today + timedelta(days=2))
    frozen.shift(timedelta(days=2))
    refused(errors.NotSilent, match, nudge, 1 - away, away)
    frozen.shift(timedelta(days=1))
    nudge(match, 1 - away, away)


def test_any_step_of_the_silent_person_ends_the_vote(three, frozen):
    away = mover(three)
    others = [seat for seat in range(3) if seat != away]
    frozen.shift(SILENT)
    ask(three, others[0], "take-over", about=away)
    play(three)
    refused(errors.NoRequest, three, answer, others[1])
    verified(three)


def test_coming_back_ends_the_vote(three, frozen):
    away = mover(three)
    others = [seat for seat in range(3) if seat != away]
    frozen.shift(SILENT)
    version = ask(three, others[0], "take-over", about=away).version
    requests.came_back(public_id=three.public_id, user=user_at(three, away), request=version)
    refused(errors.NoRequest, three, answer, others[1])
    requests.came_back(public_id=three.public_id, user=user_at(three, away), request=version)
    verified(three)


def test_who_is_here_when_the_vote_is_decided_keeps_the_seat(three, frozen):
    away = mover(three)
    others = [seat for seat in range(3) if seat != away]
    frozen.shift(SILENT)
    ask(three, others[0], "take-over", about=away)
    here.note(three.public_id, user_at(three, away).pk)
    refused(errors.NoRequest, three, answer, others[1])


def test_a_silent_person_is_nudged_once_a_day(two, frozen):
    away = mover(two)
    with pytest.raises(errors.NotSilent):
        nudge(two, 1 - away, away)
    frozen.shift(timedelta(days=1))
    version = nudge(two, 1 - away, away).version
    assert version == two.version
    with pytest.raises(errors.Nudged):
        nudge(two, 1 - away, away)
    frozen.shift(timedelta(days=1))
    nudge(two, 1 - away, away)
    told = Notice.objects.filter(event="nudge")
    assert [notice.user_id for notice in told] == [user_at(two, away).pk] * 2


def test_nobody_is_nudged_by_someone_they_blocked(two, frozen):
    away = mover(two)
    blocks.block(user=user_at(two, away), other=user_at(two, 1 - away))
    frozen.shift(timedelta(days=1))
    nudge(two, 1 - away, away)
    assert not Notice.objects.filter(event="nudge").exists()


@pytest.mark.parametrize("how", ["block", "blocked", "mute"])
def test_what_people_ask_is_not_mailed_to_who_avoids_them(two, frozen, settings, how):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    waits, away = user_at(two, 1 - mover(two)), user_at(two, mover(two))
    away.emailaddress_set.create(email="away@post.example", verified=True)
    frozen.shift(timedelta(days=1))
    if how == "mute":
        mute(user=away, other=waits)
    elif how == "block":
        blocks.block(user=away, other=waits)
    else:
        blocks.block(user=waits, other=away)
    nudge(two, 1 - mover(two), mover(two))
    ask(two, 1 - mover(two), "pause")
    told = Notice.objects.filter(user=away, event__in=("nudge", "vote"))
    assert told.filter(event="vote").exists()  # the page shows it all the same
    assert not Delivery.objects.filter(notice__in=told).exists()


def test_what_people_ask_is_mailed(two, frozen, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    away = user_at(two, mover(two))
    away.emailaddress_set.create(email="away@post.example", verified=True)
    frozen.shift(timedelta(days=1))
    nudge(two, 1 - mover(two), mover(two))
    ask(two, 1 - mover(two), "pause")
    assert Delivery.objects.filter(notice__user=away, notice__event="nudge").exists()
    assert Delivery.objects.filter(notice__user=away, notice__event="vote").exists()


def decided(match: Match, seat: int) -> list[str]:
    told = Notice.objects.filter(user=user_at(match, seat), key__contains=":decided:")
    return [sentence(notice).partition(" your match of ")[0] for notice in told.order_by("pk")]


def test_who_asked_hears_what_came_of_it(three):
    ask(three, 0, "pause")
    answer(three, 1)
    assert decided(three, 0) == []
    answer(three, 2)
    assert decided(three, 0) == ["The others have agreed to pause"]
    assert decided(three, 1) == []


def test_who_asked_hears_who_refused(three):
    ask(three, 0, "pause")
    answer(three, 1, yes=False)
    assert decided(three, 0) == ["birch doesn't agree to pause"]


def test_who_asked_hears_that_time_ran_out(two, frozen):
    ask(two, 0, "pause")
    frozen.shift(timedelta(days=3))
    tasks.sweep()
    tasks.sweep()
    assert decided(two, 0) == ["Not everyone answered in time whether to pause"]


@pytest.mark.parametrize("yes", [True, False])
def test_they_hear_what_of_all_that_they_had_asked(begin, person, endless, yes):
    match = begin(person(), person(), game=endless, clock=LIVE, first=0)
    play(match)
    for what, said in (("undo", {}), ("slow", {"seconds": 86_400}), ("pause", {}), ("cancel", {})):
        if yes and what == "cancel":
            break  # the notice of the end tells that
        ask(match, 0, what, **said)
        answer(match, 1, yes=yes)
    wishes = ["take a step back in", "play", "pause", "cancel"]
    said_so = "The others have agreed to" if yes else "birch doesn't agree to"
    assert decided(match, 0) == [f"{said_so} {wish}" for wish in wishes[: 3 if yes else 4]]


def test_they_hear_so_of_going_on_and_of_a_seat(three, frozen):
    pause(three)
    ask(three, 1, "resume")
    answer(three, 0)
    answer(three, 2)
    assert decided(three, 1) == ["The others have agreed to resume"]
    away = mover(three)
    asker, other = (seat for seat in range(3) if seat != away)
    for yes in (False, True):
        frozen.shift(SILENT)
        ask(three, asker, "take-over", about=away)
        answer(three, other, yes=yes)
    wish = "let a computer player take a silent seat in"
    assert decided(three, asker)[-2:] == [
        f"The others don't agree to {wish}",
        f"The others have agreed to {wish}",
    ]


def test_every_question_has_a_sentence_for_each_outcome():
    """The end of a canceled match is told by its own notice."""
    everything = set(get_args(What))
    assert set(request_texts.AGREED) == everything - {"cancel"}
    assert set(request_texts.REFUSED) == set(request_texts.LAPSED) == everything


def test_who_is_at_the_match_sees_it(three):
    ask(three, 0, "pause")
    here.note(three.public_id, user_at(three, 0).pk)
    answer(three, 1, yes=False)
    assert decided(three, 0) == []


def test_who_decides_alone_knows(two, frozen):
    away = mover(two)
    frozen.shift(timedelta(days=1))
    ask(two, 1 - away, "take-over", about=away)
    assert decided(two, 1 - away) == []


def test_no_mail_leaves_of_what_is_no_longer_asked(three):
    ask(three, 0, "pause")
    told = Notice.objects.get(user=user_at(three, 1), event="vote")
    other = Notice.objects.get(user=user_at(three, 2), event="vote")
    assert not notice_checks.why_not(told)
    answer(three, 1)
    assert notice_checks.why_not(told) == notice_checks.PAST
    assert not notice_checks.why_not(other)
    withdraw(three, 0)
    ask(three, 0, "cancel")
    assert notice_checks.why_not(other) == notice_checks.PAST


def test_whom_a_vote_is_about_is_mailed_while_it_is_open(three, frozen):
    away = mover(three)
    asks = next(seat for seat in range(3) if seat != away)
    frozen.shift(SILENT)
    ask(three, asks, "take-over", about=away)
    told = Notice.objects.get(user=user_at(three, away), event="vote")
    assert not notice_checks.why_not(told)
    play(three)
    assert notice_checks.why_not(told) == notice_checks.PAST


def test_no_nudge_is_mailed_to_who_has_moved(two, frozen):
    away = mover(two)
    frozen.shift(timedelta(days=1))
    nudge(two, 1 - away, away)
    told = Notice.objects.get(event="nudge")
    assert not notice_checks.why_not(told)
    while mover(two) == away:
        play(two)
    assert notice_checks.why_not(told) == notice_checks.PAST


def quiet(two: Match, frozen):
    frozen.shift(timedelta(days=14))
    tasks.sweep()


def test_after_two_weeks_people_are_asked(two, frozen):
    frozen.shift(timedelta(days=13))
    tasks.sweep()
    assert not Notice.objects.exists()
    frozen.shift(timedelta(days=1))
    tasks.sweep()
    tasks.sweep()
    assert Notice.objects.filter(event="vote").count() == 2


def test_after_three_weeks_a_match_rests_until_someone_plays_on(two, frozen):
    quiet(two, frozen)
    frozen.shift(timedelta(days=7))
    tasks.sweep()
    assert fresh(two).paused == "resting"
    with pytest.raises(errors.Paused):
        play(two)
    services.CONTROLS["play-on"](public_id=two.public_id, user=user_at(two, 0))
    play(two)
    verified(two)


def test_who_comes_back_to_a_match_without_people_is_asked_again(two, frozen):
    two.seats.update(caretaker=True)
    frozen.shift(timedelta(days=14))
    tasks.sweep()
    services.come_back(public_id=two.public_id, user=user_at(two, 0))
    frozen.shift(timedelta(days=13))
    tasks.sweep()
    assert not Notice.objects.filter(event="vote").exists()
    frozen.shift(timedelta(days=1))
    tasks.sweep()
    assert Notice.objects.filter(event="vote").exists()


def test_who_still_plays_says_so(two, frozen):
    refused(
        errors.StillAwake,
        two,
        lambda m: services.CONTROLS["play-on"](public_id=m.public_id, user=user_at(m, 0)),
    )
    quiet(two, frozen)
    services.CONTROLS["play-on"](public_id=two.public_id, user=user_at(two, 0))
    frozen.shift(timedelta(days=7))
    tasks.sweep()
    assert fresh(two).paused == ""
    verified(two)


def test_a_move_counts_from_then_on(two, frozen):
    frozen.shift(timedelta(days=10))
    play(two)
    frozen.shift(timedelta(days=4))
    tasks.sweep()
    assert not Notice.objects.exists()
    assert fresh(two).look_at == timezone.now() + timedelta(days=10)


def test_nobody_rests_unasked(two, frozen):
    frozen.shift(timedelta(days=60))  # as after a long downtime
    tasks.sweep()
    assert fresh(two).paused == ""
    assert Notice.objects.filter(event="vote").count() == 2


def test_a_match_that_is_over_is_looked_at_no_more(two):
    play_on(two)
    assert (fresh(two).running, two.look_at) == (False, None)


def test_matches_by_the_clock_never_rest(begin, frozen):
    match = begin(clock=DAY)
    assert fresh(match).look_at is None
