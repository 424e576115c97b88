"""Resigning: who wins, who plays on, and how it is counted and told."""

import pytest

from games.matches import errors, tasks
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record import selectors
from games.plugin import SPECTATOR
from tests.games.matches.conftest import legal, look, play, refused, resign, undo, user_at, verified
from tests.games.matches.test_requests import kept

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw"}


@pytest.fixture
def two(begin, person) -> Match:
    return begin(person("amber"), person("birch"), first=0)


@pytest.fixture
def three(begin, person) -> Match:
    return begin(person("amber"), person("birch"), person("cedar"), first=0)


def places(match: Match) -> list[tuple[str, int | None]]:
    return [(seat.outcome, seat.rank) for seat in look(match).seats]


def finish(match: Match):
    while (shown := look(match)).match.running:
        seat = next(seat for seat in shown.seats if seat.owes)
        if seat.plays_itself:
            tasks.play_ai_turn(str(match.pk), shown.version)
        else:
            play(match, action=legal(shown, seat.user)[0], user=seat.user)


def test_of_two_the_other_wins_at_once(two):
    assert resign(two, 1, version=0).version == 1
    shown = look(two)
    assert (shown.match.status, shown.match.wake_at) == ("finished", None)
    assert places(two) == [("won", 1), ("lost", 2)]
    assert all(seat.score is not None for seat in shown.seats)
    assert not any(seat.owes or seat.caretaker for seat in shown.seats)
    assert shown.active_seats == frozenset()
    assert shown.match.finished_at is not None
    with pytest.raises(errors.Over):
        services.submit_action(
            public_id=two.public_id, user=user_at(two, 0), action=DRAW, version=1
        )
    told = selectors.log_entries(shown.match, SPECTATOR, shown.names)
    said = [(line.kind, line.seat, line.text) for line in told]
    assert said == [("control", 1, "birch resigns.")]
    assert shown.prompt(0).id == "{player} resigned."


def test_one_may_resign_on_ones_own_turn_too_and_the_record_can_be_taken_back(two):
    resign(two, 0)
    assert places(two) == [("lost", 2), ("won", 1)]
    record = selectors.record_of(look(two).match)
    assert record.result["ending"] == "resigned"
    step = record.steps[-1]
    assert (step.kind, step.seat, step.actor) == ("control", 0, "person")
    assert step.action == {"type": "resign"}
    verified(two)
    result = look(two).result
    assert selectors.snapshot(kept(two)).result == result


def test_of_three_a_caretaker_plays_on_and_the_seat_ranks_last(begin, person, race):
    match = begin(person(), person(), person(), game=race, first=0)
    resign(match, 0)
    shown = look(match)
    assert shown.match.running
    assert (shown.seats[0].caretaker, shown.seats[0].owes, shown.seats[0].epoch) == (True, True, 1)
    assert shown.match.wake_at is not None
    tasks.play_ai_turn(str(match.pk), 1)
    assert match.steps.get(index=2).actor == "caretaker"
    finish(match)
    assert places(match)[0] == ("lost", 3)
    assert sorted(rank or 0 for _, rank in places(match)) in ([1, 2, 3], [1, 1, 3])
    verified(match)


def test_computers_play_it_out_where_nobody_else_is_left(begin, person, race, committed):
    match = begin(person(), "easy", "easy", game=race, first=0)
    with committed():
        resign(match, 0)
    assert look(match).match.status == "finished"
    assert places(match)[0] == ("lost", 3)
    verified(match)


def test_who_has_resigned_is_asked_for_nothing(three):
    amber = user_at(three, 0)
    resign(three, 0)
    assert not selectors.matches_for(amber, waiting=True)
    shown = look(three)
    assert not shown.may_act(0)
    for deed in (undo, resign):
        refused(errors.Resigned, deed, three)
    refused(errors.Resigned, play, three, user=amber, action=DRAW)


def test_nothing_is_taken_back_across_a_resignation(begin, person, endless):
    match = begin(person(), person(), person(), game=endless, first=0)
    play(match, action={"type": "lay", "fruit": look(match).state.hands[0][0]})
    resign(match, 1)
    with pytest.raises(errors.NothingToUndo):
        services.undo(public_id=match.public_id, user=user_at(match, 0))


def test_a_resignation_makes_no_move_stale(three):
    resign(three, 1)
    assert play(three, action=DRAW, version=0).version == 2
