"""The file with all that the portal holds of a person: complete, theirs alone, kept for a week."""

import io
import json
from datetime import timedelta
from typing import Any
from zipfile import ZipFile

import pytest
import time_machine
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts import blocks, notices, reports
from accounts.hours import Night
from accounts.models import Message, User
from accounts.settings.hours import set_hours
from accounts.talk import services as talk
from games.matches.live import visits
from games.matches.models import Match
from games.matches.play.actions.services import resign
from games.matches.play.parts import notepads
from games.protocol.record_file import load_record
from games.protocol.verification import verify_record
from lobby.hours import feed
from lobby.models import Challenge, OwnData, OwnDataPiece, Try
from lobby.own_data import contents, services
from lobby.people import account_closure
from tests.games.matches.conftest import play
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
PAGE, FILE = "/settings/data/", "/settings/data/file/"
PASSWORD = "a long password"


@pytest.fixture
def amber(person: Any) -> User:
    return person("amber")


@pytest.fixture
def browser(amber: User) -> Client:
    return logged_in(amber)


def ask(browser: Client, password: str = PASSWORD) -> str:
    """The text of the page it leads to. Tasks run at once here."""
    answer = browser.post(PAGE, {"password": password}, follow=True)
    return str(answer.content.decode())


def archive(browser: Client) -> dict[str, Any]:
    """The file's contents, by name."""
    answer = browser.get(FILE)
    assert answer.status_code == 200
    with ZipFile(io.BytesIO(answer.content)) as found:
        assert found.testzip() is None
        return {name: json.loads(found.read(name)) for name in found.namelist()}


def test_the_file_holds_ones_account_words_and_matches(browser, amber, begin, person, birch):
    over, running = begin(amber, birch, first=0), begin(amber, birch, first=0, number=2)
    quiet = begin(amber, "easy", first=0, number=3)
    for match in (over, running):
        play(match, action={"type": "draw"})
    resign(public_id=over.public_id, user=birch)
    talk.say(user=amber, key=f"match:{over.public_id}:players", text="well met")
    blocks.block(user=amber, other=person("cedar"))
    assert "Your file is ready" in ask(browser)
    [notice] = notices.unread(amber)
    assert notices.sentence(notice) == "The file with your data is ready."
    assert notice.link == PAGE
    found = archive(browser)
    assert found["account.json"]["username"] == "amber"
    assert [row["text"] for row in found["said.json"]] == ["well met"]
    assert [row["blocked__username"] for row in found["blocked.json"]] == ["cedar"]
    record = load_record(json.dumps(found[f"matches/{over.public_id}.json"]).encode())
    assert verify_record(record).replayed
    mine = found[f"matches/{running.public_id}.json"]
    assert [step["action"] for step in mine["steps"] if step["seat"] == 0] == [{"type": "draw"}]
    for secret in (bytes(quiet.deal.seed).hex(), amber.password, quiet.last_hash):
        assert secret not in json.dumps(found)
    assert logged_in(birch).get(FILE).status_code == 404
    assert Client().get(FILE).status_code == 302


def test_what_others_said_or_reported_is_not_in_it(browser, amber, begin, birch):
    match = begin(amber, birch, first=0)
    key = f"match:{match.public_id}:players"
    talk.say(user=amber, key=key, text="amber's own words")
    talk.say(user=birch, key=key, text="birch's own words")
    mine = Message.objects.get(author=amber)
    reports.report(by=birch, about=amber, message=mine, reason="birch's complaint")
    blocks.block(user=birch, other=amber)
    ask(browser)
    text = json.dumps(archive(browser))
    assert "amber's own words" in text
    assert "birch's own words" not in text
    assert "birch's complaint" not in text
    with ZipFile(io.BytesIO(browser.get(FILE).content)) as found:
        met = "matches/", "seats", "notices"  # where they name whom one has met
        others = [name for name in found.namelist() if not name.startswith(met)]
        assert b"birch" not in b"".join(map(found.read, others))


def test_a_try_at_a_challenge_is_in_it_once_everyone_may_see_it(browser, amber, begin):
    match = begin(amber, game="village-assault")
    later = timezone.now() + timedelta(hours=5)
    challenge = Challenge.objects.create(
        day=later.date(), game=match.game, options={}, rules_version=1, deal=match.deal
    )
    Try.objects.create(challenge=challenge, user=amber, match=match, score=7)
    noon = timezone.now().replace(microsecond=0)
    visits.note([visits.Ended(match.public_id, 0, noon, noon + timedelta(minutes=5))])
    Match.objects.filter(pk=match.pk).update(embargo_until=later)
    ask(browser)
    shut = archive(browser)
    assert f"matches/{match.public_id}.json" not in shut
    assert (shut["seats.json"], shut["tries.json"], shut["visits.json"]) == ([], [], [])
    Match.objects.filter(pk=match.pk).update(embargo_until=timezone.now() - timedelta(hours=1))
    ask(browser)
    opened = archive(browser)
    assert f"matches/{match.public_id}.json" in opened
    assert [row["score"] for row in opened["tries.json"]] == [7]
    assert len(opened["seats.json"]) == 1


def test_ones_notes_hours_and_choices_are_in_it_but_nobody_elses(browser, amber, begin, birch):
    match = begin(amber, birch, first=0)
    for user in (amber, birch):
        notepads.keep(public_id=match.public_id, user=user, text=f"a note by {user.username}")
    noon = timezone.now().replace(microsecond=0)
    for seat in (0, 1):
        visits.note([visits.Ended(match.public_id, seat, noon, noon + timedelta(minutes=5))])
    set_hours(user=amber, night=Night(1380, 420), free_days=[6])
    key = feed.make(amber)
    ask(browser)
    told = archive(browser)
    note = {"match__public_id": match.public_id, "text": "a note by amber"}
    assert told["notes.json"] == [note]
    assert told["hours.json"] == [{"night": [1380, 420], "free_days": [6], "vacations": []}]
    assert len(told["calendar_address.json"]) == 1
    assert key not in json.dumps(told)
    [visit] = told["visits.json"]
    assert (visit["match__public_id"], visit["seat"]) == (match.public_id, 0)


def test_every_table_and_field_of_a_person_is_listed_or_says_why_not():
    pointing = {
        (model._meta.label, field.name)
        for model in apps.get_models()
        for field in (*model._meta.fields, *model._meta.many_to_many)
        if field.related_model is User
    }
    told = {(rows.model._meta.label, rows.owner) for rows in contents.LISTS}
    told -= {("accounts.Delivery", "notice__user")}  # by way of the notice
    ours = {known for known in pointing if not known[0].startswith("auth.")}
    assert ours == told | set(contents.NOT_LISTED)
    fields = {field.name for field in User._meta.fields}
    kept_back = {"id", "password", "is_superuser", "guest_address"}
    assert fields - set(contents.ABOUT_ONESELF.split()) == kept_back


def test_it_needs_the_password_and_is_made_a_few_times_an_hour(browser):
    assert "Wrong username or password." in ask(browser, "a wrong one")
    assert not OwnData.objects.exists()
    assert browser.get(FILE).status_code == 404
    for _time in range(5):
        assert "several times" not in ask(browser)
    assert "several times" in ask(browser)
    assert archive(browser)  # what was made last


def test_it_is_gone_after_a_week_or_with_the_account(browser, amber):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        ask(browser)
        clock.shift(services.KEPT - timedelta(seconds=1))
        services.sweep()
        assert archive(browser)
        clock.shift(timedelta(seconds=1))
        assert browser.get(FILE).status_code == 404
        services.sweep()
        assert not OwnDataPiece.objects.exists()
    ask(browser)
    account_closure.close_account(user=amber)
    assert not OwnData.objects.exists()


@pytest.fixture
def without_tasks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Nothing is gathered but by calling; the keys of what was queued."""
    queued: list[int] = []
    monkeypatch.setattr(services, "queue", lambda name, pk: queued.append(pk))
    return queued


def test_it_is_gathered_match_by_match(browser, amber, begin, without_tasks, monkeypatch):
    matches = [begin(amber, "easy", first=0) for _ in range(3)]
    monkeypatch.setattr(services, "MOMENT_SECONDS", -1.0)  # one at a time
    assert "0 of 3 matches" in ask(browser)
    assert "is being gathered already" in ask(browser)
    assert browser.get(FILE).status_code == 404
    [pk] = without_tasks
    for done in (1, 2, 3):
        services.gather(own_pk=pk)
        assert f"{done} of 3 matches" in browser.get(PAGE).content.decode()
    services.gather(own_pk=pk)
    services.gather(own_pk=pk)  # once too often
    found = archive(browser)
    assert all(f"matches/{match.public_id}.json" in found for match in matches)
    assert OwnDataPiece.objects.count() == 4


def test_two_tasks_at_once_add_a_piece_once(browser, amber, begin, without_tasks, monkeypatch):
    begin(amber, "easy", first=0)
    ask(browser)
    [pk] = without_tasks
    make = services.grow

    def grow_while_another_does(*arguments: Any) -> Any:
        monkeypatch.setattr(services, "grow", make)
        services.gather(own_pk=pk)
        return make(*arguments)

    monkeypatch.setattr(services, "grow", grow_while_another_does)
    services.gather(own_pk=pk)
    services.gather(own_pk=pk)
    assert len(archive(browser)) == len(contents.LISTS) + 4
    assert OwnDataPiece.objects.count() == 2


def test_a_task_that_was_lost_is_queued_again(browser, amber, without_tasks):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        ask(browser)
        services.sweep()
        assert len(without_tasks) == 1
        clock.shift(services.LOST + timedelta(seconds=1))
        services.sweep()
        assert len(without_tasks) == 2
        browser.get(PAGE)
        assert len(without_tasks) == 3
