"""Closing one's own account: all is left, and nothing but sealed records says who one was."""

import io
import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from axes.models import AccessAttempt, AccessLog
from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.sessions.models import Session
from django.core import serializers
from django.core.cache import cache
from django.test import Client

from accounts import (
    audit,
    blocks,
    closure as accounts_closing,
    follows,
    notice_text,
    notices,
    pushes,
    reports,
    roles,
)
from accounts.models import AuditEntry, Availability, Notice, Token, User
from accounts.services import issue_token
from accounts.talk import services as talk
from games.matches.models import Match, Seat
from games.matches.play.actions.services import resign
from games.matches.play.parts import end_notices
from games.matches.record import selectors
from games.protocol.verification import verify_record
from lobby.models import OwnData, Table
from lobby.own_data import services as own_data
from lobby.people import account_closure
from lobby.quick import services as quick
from lobby.tables import services
from tests.games.matches.conftest import BURN, look, play
from tests.lobby.tables import opened, seated
from tests.support.log_in import logged_in
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"


@pytest.fixture
def amber(db: None) -> User:
    user = User.objects.create_user(
        "ambrosia",
        "ambrosia@post.example",
        PASSWORD,
        shown_name="Ambrosius",
        time_zone="Atlantic/Stanley",
    )
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def browser(amber: User) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": "ambrosia", "password": "wrong"})
    client.post("/accounts/login/", {"login": "ambrosia", "password": PASSWORD})
    return client


def close(browser: Client, password: str = PASSWORD) -> str:
    """The text of the page it leads to."""
    answer = browser.post("/settings/account/close/", {"password": password}, follow=True)
    return str(answer.content.decode())


def test_nothing_that_is_stored_tells_who_it_was(browser, amber, birch, begin, person):
    """But what someone wrote themselves: in a chat, in a report, as a name of their own."""
    over, running = begin(amber, birch, first=0), begin(amber, birch, first=0)
    for match in (over, running):
        play(match, action={"type": "draw"})
    resign(public_id=over.public_id, user=birch)
    talk.say(user=amber, key=f"match:{over.public_id}:players", text="well met")
    eve = person("eve")
    for one, other in ((amber, eve), (eve, amber)):
        blocks.block(user=one, other=other)
    reports.report(by=eve, about=amber, reason="rude")
    LogEntry.objects.log_actions(
        birch.pk, User.objects.filter(pk=amber.pk), CHANGE, "[]", single_object=True
    )
    issue_token(user=amber)
    Availability.objects.create(user=amber, night=[1380, 420])
    hosted = opened(amber)
    services.join(table=hosted, user=birch)
    services.kick(table=hosted, user=amber, seat=1)
    services.invite(table=opened(birch), user=birch, name="ambrosia")
    assert AccessLog.objects.exists()
    for other in (birch, eve):
        own_data.ask(user=other)
    half = OwnData.objects.get(user=eve)  # as if it had been gathered only so far
    OwnData.objects.filter(pk=half.pk).update(ready_at=None)
    for named in ("ambrosia", "Ambrosius"):
        assert named in _everything()
    Client().get("/people/ambrosia/")
    assert "Your account is closed." in close(browser)

    amber.refresh_from_db()
    assert amber.name.startswith("left-")
    assert (amber.email, amber.is_active, amber.has_usable_password()) == ("", False, False)
    assert Client().get("/people/ambrosia/").status_code == 404
    for model in (Token, EmailAddress, Availability):
        assert not model.objects.filter(user=amber).exists()
    assert not amber.blocks.exists()
    assert not amber.invitations.exists()
    assert set(Seat.objects.filter(user=amber).values_list("name", flat=True)) == {amber.name}
    assert Notice.objects.filter(user=birch, params__host=amber.name).exists()
    stored = _everything()
    for trace in ("ambrosia", "Ambrosius", "Stanley"):  # too long for an archive's base64 to hold
        assert trace.lower() not in stored.lower(), trace
    for other in (birch, eve):
        again = OwnData.objects.get(user=other)
        assert again.ready_at
        with ZipFile(io.BytesIO(own_data.file_of(again))) as archive:
            assert amber.name in "".join(archive.read(name).decode() for name in archive.namelist())
    assert not OwnData.objects.filter(pk=half.pk).exists()
    record = selectors.record_of(look(over).match)
    assert (record.seats[0].name, record.seats[0].salt) == (None, None)
    assert (record.seats[1].name, record.format) == ("birch", 2)
    assert verify_record(record).key


def test_a_followers_file_names_nobody_who_left(amber, birch):
    follows.follow(user=birch, other=amber)

    def followed() -> list[str]:
        own = OwnData.objects.get(user=birch)
        with ZipFile(io.BytesIO(own_data.file_of(own))) as archive:
            rows = json.loads(archive.read("followed.json"))
        return [row["followed__username"] for row in rows]

    own_data.ask(user=birch)
    assert followed() == ["ambrosia"]
    account_closure.close_account(user=amber)
    assert followed() == []


@pytest.mark.parametrize("called", ["Zoë", "2026-11-23", "Race"])
def test_notices_name_nobody_any_more_and_say_what_they_said(called, amber, birch):
    amber.shown_name = called
    amber.save()

    def params(who: str) -> dict[str, Any]:
        game = notices.message(
            "{game} #{number} with {people}",
            game=notices.message(called),
            number=called,
            people=notice_text.people([who, "birch"], 2),
        )
        return {"name": who, "host": "birch", "player": who, "reason": called, "game": game} | {
            "day": called,
            "at": {"moment": called},
        }

    notices.tell(user_id=birch.pk, key="one", text="{name}", params=params(called))
    notices.tell(user_id=birch.pk, key="two", text="{name}", params=params("ambrosia"))
    others = {"three": "Zoe", "four": f"{called}.B"}
    for key, other in others.items():
        notices.tell(user_id=birch.pk, key=key, text="{name}", params=params(other))
    account_closure.close_account(user=amber)
    amber.refresh_from_db()
    said = dict(birch.notices.values_list("key", "params"))
    assert (said["one"], said["two"]) == (params(amber.name), params(amber.name))
    for key, other in others.items():
        assert said[key] == params(other), "someone else"


def _everything() -> str:
    """All rows of all tables, what files of people's own hold, the cache, and files on disk."""
    rows = []
    for model in apps.get_models():
        rows += json.loads(serializers.serialize("json", model._default_manager.all()))
    for session in Session.objects.all():
        rows.append(session.get_decoded())
    for own in OwnData.objects.all():
        with ZipFile(io.BytesIO(own_data.file_of(own))) as archive:
            rows += [archive.read(name).decode() for name in archive.namelist()]
    kept = getattr(cache, "_cache", None)  # in memory; Redis keeps the same
    cached = {key: str(value) for key, value in kept.items()} if isinstance(kept, dict) else {}
    data = Path(settings.DATA_DIR)
    database = str(settings.DATABASES["default"]["NAME"])
    files = [file for file in data.rglob("*") if file.is_file() and database not in str(file)]
    kept = [file.read_bytes().decode(errors="ignore") for file in files if file.suffix != ".woff2"]
    return json.dumps([rows, cached, kept], ensure_ascii=False)


def test_matches_are_resigned_and_tables_queue_and_names_left(browser, amber, birch, cedar, begin):
    ticket = quick.enqueue(user=amber, games=[BURN], paces=["none"])
    two, three = begin(amber, birch, first=0), begin(amber, birch, cedar, first=1)
    paused = {why: begin(amber, birch, first=0) for why in Match.Paused.values}
    for why, match in paused.items():
        Match.objects.filter(pk=match.pk).update(paused=why)
    hosted, alone, joined = opened(amber), opened(amber), opened(birch)
    services.join(table=hosted, user=cedar)
    services.join(table=joined, user=amber)
    close(browser)
    amber.refresh_from_db()
    two.refresh_from_db()
    assert (two.status, two.seats.get(index=1).outcome) == ("finished", "won")
    assert three.seats.get(user=amber).caretaker
    for why, match in paused.items():
        assert match.seats.get(index=0).resigned is not None, why
    assert Match.objects.get(pk=three.pk).running
    assert (seated(hosted), Table.objects.get(pk=hosted.pk).host) == (["", "cedar", ""], cedar)
    assert Table.objects.get(pk=alone.pk).status == "closed"
    assert seated(joined) == ["birch", "", ""]
    ticket.refresh_from_db()
    assert ticket.status == "left"
    assert set(amber.names.values_list("key", flat=True)) == {amber.name}
    User.objects.create_user("Ambrosius")


def test_tasks_that_tell_of_a_match_left_find_no_name_in_it(
    browser, amber, birch, begin, monkeypatch
):
    """They run as soon as the match is over; what they read then may be stored after all else."""
    match, leave_all = begin(amber, birch, first=0), account_closure.leave_all

    def meanwhile(user: User) -> None:
        leave_all(user)
        end_notices.tell_everybody(Match.objects.get(pk=match.pk))

    monkeypatch.setattr(account_closure, "leave_all", meanwhile)
    monkeypatch.setattr(accounts_closing, "_rename_in_notices", lambda *_names: None)
    close(browser)
    [told] = Notice.objects.filter(user=birch, event="over")
    assert "ambry" not in json.dumps(told.params).lower()
    assert match.seats.get(index=0).name in json.dumps(told.params)


def test_what_another_browser_joins_meanwhile_is_left_too(browser, amber, birch, monkeypatch):
    joined, erase = opened(birch), accounts_closing.erase

    def late(**arguments: Any) -> None:
        services.join(table=joined, user=amber)
        erase(**arguments)

    monkeypatch.setattr(accounts_closing, "erase", late)
    close(browser)
    assert seated(joined) == ["birch", "", ""]


def test_guesses_at_the_account_are_forgotten_however_it_was_called():
    def guess(name: str) -> None:
        Client().post("/accounts/login/", {"login": name, "password": "wrong"})

    guess("ÄNNE")  # before anyone had that name
    anne = User.objects.create_user("Änne", "anne@post.example", PASSWORD)
    browser = logged_in(anne)
    for name in ("äNNE", "Anne@Post.example"):
        guess(name)
    assert AccessAttempt.objects.count() == 2
    close(browser)
    assert not AccessAttempt.objects.exists()


def test_it_is_audited_without_the_name_and_sockets_are_closed(
    browser, amber, monkeypatch, django_capture_on_commit_callbacks
):
    told: list[Any] = []
    monkeypatch.setattr(pushes, "send", lambda group, message: told.append((group, message)))
    with django_capture_on_commit_callbacks(execute=True):
        close(browser)
    amber.refresh_from_db()
    entry = AuditEntry.objects.get()
    said = (entry.action, entry.actor, entry.subject)
    assert said == ("account.close", amber.name, f"user:{amber.pk}")
    assert audit.first_broken() is None
    group = pushes.group_of(amber.pk)
    assert (group, {"type": "person.logged_out", "but": ""}) in told


def test_the_password_is_asked_for(browser, amber):
    assert "Wrong username or password." in close(browser, "guess")
    amber.refresh_from_db()
    assert amber.is_active
    for _ in range(10):
        close(browser, "guess")
    assert "Too many failed attempts." in close(browser)
    amber.refresh_from_db()
    assert amber.is_active


def test_the_page_says_what_it_means_and_the_staff_gives_its_rights_back_first(
    browser, amber, birch, begin
):
    assert "/settings/account/close/" in browser.get("/settings/account/").content.decode()
    page = browser.get("/settings/account/close/").content.decode()
    assert "You aren’t playing any match right now." in page
    for _ in range(2):
        begin(amber, birch, first=0)
    page = browser.get("/settings/account/close/").content.decode()
    assert "You resign from the 2 matches you are still playing" in page
    assert "taken out of match records" in page
    roles.give(user=amber, role=roles.MODERATOR)
    with pytest.raises(Refusal) as refused:
        account_closure.close_account(user=amber)
    assert refused.value.code == "staff"
    assert "Close your account" not in browser.get("/settings/account/").content.decode()
