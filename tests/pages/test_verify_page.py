"""The page on which anyone checks a finished match, and what the server says for it."""

import json
from typing import Any

import pytest
from django.test import Client
from msgspec import UNSET
from msgspec.structs import replace

from accounts.models import User
from games.matches.models import Match, SigningKey, Step
from games.matches.page import made_once, verifying
from games.matches.record import portal_key, selectors
from games.matches.record.restore import import_record
from games.matches.record.seal import seal_step
from games.matches.review import actions
from tests.games.matches.conftest import look, play_on
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(begin: Any, race: str) -> Match:
    return play_on(begin(game=race)).match


def told(match: Match) -> Any:
    return json.loads(Client().get(f"/matches/{match.public_id}/verify/server/").content)


def right(**changes: Any) -> dict[str, Any]:
    key = portal_key.current()
    told = {"ok": True, "step": None, "replayed": True, "signed": True, "key": key}
    return told | changes


def wrong(step: int) -> dict[str, Any]:
    return right(ok=False, step=step, signed=False, key=None)


def test_the_server_checks_moves_and_positions_once(over, monkeypatch):
    assert told(over) == right()
    first = told(over)
    monkeypatch.setattr(verifying, "verify_record", None)
    assert told(over) == first


def test_while_it_runs_it_says_when_the_record_opens(begin, race):
    match = begin(game=race)
    browser = logged_in(match.seats.get(index=0).user)
    for reader in (browser, Client()):
        answer = reader.get(f"/matches/{match.public_id}/verify/")
        page = answer.content.decode()
        assert answer.status_code == 403
        assert "<h1>Not yet</h1>" in page
        assert "The record becomes available when the match is over." in page


def test_the_server_names_the_step_at_fault(over):
    selectors.record_of(over)
    Step.objects.filter(match=over, index=2).update(actor="someone else")
    assert told(over) == wrong(2)


def test_it_says_what_administrators_did_and_a_forged_deed_fails(over):
    address = f"/matches/{over.public_id}/verify/"
    assert "Administrators intervened" not in Client().get(address).content.decode()
    boss = User.objects.create_superuser("boss")
    result = [{"outcome": "drawn", "rank": 1, "score": None}] * 2
    actions.end(public_id=over.public_id, result=result, by=boss, reason="It was a draw.")
    page = Client().get(address).content.decode()
    assert "Administrators intervened" in page
    assert "An administrator decided the result: It was a draw." in page
    assert "it is the one that an administrator named." in page
    assert told(over) == right()
    forged = Step.objects.get(match=over, kind="admin")
    forged.action = forged.action | {"reason": "It was none."}
    previous = Step.objects.get(match=over, index=forged.index - 1).hash
    seal_step(forged, previous=previous).save()
    Match.objects.filter(pk=over.pk).update(last_hash=forged.hash)
    assert told(over) == wrong(forged.index)


def test_a_result_that_is_altered_later_is_found_at_once(over):
    assert told(over)["ok"]
    result = over.result | {"seats": over.result["seats"][::-1]}
    Match.objects.filter(pk=over.pk).update(result=result)
    assert told(over) == wrong(over.version)


def test_who_asks_for_too_many_has_to_wait(over, settings):
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "verify": "1/h"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    address = f"/matches/{over.public_id}/verify/server/"
    assert Client().get(address).status_code == 200
    assert Client().get(address).status_code == 200, "it is remembered"
    made_once.forget_all()
    assert Client().get(address).status_code == 429


def test_an_import_that_nobody_signed_is_said_to_be_so(over):
    record = replace(selectors.record_of(over), signature=UNSET)
    deal = over.deal
    over.delete()
    deal.delete()
    match = import_record(record)
    assert told(match) == right(signed=False, key=None)
    for page in ("", "?step=1", "log/", "verify/"):
        said = Client().get(f"/matches/{match.public_id}/{page}").content.decode()
        assert "This match wasn’t played here" in said, page
        assert "Nobody signed it" in said, page
        assert 'href="seats/' not in said, "no person here sits there"


def test_an_import_that_another_portal_signed_says_so(over, settings):
    record, key = selectors.record_of(over), portal_key.current()
    over.delete()
    over.deal.delete()
    match = import_record(record)
    page = f"/matches/{match.public_id}/"
    assert "This portal signed it once." in Client().get(page).content.decode()
    SigningKey.objects.all().delete()
    settings.RECORD_KEY = "33" * 32
    assert f"signed with the key {key[:12]}…" in Client().get(page).content.decode()
    assert told(match) == right(signed=False, key=key)


def test_a_match_that_an_unknown_key_signed_is_not_right(over, settings):
    selectors.record_of(over)
    SigningKey.objects.all().delete()
    settings.RECORD_KEY = "33" * 32
    assert told(over)["ok"] is False


def test_the_page_says_who_checks_what_and_end_and_log_lead_there(over, begin, race):
    page = Client().get(f"/matches/{over.public_id}/verify/").content.decode()
    assert page.count("By your browser") == 4
    assert page.count(">By the portal<") == 1
    assert f"step 0, and {look(over).version} steps after it" in page
    assert bytes(over.deal.seed).hex() not in page
    assert "played here" not in Client().get(f"/matches/{over.public_id}/").content.decode()
    link = f'href="/matches/{over.public_id}/verify/"'
    for page in ("", "log/"):
        assert link in Client().get(f"/matches/{over.public_id}/{page}").content.decode()
    running = begin("easy", "easy", game=race, number=7)
    page = Client().get(f"/matches/{running.public_id}/log/").content.decode()
    assert "/verify/" not in page
