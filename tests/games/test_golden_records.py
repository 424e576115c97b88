"""Golden records: whole matches, kept as files, that every later code plays as they were played."""

import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.conformance import rechained
from games.plugin import RecordError, registry
from games.plugin.codec import canonical_json
from games.protocol.record_file import load_record
from games.protocol.verification import Verdict, verify_record
from tests.games.protocol.forging import places, put
from tests.rulesets.mended import Mended
from tests.support import golden_records
from tests.support.also import also


def is_of_the_present_layout(path: Path) -> bool:
    record = load_record(path.read_bytes())
    return record.steps[-1].state_schema == registry.get(record.game).meta.state_schema


SHORTEST = sorted(
    (
        min(
            filter(is_of_the_present_layout, golden_records.files_of(game)),
            key=lambda path: path.stat().st_size,
        )
        for game in registry.installed()
    ),
    key=lambda path: path.stat().st_size,
)  # of each ruleset, with hashes that are compared
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


def test_a_version_without_a_golden_record_is_missed(tmp_path, monkeypatch):
    monkeypatch.setattr(golden_records, "folder_of", lambda game: tmp_path)
    assert [one.meta.rules_version for one in golden_records.missing([Mended()])] == [2, 1]
    keep(tmp_path / "new.json", next(golden_records.made(Mended())))
    assert [one.meta.rules_version for one in golden_records.missing([Mended()])] == [1]


# Fields that whoever makes up a record can choose: the signature alone shows that they did.
FREE = [
    r"deal\.id",  # with another commitment
    r"options",  # the ones that are missing have their usual value
    r"seats\.\d+\.name",
    r"result\.reason(\..*)?",  # may be put in other words
    r"result\.seats\.\d+\.tie_break(\..*)?",
    r"steps\.0\.at",  # it began earlier
    r"steps\.\d+\.(hash|at)",  # the hash is made anew; between its neighbors
]


def altered_values(value: Any) -> Iterator[Any]:
    """Other values in its place: some near, some that no field has."""
    yield None
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, -1)
    elif isinstance(value, str):
        yield from (value + "x", "", "a" * 5000, "a\nb", value.upper())
    elif isinstance(value, list):
        yield from ([*value, value[-1] if value else 0], value[:-1])
    elif isinstance(value, dict):
        yield {**value, "more": 1}
        yield dict(list(value.items())[1:])


@pytest.mark.parametrize(
    "path", [SHORTEST[0], *also(*SHORTEST[1:])], ids=lambda path: path.parts[-3]
)
def test_what_is_altered_and_chained_anew_shows_unless_only_a_signature_could_show_it(path):
    plain, passed, seen = json.loads(path.read_bytes()), [], set()
    for place in places(plain):
        kind = plain["steps"][place[1]]["kind"] if place[:1] == ("steps",) and place[1:] else ""
        like = (kind, *("*" if isinstance(key, int) else key for key in place))
        if like in seen:
            continue
        seen.add(like)
        value = functools.reduce(lambda part, key: part[key], place, plain)
        for new in altered_values(value):
            try:
                record = rechained(load_record(json.dumps(put(plain, place, new)).encode()))
                verify_record(load_record(canonical_json(record)))
            except RecordError:
                continue
            if new != value:
                passed.append(".".join(map(str, place)))
    assert [place for place in passed if not re.fullmatch("|".join(FREE), place)] == []


def keep(path: Path, record: Any) -> None:
    path.write_bytes(canonical_json(record) + b"\n")
