"""SQLite reads every long list in its order from an index, and finds names by one.

PostgreSQL plans by how many rows there are: `DATABASE_URL=… python -m bench growth`.
"""

from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from accounts.models import AuditEntry, Name, User
from games.matches import tasks
from games.matches.identifiers import uuid7
from games.matches.models import Heartbeat, Match
from games.matches.play.parts import downtime
from games.matches.record import origins, players, results, selectors
from games.matches.review import match_search
from games.matches.review.match_search import Filters
from lobby.home import own_seats
from lobby.tables import selectors as tables
from lobby.watching import selectors as watching
from portal.supervisor.parent import renew_statistics
from tests.support.log_in import logged_in
from tests.support.plans import plan_of, plans_in
from toolbox.prefix_search import begins, is_called

pytestmark = pytest.mark.django_db

BURN = "please-dont-burn-my-village"


@pytest.fixture
def root() -> Client:
    return logged_in(User.objects.create_superuser("root"))


def lists(person: User) -> list[tuple[QuerySet[Any], str]]:
    stranger = AnonymousUser()
    found = selectors.matches_for
    return [
        (found(stranger), "match_newest"),
        (found(person), "match_newest"),
        (found(stranger, status="active"), "match_newest_in_state"),
        (found(person, status="finished"), "match_newest_in_state"),
        (found(stranger, game=BURN), "match_newest_of_game"),
        (watching.to_watch(stranger, ()), "match_to_watch"),
        (watching.to_watch(person, {person.pk}, BURN), "match_to_watch_of_game"),
        (match_search.matches_like(Filters()), "match_newest"),
        (match_search.matches_like(Filters(state="voided")), "match_newest_in_state"),
        (match_search.matches_like(Filters(game=BURN)), "match_newest_of_game"),
        (tables.tables_for(stranger), "table_newest"),
        (tables.tables_for(person), "table_newest"),
    ]


def test_lists_are_read_in_order_from_an_index(person):
    origin = Match(public_id="m", status=Match.Status.FINISHED)
    forks = (origins.newest_forks(origin, person()), "match_forks")
    for found, index in (*lists(person()), forks):
        plan = plan_of(found[:50])
        assert f"USING INDEX {index}" in plan or f"USING COVERING INDEX {index}" in plan, plan
        assert "TEMP B-TREE" not in plan, plan
        if index == "match_newest":  # the keys of a page far down come from the index alone
            assert f"USING COVERING INDEX {index}" in plan_of(found.values_list("pk")[1_000:1_051])


def test_lists_are_read_from_an_index(root, begin):
    begin()
    for address, index in (
        ("/admin/matches/match/", "match_newest"),
        ("/admin/matches/match/?status__exact=voided", "match_newest_in_state"),
        ("/admin/matches/step/?kind__exact=undo", "step_by_kind"),
        ("/admin/accounts/auditentry/?action=match.void", "audit_by_action"),
    ):
        AuditEntry.objects.get_or_create(
            action="match.void", defaults={"at": timezone.now(), "actor": "a", "subject": "b"}
        )
        listed = root.get(address).context["cl"].queryset
        plan = plan_of(listed[:3])
        assert f"INDEX {index}" in plan, plan
        assert "TEMP B-TREE" not in plan, plan


def test_names_are_found_by_an_index_of_how_they_begin():
    for found, index in (
        (User.objects.filter(begins("username", "am")), "user_by_beginning"),
        (Name.objects.filter(begins("key", "am")), "name_by_beginning"),
        (AuditEntry.objects.filter(is_called("actor", "am")), "audit_by_name"),
        (AuditEntry.objects.filter(begins("actor", "am")).order_by(), "audit_by_name"),
    ):
        assert f"USING INDEX {index}" in plan_of(found)
    plan = plan_of(players.seats_called("amber"))
    assert "seat_of_the_deleted" in plan
    assert "SCAN matches_seat" not in plan


def test_the_sweeper_reads_what_is_due_and_nothing_else(person, begin):
    """In a new database, too: there SQLite knows nothing of how much there is of what."""

    def swept():
        tasks.sweep()
        tasks.tell_turns()
        tasks.run_out()
        downtime._next_after(Heartbeat(moved_to=uuid7()))

    begin(person(), person(), clock={"type": "move", "seconds": 30})
    plans = plans_in(swept)
    for sql, plan in plans.items():
        assert "TEMP B-TREE" not in plan, (sql, plan)
        assert "SCAN" not in plan, (sql, plan)
    used = "\n".join(plans.values())
    for index in ("match_wake", "match_look", "match_clocked", "seat_to_be_told"):
        assert f"INDEX {index} (" in used, (index, used)
    assert "match_newest" not in used, used


def test_what_is_ones_own_is_found_by_ones_seats(person, begin):
    """Not among all that run, however little SQLite knows of how many these are."""
    own = person()
    for read, few in (
        (lambda: own_seats.running(own), True),  # few run, and hundreds are over
        (lambda: own_seats.urgencies(own.pk), True),
        (lambda: own_seats.over(own), False),
        (lambda: results.history(own, private=True), False),
    ):
        (plan,) = plans_in(read).values()
        assert "SEARCH matches_seat USING" in plan.splitlines()[0], plan
        assert "match_newest" not in plan, plan
        assert ("seat_of_person (user_id=? AND outcome=?)" in plan) == few, plan
        if not few:  # nor are the rows read
            assert "COVERING INDEX seat_of_person" in plan, plan
    match = begin(own, person())
    renew_statistics()
    for read in own_seats.over, partial(results.history, private=True):
        (plan,) = plans_in(lambda read=read: read(own)).values()
        assert "COVERING INDEX match_of_person (id=?)" in plan, plan
    match.finished_at = timezone.now()
    plans = plans_in(lambda: results.best_before(match, match.seats.get(index=0)))
    (plan,) = (plan for sql, plan in plans.items() if "MAX(" in sql)
    assert plan.startswith("SEARCH matches_seat USING"), plan
