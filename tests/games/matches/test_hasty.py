"""Moves tried in haste first: what comes of them is what comes of them by the book."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError

from games.matches import errors
from games.matches.models import Match
from games.matches.play import hasty
from tests.games.matches.conftest import legal, look, play, user_to_move

Begin = Callable[..., Match]


@pytest.mark.django_db
def test_a_used_client_id_is_known_at_the_newest_version_too(begin: Begin) -> None:
    match = begin()
    user, action = user_to_move(look(match)), {"type": "draw"}
    play(match, user=user, action=action, client_id="a")
    again = play(match, user=user, action=action, version=1, client_id="a")
    assert (again.version, again.repeated) == (1, True)


@pytest.mark.django_db
def test_a_used_client_id_is_taken_when_its_seat_may_move_again(begin: Begin) -> None:
    match = begin()
    user = user_to_move(look(match))
    play(match, user=user, action={"type": "draw"}, client_id="a")
    while user_to_move(look(match)) != user:
        play(match)
    shown = look(match)
    other = legal(shown, user)[0]
    assert other != {"type": "draw"}
    with pytest.raises(errors.ClientIdTaken):
        play(match, user=user, action=other, version=shown.version, client_id="a")
    assert look(match).version == shown.version


# -- any service ---------------------------------------------------------------------------------


@pytest.mark.parametrize("failure", [errors.NotYourSeat(), IntegrityError("taken")])
def test_what_fails_in_haste_is_done_by_the_book(failure: Exception) -> None:
    @hasty.first
    def service(in_haste: bool = False) -> str:
        if in_haste:
            raise failure
        return "by the book"

    assert service() == "by the book"


def test_what_succeeds_in_haste_is_done_once() -> None:
    done = []

    @hasty.first
    def service(in_haste: bool = False) -> None:
        done.append(in_haste)

    service()
    assert done == [True]


def test_a_failure_that_is_no_answer_is_told() -> None:
    done = []

    @hasty.first
    def service(in_haste: bool = False) -> None:
        done.append(in_haste)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        service()
    assert done == [True]
