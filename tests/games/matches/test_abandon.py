"""Abandoning a match that can't be read: recorded, verified, and the end of it for the last one."""

from datetime import timedelta

import pytest
from django.core.management import CommandError

from accounts.models import AuditEntry, Notice
from games.conformance import rechained
from games.matches import errors
from games.matches.api.representation import representation
from games.matches.models import FollowUp, Match
from games.matches.play.actions import leave, services
from games.matches.record import selectors
from games.matches.record.turns import next_match
from games.matches.review import actions
from games.plugin import RecordError
from games.protocol.record import Record
from games.protocol.verification import verify_record
from lobby.home import own_matches, own_seats
from tests.games.matches.conftest import look, play, refused, user_at, user_to_move, verified
from tests.games.matches.test_commands import said
from tests.games.matches.test_requests import kept
from tests.games.protocol.forging import then, with_step
from tests.support.breaking import CORRUPTED, WAYS, break_match, mend_match

pytestmark = pytest.mark.django_db

TWO_WAYS = pytest.mark.parametrize("way", [CORRUPTED, "an unknown game"])
DRAW = {"type": "draw"}


@pytest.fixture
def three(begin, person) -> Match:
    made = begin(person("amber"), person("birch"), person("cedar"), first=1)
    play(made, action=DRAW)
    play(made, action=DRAW)
    return made


@pytest.fixture
def match(begin, person) -> Match:
    return begin(person("amber"), "easy", first=0)


def abandon(match: Match, seat: int = 0, **said) -> services.Accepted:
    return services.abandon(public_id=match.public_id, **({"user": user_at(match, seat)} | said))


def stored(match: Match) -> Match:
    return Match.objects.select_related("deal").get(pk=match.pk)


def all_go(match: Match) -> Record:
    break_match(match, CORRUPTED)
    for seat in (0, 1, 2):
        abandon(match, seat)
    return selectors.record_of(stored(match))


@TWO_WAYS  # others: tests/pages/test_unreadable.py
def test_who_abandons_it_has_nothing_to_do_with_it_any_more(three, way):
    break_match(three, way)
    assert abandon(three, 0, version=1).version == 3
    seat = three.seats.get(index=0)
    assert (seat.owes, seat.abandoned, seat.replaced, seat.epoch) == (False, True, 3, 1)
    assert not three.seats.get(index=1).abandoned
    after = stored(three)
    assert (after.status, after.paused) == ("active", "flagged")
    step = three.steps.get(index=3)
    assert (step.kind, step.actor, step.action) == ("control", "person", {"type": "abandon"})
    assert step.state_hash == three.steps.get(index=2).state_hash
    amber, birch = user_at(three, 0), user_at(three, 1)
    assert next_match(amber) is None
    assert [own_seats.others(one).count() for one in (amber, birch)] == [0, 1]
    looked_on = own_seats.of_keys(own_seats.running(amber))  # which they may go on to
    ((row,), _over) = own_matches.rows_of(looked_on)
    assert row.turn == "You left."
    with pytest.raises(errors.Abandoned):
        abandon(three, 0)


@TWO_WAYS
def test_when_the_last_person_goes_it_is_voided_by_that_step(three, way, committed):
    break_match(three, way)
    with committed():
        for seat in (0, 2):
            abandon(three, seat)
    assert stored(three).running
    with committed():
        abandon(three, 1)
    after = stored(three)
    assert (after.status, after.paused, after.result, after.version) == ("voided", "", None, 5)
    assert after.finished_at == three.steps.get(index=5).at
    assert not FollowUp.objects.exists()
    told = Notice.objects.filter(key__endswith="voided")
    assert sorted(told.values_list("user__username", flat=True)) == ["amber", "cedar"]
    assert all("everyone left" in notice.text for notice in told)
    with pytest.raises(errors.Voided):
        abandon(three, 1)


def test_clocks_stand_still_from_then_on_and_a_standing_order_goes_with_its_seat(
    begin, person, frozen, ordered
):
    clock = {"type": "live", "bank": 60, "increment": 0}
    made = begin(person(), person(), first=0, clock=clock)
    break_match(made, CORRUPTED)
    frozen.shift(20)
    abandon(made, 1)
    left = [(seat.bank, seat.deadline) for seat in made.seats.all()]
    assert left == [(timedelta(seconds=40), None), (timedelta(seconds=60), None)]
    assert made.steps.get(index=1).banks == [40.0, 60.0]
    made = begin(person(), person(), person(), game=ordered, number=4, first=0)
    left = {"type": "rolls", "offer": False}
    services.set_order(public_id=made.public_id, user=user_at(made, 1), order=left)
    break_match(made, CORRUPTED)
    abandon(made, 1)
    assert made.seats.get(index=1).order is None


def test_its_record_verifies_and_can_be_taken_back(three):
    record = all_go(three)
    verify_record(record)
    again = kept(three)
    assert (again.status, again.version) == ("voided", 5)
    assert [seat.replaced for seat in again.seats.all()] == [3, 4, 5]
    assert all(seat.abandoned for seat in again.seats.all())
    # The state is sound again, so everyone reads what became of it.
    shown = look(again)
    everyone = "Everyone has abandoned this match. It doesn’t count."
    assert representation(shown, 0).prompt == everyone
    told = selectors.log_entries(shown.match, 0, shown.names, after=2)
    assert told[0].text == "amber abandons the match: it can no longer be read."


def test_a_record_in_which_somebody_abandons_it_otherwise_does_not_verify(three):
    record = all_go(three)
    for step, change, why in [
        (4, {"seat": 0}, "no person played seat 0"),
        (4, {"actor": "staff"}, "people abandon a match themselves"),
        (4, {"seat": 7}, "there is no seat 7"),
        (4, {"action": {"type": "abandon", "why": "?"}}, "nobody knows"),
        (3, {"kind": "action", "action": DRAW, "seat": 0}, "no draw on deck is recorded"),
    ]:
        with pytest.raises(RecordError, match=why):
            verify_record(rechained(with_step(record, step, **change)))
    void = {"type": "void", "reason": "once more"}
    with pytest.raises(RecordError, match="voided before"):
        verify_record(then(record, "admin", None, "staff", void))


def test_a_match_that_can_be_read_is_not_abandoned(three):
    refused(errors.Readable, abandon, three)
    assert stored(three).paused == ""


@TWO_WAYS
def test_it_is_unlocked_once_it_can_be_read_and_a_computer_plays_on(three, way, staff, committed):
    sound = stored(three)
    break_match(three, way)
    abandon(three, 0)
    deed = {"public_id": three.public_id, "by": staff, "reason": "The rules are back."}
    with pytest.raises(errors.Unreadable):
        actions.unlock(**deed)
    with pytest.raises(errors.Unreadable):
        actions.replace_by_ai(seat=1, level="easy", **deed)
    mend_match(sound)
    assert not look(three).may_act(0)
    with committed():
        actions.unlock(**deed)
    after = look(three)
    assert (after.match.paused, after.seats[0].abandoned) == ("", True)
    with pytest.raises(errors.NobodysSeat):
        actions.replace_by_ai(seat=0, level="easy", **deed)
    with pytest.raises(errors.Abandoned):
        services.resign(public_id=three.public_id, user=user_at(three, 0))
    while "caretaker" not in three.steps.filter(seat=0).values_list("actor", flat=True):
        with committed():
            assert user_to_move(look(three)) != user_at(three, 0)
            play(three, action=DRAW)
    verified(three)


@TWO_WAYS
@pytest.mark.parametrize("flagged", [False, True])
def test_who_closes_their_account_abandons_it(three, way, flagged):
    break_match(three, way)
    amber = user_at(three, 0)
    if flagged:
        with pytest.raises(errors.Unreadable):
            services.resign(public_id=three.public_id, user=amber)
    leave.leave_matches(user=amber)
    assert three.seats.get(index=0).abandoned
    assert not leave.seats_to_leave(amber).exists()


@pytest.mark.parametrize("way", WAYS)
def test_the_list_names_them_and_changes_nothing(three, begin, person, way):
    begin(person("dune"), "easy")
    over = begin(person("elm"), person("fern"))
    services.resign(public_id=over.public_id, user=user_at(over, 0))
    for one in (three, over):
        break_match(one, way)
    line, last = said("unreadable_matches").splitlines()
    public_id, game, version, why, since, people = line.split("\t")
    now = stored(three)
    assert (public_id, game, version) == (three.public_id, now.game, str(now.rules_version))
    assert why.split(":")[0] in ("DecodeError", "UnknownRules", "ValidationError", "KeyError")
    assert since == three.steps.get(index=2).at.isoformat(timespec="seconds")
    assert (people, last) == ("amber, birch, cedar", "1 match can't be read.")
    assert said("unreadable_matches", "--all").endswith("2 matches can't be read.\n")
    assert (now.paused, now.version) == ("", 2)


def test_they_are_voided_with_a_reason_in_somebodys_name(three, begin, person, staff):
    names = ("dune", "elm", "fern", "gorse")
    first, *others, last = map(person, names)
    own, over, sound = begin(staff, first), begin(*others), begin(last, "easy")
    services.resign(public_id=over.public_id, user=user_at(over, 0))
    for one in (three, own, over):
        break_match(one, "an unknown game")
    for missing in (["--by", "rowan"], ["--reason", "Its rules are gone."], ["--by", "x"]):
        with pytest.raises(CommandError):
            said("unreadable_matches", "--void", *missing)
    with pytest.raises(CommandError, match="Not voided: 1"):
        said("unreadable_matches", "--all", "--void", "--by=rowan", "--reason=Its rules are gone.")
    assert stored(three).status == "voided"
    assert [stored(one).status for one in (own, over, sound)] == ["active", "finished", "active"]
    (entry,) = AuditEntry.objects.filter(action="match.void")
    assert (str(entry.actor), entry.reason) == (str(staff), "Its rules are gone.")
