"""The operator's commands about records and running matches, and the checks at start."""

import io
import json
import runpy
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.test import Client
from django.utils import timezone
from msgspec import UNSET
from msgspec.structs import replace

from accounts.models import User
from games.conformance import rechained
from games.matches.checks import check_rulesets
from games.matches.models import Match
from games.matches.record import selectors, states
from games.matches.record.restore import import_record
from games.matches.record.seal import timestamp
from games.matches.review import actions
from games.plugin import RecordError, registry
from games.plugin.codec import canonical_json, digest, plain
from games.protocol.deal import commitment
from games.protocol.record_file import load_record
from tests.games.matches.conftest import forget, play_on
from tests.games.protocol.forging import put
from tests.rulesets.endless import Endless
from tests.support import golden_records

GOLDEN = [path for game in registry.installed() for path in golden_records.files_of(game)]

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(begin, race) -> Match:
    return play_on(begin(game=race)).match


@pytest.fixture
def file(finished, tmp_path) -> Path:
    path = tmp_path / "record.json"
    path.write_bytes(canonical_json(selectors.record_of(finished)))
    return path


def said(*command) -> str:
    output = io.StringIO()
    call_command(*command, stdout=output, stderr=output)
    return output.getvalue()


def test_a_true_record_verifies_and_an_altered_one_names_the_step(file, finished):
    first, second = said("verify_record", file).splitlines()
    assert first.startswith("Signed by this portal at ")
    assert f"{finished.version + 1} steps" in second
    record = json.loads(file.read_text())
    record["steps"][3]["actor"] = "someone else"
    file.write_text(json.dumps(record))
    with pytest.raises(CommandError, match="step 3"):
        said("verify_record", file)


def unsigned(file: Path, **changes):
    record = replace(load_record(file.read_bytes()), signature=UNSET, **changes)
    file.write_bytes(canonical_json(rechained(record)))


def test_a_record_that_was_cut_off_says_so_and_is_not_imported(file, finished):
    steps = load_record(file.read_bytes()).steps[:4]
    unsigned(file, steps=steps, result=None)
    forget(finished)
    for command in ("verify_record", "import_record"):
        with pytest.raises(CommandError, match="step 3: it doesn't reach an end"):
            said(command, file)
    with pytest.raises(RecordError, match="doesn't reach an end"):
        import_record(load_record(file.read_bytes()))
    assert not Match.objects.exists()


@pytest.mark.alike  # in SQLite's words
def test_without_tables_commands_say_so_in_one_line_and_verify_records_all_the_same(
    monkeypatch, capsys
):
    with connection.cursor() as cursor:
        for table in ("match", "signingkey"):
            cursor.execute(f"ALTER TABLE matches_{table} RENAME TO gone_{table}")
    monkeypatch.setattr(connections, "close_all", lambda: None)  # it is this test's
    for command in (["check_matches", "--all"], ["check_matches"], ["unreadable_matches"]):
        monkeypatch.setattr(sys, "argv", ["manage.py", *command])
        with pytest.raises(SystemExit, match=r"^The database can't be used: no such table: .*$"):
            runpy.run_path("manage.py", run_name="__main__")
    with pytest.raises(SystemExit, match="3"):
        call_command("verify_record", GOLDEN[0])
    told = capsys.readouterr().out
    assert told.startswith("Not signed: this proves only that the file fits together.")


def test_a_file_that_is_no_record_gives_one_clear_line(tmp_path):
    path = tmp_path / "nonsense"
    for content in ("", "{}", "[]", "\xff", "[" * 100_000):
        path.write_text(content, encoding="latin-1")
        with pytest.raises(CommandError, match="nonsense"):
            said("verify_record", path)
    with pytest.raises(CommandError, match="No such file"):
        said("verify_record", tmp_path / "nowhere")
    with pytest.raises(CommandError, match="Is a directory"):
        said("verify_record", tmp_path)


def test_a_record_comes_back_as_the_match_it_was(file, finished):
    original = plain(selectors.record_of(finished))
    with pytest.raises(CommandError, match="known here already"):
        said("import_record", file)
    forget(finished)
    output = said("import_record", file)
    match = Match.objects.get(public_id=output.strip().rstrip("/").rpartition("/")[2])
    assert plain(selectors.record_of(match)) == original
    assert [seat.user for seat in match.seats.all()] == [None, None]
    for step in match.steps.all():
        assert digest(states.state_at(match, step.index)) == step.state_hash


def test_what_could_only_be_stored_otherwise_is_refused(finished):
    record = plain(selectors.record_of(finished))
    key, at = record["deal"]["id"], record["steps"][1]["at"]
    day_after_tomorrow = timestamp(timezone.now() + timedelta(days=2))
    forget(finished)
    for where, value in (
        *(
            (("deal", "id"), id_)
            for id_ in ("no key", key.upper(), f"urn:uuid:{key}", f"{{{key}}}")
        ),
        *((("steps", 1, "at"), time) for time in ("yesterday", at.replace("Z", "+00:00"))),
        (("steps", len(record["steps"]) - 1, "at"), day_after_tomorrow),
    ):
        with pytest.raises(RecordError):
            import_record(load_record(canonical_json(put(record, where, value))))
    assert not Match.objects.exists()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_record_comes_back_byte_for_byte(path):
    """The golden records, made into what a portal writes: with ids and times like its own."""
    record = load_record(path.read_bytes())
    with pytest.raises(RecordError, match="deal's id"):
        import_record(record)
    key = "0190b1d2-0000-7000-8000-000000000001"
    assert record.deal.seed is not None
    promised = commitment(key, bytes.fromhex(record.deal.seed))
    steps = [replace(step, at=step.at.replace("+00:00", ".000000Z")) for step in record.steps]
    deal = replace(record.deal, id=key, commitment=promised)
    told = rechained(replace(record, deal=deal, steps=steps))
    match = import_record(told)
    assert match.imported_at is not None
    answer = Client().get(f"/api/matches/{match.public_id}/record/")
    assert answer.content == canonical_json(told)
    listed = Client().get("/api/matches/").json()["results"]
    assert [one["imported"] for one in listed] == [True]
    assert Client().get(f"/api/matches/{match.public_id}/").json()["imported"] is True


def test_a_file_that_is_laid_out_otherwise_is_not_imported(file, finished):
    forget(finished)
    file.write_text(json.dumps(json.loads(file.read_text()), indent=1))
    assert "all of them correct" in said("verify_record", file)
    with pytest.raises(CommandError, match="byte for byte"):
        said("import_record", file)


def test_an_imported_match_is_never_signed_by_this_portal(finished):
    record = replace(selectors.record_of(finished), signature=UNSET)
    forget(finished)
    match = import_record(record)
    boss = User.objects.create_superuser("boss")
    actions.void(public_id=match.public_id, by=boss, reason="It is a forgery.")
    after = selectors.record_of(Match.objects.select_related("deal").get(pk=match.pk))
    assert after.signature is UNSET
    assert len(after.steps) == len(record.steps) + 1


@pytest.mark.parametrize(
    ("change", "code"),
    [({"min_seats": 3, "max_seats": 2}, "matches.E002"), ({"levels": ("sly",)}, "matches.E003")],
)
def test_a_ruleset_that_cannot_be_offered_is_found(change, code, endless, monkeypatch):
    monkeypatch.setattr(Endless, "meta", replace(Endless.meta, **change))
    assert [fault.id for fault in check_rulesets(None)] == [code]
