"""Whatever arrives, the answer is typed, nothing changes and nothing breaks."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.matches.models import Match, Step
from lobby.models import Table, TableSeat
from tests.api.caller import ANYBODY, Caller, caller, refused, told
from tests.api.play import BURN, begin, open_table
from tests.support.log_in import logged_in
from tests.support.odd_values import NO_OBJECT, NOT_JSON, VALUES
from tests.support.scenes import lasting, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unhurried")]

HUGE = b'{"game": "' + b"x" * 70_000 + b'"}'


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


@pytest.mark.parametrize("data", NOT_JSON, ids=range(len(NOT_JSON)))
def test_what_is_no_json_is_malformed_everywhere(posts, amber, data):
    before = everything()
    for path in posts:
        refused(amber.post(path, data), 400, "malformed")
    assert everything() == before


@pytest.mark.parametrize("data", NO_OBJECT)
def test_what_is_no_object_is_malformed_everywhere(posts, amber, data):
    before = everything()
    for path in posts:
        refused(amber.post(path, data), 400, "malformed")
    assert everything() == before


def test_a_huge_body_is_refused_everywhere(posts, amber):
    before = everything()
    for path in posts:
        refused(amber.post(path, HUGE), 413, "too_large")
    assert everything() == before


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "x/y;"])
def test_bodies_are_json(posts, amber, kind):
    for path in posts:
        response = amber.client.post(
            f"/api/{path}", b"game=x", content_type=kind, headers=amber.headers
        )
        refused(response, 415, "unsupported_media_type")


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=x"])
def test_forms_are_refused_from_browsers_too(posts, amber, kind):
    browser = logged_in(amber.user)
    for path in posts:
        response = browser.post(f"/api/{path}", b"--x\r\n\xff", content_type=kind)
        assert response.status_code in (400, 403, 415)
        assert {"code", "detail"} <= told(response, response.status_code).keys()


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
            for path, body in (
                ("join/", {"seat": value}),
                ("add-ai/", {"level": value}),
                ("add-ai/", {"level": "easy", "seat": value}),
            ):
                for who in (amber, birch):
                    response = who.post(f"tables/{table}/{path}", body)
                    assert response.status_code in (200, 400, 403, 409), (body, response.content)
            assert TableSeat.objects.filter(table__public_id=table).count() == 2, value


def test_log_ins_of_any_value(db):
    for value in VALUES:
        for path in ("accounts/", "token/"):
            for body in (
                {"username": value, "password": "violet-kettle-9"},
                {"username": "amber", "password": value},
            ):
                response = ANYBODY.post(path, body)
                assert response.status_code in (201, 400, 401, 429), response.content


@pytest.mark.parametrize("path", ["games/", "tables/", "matches/"])
def test_pages_that_do_not_exist_are_not_found(path):
    for page in ("0", "-1", "2", "x", "1e3", "9" * 20, "9" * 5000, "\0", "٣"):
        refused(ANYBODY.get(path, page=page), 404, "not_found")


@pytest.mark.parametrize("path", ["games/", "tables/", "matches/"])
def test_pages_of_odd_sizes_are_of_an_ordinary_size(path):
    for size in ("0", "-1", "x", "9" * 5000, "101", "\0"):
        told(ANYBODY.get(path, page_size=size))


@pytest.mark.parametrize("field", ["game", "status", "mine", "waiting"])
@pytest.mark.parametrize("path", ["tables/", "matches/"])
def test_filters_of_any_value(path, field):
    for value in ("\0", "%", "x" * 5000, "😀", "a'; DROP TABLE", "\ud7ff"):
        response = ANYBODY.get(path, **{field: value})
        if (path, field) != ("tables/", "waiting"):  # tables know no such filter and pass it over
            refused(response, 400, "malformed")


@pytest.mark.parametrize(
    "name", ["nosuchmatch", "x" * 16, "x" * 17, "%00", "%0A", "..%2F..", "%F0%9F%98%80", "%FF", "A"]
)
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


@pytest.mark.parametrize("path", ["", "nothing/", "matches", "tables/x", "matches/%00/", "games//"])
def test_unknown_calls_are_typed(path):
    for method in ("get", "post", "put", "delete", "patch"):
        refused(getattr(ANYBODY.client, method)(f"/api/{path}"), 404, "not_found")


def test_wrong_methods_are_typed(posts, match, amber):
    reads = ["games/", "matches/", f"matches/{match}/", f"matches/{match}/log/"]
    for path in reads:
        refused(amber.post(path), 405, "method_not_allowed")
    for path in posts:
        for method in ("put", "patch", "delete"):
            call = getattr(amber.client, method)
            refused(call(f"/api/{path}", headers=amber.headers), 405, "method_not_allowed")


def test_head_and_options_are_answered(match, table):
    for path in ("games/", "tables/", f"tables/{table}/", "matches/", f"matches/{match}/"):
        assert ANYBODY.client.head(f"/api/{path}").status_code == 200
        assert ANYBODY.client.options(f"/api/{path}").status_code == 200


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "x"])
def test_answers_are_json_or_a_typed_no(accept):
    response = ANYBODY.client.get("/api/games/", headers={"accept": accept})
    refused(response, 406, "not_acceptable")


def test_another_format_is_not_found():
    refused(ANYBODY.client.get("/api/games/?format=xml"), 404, "not_found")


def test_a_browser_needs_the_csrf_token(amber, match):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(amber.user)
    for path in ("tables/", f"matches/{match}/actions/"):
        response = browser.post(f"/api/{path}", {}, content_type="application/json")
        refused(response, 403, "csrf")


def test_no_body_is_an_empty_one(amber, birch, table):
    for kind in ("application/json", "application/x-www-form-urlencoded", ""):
        told(birch.client.post(f"/api/tables/{table}/join/", b"", kind, headers=birch.headers))
        told(birch.client.post(f"/api/tables/{table}/leave/", b"", kind, headers=birch.headers))


def test_a_host_nobody_knows_is_refused_in_json():
    response = ANYBODY.client.get("/api/games/", headers={"host": "evil.example"})
    assert told(response, 400)["detail"]
