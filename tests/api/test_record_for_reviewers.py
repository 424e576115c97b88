"""The record of a running match: for reviewers who say why, and never with its seed."""

import pytest

from accounts import roles
from accounts.models import AuditEntry
from games.matches.models import Match
from tests.api.caller import ANYBODY, Caller, caller, told
from tests.api.test_permissions import finish, match_with, people

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unhurried")]

WHY = "?reason=A+player+reported+it"


def reviewer(name: str = "rowan") -> Caller:
    made = caller(name)
    roles.give(user=made.user, role=roles.REVIEWER)
    return made


@pytest.mark.parametrize("private", [False, True])
def test_a_reviewer_gets_it_so_far_without_the_seed(private):
    match = match_with(people(), private=private)
    answer = reviewer().get(f"matches/{match}/record/{WHY}")
    record = told(answer)
    assert (record["deal"]["seed"], record["result"]) == (None, None)
    assert [step["kind"] for step in record["steps"]] == ["setup"]
    seed = bytes(Match.objects.get(public_id=match).deal.seed)
    assert seed.hex() not in answer.content.decode()
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action, entry.reason) == (
        *("rowan", "match.review", "A player reported it"),
    )
    assert entry.data["how"] == "record"


def test_once_it_is_over_the_seed_is_there(race):
    match = match_with(people(), game=race, private=True)
    finish(match)
    record = told(reviewer().get(f"matches/{match}/record/{WHY}"))
    assert record["deal"]["seed"] == bytes(Match.objects.get(public_id=match).deal.seed).hex()


def test_everybody_else_is_refused_in_this_order():
    everybody = people()
    match = match_with(everybody)
    moderator = caller("maple")
    roles.give(user=moderator.user, role=roles.MODERATOR)
    roles.give(user=everybody["mover"].user, role=roles.REVIEWER)
    rowan = reviewer()
    refused = [
        (ANYBODY, match, WHY, 401, "not_authenticated"),
        (everybody["member"], match, WHY, 403, "not_reviewer"),
        (everybody["other"], match, WHY, 403, "not_reviewer"),
        (moderator, match, WHY, 403, "not_reviewer"),
        (rowan, "nowhere", WHY, 404, "not_found"),
        (everybody["mover"], match, WHY, 403, "own_match"),
        (everybody["mover"], match, "?reason=x", 403, "own_match"),
        (rowan, match, "?reason=x", 400, "reason_needed"),
        (rowan, match, "?reason=", 400, "reason_needed"),
        (rowan, match, "", 403, "still_running"),
    ]
    for who, which, reason, status, code in refused:
        answer = who.get(f"matches/{which}/record/{reason}")
        assert told(answer, status)["code"] == code
    assert not AuditEntry.objects.exists()
