"""People who share an address are reported to moderators, and it takes no other way out."""

from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessLog
from django.utils import timezone, translation

from accounts import reports, roles
from accounts.models import Notice, Report, User
from lobby.own_data import contents
from lobby.people import account_closure
from lobby.ratings import tasks
from tests.lobby.ratings.test_tables import page
from tests.support.log_in import logged_in
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db

HOME = "192.0.2.7"


def logs_in(user: User, address: str = HOME, days: int = 1) -> None:
    entry = AccessLog.objects.create(username=user.username, ip_address=address)
    at = timezone.now() - timedelta(days=days)
    AccessLog.objects.filter(pk=entry.pk).update(attempt_time=at)


def test_each_two_are_reported_once(finish, begin, committed, amber, birch, cedar, dune):
    for user in (amber, birch, dune):
        logs_in(user)
    logs_in(cedar, "192.0.2.8")
    logs_in(cedar, days=31)
    begin(amber, birch)  # it isn't rated
    for _match in range(2):
        match = finish(amber, birch, cedar, ends=[("won", 1), ("lost", 2), ("lost", 3)])
        tasks.rate_match(str(match.pk))
    (report,) = Report.objects.all()
    assert (report.about, report.by, report.said) == (birch, None, "")
    assert report.place.startswith("match:")
    assert "network address with amber" in report.why
    assert HOME not in report.why
    with translation.override("de"), committed():
        account_closure.close_account(user=amber)
        tasks.rate_match(str(match.pk))
    report = Report.objects.get()
    assert "left-" in report.why
    assert "amber" not in report.why


def test_nobody_but_moderators_learns_of_it(finish, amber, birch, cedar):
    def told(user: User | None, match: Any) -> list[str]:
        pages = [f"/ratings/{match.public_id}/", f"/matches/{match.public_id}/", "/people/birch/"]
        pages += ["/people/amber/", "/notices/", "/", f"/api/matches/{match.public_id}/ratings/"]
        return [page(user, where) for where in pages]

    logs_in(amber)
    logs_in(birch)
    match = finish(amber, birch)
    rook = User.objects.create_user("rook")
    roles.give(user=rook, role=roles.MODERATOR)
    assert "Shares a network address with amber" in page(rook, "/moderation/")
    assert logged_in(cedar).get("/moderation/").status_code == 403
    for user in (amber, birch, cedar, None):
        assert not any("network address with" in text for text in told(user, match))
    for user in (amber, birch):
        said = b"".join(contents.about(user).values())
        assert b"Shares a network" not in said
    report = Report.objects.get()
    assert report.why in page(rook, f"/moderation/reports/{report.pk}/")
    roles.give(user=amber, role=roles.MODERATOR)
    with pytest.raises(Refusal):
        reports.settle(report=report, by=amber, upheld=False, decision="It is me.")
    reports.settle(report=report, by=rook, upheld=True, decision="A household.")
    assert not Notice.objects.filter(key__startswith="report").exists()
