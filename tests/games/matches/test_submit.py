"""`submit_action`: the only way a match moves, and everything it refuses."""

import threading

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from accounts import pushes
from accounts.errors import NotFound, NotLoggedIn, Refusal
from games.burn_my_village.game import BurnMyVillage
from games.matches import errors
from games.matches.models import Checkpoint, Match
from games.matches.play import services, steps
from games.matches.record import selectors, states
from games.plugin.codec import pack
from tests.games.matches.conftest import legal, look, play, play_on, user_to_move

pytestmark = pytest.mark.django_db


def rows(match: Match):
    """Everything stored of a match, to see that nothing has changed."""
    stored = Match.objects.filter(pk=match.pk).values().get()
    stored["state"] = bytes(stored["state"])
    return stored, list(match.seats.values()), list(match.steps.values())


def refused(match: Match, refusal: type[Refusal], **arguments) -> Refusal:
    """The refusal of an action that must change nothing."""
    before = rows(match)
    with pytest.raises(refusal) as caught:
        play(match, **arguments)
    assert rows(match) == before
    return caught.value


def waiting_user(match: Match):
    return next(seat.user for seat in match.seats.all() if not seat.owes)


def test_a_move_makes_the_next_version(begin):
    match = begin()
    assert play(match).version == 1
    assert look(match).version == 1
    assert play(match).version == 2


def test_other_pages_of_who_goes_on_after_a_move_hear_of_it(begin, endless, committed):
    match, held = begin(game=endless, first=0), list[pushes.Push]()
    user, fruit = user_to_move(look(match)), look(match).state.hands[0][0]
    with pushes.held_back(held), committed():
        play(match, action={"type": "lay", "fruit": fruit})
    assert user_to_move(look(match)) == user
    assert (pushes.desk_of(user.pk), {"type": "person.desk"}) in held


def test_a_step_says_who_did_what_on_top_of_which_step(begin):
    match = begin()
    user = user_to_move(look(match))
    play(match, action={"type": "draw"}, client_id="mine")
    step = match.steps.get(index=1)
    assert (step.kind, step.base, step.user, step.actor) == ("action", 0, user, "person")
    assert (step.action, step.client_id) == ({"type": "draw"}, "mine")
    assert [outcome["kind"] for outcome in step.outcomes] == ["draw"]


def test_a_match_that_has_moved_in_spite_of_the_lock_is_not_overwritten(begin):
    """A database that doesn't lock."""
    match = begin()
    before = rows(match)
    user = user_to_move(look(match))

    def move():
        with steps.one_step(pk=match.pk) as (locked, seats):
            seat = next(seat.index for seat in seats if seat.user_id == user.pk)
            Match.objects.filter(pk=match.pk).update(version=1)
            action = msgspec.convert({"type": "draw"}, locked.ruleset.Action)
            steps.act(locked, seats, steps.Decision(seat, action, "person", user.pk))

    with pytest.raises(errors.Stale):
        move()
    assert rows(match) == before


def test_the_same_client_id_gets_the_first_answer_again(begin):
    match = begin()
    user = user_to_move(look(match))
    first = play(match, action={"type": "draw"}, version=0, client_id="a")
    play(match)
    again = play(match, user=user, action={"type": "draw"}, version=0, client_id="a")
    assert (again.version, again.repeated) == (first.version, True)
    assert look(match).version == 2


def test_another_action_under_a_used_client_id_is_a_conflict(begin):
    match = begin()
    user = user_to_move(look(match))
    other = next(action for action in legal(look(match), user) if action["type"] == "bribe")
    play(match, action={"type": "draw"}, client_id="a")
    refusal = refused(match, errors.ClientIdTaken, user=user, action=other, client_id="a")
    assert refusal.status == 409


def test_a_used_client_id_is_taken_when_its_seat_may_move_again(begin):
    match = begin()
    user = user_to_move(look(match))
    play(match, user=user, action={"type": "draw"}, client_id="a")
    while user_to_move(look(match)) != user:
        play(match)
    shown = look(match)
    other = legal(shown, user)[0]
    assert other != {"type": "draw"}
    refused(match, errors.ClientIdTaken, user=user, action=other, client_id="a")
    assert look(match).version == shown.version


def test_two_seats_may_use_the_same_client_id(begin):
    match = begin()
    assert play(match, client_id="a").version == 1
    assert play(match, client_id="a").version == 2


def test_a_refused_action_leaves_its_client_id_free(begin):
    match = begin()
    impossible = {"type": "visit", "stall": 3, "paid": {}, "cursed": None}
    refused(match, Refusal, action=impossible, client_id="a")
    assert not play(match, client_id="a").repeated


def test_who_is_not_logged_in_is_told_so_first(begin):
    refusal = refused(begin(), NotLoggedIn, user=AnonymousUser(), action=None, version="x")
    assert refusal.status == 401


def test_an_unknown_match_is_not_found(begin, person):
    with pytest.raises(NotFound):
        services.submit_action(public_id="nothing", user=person(), action={}, version=0)


def test_somebody_elses_match_is_forbidden_before_anything_else(begin, person):
    refusal = refused(begin(), errors.NotYourSeat, user=person("eve"), action=None, version="x")
    assert refusal.status == 403


def test_somebody_elses_private_match_does_not_even_exist(begin, person):
    refused(begin(private=True), NotFound, user=person("eve"))


def test_an_old_version_is_stale_and_names_the_present_one(begin):
    match = begin()
    play(match)
    refusal = refused(match, errors.Stale, version=0)
    assert (refusal.status, refusal.extra) == (409, {"version": 1})


def test_staleness_is_found_before_the_turn_is_looked_at(begin):
    match = begin()
    user = user_to_move(look(match))
    play(match)
    refused(match, errors.Stale, user=user, version=0)


def test_a_version_from_the_future_is_malformed(begin):
    assert refused(begin(), errors.FutureVersion, version=1).status == 400


def test_out_of_turn_is_forbidden_before_legality_is_looked_at(begin):
    match = begin()
    impossible = {"type": "bribe", "treasure": "sword", "count": 14, "wilds": 0}
    refused(match, errors.NotYourTurn, user=waiting_user(match), action=impossible)


def test_an_illegal_action_is_unprocessable_and_says_why(begin):
    impossible = {"type": "bribe", "treasure": "sword", "count": 14, "wilds": 0}
    refusal = refused(begin(), errors.Illegal, action=impossible)
    assert refusal.status == 422
    assert refusal.extra["reason"] in BurnMyVillage.refusals
    assert "{" not in refusal.detail


@pytest.mark.parametrize("version", [None, "0", 0.0, True, -1, 2**31, 10**40, [], {}])
def test_a_version_is_a_whole_number(begin, version):
    assert refused(begin(), errors.Malformed, version=version).status == 400


@pytest.mark.parametrize("client_id", [5, "x" * 65, "a\0b", "a\nb", [], {"a": 1}])
def test_a_client_id_is_a_short_text(begin, client_id):
    refused(begin(), errors.Malformed, client_id=client_id)


@pytest.mark.parametrize(
    "action",
    [
        None,
        5,
        "draw",
        [],
        {},
        {"type": "fly"},
        {"type": ["draw"]},
        {"type": "draw", "extra": 1},
        {"type": "bribe"},
        {"type": "bribe", "treasure": "sword", "count": "1", "wilds": 0},
        {"type": "bribe", "treasure": "sword", "count": -1, "wilds": 2},
        {"type": "bribe", "treasure": "wild", "count": 1, "wilds": 0},
        {"type": "bribe", "treasure": "sword", "count": 10**30, "wilds": 0},
        {"type": "visit", "stall": 9, "paid": {}, "cursed": None},
        {"type": "visit", "stall": 1, "paid": {"gold": 1}, "cursed": "sword"},
        {"type": "visit", "stall": 1, "paid": "all", "cursed": "sword"},
    ],
)
def test_a_malformed_action_is_refused(begin, action):
    assert refused(begin(), Refusal, action=action).status in (400, 422)


def test_a_running_match_shows_its_record_to_nobody(begin):
    match = begin()
    with pytest.raises(Refusal) as caught:
        selectors.record_of(look(match).match)
    assert (caught.value.status, caught.value.code) == (403, "still_running")


def test_people_who_decide_at_once_do_not_make_each_other_stale(begin, person, endless):
    match = begin(person(), person(), person(), game=endless)
    while not look(match).state.offering:
        play(match, action={"type": "roll"})
    shown = look(match)
    prompt_free = {"type": "offer", "fruit": shown.state.hands[1][0]}
    with pytest.raises(errors.Stale):  # what they are asked has changed since the last roll
        play(match, user=shown.seats[1].user, action=prompt_free, version=shown.version - 1)
    assert {seat.index for seat in shown.seats if seat.owes} == {0, 1, 2}


def test_a_seat_whose_own_decision_is_unchanged_may_answer_an_older_version(
    begin, monkeypatch, endless, person
):
    match = begin(person(), person(), person(), game=endless)
    while not look(match).state.offering:
        play(match, action={"type": "roll"})
    shown = look(match)
    # The prompt counts the missing offers; a prompt that doesn't leaves the others' lists alone.
    from games.plugin import line

    monkeypatch.setattr(shown.game, "prompt", lambda state, viewer: line("Offer a fruit."), False)
    for seat in shown.seats:
        offer = {"type": "offer", "fruit": shown.state.hands[seat.index][0]}
        assert play(match, user=seat.user, action=offer, version=shown.version).version


def test_a_ruleset_that_breaks_flags_the_match_and_applies_nothing(begin, monkeypatch, caplog):
    match = begin()
    state = bytes(look(match).match.state)

    def broken(self, state, seat, action, chance):
        state.deck.clear()
        raise ZeroDivisionError

    monkeypatch.setattr(BurnMyVillage, "apply_action", broken)
    with pytest.raises(errors.Paused):
        play(match)
    monkeypatch.undo()
    after = look(match).match
    assert (after.paused, after.version, bytes(after.state)) == ("flagged", 0, state)
    assert "flagged" in caplog.text
    with pytest.raises(errors.Paused):
        play(match)


def test_a_dead_broker_does_not_turn_a_committed_move_into_an_error(begin, monkeypatch, committed):
    def dead():
        raise ConnectionRefusedError

    monkeypatch.setattr(pushes, "get_channel_layer", dead)
    match = begin()
    with committed():
        assert play(match).version == 1
    assert look(match).version == 1


def queries_of_a_move(match: Match) -> list[str]:
    shown = look(match)
    user = user_to_move(shown)
    action = legal(shown, user)[-1]
    with CaptureQueriesContext(
        connection,
    ) as captured:
        services.submit_action(
            public_id=match.public_id,
            user=user,
            action=action,
            version=shown.version,
            client_id=f"move {shown.version}",
        )
    return [query["sql"] for query in captured]


def test_a_move_takes_at_most_eight_queries(begin):
    match = begin()
    for _ in range(Checkpoint.EVERY - 1):
        assert len(queries_of_a_move(match)) <= 8


def test_every_32nd_move_stores_a_checkpoint_and_stays_within_eight_statements(begin):
    match = begin()
    play_on(match, Checkpoint.EVERY - 1)
    queries = queries_of_a_move(match)
    assert match.checkpoints.filter(index=Checkpoint.EVERY).exists()
    assert len([sql for sql in queries if "SAVEPOINT" not in sql]) <= 8


def queries_of_opening(match: Match) -> int:
    with CaptureQueriesContext(connection) as captured:
        selectors.snapshot(selectors.match_for(match.public_id, AnonymousUser()))
    return len(captured)


@pytest.mark.parametrize("late", [100, pytest.param(1_000, marks=pytest.mark.again)])
def test_opening_a_match_costs_the_same_at_step_10_and_much_later(begin, person, endless, late):
    match = begin(person(), person(), game=endless)
    play_on(match, 10)
    early = queries_of_opening(match)
    play_on(match, late)
    assert queries_of_opening(match) == early == 2


def test_any_moment_is_at_most_31_applications_away(begin, monkeypatch):
    match = begin()
    play_on(match, 2 * Checkpoint.EVERY - 1)
    applied = []
    real = states.apply_recorded
    monkeypatch.setattr(
        states, "apply_recorded", lambda m, s, step: applied.append(step.index) or real(m, s, step)
    )
    states.state_at(match, 2 * Checkpoint.EVERY - 1)
    assert len(applied) == Checkpoint.EVERY - 1


def test_a_step_that_does_not_exist_is_not_found(begin):
    match = look(begin()).match
    for step in (-1, 1, 10**9):
        with pytest.raises(NotFound):
            selectors.snapshot_at(match, step)


def test_a_stored_state_of_an_older_layout_is_rebuilt_by_replay(begin):
    match = begin()
    play(match)
    play(match)
    before = look(match)
    Match.objects.filter(pk=match.pk).update(state=b"an old layout", state_schema=0)
    match.checkpoints.update(state=b"an old layout", state_schema=0)
    assert pack(look(match).state) == pack(before.state)
    assert play(match).version == 3
    assert look(match).match.state_schema == before.match.ruleset.meta.state_schema


@pytest.mark.django_db(transaction=True)
def test_one_move_sent_ten_times_at_once_is_made_once(begin):
    match = begin()
    shown = look(match)
    user = user_to_move(shown)
    answers = []

    def send():
        try:
            answers.append(
                services.submit_action(
                    public_id=match.public_id,
                    user=user,
                    action={"type": "draw"},
                    version=0,
                    client_id="once",
                )
            )
        finally:
            connections.close_all()

    threads = [threading.Thread(target=send) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.version for answer in answers] == [1] * 10
    assert sum(not answer.repeated for answer in answers) == 1
    assert look(match).version == 1


def test_a_match_that_goes_on_while_it_is_read_is_shown_as_it_is_then(begin):
    """Its row was read before the move, its seats are read after it."""
    match = begin()
    early = Match.objects.get(pk=match.pk)
    play(match)
    shown = selectors.snapshot(early)
    assert (shown.version, shown.state) == (1, look(match).state)
    assert {seat.index for seat in shown.seats if seat.owes} == shown.active_seats


def test_one_that_has_not_gone_on_takes_one_query_for_its_seats(begin):
    match = Match.objects.get(pk=begin().pk)
    with CaptureQueriesContext(connection) as queries:
        selectors.snapshot(match)
    assert len(queries) == 1
