"""Golden records: whole matches, kept as files, that every later code plays as they were played."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from games.plugin import RecordError, Verdict, load_record, registry, verify_record
from games.plugin.codec import canonical_json
from tests.rulesets.mended import Mended
from tests.support import golden_records

FILES = [path for game in registry.installed() for path in golden_records.files_of(game)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_golden_record_is_played_as_it_was(path: Path) -> None:
    written = path.read_bytes()
    record = load_record(written)
    assert canonical_json(record) + b"\n" == written
    dropped = registry.get(record.game).meta.has_dropped(record.rules_version)
    assert verify_record(record) == Verdict(replayed=not dropped)


def test_every_version_that_is_played_has_a_golden_record() -> None:
    missing = [
        f"{game.meta.slug}, version {game.meta.rules_version}, schema {game.meta.state_schema}"
        for game in golden_records.missing(registry.installed())
    ]
    assert missing == [], "python -m tests.support.golden_records writes them"


def test_a_version_without_a_golden_record_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golden_records, "folder_of", lambda game: tmp_path)
    assert [one.meta.rules_version for one in golden_records.missing([Mended()])] == [2, 1]
    keep(tmp_path / "new.json", next(golden_records.made(Mended())))
    assert [one.meta.rules_version for one in golden_records.missing([Mended()])] == [1]


def test_a_new_layout_of_states_asks_for_new_hashes_of_the_same_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Relaid(Mended):
        meta = replace(Mended.meta, older_versions=(), state_schema=2)

    monkeypatch.setattr(golden_records, "folder_of", lambda game: tmp_path)
    old = next(golden_records.made(Mended()))
    keep(tmp_path / "old.json", old)
    assert len(golden_records.missing([Relaid()])) == 1
    (new,) = golden_records.made(Relaid())
    keep(tmp_path / "new.json", new)
    assert golden_records.missing([Relaid()]) == []
    assert {step.state_schema for step in new.steps} == {2}
    assert [step.action for step in new.steps] == [step.action for step in old.steps]
    assert verify_record(new, Relaid()).replayed


def is_of_the_present_layout(path: Path) -> bool:
    record = load_record(path.read_bytes())
    return record.steps[-1].layout == registry.get(record.game).meta.state_schema


def test_a_golden_record_shows_what_plays_differently() -> None:
    record = load_record(next(filter(is_of_the_present_layout, FILES)).read_bytes())
    game: Any = type(registry.get(record.game))

    class Changed(game):  # type: ignore[misc]
        def apply_action(self, state: Any, seat: int, action: Any, chance: Any) -> Any:
            events = super().apply_action(state, seat, action, chance)
            state.turn += 1
            return events

    with pytest.raises(RecordError):
        verify_record(record, Changed())


def keep(path: Path, record: Any) -> None:
    path.write_bytes(canonical_json(record) + b"\n")
