"""Voiding, replacing a seat, unlocking: told in record, log and audit log, and by whom refused."""

import itertools
from functools import partial

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts import pushes, roles
from accounts.models import AuditEntry, User
from games.matches import errors, tasks
from games.matches.api.representation import representation
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record import selectors
from games.matches.review import actions
from games.plugin import SPECTATOR
from tests.games.matches.conftest import (
    break_rules,
    broken,
    fresh,
    lines_told,
    look,
    play,
    play_on,
    refused,
    rows,
    user_at,
    verified,
)
from tests.games.matches.test_requests import kept
from toolbox.errors import NotFound, NotLoggedIn

pytestmark = pytest.mark.django_db

WHY = "Both asked for it."
DRAW = {"type": "draw"}
LIVE = {"type": "live", "bank": 60, "increment": 5}


@pytest.fixture
def match(begin, person) -> Match:
    made = begin(person("amber"), person("birch"), first=1)
    play(made, action=DRAW)
    return made


def administer(deed: str, match: Match, by, reason=WHY, **said) -> services.Accepted:
    return getattr(actions, deed)(public_id=match.public_id, by=by, reason=reason, **said)


void, unlock = (partial(administer, deed) for deed in ("void", "unlock"))
replace = partial(administer, "replace_by_ai", seat=0, level="easy")
take_back, end = partial(administer, "take_back", to=0), partial(administer, "end", result=[])
DEEDS = [void, replace, unlock, take_back, end]


def refused_late(match: Match, refusal: type[Exception], seat: int = 0):
    """Whatever that seat's person had meant to do is refused so, and changes nothing."""
    before = rows(match)
    said = {"public_id": match.public_id, "user": user_at(match, seat)}
    for late in (
        lambda: services.submit_action(action=DRAW, version=1, **said),
        lambda: services.undo(**said),
        lambda: services.resign(**said),
    ):
        with pytest.raises(refusal) as caught:
            late()
        assert caught.value.status == 409
    assert rows(match) == before


def test_a_voided_match_is_over_without_a_result_and_voided_once(match, staff):
    assert void(match, staff).version == 2
    shown = look(match)
    assert (shown.match.status, shown.match.result, shown.match.wake_at) == ("voided", None, None)
    assert shown.match.finished_at is not None
    assert not any(seat.owes for seat in shown.seats)
    view = representation(shown, 0)
    assert (view.status, view.active_seats, view.actions, view.result) == ("voided", [], [], None)
    assert view.prompt == "This match was voided by an administrator."
    refused_late(match, errors.Voided)
    for deed in DEEDS:
        refused(errors.Voided, deed, match, staff)


def test_the_void_is_told_in_record_log_and_audit_log_and_to_whoever_looks(
    match, person, staff, committed
):
    held = []
    with pushes.held_back(held), committed():
        void(match, staff, "  Both asked\n for it. ")
    told = [message for _group, message in held]
    assert {"type": "match.moved", "news": [[match.public_id, 2, True]]} in told
    assert "person.desk" in [message["type"] for message in told]
    step = match.steps.get(index=2)
    did = step.kind, step.seat, step.actor, step.user, step.base
    assert did == ("admin", None, "staff", staff, 1)
    assert step.action == {"type": "void", "reason": WHY}
    assert lines_told(match)[-1] == f"An administrator voided this match: {WHY}"
    assert step.state_hash == match.steps.get(index=1).state_hash
    entry = AuditEntry.objects.get()
    noted = entry.actor, entry.action, entry.subject, entry.reason
    assert noted == ("rowan", "match.void", f"match:{match.public_id}", WHY)
    assert (entry.data["step"], entry.data["before"]) == (2, None)
    assert selectors.record_of(look(match).match).deal.seed == bytes(match.deal.seed).hex()
    verified(match)


def test_what_the_rules_say_of_a_broken_match_is_not_asked(match, staff, monkeypatch):
    break_rules(match, monkeypatch)
    Match.objects.filter(pk=match.pk).update(state=b"no state at all")
    with monkeypatch.context() as patched:
        for name in ("legal_actions", "prompt", "active_seats", "result"):
            patched.setattr(match.ruleset, name, broken, raising=False)
        assert void(match, staff).version == 2
    assert fresh(match).status == "voided"


def test_a_finished_match_may_be_voided_too(begin, race, staff):
    match = begin(game=race)
    ended = play_on(match).match.finished_at
    for deed in (replace, unlock):
        with pytest.raises(errors.Over):
            deed(match, staff)
    void(match, User.objects.create_superuser("root"))
    shown = look(match)
    assert (shown.match.status, shown.match.result, shown.result) == ("voided", None, None)
    assert shown.match.finished_at >= ended
    assert {(seat.outcome, seat.rank, seat.score) for seat in shown.seats} == {("", None, None)}
    verified(match)


def test_a_replaced_seat_is_played_by_the_computer(match, staff):
    amber = user_at(match, 0)
    assert match.seats.get(index=0).owes
    replace(match, staff)
    assert AuditEntry.objects.get().data["person"] == amber.username
    seat = match.seats.get(index=0)
    assert (seat.ai_level, seat.replaced, seat.epoch) == ("easy", 2, 1)
    assert (seat.user, seat.name) == (amber, "amber")
    told = "An administrator gave the seat of amber to a computer player: " + WHY
    assert told in lines_told(match)
    refused_late(match, errors.Replaced)
    view = representation(look(match), 0)
    assert (view.you, view.actions, view.can_undo) == (0, [], False)
    assert view.seats[0].ai == "easy"
    assert not view.prompt.startswith("Your turn")
    assert not selectors.matches_for(amber, waiting=True).exists()
    tasks.play_ai_turn(str(match.pk), 2)
    assert match.steps.get(index=3).actor == "ai:easy"


def test_no_seat_that_does_not_exist_is_replaced_and_by_no_level_that_is_not_on_offer(match, staff):
    for said in (
        *({"seat": seat} for seat in (-1, 2, "0", None, True, 10**30)),
        *({"level": level} for level in ("genius", "", None, [], 3)),
    ):
        refused(errors.Malformed, replace, match, staff, **said)


def test_a_computers_seat_is_not_replaced(begin, person, staff):
    match = begin(person("amber"), person("birch"), "easy", first=0)
    services.resign(public_id=match.public_id, user=user_at(match, 0))
    replace(match, staff, seat=1)
    for seat in range(3):
        refused(errors.NobodysSeat, replace, match, staff, seat=seat)


def test_the_clock_of_a_replaced_seat_stops(begin, person, staff, frozen):
    match = begin(person("amber"), person("birch"), first=0, clock=LIVE)
    frozen.shift(20)
    replace(match, staff)
    shown = representation(look(match), SPECTATOR).clock
    assert shown is not None
    assert [(seat.bank, seat.deadline) for seat in shown.seats] == [(40, None), (60, None)]


def test_an_unlocked_match_runs_on_unless_its_rules_still_fail(match, staff, monkeypatch):
    break_rules(match, monkeypatch)
    with monkeypatch.context() as patched:
        patched.setattr(look(match).game, "legal_actions", broken, raising=False)
        refused(errors.Paused, unlock, match, staff)
    assert not AuditEntry.objects.exists()
    assert unlock(match, staff).version == 2
    assert look(match).match.paused == ""
    assert lines_told(match)[-1] == f"An administrator resumed this match: {WHY}"
    assert play(match, action=DRAW).version == 3
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.data["step"]) == ("match.unlock", 2)


@pytest.mark.parametrize(("clock", "left"), [(LIVE, 40.0), ({"type": "move", "seconds": 30}, 10.0)])
def test_clocks_go_on_where_the_pause_stopped_them(
    begin, person, staff, frozen, monkeypatch, clock, left
):
    match = begin(person("amber"), person("birch"), first=0, clock=clock)
    frozen.shift(20)
    break_rules(match, monkeypatch)
    assert match.wake_at is None
    frozen.shift(5000)
    tasks.sweep()
    assert fresh(match).version == 0
    unlock(match, staff)
    frozen.shift(4)
    shown = look(match)
    view = representation(shown, SPECTATOR).clock
    assert view is not None
    assert view.seats[0].bank == left - 4
    assert shown.match.wake_at == view.seats[0].deadline
    assert play(match, action=DRAW).version == 2
    frozen.shift(left)
    assert services.time_out(pk=match.pk) is None


def test_nothing_else_is_unlocked(begin, person, staff, match, endless):
    suspended = begin(person("cedar"), "easy", "easy", game=endless, first=0)
    services.resign(public_id=suspended.public_id, user=user_at(suspended, 0))
    for locked in (match, suspended):
        with pytest.raises(errors.NotFlagged):
            unlock(locked, staff)


def test_an_endless_game_without_people_is_suspended_when_it_is_unlocked_at_the_latest(
    begin, person, staff, endless, monkeypatch
):
    sound = begin(person("birch"), "easy", game=endless, first=0)
    replace(sound, staff)
    assert fresh(sound).paused == "suspended"
    match = begin(person("amber"), "easy", game=endless, first=0)
    break_rules(match, monkeypatch)
    replace(match, staff)
    assert fresh(match).paused == "flagged"
    unlock(match, staff)
    assert fresh(match).paused == "suspended"


def test_who_is_no_reviewer_is_refused(match, person):
    moderator, fern = person("maple"), person("fern")
    roles.give(user=moderator, role=roles.MODERATOR)
    fern.is_staff = True
    fern.save()
    nobodies, root = (user_at(match, 0), moderator, fern, person("stranger")), person("root")
    root.is_superuser = True
    for deed in DEEDS:
        refused(NotLoggedIn, deed, match, AnonymousUser())
        for nobody in nobodies:
            assert refused(errors.NotReviewer, deed, match, nobody).status == 403
        with pytest.raises(NotFound):
            deed(Match(public_id="nowhere"), root)
    assert not AuditEntry.objects.exists()


def test_who_sits_there_is_refused_whatever_they_are(begin, person, staff):
    root = person("root")
    root.is_superuser = root.is_staff = True
    root.save()
    match = begin(staff, root)
    for deed, sitting in itertools.product(DEEDS, (staff, root)):
        with pytest.raises(errors.OwnMatch) as caught:
            deed(match, sitting)
        assert (caught.value.status, caught.value.code) == (403, "own_match")


def test_a_deed_needs_a_reason(match, staff):
    reasons = ("", "   ", "no", None, 7, ["a", "list"], "x" * 301, "bad\x00")
    for deed, reason in itertools.product(DEEDS, reasons):
        refusal = refused(errors.ReasonNeeded, deed, match, staff, reason)
        assert (refusal.status, refusal.code) == (400, "reason_needed")


def test_a_record_with_all_deeds_verifies_and_is_taken_back(begin, person, staff, monkeypatch):
    match = begin(person("amber"), person("birch"), person("cedar"), first=0)
    break_rules(match, monkeypatch)
    unlock(match, staff)
    replace(match, staff, seat=1, level="medium")
    play(match, action=DRAW)
    tasks.play_ai_turn(str(match.pk), look(match).version)
    void(match, staff)
    verified(match)
    taken = kept(match)
    assert taken.status == "voided"
    seat = taken.seats.get(index=1)
    assert (seat.ai_level, seat.replaced) == ("medium", 2)
    assert lines_told(taken)[-1].startswith("An administrator voided this match")
