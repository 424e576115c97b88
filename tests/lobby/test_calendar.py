"""The calendar of deadlines: what it holds, and that only its address opens it."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import digest_of
from lobby.hours import feed
from lobby.models import CalendarFeed
from tests.games.matches.conftest import play
from tests.support.log_in import logged_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]  # 1 May 2026, noon

DAY = {"type": "move", "seconds": 86_400}


def lines(key: str) -> list[str]:
    answer = Client().get(f"/calendar/{key}.ics")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/calendar")
    return list(answer.content.decode().split("\r\n"))


def test_it_holds_ones_own_deadlines_and_nothing_else(begin, person, amber, frozen):
    birch = person("birch")
    mine = begin(amber, birch, first=0, clock=DAY)
    begin(amber, birch, first=1, clock=DAY)
    begin(amber, birch, first=0)
    found = lines(feed.make(amber))
    assert (found[0], found[-2], found[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR", "")
    assert found.count("BEGIN:VEVENT") == 1
    assert "DTSTART:20260502T120000Z" in found
    assert f"UID:{mine.public_id}-0@hearth-and-dragon" in found
    assert f"URL:{settings.SITE_URL}/matches/{mine.public_id}/" in found
    assert f"SUMMARY:Please Don’t Burn My Village #{mine.number}: your move is due" in found
    assert "birch" not in " ".join(found)
    play(mine, action={"type": "draw"})
    assert lines(feed.make(amber)).count("BEGIN:VEVENT") == 0


def test_the_address_is_told_once_and_a_new_one_voids_it(amber):
    browser = logged_in(amber)
    told = browser.post("/settings/calendar/").content.decode()
    key = told.partition(f"{settings.SITE_URL}/calendar/")[2].partition(".ics")[0]
    assert CalendarFeed.objects.get().digest == digest_of(key)
    assert key not in browser.get("/settings/calendar/").content.decode()
    lines(key)
    newer = feed.make(amber)
    assert Client().get(f"/calendar/{key}.ics").status_code == 404
    lines(newer)
    browser.post("/settings/calendar/revoke/")
    assert Client().get(f"/calendar/{newer}.ics").status_code == 404


def test_it_logs_nobody_in_and_closes_to_the_banned_and_with_the_account(amber, frozen):
    key = feed.make(amber)
    amber.banned_until = timezone.now() + timedelta(hours=1)
    amber.save()
    assert Client().get(f"/calendar/{key}.ics").status_code == 404
    frozen.shift(timedelta(hours=1))
    lines(key)
    browser = Client()
    browser.get(f"/calendar/{key}.ics")
    assert "_auth_user_id" not in browser.session
    assert browser.get("/settings/").status_code == 302
    User.objects.filter(pk=amber.pk).update(is_active=False)
    assert browser.get(f"/calendar/{key}.ics").status_code == 404
