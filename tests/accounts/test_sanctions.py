"""Warnings, mutes and bans: who decides, when they end, what they mean at every door."""

import datetime
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import notices, roles, sanctions
from accounts.errors import Forbidden, Refusal
from accounts.models import AuditEntry, Sanction, User
from accounts.services import issue_token

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
    client = Client()
    client.force_login(birch)
    return client


def test_a_banned_session_gets_the_reason_and_the_end_on_every_page_but_may_log_out(
    ban: Any, browser: Client, frozen: Any
) -> None:
    ban(ends_at=timezone.now() + DAY)
    for path in ("/", "/my-matches/", "/nowhere/"):
        answer = browser.get(path)
        assert answer.status_code == 403
        text = answer.content.decode()
        assert "threats in the chat" in text
        assert ">May 2, 2026, noon (UTC)</time>" in text
    assert browser.post("/accounts/logout/").status_code == 302
    assert browser.get("/").status_code == 200


def test_the_end_is_told_in_the_readers_zone(
    ban: Any, browser: Client, birch: User, frozen: Any
) -> None:
    User.objects.filter(pk=birch.pk).update(time_zone="Asia/Tokyo")
    ban(ends_at=timezone.now() + DAY)
    stranger, log_in = Client(), {"login": "birch", "password": PASSWORD}
    for answer in (browser.get("/"), stranger.post("/accounts/login/", log_in)):
        assert ">May 2, 2026, 9 p.m. (JST)</time>" in answer.content.decode()
    detail = browser.get("/api/tables/").json()["detail"]
    assert detail == "You are banned until May 2, 2026, 9 p.m. (JST): threats in the chat"


def test_a_mute_is_told_in_the_readers_zone_wherever_it_is_asked(
    ban: Any, birch: User, frozen: Any
) -> None:
    birch.time_zone = "Asia/Tokyo"
    ban(kind="mute", reason="shouting", ends_at=timezone.now() + DAY)
    with pytest.raises(Forbidden, match=re.escape("until May 2, 2026, 9 p.m. (JST): shouting")):
        sanctions.refuse_silenced(birch)


def test_the_api_answers_403_banned_to_sessions_tokens_and_log_ins(
    ban: Any, browser: Client, birch: User, frozen: Any
) -> None:
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
    wrong = credentials | {"password": "a guess"}  # the reason is for the person themselves
    assert Client().post("/api/token/", wrong, "application/json").status_code == 401


def test_a_log_in_is_refused_with_the_reason(ban: Any) -> None:
    ban()
    stranger = Client()
    answer = stranger.post("/accounts/login/", {"login": "birch", "password": PASSWORD})
    assert answer.status_code == 403
    assert "threats in the chat" in answer.content.decode()
    assert "_auth_user_id" not in stranger.session
    answer = stranger.post("/accounts/login/", {"login": "birch", "password": "a guess"})
    assert "threats" not in answer.content.decode()


def test_bans_end_by_themselves(ban: Any, browser: Client, frozen: Any) -> None:
    ban(ends_at=timezone.now() + DAY)
    ban(ends_at=timezone.now() + DAY / 2)  # the longer one holds
    frozen.shift(DAY - datetime.timedelta(seconds=1))
    assert browser.get("/").status_code == 403
    frozen.shift(datetime.timedelta(seconds=1))
    assert browser.get("/").status_code == 200


def test_a_ban_without_an_end_holds_until_it_is_lifted(
    ban: Any, browser: Client, moderator: User, frozen: Any
) -> None:
    sanction = ban()
    frozen.shift(10 * DAY)
    assert browser.get("/").status_code == 403
    sanctions.lift(sanction=sanction, by=moderator, reason="apologised")
    sanctions.lift(sanction=sanction, by=moderator, reason="apologised")
    assert browser.get("/").status_code == 200
    entries = AuditEntry.objects.order_by("pk").values_list("action", "actor", "subject")
    subject = f"user:{sanction.user_id}"
    assert list(entries) == [("sanction.ban", "fern", subject), ("sanction.lift", "fern", subject)]


def test_mutes_silence_until_their_end_and_the_person_is_told(
    ban: Any, birch: User, frozen: Any
) -> None:
    ban(kind="mute", reason="shouting", ends_at=timezone.now() + DAY)
    with pytest.raises(Forbidden, match="shouting") as told:
        sanctions.refuse_silenced(birch)
    assert told.value.code == "muted"
    assert "until May 2, 2026" in told.value.detail
    assert sanctions.active_ban(birch) is None
    [notice] = notices.unread(birch)
    assert notices.sentence(notice) == "A moderator has muted you: shouting"
    frozen.shift(DAY)
    sanctions.refuse_silenced(birch)
    assert not sanctions.in_force(birch)


def test_who_is_banned_may_not_chat_either(ban: Any, birch: User) -> None:
    ban(kind="mute")
    ban()
    with pytest.raises(sanctions.Banned):
        sanctions.refuse_silenced(birch)


def test_a_warning_is_shown_on_every_page_until_it_is_acknowledged(
    ban: Any, browser: Client, birch: User
) -> None:
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


def test_a_page_without_a_warning_asks_the_database_nothing_more_for_it(
    browser: Client, ban: Any, django_assert_num_queries: Any, birch: User
) -> None:
    with django_assert_num_queries(0):
        assert birch.warnings == []
        sanctions.refuse_banned(birch)


@pytest.mark.parametrize("kind", Sanction.Kind.values)
def test_nobody_judges_themselves_staff_or_superusers(moderator: User, kind: str) -> None:
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
def test_what_makes_no_sense_is_refused(ban: Any, birch: User, wrong: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as told:
        ban(**wrong)
    assert told.value.status == 400
    birch.refresh_from_db()
    assert not Sanction.objects.exists()
    assert birch.banned_until is None
    assert not AuditEntry.objects.exists()
