"""Records that people keep from before verify, are taken back, and stay what they are, byte for
byte."""

import json
import lzma
from typing import Any

import pytest

from games.matches.record.restore import import_record
from games.matches.record.selectors import record_of
from games.plugin import RecordError, load_record, verify_record
from games.plugin.codec import canonical_json, plain
from tests.legacy.folder import DATA, kept

RECORDS = kept("folder")["records"]


def text_of(name: str) -> bytes:
    return lzma.decompress((DATA / "records" / f"{name}.json.xz").read_bytes())


def test_every_kept_record_is_looked_at() -> None:
    files = {path.name.removesuffix(".json.xz") for path in (DATA / "records").iterdir()}
    assert files == RECORDS.keys()


@pytest.mark.parametrize("name", RECORDS)
def test_a_kept_record_verifies_and_is_written_the_same_again(name: str) -> None:
    record = load_record(text_of(name))
    verify_record(record)
    assert len(record.steps) == RECORDS[name]["steps"]
    assert record.steps[-1].hash == RECORDS[name]["last_hash"]
    assert canonical_json(plain(record)) == text_of(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", RECORDS)
def test_a_kept_record_is_taken_back_and_told_the_same(name: str) -> None:
    match = import_record(load_record(text_of(name)))
    assert canonical_json(plain(record_of(match))) == text_of(name)


@pytest.mark.parametrize("name", RECORDS)
def test_a_kept_record_that_was_altered_is_found_out(name: str) -> None:
    altered: Any = json.loads(text_of(name))
    altered["steps"][2]["actor"] = "someone else"
    with pytest.raises(RecordError, match="step 2"):
        verify_record(load_record(json.dumps(altered).encode()))
