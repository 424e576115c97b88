"""Moves tried in haste first: what comes of them is what comes of them by the book."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, OperationalError

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


class Service:
    """Notes how it is called; fails in haste, and says whether it left a check out."""

    def __init__(self, failure: Exception | None, *, skips: bool = False) -> None:
        self.failure, self.skips = failure, skips
        self.called: list[str] = []

    def __call__(self, haste: hasty.Haste | None) -> str:
        self.called.append("in haste" if haste else "by the book")
        if haste:
            haste.skipped = self.skips
            if self.failure:
                raise self.failure
        return self.called[-1]


ANSWERS = [errors.NotYourSeat(), IntegrityError("taken")]


def test_what_succeeds_in_haste_is_done_once() -> None:
    service = Service(None, skips=True)
    assert hasty.tried_first(service) == "in haste"
    assert service.called == ["in haste"]


@pytest.mark.parametrize("failure", ANSWERS)
def test_what_fails_in_haste_is_done_by_the_book(failure: Exception) -> None:
    assert hasty.tried_first(Service(failure, skips=True)) == "by the book"


@pytest.mark.parametrize("failure", [*ANSWERS, RuntimeError(), OperationalError("full")])
def test_a_failure_to_which_haste_contributed_nothing_is_raised(failure: Exception) -> None:
    service = Service(failure)
    with pytest.raises(type(failure)):
        hasty.tried_first(service)
    assert service.called == ["in haste"]


@pytest.mark.parametrize("failure", [RuntimeError(), OperationalError("full")])
def test_a_failure_that_is_no_answer_is_raised(failure: Exception) -> None:
    service = Service(failure, skips=True)
    with pytest.raises(type(failure)):
        hasty.tried_first(service)
    assert service.called == ["in haste"]
