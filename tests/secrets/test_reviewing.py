"""What a reviewer sees with a reason leaves by no other way, to them or to anyone else."""

import random

import pytest

from accounts import roles
from accounts.models import User
from games.matches.models import Match
from games.matches.record import selectors
from tests.rulesets.marked import cards_in
from tests.secrets.conftest import Onlooker, fresh
from tests.secrets.test_planted import (
    ORDERED,
    _move,
    begin,
    everything_allowed,
    hidden_always,
    leave_orders,
    scan,
)
from tests.support.also import also

pytestmark = pytest.mark.django_db


@pytest.fixture
def rowan(db: None) -> Onlooker:
    user = User.objects.create_user("rowan", password="a long password")
    roles.give(user=user, role=roles.REVIEWER)
    return Onlooker(user, None)


@pytest.mark.parametrize("others", [(1, 3), *also((0, 1, 2, 3))], ids=len)
def test_everything_lies_open_with_a_reason_and_to_nobody_else(marked, rowan, others):
    """The others are a seat and somebody without an account; before a release, everybody."""
    match, table, onlookers = begin(marked)
    dice, history = random.Random(5), []
    for _ in range(12):
        history.append(selectors.snapshot(fresh(match)).state)
        _move(selectors.snapshot(fresh(match)), onlookers, dice)
    shown = selectors.snapshot(fresh(match))
    history.append(shown.state)
    names = {"id": match.public_id, "table": table.public_id, "step": shown.version}
    secrets = hidden_always(shown.match, onlookers)

    def scan_pages(onlooker: Onlooker, when: str) -> None:
        allowed = everything_allowed(history, onlooker.seat)
        for address, text in onlooker.pages(**names).items():
            if "reason=" not in address or onlooker is not rowan:  # that one gives a reason
                scan(f"{address} to {onlooker.user} {when}", text, allowed, secrets)

    scan_pages(rowan, "before the review")
    public = everything_allowed(history, None)
    for address in staff_addresses(match):
        scan(address, rowan.client.get(address).content.decode(), public, secrets)

    page = review(rowan, match, "omniscient")
    everything = cards_in(page)
    for seat in (0, 1):  # the hidden things of both, and those of one in that one's view
        known = everything_allowed([shown.state], seat)
        assert known <= everything
        assert known <= cards_in(review(rowan, match, str(seat)))
    assert everything - public
    assert bytes(match.deal.seed).hex() not in page

    for number in others:  # what was made for the reviewer is remembered for nobody else
        scan_pages(onlookers[number], "after the review")


@pytest.mark.parametrize("seats", [(0,), *also((0, 1))], ids=len)
def test_orders_lie_open_to_reviewers_but_not_to_those_who_sit_there(marked, rowan, seats):
    match, table, onlookers = begin(marked)
    left: list[int] = []
    while len(left) < 2:
        leave_orders(match, onlookers, left)
        _move(selectors.snapshot(fresh(match)), onlookers, random.Random(1))
    for onlooker in onlookers[:2]:  # players may be reviewers elsewhere
        roles.give(user=onlooker.user, role=roles.REVIEWER)
    names = {"id": match.public_id, "table": table.public_id, "step": 3}
    for seat in seats:
        onlooker, other = onlookers[seat], ORDERED[1 - seat]
        for address, text in onlooker.pages(**names).items():
            assert other not in text, f"{address} to {onlooker.user}"
        for address in staff_addresses(match):
            answer = onlooker.client.get(address)
            assert answer.status_code == 200
            assert not any(order in answer.content.decode() for order in ORDERED), address
        opened = onlooker.client.post(
            f"/review/{match.public_id}/open/", {"reason": "I would like to know."}
        )
        assert opened.status_code == 403
    page = review(rowan, match, "0")
    assert all(order in page for order in ORDERED)
    record = rowan.client.get(f"/api/matches/{match.public_id}/record/?reason=Somebody+asked")
    assert all(order in record.content.decode() for order in ORDERED)


def staff_addresses(match: Match) -> list[str]:
    steps = match.steps.values_list("pk", flat=True)
    rows = [f"match/{match.pk}", *(f"step/{pk}" for pk in steps)]
    lists = ["/admin/matches/match/", "/admin/matches/step/"]
    return lists + [f"/admin/matches/{row}/change/" for row in rows]


def review(rowan: Onlooker, match: Match, as_: str) -> str:
    address = f"/review/{match.public_id}/"
    rowan.client.post(f"{address}open/", {"reason": "Someone complained."})
    return rowan.client.get(f"{address}?as={as_}").content.decode()
