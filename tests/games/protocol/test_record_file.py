"""The program that checks a record on its own says what the portal says.

And any record verifies that was played by any ruleset, and none that was altered anywhere.
"""

import functools
import json
import random
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET
from msgspec.structs import replace

from games.conformance import fault_of, play_record, rechained
from games.plugin import RecordError, registry
from games.plugin.codec import canonical_json
from games.protocol.chain import check_chain, check_without_rules, reaches_an_end
from games.protocol.names import hidden, seal_name
from games.protocol.record import Record
from games.protocol.record_file import load_record
from games.protocol.signing import check_signature, head_of, public_half, sign
from games.protocol.verification import verify_record
from tests.games.protocol.forging import put
from tests.rulesets.endless import Endless
from tests.rulesets.race import Race
from tests.support import forgeries
from tests.support.also import also
from tests.upgrades.make import RECORDS

FILE = Path(__file__).parents[3] / "static" / "verify_record.py"
KEY, OTHER_KEY = (Ed25519PrivateKey.from_private_bytes(bytes([n] * 32)) for n in (1, 2))
GAMES = {game.meta.slug: game for game in (Race(), Endless(), *registry.installed())}
MOST_STEPS = 25  # of a match: each is replayed for every example


def signed(record: Record, key: Ed25519PrivateKey = KEY) -> Record:
    return replace(record, signature=sign(head_of(record), key, "2026-01-01T00:00:00Z"))


@functools.cache
def played(slug: str, seed: int = 1) -> Record:
    game = GAMES[slug]
    seats = max(game.meta.min_seats, min(2, game.meta.max_seats))
    return signed(ended(play_record(game, seats=seats, seed=seed, steps=MOST_STEPS)))


def ended(record: Record) -> Record:
    if record.result is not None:
        return record
    last, deed = record.steps[-1], {"type": "void", "reason": "It took too long."}
    void = replace(last, index=last.index + 1, base=last.index, kind="admin", action=deed)
    void = replace(void, seat=None, actor="staff", outcomes=[])
    return rechained(replace(record, steps=[*record.steps, void]))


RACE = played(Race.meta.slug)
WON = signed(play_record(Race(), seats=2, seed=1, steps=40))  # has a result
PLAIN = json.loads(canonical_json(RACE))


def portal_says(data: bytes) -> tuple[bool, str | None]:
    """Whether all that needs no rules is right, and the step that is blamed."""
    try:
        record = load_record(data)
        check_without_rules(record)
        if not reaches_an_end(record):
            return False, str(len(record.steps) - 1)
        check_signature(record)
    except RecordError as error:
        return False, None if error.step is None else str(error.step)
    return True, None


PROGRAM = runpy.run_path(str(FILE))


def program_says(data: bytes, folder: Path) -> tuple[bool, str | None]:
    """The same of the program, called in this process, which is quicker."""
    path = folder / "record.json"
    path.write_bytes(data)
    try:
        PROGRAM["main"](path)
    except SystemExit as fault:
        step = re.match(r"step (\d+): ", str(fault.code))
        return False, step and step[1]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False, None
    return True, None


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the program on files, in this process, which is quicker: its code, and what it says."""

    def ran(*data, arguments=()):
        paths = [tmp_path / f"{number}.json" for number in range(len(data))]
        for path, content in zip(paths, data, strict=True):
            path.write_bytes(content)
        monkeypatch.setattr(sys, "argv", [str(FILE), *map(str, (*paths, *arguments))])
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(FILE), run_name="__main__")
        said, code = "".join(capsys.readouterr()), ended.value.code
        return (1, f"{said}{code}\n") if isinstance(code, str) else (code or 0, said)

    return ran


def test_it_is_short_and_needs_nothing_of_the_project():
    source = FILE.read_text()
    assert len(source.splitlines()) < 300
    imported = set(re.findall(r"^\s*(?:import|from) (\w+)", source, re.MULTILINE))
    assert imported - set(sys.stdlib_module_names) == {"cryptography"}


SIGNED = f"signed by {public_half(KEY)} at 2026-01-01T00:00:00Z"


def keys_of(key: Ed25519PrivateKey) -> bytes:
    return json.dumps({"keys": [{"key": public_half(key), "since": None}]}).encode()


def test_its_first_line_says_who_signed(run):
    only = "this proves only that the file fits together"
    for keys, code, verdict in (
        ([], 0, "; compare this key with those that the portal publishes at /api/keys/"),
        ([keys_of(KEY)], 0, ", a key of that portal"),
        ([keys_of(OTHER_KEY)], 3, f", no key of that portal: {only}"),
    ):
        told = run(canonical_json(RACE), *keys)
        assert (told[0], told[1].splitlines()[0]) == (code, SIGNED + verdict)
    code, told = run(canonical_json(replace(RACE, signature=UNSET)))
    assert (code, told.splitlines()[0]) == (3, f"not signed: {only}")


def test_far_from_the_project_and_without_cryptography_it_says_that_nobody_looked(tmp_path):
    (tmp_path / "record").write_bytes(canonical_json(RACE))
    command = [sys.executable, "-I", "-S", str(FILE), "record"]  # no packages
    done = subprocess.run(command, cwd=tmp_path, env={}, capture_output=True, text=True)
    assert (done.returncode, done.stdout[:26]) == (3, "WHO SIGNED IT WASN'T CHECK")


def test_it_says_that_a_record_was_cut_off(run):
    short = rechained(replace(RACE, steps=RACE.steps[:5], result=None, signature=UNSET))
    code, told = run(canonical_json(short))
    assert (code, told[:36]) == (1, "step 4: it doesn't reach an end: the")
    altered = put(PLAIN, ("steps", 3, "actor"), "someone else")
    code, told = run(json.dumps(altered).encode())
    assert (code, told[:8]) == (1, "step 3: ")
    running = put(PLAIN, ("deal", "seed"), None)  # as administrators may have it
    told = run(json.dumps(running).encode())
    assert told == (1, "its seed isn't told before the match is over\n")


def test_what_is_no_record_or_holds_no_keys_gives_one_clear_line(run):
    for content in (b"", b"[" * 5000, b"[" * 100_000, b"\xff\x00", b"[]", b"{}", b'"\\ud800"'):
        code, told = run(canonical_json(RACE), content)
        assert (code, told[-14:]) == (2, "holds no keys\n")
        code, told = run(content)
        assert (code, len(told.splitlines())) == (1, 1)


def test_it_says_how_it_is_called(run, tmp_path):
    for arguments in ([], ["a", "b", "c"], [str(tmp_path)], [str(tmp_path / "nowhere")]):
        code, told = run(arguments=arguments)
        assert (code, len(told.splitlines())) == (2, 1), arguments


def test_who_reads_no_further_gets_no_traceback(tmp_path):
    (tmp_path / "record").write_bytes(canonical_json(RACE))
    command = [sys.executable, "-I", str(FILE), str(tmp_path / "record")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 1


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_it_checks_what_portals_have_signed(path, tmp_path):
    assert program_says(path.read_bytes(), tmp_path) == (True, None)


def test_it_checks_names_that_had_to_go_and_no_part_of_a_salt_seals_another(tmp_path):
    nameless = replace(RACE, seats=[hidden(RACE.seats[0]), *RACE.seats[1:]])
    assert program_says(canonical_json(nameless), tmp_path) == (True, None)
    verify_record(nameless, GAMES[Race.meta.slug])
    right, forged = map(canonical_json, with_split_salt())
    assert program_says(right, tmp_path) == portal_says(right) == (True, None)
    assert program_says(forged, tmp_path) == portal_says(forged) == (False, None)
    laid_out = json.dumps(PLAIN, indent=2, sort_keys=False).encode() + b"\n"  # changes nothing
    for data in (laid_out, *with_names()):  # which can be seen
        assert program_says(data, tmp_path) == portal_says(data) == (True, None)


def with_split_salt() -> tuple[Record, Record]:
    salt = bytes(range(1, 16)) + b"\0"
    sealed = seal_name("Player 1", "person", salt)
    right = signed(rechained(replace(RACE, seats=[sealed, *RACE.seats[1:]], signature=UNSET)))
    other = replace(sealed, salt=salt[:-1].hex(), name="\0Player 1")
    return right, replace(right, seats=[other, *right.seats[1:]])


def test_both_refuse_a_file_that_is_no_record(tmp_path):
    for name, altered in forgeries.MALFORMED.items():
        data = altered(canonical_json(RACE).decode()).encode()
        assert program_says(data, tmp_path) == portal_says(data) == (False, None), name
        with pytest.raises(RecordError):
            load_record(data)


def with_names() -> list[bytes]:
    """Records with names whose blank letters belong to others: an accent, a heart, a family."""
    names = ["e\u0301", "\u2764\ufe0f", "\U0001f468\u200d\U0001f467", "a\xa0b", "5", "\u2014"]
    seats = [seal_name(name, "person") for name in names]
    records = [rechained(replace(RACE, seats=[seat, *RACE.seats[1:]])) for seat in seats]
    return [canonical_json(signed(record)) for record in records]


def test_both_blame_a_step_that_can_t_be(tmp_path):
    altered = forgeries.altered_steps(replace(WON, signature=UNSET))
    for name, (step, record) in altered.items():
        data = canonical_json(record)
        assert program_says(data, tmp_path) == portal_says(data) == (False, str(step)), name
        if name != "a broken-off end":  # which `Verdict.ended` tells
            assert blamed_by_rules(record, Race.meta.slug) == step
        else:
            assert not verify_record(record, GAMES[Race.meta.slug]).ended


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("examples", [2, *also(60)])
def test_any_match_verifies_by_both(slug, examples, tmp_path):
    for seed in range(examples):
        record = played(slug, seed)
        assert verify_record(record, GAMES[slug]).key == public_half(KEY)
        assert program_says(canonical_json(record), tmp_path) == (True, None)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("examples", [1, *also(60)])
def test_whatever_was_altered_is_found_at_its_step_or_by_the_signature(slug, examples, tmp_path):
    record = played(slug)
    for number in range(examples):
        for what, step, forged in forgeries.altered(record, random.Random(number)):
            data = canonical_json(forged)
            assert program_says(data, tmp_path) == portal_says(data), what
            assert (portal_says(data)[0], blamed_by_rules(forged, slug)) == (False, step), what
        for what, forged in forgeries.made_to_fit(record, random.Random(number)):
            check_chain(forged)
            with pytest.raises(RecordError, match="signature"):
                check_signature(forged)
            data = canonical_json(forged)
            assert not program_says(data, tmp_path)[0], what
            assert not portal_says(data)[0], what
            assert fault_of(forged, GAMES[slug]), what


def blamed_by_rules(record: Record, slug: str) -> int | None:
    with pytest.raises(RecordError) as fault:
        verify_record(record, GAMES[slug])
    return fault.value.step
