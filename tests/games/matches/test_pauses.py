"""A match that stands still says so, and those whom it concerns hear of it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import notices, roles
from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.play.engine import flags
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
TITLE = "Please Don’t Burn My Village"


def told(user: User) -> list[tuple[str, str]]:
    return [(notices.sentence(notice), notice.link) for notice in notices.unread(user)]


def flag(match: Match):
    flags.flag({match.pk: ZeroDivisionError()})


def test_its_people_and_the_reviewers_get_one_notice(begin, person):
    amber, birch, gone, reviewer, moderator = (person() for _ in range(5))
    roles.give(user=reviewer, role=roles.REVIEWER)
    roles.give(user=birch, role=roles.REVIEWER)
    roles.give(user=moderator, role=roles.MODERATOR)
    match = begin(amber, birch, gone)
    services.resign(public_id=match.public_id, user=gone)
    flag(match)
    flag(match)
    for one, other in ((amber, birch), (birch, amber)):
        ((text, link),) = told(one)
        named = f"{other.name} and {gone.name}" if one == amber else f"{amber.name} and {gone.name}"
        assert text.startswith(f"Your match of {TITLE} #{match.number} with {named} is paused")
        assert text.endswith("until an administrator has looked at it. Nothing is lost.")
        assert link == f"/matches/{match.public_id}/"
    stopped = f"A match of {TITLE} has stopped because its rules failed: {match.public_id}"
    ((text, link),) = told(reviewer)
    assert (text, link) == (stopped, f"/review/{match.public_id}/")
    assert logged_in(reviewer).get(link).status_code == 200
    assert told(moderator) == told(gone) == []


def test_a_reviewer_gets_one_notice_of_many(begin, person):
    reviewer = person()
    roles.give(user=reviewer, role=roles.REVIEWER)
    flags.flag({begin().pk: ZeroDivisionError() for _ in range(3)})
    ((text, link),) = told(reviewer)
    assert text == "3 matches have stopped because their rules failed."
    assert logged_in(reviewer).get(link).content.decode().count("/review/") > 3


def test_any_number_of_matches_is_flagged_with_as_many_queries(begin):
    def queries(count):
        failed = {begin().pk: ZeroDivisionError() for _ in range(count)}
        with CaptureQueriesContext(connection) as captured:
            flags.flag(failed)
        return len(captured)

    assert queries(1) == queries(3)
