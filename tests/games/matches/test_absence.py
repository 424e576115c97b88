"""People who stay away: a computer player looks after their seat until they are back."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import roles
from accounts.models import Notice
from games.matches import errors, tasks
from games.matches.models import Heartbeat, Match, Step
from games.matches.play import computer_turns, end_notices, services
from games.matches.play.absence import Absence, usual
from games.matches.play.clock import LiveClock, MoveClock
from games.matches.record import selectors
from games.matches.record.portal_lines import told_by_the_portal
from games.matches.record.restore import import_record
from games.matches.record.text import sentence
from games.matches.review import actions
from games.plugin import SPECTATOR, caretakers, registry, verify_record
from games.plugin.codec import plain
from tests.games.matches.conftest import fresh, legal, look, play, user_at, verified
from tests.rulesets.race import Race

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen", "race", "by_hand")]

GAME = Race.meta.slug
MOVE = {"type": "move", "seconds": 60}
LIVE = {"type": "live", "bank": 60, "increment": 5}
TWICE = plain(Absence(after=2))
FORFEIT = plain(Absence(then="forfeit", after=2))


@pytest.fixture
def by_hand(settings, monkeypatch):
    """Computer turns are taken when a test says so."""
    monkeypatch.setattr("games.matches.play.announcements.queue_ai_turn", lambda *_: None)


@pytest.fixture
def three(begin, person) -> Match:
    """amber (to move), birch and cedar, a minute for every step; two deadlines are too many."""
    people = person("amber"), person("birch"), person("cedar")
    return begin(*people, game=GAME, first=0, clock=MOVE, absence=TWICE)


@pytest.fixture
def two(begin, person) -> Match:
    """amber (to move) and birch, as above."""
    people = person("amber"), person("birch")
    return begin(*people, game=GAME, first=0, clock=MOVE, absence=TWICE)


def sleep_through(match: Match, frozen):
    """Whoever is to move misses the deadline."""
    frozen.shift(61)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})  # it was at work
    services.time_out(pk=match.pk)


def go_on(match: Match, frozen, absent: int, until: Callable[[Match], bool]):
    """All but one play, until something is so."""
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
    """Everyone misses every deadline, until the match rests."""
    for _ in range(20):
        if look(match).match.paused:
            return
        sleep_through(match, frozen)
    raise AssertionError("it never rests")


def away(match: Match, seat: int = 0) -> bool:
    return bool(match.seats.get(index=seat).looked_after)


def hand_over(match: Match, frozen, seat: int = 0):
    go_on(match, frozen, seat, lambda match: away(match, seat))


def kinds(match: Match) -> list[tuple[str, int | None, str]]:
    return list(match.steps.values_list("kind", "seat", "actor"))


def log(match: Match) -> list[str]:
    shown = look(match)
    return [entry.text for entry in selectors.log_entries(shown.match, SPECTATOR, shown.names)]


def ended(match: Match) -> Match:
    """Somebody gives everything up, so that the record is told."""
    for seat in look(match).seats:
        if look(match).match.running and seat.user and seat.resigned is None:
            services.resign(public_id=match.public_id, user=seat.user)
    return look(match).match


def test_after_so_many_deadlines_in_a_row_a_computer_player_looks_after_the_seat(three, frozen):
    epoch = three.seats.get(index=0).epoch
    hand_over(three, frozen)
    assert kinds(three)[-2:] == [("time-out", 0, "clock"), ("control", 0, "clock")]
    assert Step.objects.filter(match=three).last().action == {"type": "hand-over", "missed": 2}
    assert three.seats.get(index=0).epoch == epoch + 1
    assert log(three)[-1] == (
        "amber missed 2 deadlines in a row: a computer player looks after the seat."
    )
    assert (fresh(three).running, three.paused) == (True, "")


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


def test_where_nothing_was_agreed_the_default_is_done_each_time(begin, person, frozen):
    match = begin(person(), person(), game=GAME, first=0, clock=MOVE)
    for _ in range(6):
        sleep_through(match, frozen)
    assert {kind for kind, *_ in kinds(match)} == {"setup", "time-out"}


def test_what_is_agreed_where_nobody_says_anything():
    assert usual(MoveClock(86_400), 3) == Absence(then="caretaker", after=3)
    assert usual(LiveClock(600), 2) == Absence(then="caretaker", after=2)
    assert usual(None, 3) is None
    assert usual(MoveClock(86_400), 1) is None


def test_the_caretaker_moves_and_its_steps_are_marked(three, frozen):
    hand_over(three, frozen)
    go_on(three, frozen, 9, lambda match: 0 in look(match).active_seats)
    three.refresh_from_db()
    assert computer_turns.take(three.pk, three.version) is not None
    assert kinds(three)[-1] == ("action", 0, "caretaker")
    assert "A computer player moves for amber." in log(three)


def test_the_level_that_was_agreed_plays(three, monkeypatch):
    from games.matches.play import absence

    game = registry.get(GAME)
    agreed = game.meta.levels[-1]
    three.absence = {"then": "caretaker", "after": 2, "level": agreed}
    assert absence.caretaker_level(game, three.absence) == agreed
    three.absence = {"then": "caretaker", "after": 2, "level": "expert"}
    assert absence.caretaker_level(game, three.absence) == absence.caretaker_level(game)


def test_who_returns_plays_on_with_the_whole_time(three, frozen):
    hand_over(three, frozen)
    go_on(three, frozen, 9, lambda match: 0 in look(match).active_seats)
    epoch = three.seats.get(index=0).epoch
    with pytest.raises(errors.Away):
        play(three, user=user_at(three, 0), action={"type": "roll"})
    services.come_back(public_id=three.public_id, user=user_at(three, 0))
    seat = three.seats.get(index=0)
    assert (seat.caretaker, seat.epoch, seat.missed) == (False, epoch + 1, 0)
    assert (seat.deadline - timezone.now()).total_seconds() == 60
    assert log(three)[-1] == "amber is back."
    play(three, user=user_at(three, 0))
    assert kinds(three)[-1] == ("action", 0, "person")


def test_a_live_bank_has_what_was_left_but_a_little_at_least(begin, person, frozen):
    match = begin(
        person("amber"),
        person("birch"),
        person("cedar"),
        game=GAME,
        first=0,
        clock=LIVE,
        absence=TWICE,
    )
    hand_over(match, frozen)
    assert match.seats.get(index=0).bank.total_seconds() < 30
    services.come_back(public_id=match.public_id, user=user_at(match, 0))
    assert match.seats.get(index=0).bank.total_seconds() == 30


def test_a_move_that_the_caretaker_had_thought_of_comes_too_late(three, frozen):
    hand_over(three, frozen)
    go_on(three, frozen, 9, lambda match: 0 in look(match).active_seats)
    shown = look(three)
    services.come_back(public_id=three.public_id, user=user_at(three, 0))
    late = services.submit_ai_action(
        match_id=three.pk,
        seat=0,
        epoch=shown.seats[0].epoch,
        version=shown.version,
        action=shown.game.legal_actions(shown.state, 0)[0],
    )
    assert late is None
    assert kinds(three)[-1] == ("control", 0, "person")


def test_who_plays_has_nothing_to_return_to(three, person):
    with pytest.raises(errors.NotAway):
        services.come_back(public_id=three.public_id, user=user_at(three, 0))
    with pytest.raises(errors.NotYourSeat):
        services.come_back(public_id=three.public_id, user=person("dune"))


def test_who_resigned_does_not_return(three):
    services.resign(public_id=three.public_id, user=user_at(three, 0))
    with pytest.raises(errors.Resigned):
        services.come_back(public_id=three.public_id, user=user_at(three, 0))


def test_the_same_request_twice_returns_once(three, frozen):
    hand_over(three, frozen)
    said = {"public_id": three.public_id, "user": user_at(three, 0), "client_id": "back"}
    first = services.come_back(**said)
    again = services.come_back(**said)
    assert (again.version, again.repeated) == (first.version, True)


def test_where_that_was_agreed_the_seat_is_forfeited(begin, person, frozen):
    people = person("amber"), person("birch")
    match = begin(*people, game=GAME, first=0, clock=MOVE, absence=FORFEIT)
    go_on(match, frozen, 0, lambda match: not match.running)
    assert kinds(match)[-1] == ("control", 0, "clock")
    assert [seat.outcome for seat in look(match).seats] == ["lost", "won"]
    assert "amber missed 2 deadlines in a row and forfeits the seat." in log(match)
    told = "amber ran out of time and forfeits."
    assert sentence(look(match).prompt(SPECTATOR), look(match).names) == told
    record = selectors.record_of(look(match).match)
    verify_record(record)
    deal = look(match).match.deal
    Match.objects.all().delete()
    deal.delete()
    copy = look(import_record(record))
    assert sentence(copy.prompt(SPECTATOR), copy.names) == told


def test_one_who_resigns_forfeits_nothing(two):
    services.resign(public_id=two.public_id, user=user_at(two, 0))
    told = sentence(look(two).prompt(SPECTATOR), look(two).names)
    assert told == "amber resigned."


def test_a_match_that_everyone_left_rests_until_someone_returns(two, frozen):
    all_leave(two, frozen)
    shown = look(two)
    assert (shown.match.paused, away(two, 0), away(two, 1)) == ("suspended", True, True)
    assert (
        sentence(shown.prompt(0), shown.names)
        == "Everyone is away: the match rests until someone returns."
    )
    services.come_back(public_id=two.public_id, user=user_at(two, 1))
    shown = look(two)
    assert (shown.match.paused, away(two, 0), away(two, 1)) == ("", True, False)


def test_a_run_alone_goes_on_as_it_always_did(begin, person, frozen):
    match = begin(person(), "easy", game=GAME, first=0, clock=MOVE)
    go_on(match, frozen, 0, lambda match: not match.running)
    assert [kind for kind in kinds(match) if kind[0] == "time-out"]
    assert not away(match)


def rested(match: Match, frozen) -> Match:
    all_leave(match, frozen)
    frozen.shift(90 * 86_400 - 5)
    tasks.sweep()
    assert fresh(match).running
    frozen.shift(10)
    tasks.sweep()
    match.refresh_from_db()
    return match


def test_after_ninety_days_it_ends_as_it_stands(two, frozen):
    match = rested(two, frozen)
    scores = [seat.score for seat in look(match).seats]
    assert match.status == Match.Status.FINISHED
    assert sorted(seat.rank for seat in look(match).seats) in ([1, 1], [1, 2])
    assert max(scores) == next(seat.score for seat in look(match).seats if seat.rank == 1)
    assert "Nobody came back: the match ends as it stands." in log(match)
    assert log(match)[-1].endswith(("wins.", "shares the victory."))
    verified(match)


def test_where_no_points_are_told_it_counts_for_nothing(two, frozen, monkeypatch):
    monkeypatch.setattr(Race, "scores", lambda self, state: None)
    match = rested(two, frozen)
    assert (match.status, match.result) == (Match.Status.VOIDED, None)
    told = "Nobody came back to this match. It doesn't count."
    assert sentence(look(match).prompt(0), []) == told
    end_notices.tell_everybody(match)
    (notice,) = Notice.objects.filter(event=Notice.Event.OVER, user=user_at(match, 1))
    assert "nobody came back" in notice.text
    verified(match)


def test_one_that_cannot_be_ended_is_flagged_and_not_tried_again(two, person, frozen, monkeypatch):
    rowan = person("rowan")
    roles.give(user=rowan, role=roles.REVIEWER)
    with monkeypatch.context() as broken:
        broken.setattr(Race, "scores", lambda self, state: 1 / 0)
        match = rested(two, frozen)
        assert (match.running, match.paused, match.wake_at) == (True, "flagged", None)
        assert Notice.objects.filter(user=rowan, key__contains="flagged").count() == 1
        version = match.version
        frozen.shift(90 * 86_400)
        tasks.sweep()
    assert look(two).version == version
    actions.unlock(public_id=two.public_id, by=rowan, reason="It can be counted now.")
    match = look(two).match
    assert (match.paused, match.wake_at) == ("suspended", timezone.now() + timedelta(days=90))


@pytest.mark.parametrize("paused", ["suspended", "flagged", "consent", "resting"])
def test_one_resigns_in_any_pause(two, paused):
    Match.objects.filter(pk=two.pk).update(paused=paused)
    services.resign(public_id=two.public_id, user=user_at(two, 0))
    match = look(two).match
    assert (match.status, match.paused) == (Match.Status.FINISHED, "")


def test_who_is_away_resigns_without_returning(three, frozen):
    hand_over(three, frozen)
    services.resign(public_id=three.public_id, user=user_at(three, 0))
    assert kinds(three)[-1] == ("control", 0, "person")
    assert not away(three)


def test_the_whole_story_verifies(three, frozen):
    hand_over(three, frozen)
    go_on(three, frozen, 9, lambda match: 0 in look(match).active_seats)
    three.refresh_from_db()
    computer_turns.take(three.pk, three.version)
    services.come_back(public_id=three.public_id, user=user_at(three, 0))
    verify_record(selectors.record_of(ended(three)))


def test_whoever_hands_a_seat_over_the_log_says_who_it_was():
    """Records may hold any of these, those of other portals, too."""
    action = plain(caretakers.HandOver())
    said = [
        told_by_the_portal(Step(kind=Step.Kind.CONTROL, seat=1, actor=actor, action=action))
        for actor in (*caretakers.OTHERS, caretakers.CLOCK)
    ]
    assert len({line.id for line in said if line is not None}) == len(said)
