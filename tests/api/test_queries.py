"""How often a call asks the database: the same however much there is."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.caller import ANYBODY, Caller, told
from tests.api.play import begin, match_with, move, open_table

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere, pytest.mark.usefixtures("unhurried")]

TOKEN = 1  # the query that finds who calls


def queries(call, *arguments, **named) -> int:
    with CaptureQueriesContext(connection) as caught:
        told(call(*arguments, **named))
    return len(caught)


def test_a_match_its_steps_and_log_take_the_same_at_any_age(amber, birch):
    match = begin(amber, birch)
    path = f"matches/{match}/"
    assert queries(amber.get, path) == TOKEN + 2
    for _ in range(10):
        move(match, amber, birch)
    assert queries(amber.get, path) == TOKEN + 2
    assert queries(ANYBODY.get, path) == 2

    def counts() -> list[int]:
        return [queries(amber.get, f"matches/{match}/{part}") for part in ("log/", "steps/1/")]

    move(match, amber, birch)
    move(match, amber, birch)
    early = counts()
    for _ in range(10):
        move(match, amber, birch)
    assert counts() == early
    assert max(early) <= TOKEN + 6


def test_a_move_takes_the_same_at_any_age(amber, birch):
    match = begin(amber, birch)

    def one() -> int:
        shown = told(ANYBODY.get(f"matches/{match}/"))
        who = (amber, birch)[shown["active_seats"][0]]
        body = {"action": {"type": "draw"}, "version": shown["version"]}
        return queries(who.post, f"matches/{match}/actions/", body)

    first = one()
    assert (
        first <= TOKEN + 8 + 2 + 2
    )  # the move, its savepoint (no transaction of its own), the view
    assert {one() for _ in range(5)} == {first}


def test_lists_take_the_same_for_any_number_of_rows(amber, birch, cedar):
    def counts() -> list[int]:
        return [
            queries(who.get, path)
            for path in ("tables/", "tables/?mine=1", "matches/", "matches/?mine=1")
            for who in (amber, ANYBODY)
        ]

    match_with(amber, birch)
    open_table(amber, ai={1: "easy"})
    few = counts()
    for guest in (birch, cedar):
        match_with(amber, guest)
        match_with(amber, guest, private=True)
        open_table(guest)
    assert counts() == few
    assert max(few) <= TOKEN + 4


def test_a_caller_without_a_name_takes_no_query_for_it(db):
    assert queries(Caller().get, "games/") == 0
