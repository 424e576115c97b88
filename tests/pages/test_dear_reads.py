"""What is dear to read is made once for each version of a match, and limited by address.

What was made for one reader never reaches another who may not see it.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from django.utils import timezone

from games.matches.models import Match
from games.matches.page import made_once
from tests.games.matches.conftest import look, play
from tests.support.log_in import logged_in
from tests.support.scenes import forget_what_is_not_stored
from toolbox import limits

pytestmark = pytest.mark.django_db

# Each with its cost, for a match of at least twenty steps: in boards.
DEAR = {
    "matches/{id}/boards/?from=0&count=12": 12,
    "matches/{id}/boards/?from=0&count=12&as=0": 12,
    "matches/{id}/story/": 3,
    "matches/{id}/log/": 3,
    "matches/{id}/?step=4": 4,
    "matches/{id}/after/": 5,
    "matches/{id}/card.png": 10,
    "api/matches/{id}/log/": 2,
    "api/matches/{id}/record/": 1,
    "api/matches/{id}/steps/3/": 1,
    "matches/{id}/verify/server/": 3,
}
ORDINARY = ("", "tables/", "matches/{id}/", "api/matches/{id}/", "api/matches/", "api/schema/")
ORDINARY += ("api/matches/{id}/log/?page_size=9", "matches/{id}/verify/", "readyz")
BOARD = "matches/{id}/boards/?from=3&count=1"


@pytest.fixture
def over(played: Match) -> Match:
    return look(played).match


@pytest.fixture
def limited(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the limit, a day for so many boards."""

    def limit(boards: int) -> None:
        rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
        monkeypatch.setitem(rates, "reads", f"{boards}/d")
        limits.forget_all()

    return limit


def ask(match: Match, path: str, address: str = "203.0.113.1", **headers: str) -> Any:
    place = f"/{path.format(id=match.public_id)}"
    return Client(REMOTE_ADDR=address).get(place, headers=headers)


@pytest.mark.parametrize("path", DEAR)
def test_only_what_has_to_be_made_counts(path, over, limited):
    """Not who has it made: a second reader gets the same, as often as they like."""
    limited(DEAR[path])
    first = ask(over, path)
    assert first.status_code == 200, first.content
    assert ask(over, path).status_code == 200
    refused = ask(over, BOARD)
    assert (refused.status_code, refused.headers["Retry-After"].isdigit()) == (429, True)
    assert ask(over, path).status_code == 200
    assert ask(over, BOARD, "203.0.113.2").status_code == 200


def test_what_is_dearer_than_the_limit_can_be_had(over, limited):
    limited(5)
    assert ask(over, "matches/{id}/boards/?from=0&count=12").status_code == 200
    assert ask(over, BOARD).status_code == 429


def test_ordinary_pages_are_not_limited_and_a_refusal_is_typed(over, limited):
    limited(1)
    for path in ORDINARY * 3:
        assert ask(over, path).status_code == 200, path
    assert ask(over, BOARD).status_code == 200
    refused = ask(over, "api/matches/{id}/record/")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    page = ask(over, "matches/{id}/log/")
    assert (page.status_code, "<h1" in page.content.decode()) == (429, True)


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets what happens while someone waits for their turn. It says whether the turn comes."""

    def happens(what: Callable[[], bool]) -> None:
        turn = Mock(acquire=lambda **_patience: what())
        monkeypatch.setattr(made_once, "_one_at_a_time", turn)

    return happens


def test_what_costs_nothing_waits_for_nobody(over, meanwhile):
    meanwhile(lambda: False)
    assert ask(over, BOARD).status_code == 429
    for path in ORDINARY:
        assert ask(over, path).status_code == 200, path


def test_nobody_pays_for_waiting_in_vain(over, limited, meanwhile):
    limited(1)
    turns = iter((False, True))
    meanwhile(lambda: next(turns))
    assert [ask(over, BOARD).status_code for _time in range(2)] == [429, 200]


def test_nobody_pays_for_what_is_made_while_they_wait(over, limited, meanwhile):
    limited(1)
    others = iter(("203.0.113.2",))
    meanwhile(lambda: all(ask(over, BOARD, other).status_code == 200 for other in others))
    assert ask(over, BOARD).status_code == 200
    assert ask(over, BOARD.replace("3", "4")).status_code == 200


def test_a_person_is_dear_to_count(over, limited):
    limited(5)
    name = over.seats.get(index=0).user.username
    assert [ask(over, f"people/{name}/").status_code for _time in range(2)] == [200, 429]


SHOWN = ("matches/{id}/boards/?from=0&count=12", "matches/{id}/?step=0", "matches/{id}/log/")
SHOWN += ("matches/{id}/story/", "matches/{id}/after/", "api/matches/{id}/log/")


@pytest.mark.parametrize(
    "path", [*SHOWN, "api/matches/{id}/steps/3/", "matches/{id}/verify/server/"]
)
def test_what_was_made_before_the_gate_shut_stays_behind_it(path, over):
    assert ask(over, path).status_code == 200
    known = Match.objects.filter(pk=over.pk)
    known.update(embargo_until=timezone.now() + timedelta(hours=1))
    assert ask(over, path).status_code == 404
    known.update(embargo_until=None, visibility=Match.Visibility.PRIVATE)
    assert ask(over, path).status_code == 404


@pytest.mark.parametrize(
    "path", ["matches/{id}/boards/?from=0&count=12", "api/matches/{id}/steps/12/"]
)
def test_a_seat_and_a_spectator_never_get_what_is_the_others(path, begin, person):
    """In either order: it makes no difference who has asked before."""
    amber = person()
    match = begin(amber, person(), first=0)
    for _move in range(12):
        play(match)
    place = f"/{path.format(id=match.public_id)}"
    anybody, mine = Client(), logged_in(amber)
    open_to_all, own = anybody.get(place).content, mine.get(place).content
    assert own != open_to_all
    forget_what_is_not_stored()
    assert [who.get(place).content for who in (mine, anybody)] == [own, open_to_all]


@pytest.mark.parametrize("path", SHOWN)
def test_a_name_that_is_taken_out_is_in_nothing_that_was_made(path, over):
    name = over.seats.get(index=0).name
    assert name in ask(over, path).content.decode()
    over.seats.filter(index=0).update(name="Someone")
    assert name not in ask(over, path).content.decode()


def test_a_step_makes_a_new_log(begin):
    match = begin()
    play(match)
    before = ask(match, "matches/{id}/log/").content
    play(match)
    assert len(ask(match, "matches/{id}/log/").content) > len(before)


@pytest.mark.parametrize(
    ("clock", "answers"), [(None, [200, 200]), ({"type": "live", "bank": 300}, [200, 429])]
)
def test_a_board_is_made_again_each_second_only_where_it_shows_a_clock(
    clock, answers, begin, limited, frozen
):
    match = begin(clock=clock)
    limited(1)
    path = "matches/{id}/boards/?from=0&count=1"
    told = []
    for _time in range(2):
        told.append(ask(match, path).status_code)
        frozen.shift(1)
    assert told == answers


def test_times_are_those_of_the_reader(over, person):
    told = []
    for zone in ("Pacific/Auckland", "America/Lima"):
        user = person()
        user.time_zone = zone
        user.save()
        page = logged_in(user).get(f"/matches/{over.public_id}/log/").content.decode()
        told.append(page.partition("<time")[2].partition("</time>")[0])
    assert told[0] != told[1]


def test_bodies_are_sent_compressed_to_those_who_can_read_it(over):
    for path in ("matches/{id}/boards/?from=0&count=2", "api/matches/{id}/record/", "api/schema/"):
        plain, packed = ask(over, path), ask(over, path, **{"accept-encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in plain.headers
        assert len(packed.content) < len(plain.content)
        again = {"if-none-match": plain.headers["ETag"]}
        assert ask(over, path, **again).status_code == 304
