"""What a reviewer sees with a reason leaves by no other way, to them or to anybody else."""

import random
from typing import Any

import pytest

from accounts import roles
from accounts.models import User
from games.matches import selectors
from games.matches.models import Match
from tests.rulesets.marked import cards_in
from tests.secrets.conftest import Onlooker
from tests.secrets.test_planted import _move, begin, everything_allowed, hidden_always, scan

pytestmark = pytest.mark.django_db


@pytest.fixture
def rowan(db: None) -> Onlooker:
    """A reviewer who sits nowhere."""
    user = User.objects.create_user("rowan", password="a long password")
    roles.give(user=user, role=roles.REVIEWER)
    return Onlooker(user, None)


def test_everything_lies_open_with_a_reason_and_to_nobody_else(
    marked: str, rowan: Onlooker
) -> None:
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

    for onlooker in (rowan, *onlookers):
        scan_pages(onlooker, "before the review")

    page = review(rowan, match, "omniscient")
    everything = cards_in(page)
    for seat in (0, 1):  # the hidden things of both, and those of one in that one's view
        known = everything_allowed([shown.state], seat)
        assert known <= everything
        assert known <= cards_in(review(rowan, match, str(seat)))
    assert everything - everything_allowed(history, None)
    assert bytes(match.deal.seed).hex() not in page

    for onlooker in onlookers:  # what was made for the reviewer is remembered for nobody else
        scan_pages(onlooker, "after the review")


def review(rowan: Onlooker, match: Match, as_: str) -> str:
    address = f"/review/{match.public_id}/"
    rowan.client.post(f"{address}open/", {"reason": "Somebody complained."})
    return rowan.client.get(f"{address}?as={as_}").content.decode()


def fresh(match: Match) -> Any:
    return Match.objects.select_related("deal").get(pk=match.pk)
