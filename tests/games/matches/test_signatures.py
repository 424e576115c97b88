"""Signatures under records, and names that leave them."""

import io
import json
import os
import stat
from collections.abc import Iterator
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.test import Client, TestCase
from django.utils import timezone
from msgspec import UNSET
from msgspec.structs import replace

from accounts import roles
from accounts.errors import Conflict
from accounts.models import User
from games.matches import tasks
from games.matches.models import Match, RecordSignature, SigningKey
from games.matches.play import erasure, start
from games.matches.record import portal_key, selectors, signatures
from games.matches.record.restore import import_record
from games.matches.review import actions
from games.plugin import Record, RecordError, load_record, verify_record
from games.plugin.codec import canonical_json
from games.plugin.signature import Signature
from games.plugin.signing import head_of, sign
from games.plugin.testing import fault_of, rechained
from portal import settings as portal_settings
from tests.games.matches.conftest import look, play_on
from tests.games.matches.test_commands import said
from tests.games.plugin.forging import blamed
from tests.rulesets.fixtures import installed
from tests.rulesets.race import Race
from tests.support.deals import fixed_deal
from tests.support.scenes import lasting

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(django_db_setup, django_db_blocker) -> Iterator[Match]:
    """A short match of oak and elm that was played out; its follow-ups have run."""
    with lasting(django_db_blocker):
        people = [start.Player(User.objects.create_user(name)) for name in ("oak", "elm")]
        with installed(Race()) as game, TestCase.captureOnCommitCallbacks(execute=True):
            match = start.start_match(game=game, options={}, players=people, deal=fixed_deal())
            play_on(match)
        yield match


@pytest.fixture
def over(played, race) -> Match:
    """That match, as each test finds it."""
    return look(played).match


def read(match: Match) -> Record:
    return load_record(canonical_json(selectors.record_of(look(match).match)))


def forget(match: Match):
    deal = match.deal
    match.delete()
    deal.delete()


def test_a_match_is_signed_when_it_ends(over):
    kept = RecordSignature.objects.get(match=over)
    record = read(over)
    assert isinstance(record.signature, Signature)
    assert (kept.signature["value"], kept.version) == (record.signature.value, over.version)
    assert verify_record(record).key == portal_key.current()
    assert read(over) == record


def test_an_older_match_is_signed_when_its_record_is_read_first(over):
    RecordSignature.objects.all().delete()
    record = read(over)
    assert verify_record(record).key == portal_key.current()
    assert read(over) == record


def test_signing_twice_changes_nothing(over):
    before = read(over)
    tasks.sign_record(str(over.pk))
    assert read(over) == before


def test_a_match_that_is_voided_later_is_signed_anew(over, person):
    rowan = person("rowan")
    roles.give(user=rowan, role=roles.REVIEWER)
    before = read(over)
    actions.void(public_id=over.public_id, by=rowan, reason="Both asked for it.")
    after = read(over)
    assert after.signature != before.signature
    assert verify_record(after).key


def test_who_read_the_match_before_it_was_voided_signs_it_as_it_is(over, person):
    rowan = person("rowan")
    roles.give(user=rowan, role=roles.REVIEWER)
    read_before = Match.objects.select_related("deal").get(pk=over.pk)
    actions.void(public_id=over.public_id, by=rowan, reason="Both asked for it.")
    after = read(over)
    assert selectors.record_of(read_before) == after
    assert read(over) == after, "nor has it put anything else under it"


def test_a_record_ends_with_the_step_that_was_signed(over, person, monkeypatch):
    """An administrator voids the match while someone reads its record."""
    rowan = person("rowan")
    roles.give(user=rowan, role=roles.REVIEWER)
    under = signatures.under

    def meanwhile(match):
        signed = under(match)
        actions.void(public_id=over.public_id, by=rowan, reason="Both asked for it.")
        return signed

    with monkeypatch.context() as patched:
        patched.setattr(signatures, "under", meanwhile)
        record = read(over)
    assert (len(record.steps), record.result is None) == (over.version + 1, False)
    assert verify_record(record).key
    assert read(over).result is None


def test_what_is_changed_in_the_database_is_not_signed_anew(over):
    Match.objects.filter(pk=over.pk).update(result=None)
    assert "the result differs" in blamed(read(over), over.ruleset).reason


def resigned(record: Record) -> Record:
    """The record with all hashes made anew and signed by a key that is no portal's."""
    forged = rechained(record)
    signature = sign(head_of(forged), Ed25519PrivateKey.generate(), "2026-01-01T00:00:00Z")
    return replace(forged, signature=signature)


def test_hashes_made_anew_fail_by_the_signature(over):
    record = read(over)
    steps = [replace(record.steps[0], at="2026-01-01T00:00:00.000000Z"), *record.steps[1:]]
    forged = rechained(replace(record, steps=steps))
    fault = blamed(forged, over.ruleset)
    assert (fault.step, fault.reason[:13]) == (len(forged.steps) - 1, "the signature")
    assert fault_of(replace(forged, signature=UNSET), over.ruleset) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"at": "2026-01-01T00:00:00.000000Z"},
        {"key": "00" * 32},
        {"key": "zz"},
        {"value": "00" * 64},
        {"value": ""},
    ],
    ids=str,
)
def test_nothing_of_a_signature_can_be_changed(over, changes):
    record = read(over)
    assert isinstance(record.signature, Signature)
    altered = replace(record, signature=replace(record.signature, **changes))
    assert "altered after it was signed" in blamed(altered, over.ruleset).reason


def test_words_of_the_result_are_signed_too(over):
    record = read(over)
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
    monkeypatch.setattr(portal_settings, "DATA_DIR", tmp_path / "new")
    monkeypatch.delenv("SOME_KEY", raising=False)
    keys = iter(["first", "second"])
    made = portal_settings.stored_key("SOME_KEY", lambda: next(keys))
    assert made == portal_settings.stored_key("SOME_KEY", lambda: next(keys)) == "first"
    assert os.listdir(tmp_path / "new") == ["some_key"]
    assert stat.S_IMODE((tmp_path / "new" / "some_key").stat().st_mode) == 0o600
    monkeypatch.setenv("SOME_KEY", "given")
    assert portal_settings.stored_key("SOME_KEY", lambda: next(keys)) == "given"


def test_of_two_that_make_a_key_the_first_one_counts(monkeypatch, tmp_path):
    monkeypatch.setattr(portal_settings, "DATA_DIR", tmp_path)

    def make():
        (tmp_path / "some_key").write_text("theirs")
        return "ours"

    assert portal_settings.stored_key("SOME_KEY", make) == "theirs"
    assert os.listdir(tmp_path) == ["some_key"]


@pytest.mark.parametrize("key", ["", "11" * 31, "no key at all"])
def test_a_key_that_is_none_is_told_at_start(settings, key):
    settings.RECORD_KEY = key
    assert "matches.E009" in {fault.id for fault in run_checks()}
    assert all(not key or key not in fault.msg for fault in run_checks())


def test_the_private_half_is_never_shown(over, settings):
    record, key = selectors.record_of(over), portal_key._private()
    shown = [repr(record), canonical_json(record).decode(), repr(key), str(key)]
    shown += [repr(row) + str(row.__dict__) for row in SigningKey.objects.all()]
    shown += [Client().get("/api/keys/").content.decode()]
    for text in shown:
        assert settings.RECORD_KEY not in text


def test_an_altered_name_is_found_though_it_is_not_hashed(over):
    record = read(over)
    seats = [replace(record.seats[0], name="somebody"), *record.seats[1:]]
    fault = blamed(replace(record, seats=seats), over.ruleset)
    assert (fault.step, fault.reason) == (0, "the name 'somebody' isn't the one that was sealed")


@pytest.mark.parametrize(
    "changes",
    [
        {"salt": None},
        {"name": None},
        {"salt": "00" * 16},
        {"salt": "no"},
        {"sealed": None},
        {"sealed": "00" * 32},
    ],
    ids=str,
)
def test_half_a_name_is_none(over, changes):
    record = read(over)
    seats = [replace(record.seats[0], **changes), *record.seats[1:]]
    assert blamed(rechained(replace(record, seats=seats, signature=UNSET)), over.ruleset).step == 0


def test_salts_leave_only_with_the_record_of_a_match_that_is_over(begin, race, client, person):
    amber = person()
    match = begin(amber, person(), game=race)
    salts = [seat["salt"] for seat in match.opening_seats]
    rowan = person("rowan")
    roles.give(user=rowan, role=roles.REVIEWER)
    address = f"/matches/{match.public_id}"
    seen = []
    for user in (amber, rowan):
        client.force_login(user)
        for path in (f"{address}/", f"{address}/log/", f"{address}/download/", f"/api{address}/"):
            seen.append(client.get(path).content.decode())
    seen.append(client.get(f"/api{address}/record/?reason=Someone+asked").content.decode())
    assert '"name":"amber"' in seen[-1]
    for salt in salts:
        assert all(salt not in text for text in seen)


def close(user: User):
    erasure.forget_names(user=user)


def test_a_name_goes_and_the_record_still_verifies(over):
    before = read(over)
    oak = over.seats.get(index=0).user
    assert oak is not None
    close(oak)
    after = read(over)
    told = canonical_json(after)
    assert before.seats[0].name is not None
    assert before.seats[0].salt is not None
    assert before.seats[0].name.encode() not in told
    assert before.seats[0].salt.encode() not in told
    assert after == replace(before, seats=[after.seats[0], before.seats[1]])
    assert verify_record(after).key == portal_key.current()


def test_a_name_goes_while_the_match_is_running(begin, race, person):
    amber = person()
    match = begin(amber, person(), game=race)
    close(amber)
    record = read(play_on(match).match)
    assert [seat.name for seat in record.seats] == [None, "birch"]
    assert verify_record(record).key


def imported(told: bytes) -> Match:
    return import_record(load_record(told))


def test_an_import_tells_the_same_bytes(over, settings):
    told = canonical_json(selectors.record_of(over))
    forget(over)
    settings.RECORD_KEY = "22" * 32  # another portal
    match = imported(told)
    assert canonical_json(selectors.record_of(match)) == told
    tasks.sign_record(str(match.pk))
    assert canonical_json(selectors.record_of(match)) == told


def test_an_import_in_other_words_tells_the_same_bytes(over):
    record = replace(selectors.record_of(over), signature=UNSET)
    reason = {**record.result["reason"], "id": "The bank always wins."}
    told = canonical_json(replace(record, result={**record.result, "reason": reason}))
    forget(over)
    assert canonical_json(selectors.record_of(imported(told))) == told


def test_an_import_without_names_tells_the_same_bytes(over):
    oak = over.seats.get(index=0).user
    assert oak is not None
    close(oak)
    told = canonical_json(selectors.record_of(look(over).match))
    forget(over)
    match = imported(told)
    assert canonical_json(selectors.record_of(match)) == told
    assert match.seats.get(index=0).name.startswith("left-")


@pytest.mark.parametrize(
    "page",
    [
        "matches/{}/",
        "matches/{}/?step=1",
        "matches/{}/log/",
        "matches/{}/after/",
        "matches/{}/verify/",
        "fork/{}/?step=1",
    ],
)
def test_each_page_of_an_import_says_so(over, page):
    told = canonical_json(selectors.record_of(over))
    forget(over)
    answer = Client().get("/" + page.format(imported(told).public_id))
    assert answer.status_code == 200
    assert b"This match wasn't played here" in answer.content


def test_an_import_is_followed_by_nothing(over):
    told = canonical_json(selectors.record_of(over))
    forget(over)
    match = imported(told)
    assert not match.follow_ups.exists()
    assert not match.seats.exclude(user=None).exists()


def shared(over: Match, person) -> Match:
    """Another match with the deal of the first one."""
    players = [start.Player(user=person()) for _ in range(2)]
    return start.start_match(game=over.game, options={}, players=players, deal=over.deal)


def test_matches_with_one_deal_are_taken_back_both(over, person):
    second = play_on(shared(over, person)).match
    told = [canonical_json(selectors.record_of(match)) for match in (over, second)]
    over.delete()
    second.delete()
    over.deal.delete()
    matches = [imported(text) for text in told]
    assert [canonical_json(selectors.record_of(match)) for match in matches] == told
    assert matches[0].deal == matches[1].deal
    for text in told:
        with pytest.raises(Conflict, match="known here already"):
            imported(text)


def test_no_import_tells_the_deal_of_a_match_that_goes_on(over, person):
    told = canonical_json(selectors.record_of(over))
    shared(over, person)
    over.delete()
    with pytest.raises(Conflict, match="isn't open yet"):
        imported(told)
    gate_opens = timezone.now() + timedelta(days=1)
    Match.objects.update(status=Match.Status.FINISHED, embargo_until=gate_opens)
    with pytest.raises(Conflict, match="isn't open yet"):
        imported(told)


def test_a_time_in_another_form_is_refused(over):
    record = replace(selectors.record_of(over), signature=UNSET)
    at = record.steps[0].at.replace("Z", "+00:00")
    told = rechained(replace(record, steps=[replace(record.steps[0], at=at), *record.steps[1:]]))
    forget(over)
    with pytest.raises(RecordError, match="isn't written as a portal writes it"):
        import_record(told)
