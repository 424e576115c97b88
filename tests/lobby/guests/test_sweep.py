"""Guests who stay away for thirty days are removed, unless somebody still plays with them."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts import audit, reports
from accounts.models import AuditEntry, Message, User
from accounts.talk import services as talk
from games.matches import errors
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record import selectors
from games.protocol.verification import verify_record
from lobby.people import guest_sweep
from lobby.tables import services as tables
from lobby.tasks import sweep_guests
from tests.games.matches.conftest import play
from tests.support.guests import (
    SOLO,
    friends_match,
    friends_table,
    match_of,
    play_now,
    sign_up,
    visitor,
    who,
)
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
MONTH = timedelta(days=30)


def left() -> set[str]:
    """The names of all who are still here."""
    return set(User.objects.filter(is_active=True).values_list("username", flat=True))


def alone(game: str = SOLO) -> tuple[Client, Match]:
    browser = visitor()
    return browser, match_of(play_now(browser, game))


def with_friends(amber: User) -> tuple[Client, Match]:
    """A guest and amber at a match without a clock."""
    browser = visitor()
    return browser, friends_match(browser, amber)


def test_after_thirty_days_and_not_sooner(frozen):
    browser, match = alone()
    user, name = who(browser), who(browser).username
    Match.objects.filter(pk=match.pk).update(paused=Match.Paused.FLAGGED)  # which is no matter
    frozen.shift(MONTH - timedelta(seconds=1))
    sweep_guests()
    assert left() == {name}
    frozen.shift(1)
    sweep_guests()
    assert left() == set()
    match.refresh_from_db()
    assert (match.status, match.result is not None) == ("finished", True)
    with pytest.raises((errors.Over, errors.Resigned)):
        services.resign(public_id=match.public_id, user=user)


def test_every_visit_counts_and_every_move_of_a_page_that_stays_open(frozen, amber, monkeypatch):
    browser, match = with_friends(amber)
    frozen.shift(MONTH - timedelta(hours=2))
    user = who(browser)
    visiting, _match = alone()
    User.objects.filter(pk=who(visiting).pk).update(seen_at=user.seen_at)
    visiting.get("/")
    for _ in range(2):
        play(match)  # as a socket does: no page asks
    services.resign(public_id=match.public_id, user=amber)
    frozen.shift(timedelta(hours=2))
    sweep_guests()
    assert left() == {"amber", user.username, who(visiting).username}
    table = friends_table(amber)
    visitor().post(f"/tables/{table.public_id}/join/")
    frozen.shift(MONTH)
    monkeypatch.setattr(guest_sweep, "AT_ONCE", 2)
    sweep_guests()
    assert len(left()) == 2, "so many at once"
    sweep_guests()
    assert left() == {"amber"}
    assert not table.seats.filter(index=1, user__isnull=False).exists(), "the seat is free"


def test_a_match_against_computers_ends_as_by_leaving_or_once_they_are_done(frozen):
    browser = visitor()
    match = match_of(play_now(browser, opponents="1"))
    frozen.shift(MONTH)
    sweep_guests()
    assert not left()
    over = Match.objects.select_related("deal").get(pk=match.pk)
    assert not over.running
    assert over.steps.filter(kind="control", action__type="resign").exists()
    assert verify_record(selectors.record_of(over)).replayed
    seat = over.seats.get(index=0)
    assert seat.name.startswith("guest-left-")
    browser = visitor()
    match = match_of(play_now(browser, opponents="2"))
    frozen.shift(MONTH)
    sweep_guests()
    match.refresh_from_db()
    assert match.seats.get(index=0).caretaker
    if match.running:
        assert len(left()) == 1
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
        sweep_guests()
    assert not left()


def test_who_plays_with_someone_stays_until_that_is_over_and_what_others_have_stays(frozen, amber):
    browser, match = with_friends(amber)
    name = who(browser).username
    frozen.shift(MONTH)
    sweep_guests()
    assert left() == {"amber", name}
    assert match.seats.get(index=1).resigned is None
    services.resign(public_id=match.public_id, user=amber)
    sweep_guests()
    assert left() == {"amber"}
    host = logged_in(amber)
    page = host.get(f"/matches/{match.public_id}/").content.decode()
    assert name not in page
    assert ">guest-left-" in page
    over = Match.objects.select_related("deal").get(pk=match.pk)
    assert verify_record(selectors.record_of(over)).replayed
    browser, match = with_friends(amber)
    user = who(browser)
    key = f"match:{match.public_id}:players"
    talk.say(user=user, key=key, phrase=talk.room_of(key, user).phrases[0])
    reports.report(by=amber, about=user, reason="slow")
    services.resign(public_id=match.public_id, user=amber)
    entries = AuditEntry.objects.count()
    frozen.shift(MONTH)
    sweep_guests()
    assert left() == {"amber"}
    assert Message.objects.get().author.username.startswith("guest-left-")
    assert reports.queue().get().about_id == user.pk
    assert AuditEntry.objects.count() == entries
    assert audit.first_broken() is None
    user.refresh_from_db()
    assert (user.guest_address, user.seen_at, user.theme) == (None, None, "")
    assert browser.get("/my-matches/").status_code == 302  # logged out


def test_two_guests_who_are_both_gone_hold_up_nobody(frozen, amber):
    table = friends_table(amber)
    for _ in range(2):
        visitor().post(f"/tables/{table.public_id}/join/")
    match = tables.start(table=table, user=amber).match
    services.resign(public_id=match.public_id, user=amber)
    frozen.shift(MONTH)
    sweep_guests()
    sweep_guests()
    match.refresh_from_db()
    if match.running and not match.paused:  # the computers are playing it out
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
        sweep_guests()
    assert left() == {"amber"}


def test_members_are_never_swept(frozen, amber):
    browser, _match = alone()
    sign_up(browser)
    frozen.shift(timedelta(days=1000))
    sweep_guests()
    assert left() == {"amber", "elder"}
