"""The record of a running match: for reviewers who say why, and never with its seed."""

import pytest

from accounts import roles
from accounts.models import AuditEntry
from games.matches.models import Match
from tests.api.caller import Caller, caller, refused, told
from tests.api.play import finish, match_with

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unhurried")]

WHY = "?reason=A+player+reported+it"


def reviewer(name: str = "rowan") -> Caller:
    made = caller(name)
    roles.give(user=made.user, role=roles.REVIEWER)
    return made


@pytest.mark.parametrize("private", [False, True])
def test_a_reviewer_gets_it_so_far_without_the_seed(private, amber, birch):
    match = match_with(amber, birch, private=private)
    rowan = reviewer()
    for why in ("?reason=x", "?reason="):
        refused(rowan.get(f"matches/{match}/record/{why}"), 400, "reason_needed")
    roles.give(user=amber.user, role=roles.REVIEWER)
    for why in (WHY, "?reason=x"):
        refused(amber.get(f"matches/{match}/record/{why}"), 403, "own_match")
    refused(birch.get(f"matches/{match}/record/{WHY}"), 403, "not_reviewer")
    refused(rowan.get(f"matches/nowhere/record/{WHY}"), 404, "not_found")
    assert not AuditEntry.objects.exists()
    answer = rowan.get(f"matches/{match}/record/{WHY}")
    record = told(answer)
    assert (record["deal"]["seed"], record["result"]) == (None, None)
    assert [step["kind"] for step in record["steps"]] == ["setup"]
    seed = bytes(Match.objects.get(public_id=match).deal.seed)
    assert seed.hex() not in answer.content.decode()
    entry = AuditEntry.objects.get()
    said = (entry.actor, entry.action, entry.reason, entry.data["how"])
    assert said == ("rowan", "match.review", "A player reported it", "record")


def test_once_it_is_over_the_seed_is_there(race, amber, birch):
    match = match_with(amber, birch, game=race, private=True)
    finish(match)
    record = told(reviewer().get(f"matches/{match}/record/{WHY}"))
    assert record["deal"]["seed"] == bytes(Match.objects.get(public_id=match).deal.seed).hex()
