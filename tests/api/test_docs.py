"""Every example of docs/api.md is true."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.matches import tasks
from games.matches.models import Match
from games.matches.play.actions import services, start
from games.matches.record import selectors

DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"
ELSE = "…"
PLAYED_OUT = "<!-- the match is played to its end -->"
PARTS = re.compile(rf"```http\n(.*?)```|({re.escape(PLAYED_OUT)})", re.DOTALL)

# Different in every portal; how they read in the document stands for what they really are.
NAMED = {"id", "token", "match"}


def fits(written: Any, told: Any, where: str, meanings: dict[str, str]) -> None:
    """Fail unless what is written is what was told, but for what was left out."""
    if written == ELSE:
        return
    assert type(written) is type(told), f"{where}: {written!r} is {told!r}"
    if isinstance(written, dict):
        keys = written.keys() - {ELSE}
        assert keys <= told.keys(), f"{where}: {keys - told.keys()} isn't told"
        if ELSE not in written:
            assert keys == told.keys(), f"{where}: {told.keys() - keys} isn't written"
        for key in keys:
            if key in NAMED and isinstance(told[key], str) and written[key] != ELSE:
                assert meanings.setdefault(written[key], told[key]) == told[key]
            elif not (key == "id" and isinstance(told[key], int)):
                fits(written[key], told[key], f"{where}.{key}", meanings)
    elif isinstance(written, list):
        listed = [item for item in written if item != ELSE]
        assert len(listed) <= len(told), f"{where}: {told!r}"
        assert ELSE in written or len(listed) == len(told), f"{where}: more is told"
        for place, (item, real) in enumerate(zip(listed, told, strict=False)):
            fits(item, real, f"{where}[{place}]", meanings)
    else:
        assert written == told, f"{where}: {written!r} is {told!r}"


def run(example: str, client: Client, meanings: dict[str, str]) -> None:
    """Send the request of an example and hold its answer against the real one."""
    asked, _, answered = example.strip().partition("\n\n")
    for written, real in meanings.items():
        asked = asked.replace(written, real)
    call, *rest = asked.splitlines()
    method, path = call.split()
    headers = dict(line.split(": ", 1) for line in rest if line.startswith("Authorization"))
    body = "".join(line for line in rest if not line.startswith("Authorization"))
    response = client.generic(method, path, body, "application/json", headers=headers)
    status, _, data = answered.partition("\n")
    assert response.status_code == int(status), f"{call}: {response.content!r}"
    fits(json.loads(data), response.json(), call, meanings)


def play_out(public_id: str) -> None:
    """Computers move as they do, people draw."""
    match = Match.objects.select_related("deal").get(public_id=public_id)
    while match.running:
        shown = selectors.snapshot(match)
        seat = next(seat for seat in shown.seats if seat.owes)
        if seat.is_ai:
            tasks.play_ai_turn(str(match.pk), match.version)
        else:
            services.submit_action(
                public_id=public_id, user=seat.user, action={"type": "draw"}, version=match.version
            )
        match.refresh_from_db()


@pytest.mark.django_db
def test_every_example_is_true(monkeypatch):
    # With this seed the host's seat begins; in the document that is taken for granted.
    monkeypatch.setattr(start, "new_seed", lambda: bytes([1]) * 32)
    client, meanings = Client(), {}
    examples = 0
    for example, played_out in PARTS.findall(DOCUMENT.read_text()):
        if played_out:
            play_out(meanings["matchamber22"])
        else:
            run(example, client, meanings)
            examples += 1
    assert examples >= 10


@pytest.mark.django_db
def test_every_call_is_named():
    """By an example, in code (`GET /api/keys/`), or in a table of what is below one address."""
    from tests.api.contract import document

    text = re.sub(r"\{\w+\}", "x", DOCUMENT.read_text())
    named = re.findall(r"(?:^|`)((?:GET|POST) /api/[\w/.-]*)", text, re.MULTILINE)
    for table in re.findall(r"^\| `(?:POST .*\n)(?:\|.*\n)+", text, re.MULTILINE):
        base = table[3 : table.index("…")]
        named += [base + end for end in re.findall(r"^\| `([\w-]+/)`", table, re.MULTILINE)]
    patterns = [
        f"{method.upper()} {re.sub(r'{[^/]+}', '[^/]+', path)}"
        for path, calls in document()["paths"].items()
        for method in calls
    ]
    assert [p for p in patterns if not any(re.fullmatch(p, name) for name in named)] == []


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ({"a": 1}, {"a": 2}),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 2}, {"a": 1}),
        ([1], [1, 2]),
        ([1, "…", 3], [1]),
        ({"a": None}, {"a": 0}),
    ],
)
def test_an_untrue_example_is_found(written, told):
    with pytest.raises(AssertionError):
        fits(written, told, "", {})
