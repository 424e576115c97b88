"""Warnings, mutes and bans: who decides, when they end, what they mean at every door."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import appeals, notices, reports, roles, sanctions
from accounts.models import Appeal, AuditEntry, Sanction, User
from accounts.services import issue_token
from lobby.models import OwnData
from lobby.own_data import services
from tests.support.log_in import logged_in
from toolbox.errors import Forbidden, Refusal

pytestmark = pytest.mark.django_db

PASSWORD = "a long password"
DAY = datetime.timedelta(days=1)


@pytest.fixture
def birch() -> User:
    return User.objects.create_user("birch", password=PASSWORD)


@pytest.fixture
def moderator() -> User:
    user = User.objects.create_user("fern", password=PASSWORD)
    roles.give(user=user, role=roles.MODERATOR)
    return user


@pytest.fixture
def ban(birch: User, moderator: User) -> Any:
    def make(**arguments: Any) -> Sanction:
        said = {"kind": "ban", "reason": "threats in the chat"} | arguments
        return sanctions.impose(user=birch, by=moderator, **said)

    return make


@pytest.fixture
def browser(birch: User) -> Client:
    return logged_in(birch)


def test_a_banned_session_gets_the_reason_and_the_end_on_every_page_but_may_log_out(
    ban, browser, birch, frozen
):
    ban(ends_at=timezone.now() + DAY)
    for path in ("/", "/my-matches/", "/nowhere/"):
        answer = browser.get(path)
        assert answer.status_code == 403
        text = answer.content.decode()
        assert "threats in the chat" in text
        assert ">May 2, 2026, 12:00 PM (UTC)</time>" in text
    User.objects.filter(pk=birch.pk).update(time_zone="Asia/Tokyo")
    for path in ("/", "/moderation/ban/"):
        assert ">May 2, 2026, 9:00 PM (JST)</time>" in browser.get(path).content.decode()
    detail = browser.get("/api/tables/").json()["detail"]
    assert detail == "You are banned until May 2, 2026, 9:00 PM (JST): threats in the chat"
    assert browser.post("/accounts/logout/").status_code == 302
    assert browser.get("/").status_code == 200


def test_the_api_answers_403_banned_to_sessions_tokens_and_log_ins(ban, browser, birch, frozen):
    key = issue_token(user=birch)
    ban(ends_at=timezone.now() + DAY)
    token = Client(headers={"authorization": f"Token {key}"})
    credentials = {"username": "birch", "password": PASSWORD}
    for answer in (
        browser.get("/api/matches/"),
        token.get("/api/matches/"),
        token.post("/api/tables/", {"game": "x", "seats": 2}, "application/json"),
        Client().post("/api/token/", credentials, "application/json"),
    ):
        assert answer.status_code == 403
        assert answer.json()["code"] == "banned"
        assert answer.json()["until"] == "2026-05-02T12:00:00+00:00"
        assert answer.json()["more"] == "/moderation/ban/"
    wrong = credentials | {"password": "a guess"}  # the reason is for the person themselves
    assert Client().post("/api/token/", wrong, "application/json").status_code == 401


def test_a_log_in_leads_to_the_reason_and_to_nothing_else(ban):
    ban()
    stranger = Client()
    credentials = {"login": "birch", "password": "a guess"}
    assert "threats" not in stranger.post("/accounts/login/", credentials).content.decode()
    credentials["password"] = PASSWORD
    answer = stranger.post("/accounts/login/?next=/tables/", credentials, follow=True)
    assert (answer.status_code, answer.request["PATH_INFO"]) == (403, "/tables/")
    page = answer.content.decode()
    assert "threats in the chat" in page
    assert "logged in as" not in page


def test_the_banned_read_what_is_kept_take_their_data_and_close_their_account(
    ban, browser, birch, monkeypatch
):
    notices.tell(user_id=birch.pk, key="one", text="Something they can't open.")
    ban()
    page = browser.get("/tables/").content.decode()
    assert 'data-figure="unread" hidden' in page
    for path in ("/moderation/ban/", "/privacy/", "/settings/data/", "/settings/account/close/"):
        assert f'"{path}"' in page, path
        shown = browser.get(path)
        assert shown.status_code == 200, path
        assert "data-me" not in shown.content.decode(), path  # no socket, which would be closed
    assert browser.get("/settings/account/").status_code == 403
    with monkeypatch.context() as patched:
        patched.setattr("lobby.own_data.services.queue", lambda *_: True)
        browser.post("/settings/data/", {"password": PASSWORD})
        assert "a notice tells you" not in browser.get("/settings/data/").content.decode()
    services.gather(own_pk=OwnData.objects.get().pk)
    assert browser.get("/settings/data/file/").headers["Content-Type"] == "application/zip"
    wrong = browser.post("/settings/account/close/", {"password": "a guess"}, follow=True)
    assert "Wrong" in wrong.content.decode()
    browser.post("/settings/account/close/", {"password": PASSWORD})
    birch.refresh_from_db()
    assert (birch.is_active, birch.username[:5]) == (False, "left-")


def test_an_appeal_reaches_the_moderators_who_lift_the_ban(ban, browser, birch, moderator):
    ban()
    ban(ends_at=timezone.now() + DAY)
    staff = logged_in(moderator)
    sent = browser.post("/moderation/ban/", {"text": "It was my brother.\nSorry."}, follow=True)
    assert sent.status_code == 200
    assert "It is waiting for a moderator." in sent.content.decode()
    assert "Send to the moderators" not in browser.get("/").content.decode()
    reports.report(by=moderator, about=birch, reason="Again.")
    queue = staff.get("/moderation/").content.decode()
    assert "<h2>Messages and people</h2>" in queue
    assert "Appeal by birch" in queue
    appeal = Appeal.objects.get()
    address = f"/moderation/appeals/{appeal.pk}/"
    assert address in queue
    assert "It was my brother.<br>Sorry." in staff.get(address).content.decode()
    staff.post(address, {"verdict": "lift", "answer": "All right, welcome back."})
    assert browser.get("/").status_code == 200
    assert browser.get("/moderation/ban/").status_code == 302
    [notice] = notices.unread(birch)
    assert notices.sentence(notice) == "A moderator has lifted your ban: All right, welcome back."
    assert "Appeal by birch" not in staff.get("/moderation/").content.decode()
    assert "ban lifted" in staff.get("/moderation/people/birch/").content.decode()
    done = AuditEntry.objects.exclude(action="sanction.ban").values_list("action", "actor")
    assert list(done) == [("sanction.lift", "fern")] * 2 + [("appeal.lift", "fern")]


def test_one_appeals_once_a_week_and_reads_the_answer(ban, browser, birch, moderator, frozen):
    ban()
    first = appeals.appeal(by=birch, text="Why?")
    for code in ("appealed", "throttled"):
        with pytest.raises(Refusal) as refused:
            appeals.appeal(by=birch, text="Why?")
        assert refused.value.code == code
        if code == "appealed":
            appeals.settle(appeal=first, by=moderator, lift=False, answer="You know why.")
    page = browser.get("/").content.decode()
    assert "You know why." in page
    assert "You can appeal again from" in page
    assert "Send to the moderators" not in page
    with pytest.raises(Refusal) as refused:
        appeals.settle(appeal=first, by=moderator, lift=True, answer="Oh well.")
    assert refused.value.code == "settled"
    frozen.shift(7 * DAY)
    assert "Send to the moderators" in browser.get("/").content.decode()
    assert appeals.appeal(by=birch, text="And now?").status == "open"


@pytest.mark.parametrize("text", ["", " \n", "\u200b\u3164", "a" * 1_001, "nul\0"])
def test_appeals_and_answers_have_bounds(ban, browser, birch, moderator, text):
    ban()
    with pytest.raises(Refusal):
        appeals.appeal(by=birch, text=text)
    answer = browser.post("/moderation/ban/", {"text": text})
    assert answer.status_code == 200
    assert 'class="error' in answer.content.decode() or "errorlist" in answer.content.decode()
    assert not Appeal.objects.exists()
    mine = appeals.appeal(by=birch, text="Why?")
    with pytest.raises(Refusal):
        appeals.settle(appeal=mine, by=moderator, lift=False, answer=text)
    assert [*appeals.queue()] == [mine]


@pytest.mark.parametrize("lifted", [True, False])
def test_an_appeal_ends_with_its_ban(ban, browser, birch, moderator, frozen, lifted):
    first = ban(ends_at=timezone.now() + DAY)
    old = appeals.appeal(by=birch, text="Why?")
    frozen.shift(60)
    ban(ends_at=timezone.now() + DAY / 2)
    assert [*appeals.queue()] == [old], "another ban leaves it waiting"
    frozen.shift(DAY / 2)
    if lifted:
        sanctions.lift(sanction=first, by=moderator, reason="A mistake.")
    frozen.shift(DAY / 2)
    assert not appeals.queue()
    assert Appeal.objects.get().status == ("ended" if lifted else "open")
    ban()
    birch.refresh_from_db()
    assert not appeals.queue()
    page = browser.get("/").content.decode()
    assert "It is waiting for a moderator." not in page
    assert "Send to the moderators" in page
    again = appeals.appeal(by=birch, text="Again?")
    assert [*appeals.queue()] == [again]


def test_only_the_banned_appeal_and_nobody_answers_their_own(ban, birch, moderator):
    with pytest.raises(Refusal) as refused:
        appeals.appeal(by=birch, text="Why?")
    assert refused.value.code == "not_banned"
    ban()
    mine = appeals.appeal(by=birch, text="Why?")
    roles.give(user=birch, role=roles.MODERATOR)
    for by in (birch, moderator):  # who may not judge the staff either
        with pytest.raises(Forbidden):
            appeals.settle(appeal=mine, by=by, lift=True, answer="Because.")


def test_guests_who_are_banned_may_appeal_too(moderator):
    browser = Client()
    browser.post("/play/please-dont-burn-my-village/", {"opponents": "1", "level": "easy"})
    guest = User.objects.get(is_guest=True)
    sanctions.impose(user=guest, by=moderator, kind="ban", reason="shouting")
    page = browser.get("/").content.decode()
    assert "/settings/data/" not in page
    browser.post("/moderation/ban/", {"text": "I didn't."})
    assert Appeal.objects.get().by == guest
    assert browser.get("/accounts/signup/").status_code == 403


def test_bans_end_by_themselves(ban, browser, frozen):
    ban(ends_at=timezone.now() + DAY)
    ban(ends_at=timezone.now() + DAY / 2)  # the longer one holds
    frozen.shift(DAY - datetime.timedelta(seconds=1))
    assert browser.get("/").status_code == 403
    frozen.shift(datetime.timedelta(seconds=1))
    assert browser.get("/").status_code == 200


def test_a_ban_without_an_end_holds_until_it_is_lifted(ban, browser, moderator, frozen):
    sanction = ban()
    frozen.shift(10 * DAY)
    assert browser.get("/").status_code == 403
    sanctions.lift(sanction=sanction, by=moderator, reason="apologised")
    sanctions.lift(sanction=sanction, by=moderator, reason="apologised")
    assert browser.get("/").status_code == 200
    entries = AuditEntry.objects.order_by("pk").values_list("action", "actor", "subject")
    subject = f"user:{sanction.user_id}"
    assert list(entries) == [("sanction.ban", "fern", subject), ("sanction.lift", "fern", subject)]


def test_mutes_silence_until_their_end_and_the_person_is_told(ban, birch, frozen):
    birch.time_zone = "Asia/Tokyo"
    ban(kind="mute", reason="shouting", ends_at=timezone.now() + DAY)
    with pytest.raises(Forbidden, match="shouting") as told:
        sanctions.refuse_silenced(birch)
    assert told.value.code == "muted"
    assert "until May 2, 2026, 9:00 PM (JST): shouting" in told.value.detail
    assert sanctions.active_ban(birch) is None
    [notice] = notices.unread(birch)
    assert notices.sentence(notice) == "A moderator has muted you: shouting"
    frozen.shift(DAY)
    sanctions.refuse_silenced(birch)
    assert not sanctions.in_force(birch)
    ban(kind="mute")
    ban()
    with pytest.raises(sanctions.Banned):
        sanctions.refuse_silenced(birch)


def test_a_warning_is_shown_on_every_page_until_it_is_acknowledged(
    ban, browser, birch, django_assert_num_queries
):
    with django_assert_num_queries(0):
        assert birch.warnings == []
        sanctions.refuse_banned(birch)
    ban(kind="warning", reason="be kind", ends_at=timezone.now() + DAY)
    assert Sanction.objects.get().ends_at is None
    for path in ("/", "/my-matches/"):
        assert "be kind" in browser.get(path).content.decode()
    notices.mark_read(user=birch)
    assert "be kind" in browser.get("/").content.decode()
    answer = browser.post("/moderation/acknowledge/", {"next": "/my-matches/"})
    assert answer.headers["location"] == "/my-matches/"
    assert "be kind" not in browser.get("/").content.decode()
    assert Sanction.objects.get().seen_at is not None


@pytest.mark.parametrize("kind", Sanction.Kind.values)
def test_nobody_judges_themselves_staff_or_superusers(moderator, kind):
    reviewer = User.objects.create_user("hazel", is_staff=True)
    root = User.objects.create_superuser("root")
    for by, user in (
        (moderator, moderator),
        (moderator, reviewer),
        (moderator, root),
        (root, root),
    ):
        with pytest.raises(Forbidden):
            sanctions.impose(user=user, by=by, kind=kind, reason="because")
    sanctions.impose(user=reviewer, by=root, kind=kind, reason="because")
    assert Sanction.objects.get().user == reviewer


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "exile"},
        {"reason": "  "},
        {"reason": "x" * 501},
        {"reason": "\0"},
        {"ends_at": datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)},
    ],
)
def test_what_makes_no_sense_is_refused(ban, birch, wrong):
    with pytest.raises(Refusal) as told:
        ban(**wrong)
    assert told.value.status == 400
    birch.refresh_from_db()
    assert not Sanction.objects.exists()
    assert birch.banned_until is None
    assert not AuditEntry.objects.exists()
