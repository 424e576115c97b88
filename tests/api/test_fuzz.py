"""Schemathesis sends what the OpenAPI document allows, and what it forbids, to every call.

Nothing may break, and every answer must be one that the document promises. Examples follow from
the document alone (derandomized), so a run finds what the last one found.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from lobby.clubs import services as clubs
from tests.api.caller import Caller
from tests.api.contract import document
from tests.api.play import open_table
from tests.support.matches import started

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "6"))  # of each call; more before a release

pytestmark = [pytest.mark.django_db, pytest.mark.whole]


@contextmanager
def one_connection() -> Iterator[None]:
    """Requests leave the connection, and so the test's transaction, open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def _no_limits(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    for scope in rates:
        monkeypatch.setitem(rates, scope, None)


@pytest.fixture
def ids(amber: Caller, birch: Caller, _no_limits: None) -> dict[str, str]:
    """By the first part of a path: a table that waits, a match where amber is to move, her club."""
    match = started(amber.user, birch.user, first=0)
    club = clubs.found(user=amber.user, name="Round Table")
    table = open_table(amber)["id"]
    return {"tables": table, "matches": match.public_id, "clubs": club.public_id}


api = schemathesis.openapi.from_dict(document())
api.app = WSGIHandler()


@api.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_call_keeps_its_promises(case, amber, ids):
    if "public_id" in (case.path_parameters or {}):
        case.path_parameters["public_id"] = ids[case.path.split("/")[2]]
    case.headers["Accept-Encoding"] = "identity"  # the client in one process can't unpack
    if not case.path.startswith(("/api/accounts", "/api/token")):
        case.headers["Authorization"] = f"Token {amber.token}"
    with one_connection():
        case.call_and_validate(checks=CHECKS)
