"""Whatever arrives, the answer is typed, nothing changes and nothing breaks."""

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.matches.models import Match, Step
from lobby.models import Table, TableSeat
from tests.api.caller import ANYBODY, Caller, caller, refused, told
from tests.api.play import BURN, begin, open_table
from tests.support.odd_values import NO_OBJECT, NOT_JSON, VALUES
from tests.support.scenes import lasting, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unhurried")]

JSON = "application/json"


# Whatever is refused changes nothing, so all look at the same people, table and match.


@pytest.fixture(scope="module")
def amber(django_db_setup: None, django_db_blocker: Any) -> Iterator[Caller]:
    with lasting(django_db_blocker):
        yield caller("amber")


@pytest.fixture(scope="module")
def birch(amber: Caller) -> Caller:
    return caller("birch")


@pytest.fixture(scope="module")
def table(amber: Caller) -> str:
    return open_table(amber)["id"]


@pytest.fixture(scope="module")
def match(amber: Caller, birch: Caller) -> str:
    return begin(amber, birch)


@pytest.fixture
def posts(table: str, match: str) -> list[str]:
    """The path of every call that takes a body."""
    calls = ["join", "leave", "add-ai", "start"]
    return [
        "accounts/",
        "token/",
        "tables/",
        *(f"tables/{table}/{call}/" for call in calls),
        f"matches/{match}/actions/",
    ]


def everything() -> Any:
    """All rows that a call could change."""
    rows = [list(model.objects.order_by("pk").values()) for model in (User, Table, TableSeat, Step)]
    return rows, list(Match.objects.values("version", "status", "paused"))


REFUSED: list[tuple[bytes, str, int, str]] = [
    *((body, JSON, 400, "malformed") for body in (*NOT_JSON, *NO_OBJECT)),
    (b'{"game": "' + b"x" * 70_000 + b'"}', JSON, 413, "too_large"),
    (b"game=x", "text/plain", 415, "unsupported_media_type"),
    (b"game=x", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
    (b"--x\r\n\xff", "multipart/form-data; boundary=x", 415, "unsupported_media_type"),
]


def test_every_call_refuses_what_is_no_json_object(posts, amber):
    """One of them whatever it is, as one parser reads for all; the others the first of it."""
    before = everything()
    for number, path in enumerate(posts):
        for body, kind, status, code in REFUSED[: 1 if number else None]:
            answer = amber.client.post(f"/api/{path}", body, kind, headers=amber.headers)
            refused(answer, status, code)
    assert everything() == before


@pytest.mark.parametrize(
    "field", ["game", "seats", "options", "ai", "seat", "sit", "clock", "private", "other"]
)
def test_a_table_with_any_value_in_any_field(amber, field):
    for value in VALUES:
        with undone():
            response = amber.post("tables/", {"game": BURN, "seats": 2, field: value})
            if response.status_code != 201:
                problem = refused(response, 400, "malformed")
                assert [name for name in problem["fields"] if name.startswith(field)], value


def test_a_move_with_any_value_in_any_field(match, amber, birch):
    mover = amber if told(amber.get(f"matches/{match}/"))["active_seats"] == [0] else birch
    for value in VALUES:
        with undone():
            try_to_move(match, mover, value)


def try_to_move(match: str, mover: Caller, value: Any) -> None:
    before = everything()
    moves: list[dict[str, Any]] = [
        {"action": value, "version": 0},
        {"action": {"type": value}, "version": 0},
        {"action": {"type": "bribe", "treasure": value, "count": value, "wilds": 0}, "version": 0},
        {"action": {"type": "draw", "more": value}, "version": 0},
        {"action": {"type": "draw"}, "version": value if value != 0 else "0"},
        {"action": {"type": "draw"}, "version": 99, "client_id": value},
    ]
    for body in moves:
        if body["action"] == {"type": "draw"} and body["version"] == 0:
            continue  # a legal move
        response = mover.post(f"matches/{match}/actions/", body)
        if value == {"type": "draw"} and body == moves[0]:
            assert response.status_code == 200
            before = everything()
            continue
        assert response.status_code in (400, 403, 409, 422), (body, response.content)
        assert everything() == before, body


def test_seats_and_levels_of_any_value(table, amber, birch):
    for value in VALUES:
        with undone():
            for who, path, body in (
                (birch, "join/", {"seat": value}),
                (amber, "add-ai/", {"level": value}),
                (amber, "add-ai/", {"level": "easy", "seat": value}),
            ):
                response = who.post(f"tables/{table}/{path}", body)
                assert response.status_code in (200, 400, 409), (body, response.content)
            assert TableSeat.objects.filter(table__public_id=table).count() == 2, value


@pytest.mark.parametrize("path", ["games/", "tables/", "matches/"])
def test_pages_that_do_not_exist_are_not_found_and_odd_sizes_are_ordinary(path):
    for page in ("0", "-1", "2", "x", "1e3", "9" * 20, "9" * 5000, "\0", "٣"):
        refused(ANYBODY.get(path, page=page), 404, "not_found")
    for size in ("0", "-1", "x", "9" * 5000, "101", "\0"):
        told(ANYBODY.get(path, page_size=size))


@pytest.mark.parametrize("field", ["game", "status", "mine", "waiting"])
def test_filters_of_any_value(field):
    for value in ("\0", "%", "x" * 5000, "😀", "a'; DROP TABLE", "\ud7ff", "A b"):
        problem = refused(ANYBODY.get("matches/", **{field: value}), 400, "malformed")
        assert list(problem["fields"]) == [field]
        answer = ANYBODY.get("tables/", **{field: value})
        if field != "waiting":  # tables know no such filter and pass it over
            refused(answer, 400, "malformed")


@pytest.mark.parametrize("name", ["nosuchmatch", "x" * 17, "%00", "..%2F..", "%F0%9F%98%80", "%FF"])
def test_unknown_matches_tables_and_games(name, amber):
    for path in (
        f"matches/{name}/",
        f"matches/{name}/log/",
        f"matches/{name}/steps/0/",
        f"matches/{name}/record/",
        f"tables/{name}/",
        f"games/{name}/",
    ):
        refused(amber.get(path), 404, "not_found")
    for path in (
        f"matches/{name}/actions/",
        *(f"tables/{name}/{call}/" for call in ("join", "leave", "add-ai", "start")),
    ):
        refused(amber.post(path, {"level": "easy", "version": 0}), 404, "not_found")


def test_no_body_is_an_empty_one(amber, birch, table):
    for kind in ("application/json", "application/x-www-form-urlencoded", ""):
        told(birch.client.post(f"/api/tables/{table}/join/", b"", kind, headers=birch.headers))
        told(birch.client.post(f"/api/tables/{table}/leave/", b"", kind, headers=birch.headers))
