"""The operator's commands about records and running matches, and the checks at start."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.matches.checks import check_rulesets
from games.matches.models import Match
from games.matches.record import selectors, states
from games.matches.record.restore import import_record
from games.plugin import RecordError, load_record, registry
from games.plugin.codec import canonical_json, digest, plain
from tests.games.matches.conftest import play_on
from tests.rulesets.endless import Endless
from tests.rulesets.fixtures import race

__all__ = ["race"]

pytestmark = pytest.mark.django_db

Begin = Callable[..., Match]


@pytest.fixture
def finished(begin: Begin, race: str) -> Match:
    """A short match, for it is played to its end each time."""
    return play_on(begin(game=race)).match


@pytest.fixture
def file(finished: Match, tmp_path: Path) -> Path:
    """The record of a finished match, as someone downloaded it."""
    path = tmp_path / "record.json"
    path.write_text(json.dumps(plain(selectors.record_of(finished))))
    return path


def said(*command: Any) -> str:
    output = io.StringIO()
    call_command(*command, stdout=output, stderr=output)
    return output.getvalue()


def test_a_true_record_verifies(file: Path, finished: Match) -> None:
    assert f"{finished.version + 1} steps" in said("verify_record", file)


def test_an_altered_record_names_the_step(file: Path) -> None:
    record = json.loads(file.read_text())
    record["steps"][3]["actor"] = "someone else"
    file.write_text(json.dumps(record))
    with pytest.raises(CommandError, match="step 3"):
        said("verify_record", file)


@pytest.mark.parametrize("content", ["", "{}", "[]", "\xff", "[" * 100_000])
def test_a_file_that_is_no_record_gives_one_clear_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "nonsense"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(CommandError, match="nonsense"):
        said("verify_record", path)
    with pytest.raises(CommandError, match="No such file"):
        said("verify_record", tmp_path / "nowhere")


def test_a_record_comes_back_as_the_match_it_was(file: Path, finished: Match) -> None:
    original = plain(selectors.record_of(finished))
    finished.checkpoints.all().delete()
    finished.steps.all().delete()
    deal = finished.deal
    finished.delete()
    deal.delete()
    output = said("import_record", file)
    match = Match.objects.get(public_id=output.strip().rstrip("/").rpartition("/")[2])
    assert plain(selectors.record_of(match)) == original
    assert [seat.user for seat in match.seats.all()] == [None, None]
    for step in match.steps.all():
        assert digest(states.state_at(match, step.index)) == step.state_hash


def test_a_record_comes_back_in_todays_words(finished: Match) -> None:
    record: Any = plain(selectors.record_of(finished))
    true = record["result"]["reason"]["id"]
    record["result"]["reason"]["id"] = "The bank always wins."
    _forget(finished)
    match = import_record(load_record(canonical_json(record)))
    assert match.result["reason"]["id"] == true


@pytest.mark.parametrize(
    ("where", "value"), [(("deal", "id"), "no key"), (("steps", 1, "at"), "yesterday")]
)
def test_a_key_or_a_time_that_is_none_is_refused(
    finished: Match, where: tuple[Any, ...], value: str
) -> None:
    record: Any = plain(selectors.record_of(finished))
    _forget(finished)
    part = record
    for key in where[:-1]:
        part = part[key]
    part[where[-1]] = value
    with pytest.raises(RecordError):
        import_record(load_record(canonical_json(record)))
    assert not Match.objects.exists()


def _forget(match: Match) -> None:
    deal = match.deal
    match.delete()
    deal.delete()


def test_a_record_is_not_taken_twice(file: Path) -> None:
    with pytest.raises(CommandError, match="known here already"):
        said("import_record", file)


def test_the_installed_rulesets_are_in_order() -> None:
    assert check_rulesets(None) == []


def test_a_ruleset_that_was_not_registered_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_games", {})
    assert {fault.id for fault in check_rulesets(None)} == {"matches.E001"}


@pytest.mark.parametrize(
    ("change", "code"),
    [({"min_seats": 3, "max_seats": 2}, "matches.E002"), ({"levels": ("sly",)}, "matches.E003")],
)
def test_a_ruleset_that_cannot_be_offered_is_found(
    change: dict[str, Any], code: str, endless: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import msgspec

    monkeypatch.setattr(Endless, "meta", msgspec.structs.replace(Endless.meta, **change))
    assert [fault.id for fault in check_rulesets(None)] == [code]
