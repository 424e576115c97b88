"""The moments one can stop at, what they cost to find, and that they are what they were."""

import pytest

from games.matches.models import Checkpoint, Match
from games.matches.play.actions import services
from games.matches.record import moments, score_curve, selectors, states
from games.matches.record.timeline import timeline, with_step
from games.plugin.codec import digest
from tests.games.matches.conftest import look, play, play_on, user_to_move

pytestmark = pytest.mark.django_db


def lay(match: Match):
    """Whoever is to move lays a fruit, which can be taken back."""
    shown = look(match)
    seat = min(shown.game.active_seats(shown.state))
    action = {"type": "lay", "fruit": shown.state.hands[seat][0]}
    play(match, action=action)
    return user_to_move(shown)


def take_back(match: Match, user):
    services.undo(public_id=match.public_id, user=user)


def roll(match: Match):
    """Whoever is to move rolls; after a one everybody offers what they have first."""
    shown = look(match)
    action = {"type": "offer", "fruit": ""} if shown.state.offering else {"type": "roll"}
    if shown.state.offering:
        seat = min(shown.game.active_seats(shown.state))
        action["fruit"] = shown.state.hands[seat][0]
    play(match, action=action)


@pytest.fixture(autouse=True)
def _often(monkeypatch):
    """A checkpoint at every ninth step."""
    monkeypatch.setattr(Checkpoint, "EVERY", 9)


@pytest.fixture
def orchard(endless, begin, person) -> Match:
    """A match of two in which every step so far counts."""
    return begin(person(), person(), game=endless, first=0)


def test_what_was_taken_back_is_left_out_unless_one_asks(orchard):
    roll(orchard)  # 1
    take_back(orchard, lay(orchard))  # 2, 3
    take_back(orchard, lay(orchard))  # 4, 5
    early = look(orchard).match
    roll(orchard)  # 6
    assert timeline(early).steps == [0, 1, 5], "it ends where the match stood when it was read"
    match = look(orchard).match
    counting, whole = timeline(match), timeline(match, whole=True)
    assert (counting.steps, counting.whole) == ([0, 1, 6], False)
    assert (whole.steps, whole.whole) == ([*range(7)], True)
    assert counting.turns == [0, 1, 6]
    assert counting.seats == [None, 0, 1]
    assert whole.turns == [0, 1, 2]


def test_a_moment_that_was_taken_back_brings_the_whole_line(orchard):
    take_back(orchard, lay(orchard))
    roll(orchard)
    match = look(orchard).match
    assert with_step(match, 3).steps == [0, 3]
    assert with_step(match, 1).steps == [0, 1, 2, 3]
    assert with_step(match, 3, whole=True).steps == [0, 1, 2, 3]


def test_naming_many_moments_of_a_match_reads_its_seats_once(orchard, django_assert_num_queries):
    play_on(orchard, 6)
    for queries in (3 * 2 + 1, 1):  # a moment is played once, and remembered
        match = Match.objects.get(pk=orchard.pk)
        with django_assert_num_queries(queries):
            named = [moments.name_of(match, step) for step in (1, 3, 5)]
    assert all(name.endswith(" points") for name in named)


def test_moments_found_together_are_those_found_one_by_one(orchard):
    for number in range(20):
        if number % 9 == 4:
            take_back(orchard, lay(orchard))
        roll(orchard)
    newest = look(orchard)
    for line in (timeline(newest.match), timeline(newest.match, whole=True)):
        found = moments.snapshots(newest, line.steps)
        assert [shown.version for shown in found] == line.steps
        for shown in found:
            alone = selectors.snapshot_at(newest.match, shown.version)
            assert digest(shown.state) == digest(alone.state), shown.version


@pytest.fixture
def applied(monkeypatch) -> list[int]:
    """The steps that are applied from now on."""
    seen = []
    apply = states.apply_recorded

    def noted(match, state, step, *chance):
        seen.append(step.index)
        return apply(match, state, step, *chance)

    monkeypatch.setattr(states, "apply_recorded", noted)
    return seen


def test_no_moment_takes_more_steps_than_lie_between_two_checkpoints(orchard, applied):
    for _step in range(2 * Checkpoint.EVERY - 1):
        roll(orchard)
    take_back(orchard, lay(orchard))  # over a checkpoint, which leads to the one before
    shown = look(orchard)
    for step in range(shown.version):
        applied.clear()
        state = states.state_at(shown.match, step)
        assert len(applied) < Checkpoint.EVERY, step
    applied.clear()
    state = states.state_at(shown.match, shown.version)
    assert digest(state) == digest(shown.state)
    assert len(applied) <= Checkpoint.EVERY < min(applied)


def test_the_points_are_those_of_each_step_that_counts(orchard):
    for number in range(12):
        if number == 5:
            take_back(orchard, lay(orchard))
        roll(orchard)
    services.resign(public_id=orchard.public_id, user=look(orchard).seats[0].user)
    match = look(orchard).match
    assert not match.running
    found = score_curve.scores(match)
    assert [at.step for at in found] == timeline(match).steps
    for at in found:
        assert list(at.scores) == selectors.snapshot_at(match, at.step).state.points


def test_a_match_has_the_points_it_ended_with(begin, race):
    shown = play_on(begin(game=race))
    last = score_curve.scores(shown.match)[-1]
    assert last.step == shown.version
    assert list(last.scores) == [seat.score for seat in shown.result.seats]
