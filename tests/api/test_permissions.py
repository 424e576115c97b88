"""Who may call what: a row for every call, a column for everyone, every cell asserted.

Cells are as in `tests/permissions/`; paths are relative to /api/, and every answer is held against
the OpenAPI document.
"""

from typing import Any

import pytest

from tests.api.contract import document
from tests.permissions import cells, scene
from tests.support.also import also

pytestmark = pytest.mark.django_db

# Those of the pages, and `partner`, who has the other seat. It is the turn of `seat`.
# Columns: anonymous member seat spectator blocked banned moderator reviewer superuser guest partner
CALLS = """
GET  schema/                                  200  200  200  200  200  403  200  200  200  200  200
POST accounts/                                201* 201* 201* 201* 201* 201* 201* 201* 201* 201* 201*
POST token/                                   401  401  401  401  401  401  401  401  401  401  401
GET  games/                                   200  200  200  200  200  403  200  200  200  200  200
GET  games/{game}/                            200  200  200  200  200  403  200  200  200  200  200
GET  keys/                                    200  200  200  200  200  403  200  200  200  200  200
GET  leaderboards/{solo}/                     200  200  200  200  200  403  200  200  200  200  200
GET  leaderboards/{solo}/?club={club}         200  200  200  200  200  403  200  200  200  200  200
GET  leaderboards/{game}/                     404  404  404  404  404  403  404  404  404  404  404
GET  seasons/{game}/                          200  200  200  200  200  403  200  200  200  200  200
GET  seasons/{game}/?club={club}              200  200  200  200  200  403  200  200  200  200  200
GET  seasons/{solo}/                          404  404  404  404  404  403  404  404  404  404  404
GET  daily/{solo}/                            200  200  200  200  200  403  200  200  200  200  200
GET  daily/{game}/                            404  404  404  404  404  403  404  404  404  404  404
GET  daily/{solo}/{today}/                    200  200  200  200  200  403  200  200  200  200  200
GET  daily/{solo}/2020-01-01/                 404  404  404  404  404  403  404  404  404  404  404
GET  daily/{solo}/{today}/places/             200  200  200  200  200  403  200  200  200  200  200
POST daily/{solo}/begin/                      401  403  403  403  403  403  403  403  403  403  403
GET  people/seat/ratings/                     200  200  200  200  404  403  200  200  200  200  200
GET  clubs/                                   200  200  200  200  200  403  200  200  200  200  200
GET  clubs/{club}/                            200  200  200  200  200  403  200  200  200  200  200
GET  clubs/{club}/members/                    200  200  200  200  200  403  200  200  200  200  200
POST clubs/                                   401  201* 201* 201* 201* 403  201* 201* 201* 403  201*
POST clubs/{club}/join/                       401  409  200  200  200  403  409  409  409  403  200
POST clubs/{club}/leave/                      401  409  409  200* 200* 403  409  409  409  409  200*
POST clubs/{club}/role/                       401  403  200* 403  403  403  403  403  403  403  403
POST clubs/{club}/edit/                       401  403  200* 403  403  403  403  403  403  403  403
POST clubs/{club}/link/                       401  403  200* 403  403  403  403  403  403  403  403
POST clubs/{club}/withdraw-link/              401  403  200* 403  403  403  403  403  403  403  403
POST clubs/{club}/remove/                     401  403  200* 403  403  403  403  403  403  403  403
POST clubs/{club}/ban/                        401  403  200* 403  403  403  403  403  403  403  403
POST clubs/{club}/unban/                      401  403  200  403  403  403  403  403  403  403  403
POST clubs/{club}/close/                      401  403  200* 403  403  403  403  403  403  403  403
GET  follows/                                 401  200  200  200  200  403  200  200  200  200  200
POST people/seat/follow/                      401  200* 400  200* 404  403  200* 200* 200* 403  200*
POST people/seat/unfollow/                    401  200  200  200  404  403  200  200  200  200  200
GET  tables/{inner}/                          404  404  200  200  404  403  404  404  404  404  200
POST tables/{inner}/join/                     401  404  409  200* 404  403  404  404  404  404  200*
GET  hours/                                   401  200  200  200  200  403  200  200  200  200  200
POST hours/                                   401  200* 200* 200* 200* 403  200* 200* 200* 200* 200*
POST hours/vacations/                         401  200* 200* 200* 200* 403  200* 200* 200* 200* 200*
POST hours/vacations/end/                     401  200* 200* 200* 200* 403  200* 200* 200* 200* 200*
GET  tables/                                  200  200  200  200  200  403  200  200  200  200  200
POST tables/                                  401  201* 201* 201* 201* 403  201* 201* 201* 403  201*
GET  tables/{table}/                          200  200  200  200  404  403  200  200  200  200  200
GET  tables/{closed}/                         200  200  200  200  404  403  200  200  200  200  200
GET  tables/{table}/stakes/                   404  404  404  404  404  403  404  404  404  404  404
GET  tables/{staked}/stakes/                  401  200  200  200  404  403  200  200  200  200  200
POST tables/{table}/join/                     401  200* 409  200* 404  403  200* 200* 200* 403  409
POST tables/{table}/leave/                    401  409  200* 409  404  403  409  409  409  409  200*
POST tables/{table}/swap/                     401  403  200* 403  404  403  403  403  403  403  403
POST tables/{table}/ask-swap/                 401  409  200* 409  404  403  409  409  409  409  200
POST tables/{table}/answer-swap/              401  409  409  409  404  403  409  409  409  409  409
POST tables/{table}/role/                     401  403  403  403  404  403  403  403  403  403  200
POST tables/{table}/invite/                   401  403  200* 403  404  403  403  403  403  403  403
POST tables/{table}/decline/                  401  409  409  409  404  403  409  409  409  409  409
POST tables/{table}/kick/                     401  403  200* 403  404  403  403  403  403  403  403
POST tables/{table}/add-ai/                   401  403  200* 403  404  403  403  403  403  403  403
POST tables/{table}/remove-ai/                401  403  200* 403  404  403  403  403  403  403  403
POST tables/{table}/hold/                     401  403  409  403  404  403  403  403  403  403  403
POST tables/{table}/start/                    401  403  409  403  404  403  403  403  403  403  403
POST tables/{closed}/join/                    401  200* 409  200* 404  403  200* 200* 200* 200* 200*
GET  matches/                                 200  200  200  200  200  403  200  200  200  200  200
GET  matches/{public}/                        200  200  200  200  200  403  200  200  200  200  200
POST matches/{public}/actions/                401  403  200* 403  403  403  403  403  403  403  403
POST matches/{public}/undo/                   401  403  409  403  403  403  403  403  403  403  409
POST matches/{public}/resign/                 401  403  200* 403  403  403  403  403  403  403  200*
POST matches/{public}/return/                 401  403  409  403  403  403  403  403  403  403  409
POST matches/{public}/abandon/                401  403  409  403  403  403  403  403  403  403  409
POST matches/{public}/order/                  401  403  409  403  403  403  403  403  403  403  409
POST matches/{public}/ask/                    401  403  409  403  403  403  403  403  403  403  409
POST matches/{public}/answer/                 401  403  409  403  403  403  403  403  403  403  409
POST matches/{public}/withdraw/               401  403  409  403  403  403  403  403  403  403  409
POST matches/{public}/play-on/                401  403  409  403  403  403  403  403  403  403  409
POST matches/{public}/nudge/                  401  403  409  403  403  403  403  403  403  403  409
POST matches/{public}/forks/                  401  409  409  409  409  403  409  409  409  409  409
GET  matches/{public}/log/                    200  200  200  200  200  403  200  200  200  200  200
GET  matches/{public}/steps/0/                200  200  200  200  200  403  200  200  200  200  200
GET  matches/{public}/steps/0/?as=0           403  403  200  403  403  403  403  403  403  403  403
GET  matches/{public}/steps/0/?as=omniscient  403  403  403  403  403  403  403  403  403  403  403
GET  matches/{public}/record/                 403  403  403  403  403  403  403  403  403  403  403
GET  matches/{public}/record/?reason=complaint 401 403 403 403 403 403 403 200 200 403 403
GET  matches/{public}/log/?as=0               403  403  200  403  403  403  403  403  403  403  403
GET  matches/{public}/steps/0/?as=1           403  403  403  403  403  403  403  403  403  403  200
GET  matches/{public}/steps/0/?as=spectator   200  200  200  200  200  403  200  200  200  200  200
POST matches/{public}/rematch/                401  403  409  403  403  403  403  403  403  403  409
GET  matches/{private}/                       404  404  200  404  404  403  404  404  404  404  200
POST matches/{private}/actions/               401  404  200* 404  404  403  404  404  404  404  403
POST matches/{private}/resign/                401  404  200* 404  404  403  404  404  404  404  200*
POST matches/{private}/return/                401  404  409  404  404  403  404  404  404  404  409
POST matches/{private}/abandon/               401  404  409  404  404  403  404  404  404  404  409
POST matches/{private}/order/                 401  404  409  404  404  403  404  404  404  404  409
POST matches/{private}/ask/                   401  404  409  404  404  403  404  404  404  404  409
POST matches/{private}/answer/                401  404  409  404  404  403  404  404  404  404  409
POST matches/{private}/withdraw/              401  404  409  404  404  403  404  404  404  404  409
POST matches/{private}/play-on/               401  404  409  404  404  403  404  404  404  404  409
POST matches/{private}/nudge/                 401  404  409  404  404  403  404  404  404  404  409
GET  matches/{private}/log/                   404  404  200  404  404  403  404  404  404  404  200
GET  matches/{private}/steps/0/               404  404  200  404  404  403  404  404  404  404  200
GET  matches/{private}/record/?reason=complaint 401 403 403 403 403 403 403 200 200 403 403
GET  matches/{private}/forks/                 404  404  200  404  404  403  404  404  404  404  200
POST matches/{private}/undo/                  401  404  409  404  404  403  404  404  404  404  409
POST matches/{private}/rematch/               401  404  409  404  404  403  404  404  404  404  409
POST matches/{private}/forks/                 401  404  409  404  404  403  404  404  404  404  409
POST matches/{over}/rematch/                  401  403  200* 403  403  403  403  403  403  403  200*
GET  matches/{over}/ratings/                  404  404  404  404  404  403  404  404  404  404  404
GET  matches/{rated}/ratings/                 200  200  200  200  200  403  200  200  200  200  200
GET  matches/{unlisted}/ratings/              404  404  200  404  404  403  404  404  404  404  200
GET  matches/{over}/forks/                    200  200  200  200  200  403  200  200  200  200  200
POST matches/{over}/forks/                    401  201* 201* 201* 201* 403  201* 201* 201* 201* 201*
GET  matches/{over}/record/                   200  200  200  200  200  403  200  200  200  200  200
GET  matches/{over}/steps/0/?as=omniscient    200  200  200  200  200  403  200  200  200  200  200
POST matches/{over}/actions/                  401  403  409  403  403  403  403  403  403  403  409
POST matches/{over}/undo/                     401  403  409  403  403  403  403  403  403  403  409
POST matches/{over}/resign/                   401  403  409  403  403  403  403  403  403  403  409
POST matches/{over}/return/                   401  403  409  403  403  403  403  403  403  403  409
POST matches/{over}/abandon/                  401  403  409  403  403  403  403  403  403  403  409
POST matches/{over}/order/                    401  403  409  403  403  403  403  403  403  403  409
POST matches/{over}/ask/                      401  403  409  403  403  403  403  403  403  403  409
POST matches/{over}/answer/                   401  403  409  403  403  403  403  403  403  403  409
POST matches/{over}/withdraw/                 401  403  409  403  403  403  403  403  403  403  409
POST matches/{over}/play-on/                  401  403  409  403  403  403  403  403  403  403  409
POST matches/{over}/nudge/                    401  403  409  403  403  403  403  403  403  403  409
GET  matches/{hidden}/forks/                  404  404  200  404  404  403  404  404  404  404  200
POST matches/{hidden}/forks/                  401  404  201* 404  404  403  404  404  404  404  201*
GET  matches/{hidden}/record/                 404  404  200  404  404  403  404  404  404  404  200
GET  matches/{hidden}/steps/0/?as=omniscient  404  404  200  404  404  403  404  404  404  404  200
POST matches/{hidden}/rematch/                401  404  200* 404  404  403  404  404  404  404  200*
POST matches/{hidden}/actions/                401  404  409  404  404  403  404  404  404  404  409
GET  matches/{shut}/                          404  404  403  404  404  403  404  404  404  404  404
GET  matches/{shut}/record/?reason=complaint  401  403  403  403  403  403  403  404  404  403  403
"""
TOMORROW = "2026-05-02"  # `frozen` is the day before
BODIES: dict[str, dict[str, Any]] = {
    "POST api/accounts/": {"username": "elder", "password": "violet-kettle-9"},
    "POST api/token/": {"username": "member", "password": "wrong"},
    "POST api/hours/": {"free_days": [6]},
    "POST api/hours/vacations/": {"first": TOMORROW, "last": TOMORROW},
    "POST api/hours/vacations/end/": {"first": TOMORROW},
    "POST api/tables/": {"game": "please-dont-burn-my-village", "seats": 2},
    "POST api/clubs/": {"name": "Square Table"},
    "POST api/clubs/{}/edit/": {"name": "Old Table"},
    "POST api/clubs/{}/role/": {"username": "partner", "role": "organizer"},
    "POST api/clubs/{}/remove/": {"username": "partner"},
    "POST api/clubs/{}/ban/": {"username": "partner"},
    "POST api/clubs/{}/unban/": {"username": "partner"},
    "POST api/tables/{}/swap/": {"seat": 0, "other": 2},
    "POST api/tables/{}/ask-swap/": {"seat": 1},
    "POST api/tables/{}/answer-swap/": {"seat": 1, "yes": True},
    "POST api/tables/{}/role/": {"seat": 1, "role": ""},
    "POST api/tables/{}/invite/": {"name": "spectator"},
    "POST api/tables/{}/kick/": {"seat": 1},
    "POST api/tables/{}/add-ai/": {"level": "easy"},
    "POST api/tables/{}/remove-ai/": {"seat": 3},
    "POST api/matches/{}/actions/": {"action": {"type": "draw"}, "version": 0},
    "POST api/matches/{}/order/": {"order": {"type": "decline-all"}},
    "POST api/matches/{}/ask/": {"what": "resume"},
    "POST api/matches/{}/answer/": {"request": 1, "yes": True},
    "POST api/matches/{}/withdraw/": {"request": 1},
    "POST api/matches/{}/nudge/": {"seat": 1},
    "POST api/matches/{}/forks/": {"step": 0, "seat": 0, "ai": {"1": "easy"}},
}


def rows() -> list[cells.Row]:
    found = cells.rows(CALLS, (*scene.EVERYBODY, "partner"))
    return [(method, f"api/{path}", answers) for method, path, answers in found]


@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize(
    "how", ["soon", pytest.param("telling", marks=pytest.mark.whole), *also("all")]
)
def test_everybody_gets_what_is_theirs(how):
    cells.try_all(scene.make(), rows(), BODIES, how)


def test_every_call_of_the_document_stands_in_the_table():
    listed = {(method, cells.view_of(path)) for method, path, _answers in rows()}
    documented = {
        (method.upper(), cells.view_of(path.removeprefix("/").replace("{index}", "0")))
        for path, calls in document()["paths"].items()
        for method in calls
    }
    assert documented <= listed
