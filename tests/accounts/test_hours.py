"""Nights, free weekdays and vacations as date arithmetic, wherever clocks jump."""

import random
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts import availability, vacations
from accounts.hours import Hours, Night, Stretch
from accounts.models import Availability, User

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
LATE = Night(23 * 60, 7 * 60)
WEEKEND = (5, 6)
ODD_ZONES = (
    *("Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns", "America/Sao_Paulo"),
    *("Europe/Berlin", "Asia/Kathmandu", "UTC"),
)


def at(zone: str, said: str, fold: int = 0) -> datetime:
    return datetime.fromisoformat(said).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


def falls_due(hours: Hours, said: str, worth: timedelta) -> str:
    """The deadline as the zone's own clock shows it."""
    moment = hours.deadline(at(hours.zone, said), worth)
    return moment.astimezone(ZoneInfo(hours.zone)).strftime("%Y-%m-%d %H:%M")


BERLIN, HOWE = Hours("Europe/Berlin", LATE), Hours("Australia/Lord_Howe", LATE)
EARLY = Hours("UTC", Night(60, 480))


@pytest.mark.parametrize(
    ("hours", "since", "worth", "due"),
    [
        (BERLIN, "2026-05-04 22:59", DAY, "2026-05-05 22:59"),
        (BERLIN, "2026-05-04 23:00", DAY, "2026-05-06 07:00"),
        (BERLIN, "2026-05-04 03:00", DAY, "2026-05-05 07:00"),
        (BERLIN, "2026-05-04 07:00", DAY, "2026-05-05 07:00"),
        (BERLIN, "2026-05-04 20:00", 12 * HOUR, "2026-05-05 08:00"),  # the night itself counts
        (EARLY, "2026-05-04 02:00", DAY, "2026-05-05 08:00"),  # within one day
        (EARLY, "2026-05-04 00:30", DAY, "2026-05-05 00:30"),
        # The clock is put forward in that night, or back: 24 hours are 24 hours.
        (BERLIN, "2026-03-28 22:30", DAY, "2026-03-30 07:00"),
        (BERLIN, "2026-10-24 22:30", DAY, "2026-10-25 21:30"),
        (HOWE, "2026-10-03 22:20", DAY, "2026-10-04 22:50"),  # by half an hour
        (HOWE, "2026-10-03 22:40", DAY, "2026-10-05 07:00"),
        (HOWE, "2026-04-04 23:10", DAY, "2026-04-05 22:40"),
        # One that ends on a free day leads to the next that counts.
        (Hours("UTC", LATE, WEEKEND), "2026-05-07 23:30", DAY, "2026-05-11 07:00"),
    ],
)
def test_nothing_falls_due_in_the_night(hours, since, worth, due):
    assert falls_due(hours, since, worth) == due


def test_an_hour_or_a_day_that_is_left_out_makes_no_night():
    hours = Hours("Europe/Berlin", Night(22 * 60, 150))  # until half past two
    forward = at("Europe/Berlin", "2026-03-28 23:00")
    assert hours.night_until(forward) == at("Europe/Berlin", "2026-03-29 03:30")
    back = at("Europe/Berlin", "2026-10-24 23:00")
    assert hours.night_until(back) == at("Europe/Berlin", "2026-10-25 02:30", fold=1)
    between = at("Europe/Berlin", "2026-10-25 02:45")
    assert hours.night_until(between) == at("Europe/Berlin", "2026-10-25 02:30", fold=1)
    early = Hours("Pacific/Apia", Night(60, 480))
    assert early.night_until(at("Pacific/Apia", "2011-12-29 12:00")) is None
    assert early.night_until(at("Pacific/Apia", "2011-12-31 12:00")) is None
    assert falls_due(early, "2011-12-29 12:00", DAY) == "2011-12-31 12:00"
    assert falls_due(Hours("Pacific/Apia", LATE), "2011-12-29 23:30", DAY) == "2012-01-01 07:00"
    friday_free = Hours("Pacific/Apia", free=(4,))  # the 30th would have been one
    assert falls_due(friday_free, "2011-12-29 12:00", DAY) == "2011-12-31 12:00"


@pytest.mark.parametrize(
    ("since", "worth", "due"),
    [
        ("2026-05-07 12:00", DAY, "2026-05-08 12:00"),  # from a Thursday
        ("2026-05-08 12:00", DAY, "2026-05-11 12:00"),
        ("2026-05-09 12:00", DAY, "2026-05-12 00:00"),
        ("2026-05-08 12:00", 12 * HOUR, "2026-05-11 00:00"),
        ("2026-05-04 12:00", 7 * DAY, "2026-05-13 12:00"),
    ],
)
def test_time_on_free_days_does_not_count(since, worth, due):
    assert falls_due(Hours("Asia/Tokyo", free=WEEKEND), since, worth) == due


def test_a_vacation_does_not_count_from_now_on_by_the_calendar_year():
    away = vacations.vacation("UTC", date(2026, 5, 6), date(2026, 5, 10), at("UTC", "2026-05-01"))
    hours = Hours("UTC", vacations=(away.stretch,))
    assert falls_due(hours, "2026-05-05 12:00", DAY) == "2026-05-11 12:00"
    assert falls_due(hours, "2026-05-04 12:00", DAY) == "2026-05-05 12:00"
    assert falls_due(hours, "2026-05-07 09:00", HOUR) == "2026-05-11 01:00"
    now = at("Asia/Tokyo", "2026-05-06 15:00")
    away = vacations.vacation("Asia/Tokyo", date(2026, 5, 6), date(2026, 5, 7), now)
    assert (away.begins, away.ends) == (now, at("Asia/Tokyo", "2026-05-08"))
    assert vacations.away_until([away], now) == date(2026, 5, 7)
    assert vacations.away_until([away], away.ends) is None
    now = at("UTC", "2026-05-01")
    over_new_year = vacations.vacation("UTC", date(2026, 12, 28), date(2027, 1, 3), now)
    assert [vacations.left_in(year, [over_new_year]) for year in (2026, 2027)] == [17, 18]


def test_what_is_left_is_the_time_that_counts():
    hours = Hours("UTC", free=WEEKEND)
    friday, due = at("UTC", "2026-05-08 12:00"), at("UTC", "2026-05-11 12:00")
    assert hours.between(friday, due) == DAY
    assert hours.between(at("UTC", "2026-05-09 12:00"), due) == 12 * HOUR
    assert hours.between(due, friday) == timedelta()


@pytest.mark.parametrize("zone", ODD_ZONES)
def test_there_and_back_again_wherever_and_whenever(zone):
    chance = random.Random(zone)
    changes = [
        at("UTC", "2011-12-30 05:00"),
        at("UTC", "2026-10-03 15:30"),
        at("UTC", "2008-11-02"),
    ]
    for turn in range(300):
        since = chance.choice(changes) + timedelta(minutes=chance.randrange(-9000, 9000))
        worth = timedelta(minutes=chance.randrange(1, 9 * 24 * 60))
        begins = since + timedelta(minutes=chance.randrange(-5000, 9000))
        away = Stretch(begins, begins + timedelta(days=chance.randrange(1, 22)))
        free = tuple(chance.sample(range(7), turn % 3))
        hours = Hours(zone, free=free, vacations=(away,) if turn % 2 else ())
        due = hours.deadline(since, worth)
        assert hours.between(since, due) == worth
        by_night = Hours(zone, Night(chance.randrange(1440), chance.randrange(1440)), free)
        if 0 < (by_night.night.minutes if by_night.night else 0) <= 600:
            later = by_night.deadline(since, worth)
            assert by_night.night_until(later) is None
            assert later >= Hours(zone, free=free).deadline(since, worth)


@pytest.mark.django_db
def test_it_is_quiet_until_the_persons_night_ends():
    amber = User.objects.create(username="amber", time_zone="Asia/Tokyo")
    night, day = at("Asia/Tokyo", "2026-05-01 23:30"), at("Asia/Tokyo", "2026-05-01 12:00")
    assert availability.quiet_until(amber, night) is None
    Availability.objects.create(user=amber, night=[LATE.begins, LATE.ends])
    assert availability.quiet_until(amber, night) == at("Asia/Tokyo", "2026-05-02 07:00")
    assert availability.quiet_until(amber, day) is None


@pytest.mark.django_db
def test_who_set_nothing_has_no_hours():
    amber = User.objects.create(username="amber")
    birch = User.objects.create(username="birch")
    Availability.objects.create(user=amber)
    Availability.objects.create(user=birch, free_days=[6])
    assert availability.hours_of([amber.pk, birch.pk]) == {birch.pk: Hours("UTC", free=(6,))}
