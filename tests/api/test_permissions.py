"""Who may call what: a row for every call, a column for everyone, every cell asserted."""

from dataclasses import dataclass
from typing import Any

import pytest

from games.matches.play import services
from lobby.tables import services as lobby
from tests.api.caller import ANYBODY, Caller, caller, told
from tests.api.play import BURN, begin, finish, first_move, lay_first, open_table
from tests.rulesets.endless import Endless
from tests.rulesets.race import Race
from tests.support.scenes import undone

# anyone: without an account; member: neither plays nor hosts; mover: the seat whose turn it is;
# other: the other seat; for tables host, guest (seated) and member.
VIEWERS = ("anybody", "member", "mover", "other")
TABLE_VIEWERS = ("anybody", "member", "host", "guest")

DRAW = {"action": {"type": "draw"}, "version": 0}

PUBLIC = """
GET  keys/                          200 200 200 200
GET  matches/                       200 200 200 200
GET  matches/{match}/               200 200 200 200
GET  matches/{match}/log/           200 200 200 200
GET  matches/{match}/log/?as=0      403 403 200 403
GET  matches/{match}/steps/0/       200 200 200 200
GET  matches/{match}/steps/0/?as=0  403 403 200 403
GET  matches/{match}/steps/0/?as=1  403 403 403 200
GET  matches/{match}/steps/0/?as=spectator   200 200 200 200
GET  matches/{match}/steps/0/?as=omniscient  403 403 403 403
GET  matches/{match}/record/        403 403 403 403
POST matches/{match}/actions/       401 403 200 403
POST matches/{match}/undo/          401 403 409 409
POST matches/{match}/resign/        401 403 200 200
POST matches/{match}/order/         401 403 409 409
POST matches/{match}/ask/           401 403 409 409
POST matches/{match}/answer/        401 403 409 409
POST matches/{match}/withdraw/      401 403 409 409
POST matches/{match}/play-on/       401 403 409 409
POST matches/{match}/nudge/         401 403 409 409
POST matches/{match}/return/        401 403 409 409
POST matches/{match}/abandon/       401 403 409 409
POST matches/{match}/rematch/       401 403 409 409
GET  matches/{match}/forks/         200 200 200 200
POST matches/{match}/forks/         401 409 409 409
"""
PRIVATE = """
GET  matches/{match}/               404 404 200 200
GET  matches/{match}/log/           404 404 200 200
GET  matches/{match}/steps/0/       404 404 200 200
GET  matches/{match}/steps/0/?as=spectator   404 404 200 200
GET  matches/{match}/record/        404 404 403 403
POST matches/{match}/actions/       401 404 200 403
POST matches/{match}/undo/          401 404 409 409
POST matches/{match}/resign/        401 404 200 200
POST matches/{match}/order/         401 404 409 409
POST matches/{match}/ask/           401 404 409 409
POST matches/{match}/answer/        401 404 409 409
POST matches/{match}/withdraw/      401 404 409 409
POST matches/{match}/play-on/       401 404 409 409
POST matches/{match}/nudge/         401 404 409 409
POST matches/{match}/return/        401 404 409 409
POST matches/{match}/abandon/       401 404 409 409
POST matches/{match}/rematch/       401 404 409 409
GET  matches/{match}/forks/         404 404 200 200
POST matches/{match}/forks/         401 404 409 409
"""
FINISHED = """
GET  matches/{match}/               200 200 200 200
GET  matches/{match}/log/?as=0      200 200 200 200
GET  matches/{match}/steps/0/?as=0  200 200 200 200
GET  matches/{match}/steps/0/?as=1  200 200 200 200
GET  matches/{match}/steps/0/?as=omniscient  200 200 200 200
GET  matches/{match}/record/        200 200 200 200
POST matches/{match}/actions/       401 403 409 409
POST matches/{match}/undo/          401 403 409 409
POST matches/{match}/resign/        401 403 409 409
POST matches/{match}/order/         401 403 409 409
POST matches/{match}/ask/           401 403 409 409
POST matches/{match}/answer/        401 403 409 409
POST matches/{match}/withdraw/      401 403 409 409
POST matches/{match}/play-on/       401 403 409 409
POST matches/{match}/nudge/         401 403 409 409
POST matches/{match}/return/        401 403 409 409
POST matches/{match}/abandon/       401 403 409 409
POST matches/{match}/rematch/       401 403 200 200
GET  matches/{match}/forks/         200 200 200 200
POST matches/{match}/forks/         401 201 201 201
"""
PRIVATE_FINISHED = """
GET  matches/{match}/               404 404 200 200
GET  matches/{match}/log/           404 404 200 200
GET  matches/{match}/steps/0/?as=omniscient  404 404 200 200
GET  matches/{match}/record/        404 404 200 200
POST matches/{match}/actions/       401 404 409 409
POST matches/{match}/undo/          401 404 409 409
POST matches/{match}/resign/        401 404 409 409
POST matches/{match}/order/         401 404 409 409
POST matches/{match}/ask/           401 404 409 409
POST matches/{match}/answer/        401 404 409 409
POST matches/{match}/withdraw/      401 404 409 409
POST matches/{match}/play-on/       401 404 409 409
POST matches/{match}/nudge/         401 404 409 409
POST matches/{match}/return/        401 404 409 409
POST matches/{match}/abandon/       401 404 409 409
POST matches/{match}/rematch/       401 404 200 200
GET  matches/{match}/forks/         404 404 200 200
POST matches/{match}/forks/         401 404 201 201
"""
# The mover has laid a fruit.
LAID = """
POST matches/{match}/undo/  401 403 200 409
"""
# Columns: those of TABLE_VIEWERS.
TABLES = """
GET  tables/                  200 200 200 200
POST tables/                  401 201 201 201
GET  tables/{table}/          200 200 200 200
POST tables/{table}/join/     401 200 409 409
POST tables/{table}/leave/    401 409 200 200
POST tables/{table}/swap/     401 403 200 200
POST tables/{table}/ask-swap/     401 409 200 200
POST tables/{table}/answer-swap/  401 409 409 409
POST tables/{table}/role/     401 403 403 200
POST tables/{table}/invite/   401 403 200 403
POST tables/{table}/decline/  401 409 409 409
POST tables/{table}/kick/     401 403 200 403
POST tables/{table}/add-ai/   401 403 200 403
POST tables/{table}/remove-ai/  401 403 409 403
POST tables/{table}/hold/     401 403 409 403
POST tables/{table}/start/    401 403 409 403
"""
OPEN = """
GET  games/                             200 200 200 200
GET  games/please-dont-burn-my-village/ 200 200 200 200
GET  leaderboards/village-assault/      200 200 200 200
GET  daily/village-assault/             200 200 200 200
GET  daily/village-assault/2020-01-01/  404 404 404 404
GET  daily/village-assault/2020-01-01/places/  404 404 404 404
POST daily/village-assault/begin/       401 403 403 403
GET  hours/                             401 200 200 200
POST hours/                             401 200 200 200
POST hours/vacations/                   401 400 400 400
POST hours/vacations/end/               401 200 200 200
GET  schema/                            200 200 200 200
"""
ACCOUNTS = """
POST accounts/  201 201 201 201
POST token/     200 200 200 200
"""
BODIES = {
    "hours/": {"free_days": [6]},
    "hours/vacations/": {"first": "2020-01-01", "last": "2020-01-02"},
    "hours/vacations/end/": {"first": "2020-01-01"},
    "accounts/": {"username": "elder", "password": "violet-kettle-9"},
    "token/": {"username": "cedar", "password": "a long password"},
    "tables/": {"game": "please-dont-burn-my-village", "seats": 2},
    "tables/{table}/add-ai/": {"level": "easy"},
    "tables/{table}/swap/": {"seat": 1, "other": 2},
    "tables/{table}/ask-swap/": {"seat": 2},
    "tables/{table}/answer-swap/": {"seat": 0, "yes": True},
    "tables/{table}/role/": {"seat": 1, "role": ""},
    "tables/{table}/invite/": {"name": "cedar"},
    "tables/{table}/kick/": {"seat": 1},
    "tables/{table}/remove-ai/": {"seat": 2},
    "matches/{match}/order/": {"order": {"type": "decline-all"}},
    "matches/{match}/ask/": {"what": "resume"},
    "matches/{match}/answer/": {"request": 1, "yes": True},
    "matches/{match}/withdraw/": {"request": 1},
    "matches/{match}/nudge/": {"seat": 0},
    "matches/{match}/forks/": {"step": 0, "seat": 0, "ai": {"1": "easy"}},
}

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere, pytest.mark.usefixtures("unhurried")]


def cells(table: str, columns: tuple[str, ...]) -> list[tuple[str, str, str, int]]:
    """(method, path, viewer, status) for every cell."""
    rows = (row.split() for row in table.splitlines() if row)
    return [
        (method, path, viewer, int(status))
        for method, path, *statuses in rows
        for viewer, status in zip(columns, statuses, strict=True)
    ]


def people() -> dict[str, Caller]:
    return {
        "anybody": ANYBODY,
        "member": caller("cedar"),
        "mover": caller("amber"),
        "other": caller("birch"),
    }


def check(who: Caller, method: str, path: str, status: int, body: Any = None, **names: str) -> None:
    address = path.format(**names)
    if path == "schema/":  # no JSON, and documented by nothing but itself
        assert who.client.get(f"/api/{path}", headers=who.headers).status_code == status
        return
    response = who.get(address) if method == "GET" else who.post(address, body)
    assert response.status_code == status, response.content


def match_with(everybody: dict[str, Caller], *, game: str = BURN, private: bool = False) -> str:
    """A match in which the mover sits on seat 0 and is to move."""
    players = [services.Player(everybody[name].user) for name in ("mover", "other")]
    deal = services.open_deal()
    match = services.start_match(
        game=game, options={}, players=players, deal=deal, private=private, first=0
    )
    return match.public_id


def body_for(path: str, everybody: dict[str, Caller], match: str) -> dict[str, Any] | None:
    return (
        first_action(everybody["mover"], match) if path.endswith("actions/") else BODIES.get(path)
    )


def first_action(mover: Caller, match: str) -> dict[str, Any]:
    shown = told(mover.get(f"matches/{match}/"))
    actions = [choice["action"] for choice in shown["actions"]] or [{"type": "roll"}]
    return {"action": actions[0], "version": shown["version"]}


@dataclass(frozen=True)
class Scene:
    """Everyone, and the match or table that a cell is about."""

    everybody: dict[str, Caller]
    names: dict[str, str]


def running(*, private: bool) -> Scene:
    everybody = people()
    return Scene(everybody, {"match": match_with(everybody, private=private)})


def finished(*, private: bool) -> Scene:
    everybody = people()
    match = match_with(everybody, game=Race.meta.slug, private=private)
    finish(match)
    return Scene(everybody, {"match": match})


def laid(*, private: bool) -> Scene:
    everybody = people()
    match = match_with(everybody, game=Endless.meta.slug, private=private)
    lay_first(everybody["mover"], match)
    return Scene(everybody, {"match": match})


def seated(*, private: bool) -> Scene:
    everybody = people()
    host, guest = everybody["mover"], everybody["other"]
    opened = lobby.open_table(host=host.user, game=BURN, seats=3, private=private)
    table = lobby.join(table=opened, user=guest.user).public_id
    return Scene({**everybody, "host": host, "guest": guest}, {"table": table})


def wrong_cells(table: str, here: Scene, columns: tuple[str, ...] = VIEWERS) -> list[str]:
    """Every cell of the table that isn't answered as it says; each finds the scene as it was."""
    wrong = []
    for method, path, viewer, status in cells(table, columns):
        with undone():
            try:
                body = body_for(path, here.everybody, here.names.get("match", ""))
                check(here.everybody[viewer], method, path, status, body, **here.names)
            except Exception as error:
                wrong.append(f"{method} {path} as {viewer}: {error!r}")
    return wrong


@pytest.mark.parametrize(
    ("table", "make", "private"),
    [
        pytest.param(PUBLIC, running, False, id="running public matches"),
        pytest.param(PRIVATE, running, True, id="running private matches"),
        pytest.param(FINISHED, finished, False, id="finished public matches"),
        pytest.param(PRIVATE_FINISHED, finished, True, id="finished private matches"),
        pytest.param(LAID, laid, False, id="a step that can be taken back"),
        pytest.param(LAID.replace("403", "404"), laid, True, id="the same in private"),
    ],
)
def test_matches(table, make, private, race, endless):
    assert wrong_cells(table, make(private=private)) == []


@pytest.mark.parametrize("private", [False, True], ids=["public", "private"])
def test_tables(private):
    assert wrong_cells(TABLES, seated(private=private), TABLE_VIEWERS) == []


def test_open_calls():
    assert wrong_cells(OPEN + ACCOUNTS, Scene(people(), {})) == []


def test_every_call_of_the_document_stands_in_a_table():
    from tests.api.contract import document

    listed = {
        (row.split()[0].lower(), row.split()[1].partition("?")[0])
        for table in (PUBLIC, PRIVATE, FINISHED, TABLES, OPEN, ACCOUNTS)
        for row in table.strip().splitlines()
    }
    names = {"{match}": "{public_id}", "{table}": "{public_id}", "steps/0": "steps/{index}"}
    names["2020-01-01"] = "{day}"
    names |= dict.fromkeys(("please-dont-burn-my-village", "village-assault"), "{slug}")
    named = set()
    for method, path in listed:
        for name, generic in names.items():
            path = path.replace(name, generic)
        named.add((method, f"/api/{path}"))
    documented = {(method, path) for path, calls in document()["paths"].items() for method in calls}
    assert documented <= named


def test_private_tables_and_matches_are_in_nobody_elses_lists():
    everybody = people()
    table = open_table(everybody["mover"], private=True)["id"]
    match = match_with(everybody, private=True)
    for viewer, seen in (("anybody", False), ("member", False), ("mover", True)):
        who = everybody[viewer]
        tables = [row["id"] for row in told(who.get("tables/"))["results"]]
        matches = [row["id"] for row in told(who.get("matches/"))["results"]]
        assert (table in tables, match in matches) == (seen, seen)


def test_nobody_moves_for_another_seat(amber, birch):
    match = begin(amber, birch)
    before = told(ANYBODY.get(f"matches/{match}/"))
    mover, other = (amber, birch) if before["active_seats"] == [0] else (birch, amber)
    check(other, "POST", "matches/{match}/actions/", 403, DRAW, match=match)
    assert told(ANYBODY.get(f"matches/{match}/")) == before
    first_move(match, mover)
