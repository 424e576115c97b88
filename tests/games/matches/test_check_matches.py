"""`manage.py check_matches`: what the present code plays otherwise is named, match by match."""

import io
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.burn_my_village.game import BurnMyVillage
from games.matches.management.commands import check_matches
from games.matches.models import Match, RecordSignature
from games.matches.play.actions import services
from games.matches.record import selectors
from games.matches.review import actions
from games.plugin import IllegalAction
from tests.games.matches.conftest import look, play, user_at, user_to_move
from tests.games.matches.test_commands import finished
from tests.support.breaking import WAYS, break_match

__all__ = ["finished"]

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw"}


def check(*arguments: str) -> tuple[str, list[str]]:
    """What the command says in the end, and the faults that it names."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("check_matches", "--jobs=1", *arguments, stdout=out, stderr=err)
        said = out.getvalue()
    except CommandError as error:
        said = str(error)
    lines = err.getvalue().splitlines()
    return said.strip(), [line for line in lines if not re.fullmatch(r"\d+/\d+", line)]


@pytest.fixture
def match(begin) -> Match:
    made = begin()
    play(made, action=DRAW)
    play(made, action=DRAW)
    return made


def test_no_step_is_earlier_than_the_one_before_it_when_the_clock_is_set_back(match, time_machine):
    before = match.steps.get(index=2).at
    time_machine.move_to(before - timedelta(hours=1), tick=False)
    play(match, action=DRAW)
    assert match.steps.get(index=3).at == before
    time_machine.move_to(before + timedelta(hours=1), tick=False)
    play(match, action=DRAW)
    assert match.steps.get(index=4).at == before + timedelta(hours=1)


def test_take_backs_and_what_people_and_administrators_left_are_followed(
    begin, person, endless, staff
):
    made = begin(person(), person(), person(), game=endless, first=0)
    play(made)
    play(made)
    shown = look(made)
    seat = shown.seat_of(user_to_move(shown))
    play(made, action={"type": "lay", "fruit": shown.state.hands[seat][0]})
    last = made.steps.order_by("-index")[0].seat
    services.undo(public_id=made.public_id, user=user_at(made, last))
    services.resign(public_id=made.public_id, user=user_at(made, 2))
    play(made)
    said = {"public_id": made.public_id, "by": staff, "reason": "The portal was broken."}
    actions.take_back(to=2, **said)
    play(made)
    for seat in (0, 1):
        services.resign(public_id=made.public_id, user=user_at(made, seat))
    assert check("--all") == ("1 match replays as recorded.", [])
    places = [("won", 1), ("lost", 2), ("lost", 2)]
    actions.end(result=[{"outcome": one, "rank": rank} for one, rank in places], **said)
    assert check("--all") == ("1 match replays as recorded.", [])


def named(match: Match, step: int | None, what: str) -> str:
    return f"{match}: {what}" if step is None else f"{match}, step {step}: {what}"


def patched(monkeypatch: pytest.MonkeyPatch, at: int, change: Callable[[Any], None]):
    """At the `at`-th action the rules do something else."""
    real, count = BurnMyVillage.apply_action, [0]

    def other(_, state, seat, action, chance):
        count[0] += 1
        if count[0] == at:
            change(chance)
        events = real(state, seat, action, chance)
        if count[0] == at:
            state.turn += 1
        return events

    monkeypatch.setattr(BurnMyVillage, "apply_action", other)


def test_another_position_is_named_by_match_and_step(match, begin, monkeypatch):
    begin()  # is sound
    assert check() == ("2 matches replay as recorded.", [])
    patched(monkeypatch, 2, lambda _: None)
    fault = named(match, 2, "other state hash")
    assert check() == ("1 match doesn't replay as recorded.", [fault])


def illegal(_chance):
    raise IllegalAction("not_now")


def failing(_chance):
    raise ZeroDivisionError("by nothing")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (illegal, "illegal action (not_now)"),
        (failing, "ZeroDivisionError: by nothing"),
        (lambda chance: chance.roll(6, "luck"), "other outcome ("),
        (None, "other outcome ("),  # chance that isn't asked for any more
    ],
)
def test_what_the_rules_do_otherwise_is_named(match, monkeypatch, change, fault):
    if change:
        patched(monkeypatch, 1, change)
    else:
        step = match.steps.get(index=1)
        step.outcomes = [*step.outcomes, {"kind": "roll", "stream": "luck", "args": 6, "value": 1}]
        step.save()
    said, (told,) = check()
    assert told.startswith(named(match, 1, fault))
    assert said == "1 match doesn't replay as recorded."


@pytest.mark.parametrize("way", list(WAYS)[1:])
def test_what_can_t_even_begin_is_named(match, way):
    break_match(match, way)
    said, (fault,) = check()
    assert fault.startswith(f"{Match.objects.get(pk=match.pk)}: ")
    assert said == "1 match doesn't replay as recorded."


def test_a_running_match_that_would_be_over_is_named(match, monkeypatch, finished):
    ended = look(finished).result
    monkeypatch.setattr(BurnMyVillage, "result", lambda self, state: ended)
    assert check()[1] == [named(match, 2, "other result")]


def test_another_result_of_a_match_that_is_over_is_named(finished):
    assert check() == ("0 matches replay as recorded.", [])
    for what in ("outcome", "rank", "score", "team", "ending"):
        result = deepcopy(finished.result)
        place = result if what == "ending" else result["seats"][1]
        place[what] = {"outcome": "drawn", "ending": "by-magic"}.get(what, 77)
        Match.objects.filter(pk=finished.pk).update(result=result)
        assert check("--all")[1] == [named(finished, finished.version, "other result")], what
    result = deepcopy(finished.result)
    result["reason"]["id"] = "Said in other words."
    for seat in result["seats"]:
        seat["tie_break"] = None
    for change in ({"result": result}, {"status": "voided", "result": None}):
        Match.objects.filter(pk=finished.pk).update(**change)
        assert check("--all") == ("1 match replays as recorded.", [])


CHAIN = "its hash doesn't follow from what stands before it"


@pytest.mark.parametrize(
    ("changes", "step"),
    [({"actor": "clock"}, 1), ({"at": "2026-01-01T00:00:00Z"}, 2), ({"hash": "0" * 64}, 1)],
    ids=str,
)
def test_a_hash_that_does_not_fit_is_named(match, changes, step):
    match.steps.filter(index=step).update(**changes)
    assert check() == ("1 match replays as recorded.", []), "hashes are looked at with --all"
    assert check("--all")[1] == [named(match, step, CHAIN)]


def test_a_chain_or_a_signature_that_does_not_fit_is_named(finished):
    original = Match.objects.get(pk=finished.pk)
    seats = original.opening_seats
    for changes, fault in [
        ({"last_hash": "0" * 64}, f", step {finished.version}: the chain ends elsewhere"),
        ({"opening_seats": [seats[0] | {"name": "Altered"}, *seats[1:]]}, ": the name 'Altered'"),
        ({"options": {"more": 1}}, ""),
    ]:
        Match.objects.filter(pk=finished.pk).update(**changes)
        (told,) = check("--all")[1]
        assert told.startswith(f"{finished}{fault}"), changes
        original.save()
    selectors.record_of(look(finished).match)
    assert check("--all") == ("1 match replays as recorded.", [])
    kept = RecordSignature.objects.get(match=finished)
    RecordSignature.objects.update(signature=kept.signature | {"at": "2026-01-01T00:00:00Z"})
    fault = "the signature isn't one of this match"
    assert check("--all")[1] == [named(finished, finished.version, fault)]


def test_the_steps_of_a_long_match_are_read_bit_by_bit(match, finished, monkeypatch):
    with CaptureQueriesContext(connection) as caught:
        check("--all")
    assert len(caught) <= 9
    monkeypatch.setattr(check_matches, "AT_ONCE", 1)
    assert check("--all") == ("2 matches replay as recorded.", [])


@pytest.mark.whole  # what they find is what one process does, above
@pytest.mark.django_db(transaction=True)
def test_worker_processes_find_the_same(begin, tmp_path):
    made = [begin() for _ in range(10)]
    for each in made:
        play(each, action=DRAW)
        play(each, action=DRAW)
    odd = made[3].steps.get(index=2)
    odd.state_hash = "0" * 64
    odd.save()
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    variables |= {"DJANGO_SETTINGS_MODULE": "portal.settings", "DATA_DIR": str(tmp_path)}
    variables |= {"SECRET_KEY": settings.SECRET_KEY, "LOG_LEVEL": "ERROR"}
    with closing(sqlite3.connect(tmp_path / "portal.sqlite3")) as copy:
        connection.connection.backup(copy)
    command = [sys.executable, "manage.py", "check_matches", "--all", "--jobs", "2"]
    ran = subprocess.run(
        command, cwd=settings.BASE_DIR, env=variables, capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 1, ran.stderr
    assert named(made[3], 2, "other state hash") in ran.stderr.splitlines()
    assert "CommandError: 1 match doesn't replay as recorded." in ran.stderr
    assert "10/10" in ran.stderr.splitlines()
