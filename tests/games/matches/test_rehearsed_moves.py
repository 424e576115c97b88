"""Moves that are worked out before their turn to write, on SQLite.

The turns of these tests' connection are `Crowd`: somebody else always has the turn, and does
something before a rehearsed move gets it.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.matches import errors
from games.matches.models import Match
from games.matches.play import services
from games.matches.record import selectors
from games.plugin import verify_record
from tests.games.matches.conftest import legal, look, play, play_on, user_to_move

pytestmark = pytest.mark.django_db(transaction=True)


class Crowd:
    """Turns that others have; `meanwhile` is what they do before the first one is ours."""

    def __init__(self) -> None:
        self.meanwhile: list[Callable[[], Any]] = []
        self.waited = 0

    def crowded_or_taken(self) -> bool:
        return True

    def wait(self) -> None:
        self.waited += 1
        while self.meanwhile:
            self.meanwhile.pop()()

    def over(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def match(begin: Callable[..., Match]) -> Match:
    return begin()


@pytest.fixture
def crowd(match: Match, monkeypatch: pytest.MonkeyPatch) -> Crowd:
    """Around a match that has just begun."""
    crowd = Crowd()
    monkeypatch.setattr(connection, "turns", crowd)
    return crowd


def elsewhere(statement: str, *values: Any) -> Callable[[], Any]:
    """What others do, told to the database itself."""
    return lambda: connection.connection.execute(statement, values)


def next_move(match: Match) -> tuple[Any, Any]:
    """Who is to move, and something they may do."""
    shown = look(match)
    user = user_to_move(shown)
    return user, legal(shown, user)[-1]


def key(match: Match) -> str:
    return match.pk.hex


def test_a_rehearsed_move_is_a_move(match: Match, crowd: Crowd) -> None:
    for version in range(1, 6):
        assert play(match, client_id=str(version)).version == version
    assert crowd.waited == 5
    assert look(match).version == 5
    assert [step.index for step in match.steps.all()] == [0, 1, 2, 3, 4, 5]


def test_a_rehearsed_move_takes_at_most_eight_statements(match: Match, crowd: Crowd) -> None:
    user, action = next_move(match)
    done: list[str] = []
    connection.connection.set_trace_callback(done.append)
    try:
        services.submit_action(
            public_id=match.public_id, user=user, action=action, version=0, client_id="a"
        )
    finally:
        connection.connection.set_trace_callback(None)
    own = [sql for sql in done if sql.split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE")]
    assert len(own) <= 8
    assert done.count("BEGIN IMMEDIATE") == 1


CHANGE = "UPDATE matches_match SET look_at = '2030-01-01 00:00:00' WHERE id = ?"


def test_a_change_of_the_match_meanwhile_is_not_overwritten(match: Match, crowd: Crowd) -> None:
    crowd.meanwhile.append(elsewhere(CHANGE, key(match)))
    assert play(match).version == 1
    assert crowd.waited == 2  # in haste, and by the book
    match.refresh_from_db()
    assert match.look_at is not None
    assert match.look_at.year == 2030


def test_a_change_of_a_seat_meanwhile_is_not_overwritten(match: Match, crowd: Crowd) -> None:
    missed = "UPDATE matches_seat SET missed = missed + 1 WHERE match_id = ?"
    crowd.meanwhile.append(elsewhere(missed, key(match)))
    assert play(match).version == 1
    assert crowd.waited == 2
    others = match.seats.exclude(index=match.steps.get(index=1).seat)
    assert set(others.values_list("missed", flat=True)) == {1}


def test_a_match_that_ended_meanwhile_takes_no_move(match: Match, crowd: Crowd) -> None:
    user, action = next_move(match)
    void = "UPDATE matches_match SET status = 'voided' WHERE id = ?"
    crowd.meanwhile.append(elsewhere(void, key(match)))
    with pytest.raises(errors.Voided):
        play(match, user=user, action=action, version=0)
    assert match.steps.count() == 1


def test_rules_that_fail_in_a_rehearsal_flag_nothing(
    match: Match, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, action = next_move(match)
    rules, failures = type(match.ruleset), [RuntimeError("rows that don't fit together")]
    real = rules.apply_action

    def apply(*arguments: Any) -> Any:
        if failures:
            raise failures.pop()
        return real(*arguments)

    monkeypatch.setattr(rules, "apply_action", staticmethod(apply))
    assert play(match, user=user, action=action, version=0).version == 1
    match.refresh_from_db()
    assert (match.paused, failures) == ("", [])


def test_what_is_announced_has_been_written(
    match: Match, crowd: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []

    def moved(shown: Any, *_more: Any, **_named: Any) -> None:
        told.append((shown.version, match.steps.count()))

    monkeypatch.setattr("games.matches.play.announcements.moved", moved)
    crowd.meanwhile.append(
        elsewhere("UPDATE matches_match SET undo = '{}' WHERE id = ?", key(match))
    )
    play(match)
    assert told == [(1, 2)]


def test_a_whole_rehearsed_game_has_a_record_that_verifies(match: Match, crowd: Crowd) -> None:
    assert not play_on(match).match.running
    assert crowd.waited > 10
    verify_record(selectors.record_of(look(match).match))
