"""Signatures under records, and names that leave them."""

import io
import json
import os
import stat
from collections.abc import Iterator
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command
from django.test import Client, TestCase
from django.utils import timezone
from msgspec import UNSET
from msgspec.structs import replace

from accounts.models import User
from games.conformance import rechained
from games.matches import tasks
from games.matches.models import Match, RecordSignature, SigningKey
from games.matches.play.actions import leave
from games.matches.record import portal_key, selectors, signatures
from games.matches.record.restore import import_record
from games.matches.review import actions
from games.plugin import RecordError
from games.plugin.codec import canonical_json
from games.protocol.record import Record, Signature
from games.protocol.record_file import load_record
from games.protocol.signing import head_of, sign
from games.protocol.verification import verify_record
from portal import environment
from tests.games.matches.conftest import forget, look, play_on
from tests.games.matches.test_commands import said
from tests.games.protocol.forging import blamed
from tests.rulesets.fixtures import installed
from tests.rulesets.race import Race
from tests.support.matches import started
from tests.support.scenes import lasting
from toolbox.errors import Conflict

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(django_db_setup, django_db_blocker) -> Iterator[Match]:
    """A short match of oak and elm that was played out; its follow-ups have run."""
    with lasting(django_db_blocker):
        people = [User.objects.create_user(name) for name in ("oak", "elm")]
        with installed(Race()) as game, TestCase.captureOnCommitCallbacks(execute=True):
            match = started(*people, game=game)
            play_on(match)
        yield match


@pytest.fixture
def over(played, race) -> Match:
    return look(played).match


@pytest.fixture
def void(over, staff):
    return lambda: actions.void(public_id=over.public_id, by=staff, reason="Both asked for it.")


def exported(match: Match) -> bytes:
    told = canonical_json(selectors.record_of(look(match).match))
    forget(match)
    return told


def read(match: Match) -> Record:
    return load_record(canonical_json(selectors.record_of(look(match).match)))


def test_a_match_is_signed_when_it_ends_and_once(over):
    kept = RecordSignature.objects.get(match=over)
    record = read(over)
    assert isinstance(record.signature, Signature)
    assert (kept.signature["value"], kept.version) == (record.signature.value, over.version)
    assert verify_record(record).key == portal_key.current()
    tasks.sign_record(str(over.pk))
    assert read(over) == record
    RecordSignature.objects.all().delete()  # as of an older match: when its record is read first
    again = read(over)
    assert verify_record(again).key == portal_key.current()
    assert read(over) == again


def test_a_match_that_is_voided_later_is_signed_anew(over, void):
    before = read(over)
    read_before = Match.objects.select_related("deal").get(pk=over.pk)
    void()
    after = read(over)
    assert after.signature != before.signature
    assert verify_record(after).key
    assert selectors.record_of(read_before) == after, "even for who read the match before"
    assert read(over) == after, "nor has that put anything else under it"


def test_a_record_ends_with_the_step_that_was_signed(over, void, monkeypatch):
    """An administrator voids the match while someone reads its record."""
    under = signatures.under
    with monkeypatch.context() as patched:
        patched.setattr(signatures, "under", lambda match: (under(match), void())[0])
        record = read(over)
    assert (len(record.steps), record.result is None) == (over.version + 1, False)
    assert verify_record(record).key
    assert read(over).result is None


def resigned(record: Record) -> Record:
    """The record with all hashes made anew and signed by a key that is no portal's."""
    forged = rechained(record)
    signature = sign(head_of(forged), Ed25519PrivateKey.generate(), "2026-01-01T00:00:00Z")
    return replace(forged, signature=signature)


def test_nothing_of_a_signature_can_be_changed_nor_the_words_of_the_result(over):
    record = read(over)
    for changes in (
        {"at": "2026-01-01T00:00:00.000000Z"},
        *({"key": key} for key in ("00" * 32, "zz")),
        *({"value": value} for value in ("00" * 64, "")),
    ):
        altered = replace(record, signature=replace(record.signature, **changes))
        assert "altered after it was signed" in blamed(altered, over.ruleset).reason
    result = {**record.result, "reason": {**record.result["reason"], "id": "Luck."}}
    with pytest.raises(RecordError, match="altered after it was signed"):
        verify_record(replace(record, result=result))


def test_the_command_says_who_signed_and_refuses_strangers(over, tmp_path):
    record, path, keys = read(over), tmp_path / "match.json", tmp_path / "keys.json"
    path.write_bytes(canonical_json(record))
    assert portal_key.current() in said("verify_record", path)
    path.write_bytes(canonical_json(replace(record, signature=UNSET)))
    with pytest.raises(SystemExit):
        said("verify_record", path)
    forged = resigned(record)
    path.write_bytes(canonical_json(forged))
    with pytest.raises(CommandError, match="that signed it isn't known here"):
        said("import_record", path)
    output = io.StringIO()
    with pytest.raises(SystemExit) as exit_:
        call_command("verify_record", path, stdout=output)
    first = output.getvalue().splitlines()[0]
    assert first.startswith("Signed by key ")
    assert "which isn't known here: this proves only that the file fits together." in first
    assert exit_.value.code == 3
    assert isinstance(forged.signature, Signature)
    keys.write_text(json.dumps({"keys": [{"key": forged.signature.key}]}))
    assert forged.signature.key in said("verify_record", path, "--keys", keys)
    keys.write_text("[]")
    with pytest.raises(CommandError, match=r"keys\.json"):
        said("verify_record", path, "--keys", keys)


def test_old_keys_stay_published(over, settings, tmp_path):
    old, record = portal_key.current(), read(over)
    settings.RECORD_KEY = "11" * 32
    told = Client().get("/api/keys/").json()
    assert told["current"] == portal_key.current() != old
    assert [key["key"] for key in told["keys"]] == [told["current"], old]
    assert [key["since"] is None for key in told["keys"]] == [True, False]
    assert read(over) == record
    path = tmp_path / "match.json"
    path.write_bytes(canonical_json(record))
    assert old in said("verify_record", path)


def test_the_key_is_made_once_and_readable_by_nobody_else(monkeypatch, tmp_path):
    folder = tmp_path / "new"
    monkeypatch.setattr(environment, "DATA_DIR", folder)
    monkeypatch.delenv("SOME_KEY", raising=False)
    keys = iter(["first", "second"])
    for _time in range(2):
        assert environment.stored_key("SOME_KEY", lambda: next(keys)) == "first"
    assert os.listdir(folder) == ["some_key"]
    assert stat.S_IMODE((folder / "some_key").stat().st_mode) == 0o600
    monkeypatch.setenv("SOME_KEY", "given")
    assert environment.stored_key("SOME_KEY", lambda: next(keys)) == "given"
    monkeypatch.delenv("SOME_KEY")
    (folder / "some_key").unlink()  # of two that make a key, the first one counts
    made = lambda: (folder / "some_key").write_text("theirs") and "ours"  # noqa: E731
    assert environment.stored_key("SOME_KEY", made) == "theirs"
    assert os.listdir(folder) == ["some_key"]


def test_the_private_half_is_never_shown(over, settings):
    record, key = selectors.record_of(over), portal_key._private()
    shown = [repr(record), canonical_json(record).decode(), repr(key), str(key)]
    shown += [repr(row) + str(row.__dict__) for row in SigningKey.objects.all()]
    shown += [Client().get("/api/keys/").content.decode()]
    for text in shown:
        assert settings.RECORD_KEY not in text


def test_half_a_name_is_none_and_an_altered_one_is_found_though_it_is_not_hashed(over):
    record = read(over)

    def named(**changes):
        return replace(record, seats=[replace(record.seats[0], **changes), *record.seats[1:]])

    fault = blamed(named(name="somebody"), over.ruleset)
    assert (fault.step, fault.reason) == (0, "the name 'somebody' isn't the one that was sealed")
    for changes in (
        {"name": None},
        *({"salt": salt} for salt in (None, "00" * 16, "no")),
        *({"sealed": sealed} for sealed in (None, "00" * 32)),
    ):
        forged = rechained(replace(named(**changes), signature=UNSET))
        assert blamed(forged, over.ruleset).step == 0


def test_not_even_reviewers_get_salts_while_a_match_is_running(begin, race, client, staff):
    """For everybody else, and all pages: tests/secrets/."""
    match = begin(game=race)
    client.force_login(staff)
    address = f"/api/matches/{match.public_id}/record/?reason=Someone+asked"
    told = client.get(address).content.decode()
    assert '"name":"amber"' in told
    assert not any(seat["salt"] in told for seat in match.opening_seats)


def test_a_name_goes_and_the_record_still_verifies(over):
    before = read(over)
    leave.forget_names(user=over.seats.get(index=0).user)
    after = read(over)
    told = canonical_json(after)
    for part in (before.seats[0].name, before.seats[0].salt):
        assert part.encode() not in told
    assert after == replace(before, seats=[after.seats[0], before.seats[1]])
    assert verify_record(after).key == portal_key.current()
    told = exported(over)
    match = import_record(load_record(told))
    assert canonical_json(selectors.record_of(match)) == told
    assert match.seats.get(index=0).name.startswith("left-")


def test_a_name_goes_while_the_match_is_running(begin, race, person):
    amber = person()
    match = begin(amber, person(), game=race)
    leave.forget_names(user=amber)
    record = read(play_on(match).match)
    assert [seat.name for seat in record.seats] == [None, "birch"]
    assert verify_record(record).key


def test_an_import_tells_the_same_bytes(over, settings):
    told = exported(over)
    settings.RECORD_KEY = "22" * 32  # another portal
    match = import_record(load_record(told))
    assert canonical_json(selectors.record_of(match)) == told
    tasks.sign_record(str(match.pk))
    assert canonical_json(selectors.record_of(match)) == told
    assert not match.follow_ups.exists()
    assert not match.seats.exclude(user=None).exists()
    forget(match)
    record = replace(load_record(told), signature=UNSET)  # and one in other words
    reason = {**record.result["reason"], "id": "The bank always wins."}
    told = canonical_json(replace(record, result={**record.result, "reason": reason}))
    assert canonical_json(selectors.record_of(import_record(load_record(told)))) == told


def test_each_page_of_an_import_says_so(over, client):
    public_id = import_record(load_record(exported(over))).public_id
    match = f"/matches/{public_id}/"
    pages = [match + page for page in ("", "?step=1", "log/", "after/", "verify/")]
    for page in (*pages, f"/fork/{public_id}/?step=1"):
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert "This match wasn’t played here" in answer.content.decode(), page


def shared(over: Match, person) -> Match:
    return started(person(), person(), game=over.game, deal=over.deal)


def test_matches_with_one_deal_are_taken_back_both(over, person):
    second = play_on(shared(over, person)).match
    told = [canonical_json(selectors.record_of(match)) for match in (over, second)]
    over.delete()
    second.delete()
    over.deal.delete()
    matches = [import_record(load_record(text)) for text in told]
    assert [canonical_json(selectors.record_of(match)) for match in matches] == told
    assert matches[0].deal == matches[1].deal
    for text in told:
        with pytest.raises(Conflict, match="known here already"):
            import_record(load_record(text))


def test_no_import_tells_the_deal_of_a_match_that_goes_on(over, person):
    told = read(over)
    shared(over, person)
    over.delete()
    with pytest.raises(Conflict, match="isn't open yet"):
        import_record(told)
    gate_opens = timezone.now() + timedelta(days=1)
    Match.objects.update(status=Match.Status.FINISHED, embargo_until=gate_opens)
    with pytest.raises(Conflict, match="isn't open yet"):
        import_record(told)
