"""What is kept for as long as the settings say, and not longer."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import notices, retention
from accounts.models import Conversation, Message, Notice, Report, User
from lobby.tasks import forget

pytestmark = pytest.mark.django_db


def told(user: User, days: int) -> Notice:
    key = f"{days} days ago"
    notices.tell(user_id=user.pk, key=key, text="Hello.")
    Notice.objects.filter(key=key).update(created_at=timezone.now() - timedelta(days=days))
    return Notice.objects.get(key=key)


def said(user: User, days: int) -> Message:
    room, _new = Conversation.objects.get_or_create(key="match:abc:players")
    at = timezone.now() - timedelta(days=days)
    return Message.objects.create(conversation=room, author=user, text="Hello.", at=at)


@pytest.mark.parametrize("log", [AccessLog, AccessFailureLog, AccessAttempt])
def test_log_ins_are_kept_for_some_days(log, settings):
    settings.LOG_IN_DAYS = 10
    for days in (9, 11):
        entry = log(username=f"{days} days ago", ip_address="192.0.2.1")
        if log is AccessAttempt:
            entry.failures_since_start = 1
        entry.save()
        log.objects.filter(pk=entry.pk).update(attempt_time=timezone.now() - timedelta(days=days))
    forget()
    assert [entry.username for entry in log.objects.all()] == ["9 days ago"]


def test_chat_is_kept_for_some_days_and_what_is_reported_until_it_is_settled(
    amber, settings, monkeypatch
):
    settings.CHAT_DAYS = 10
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    oldest = [said(amber, 20) for _ in range(3)]
    forget()
    assert list(Message.objects.all()) == oldest[2:], "a little at a time"
    forget()
    young, _old, reported = said(amber, 9), said(amber, 11), said(amber, 12)
    report, recent = (
        Report.objects.create(about=amber, message=one, said=one.text, reason="unkind")
        for one in (reported, young)
    )
    forget()
    assert set(Message.objects.all()) == {young, reported}
    assert set(Report.objects.values_list("said", flat=True)) == {"Hello."}
    Report.objects.update(status=Report.Status.DISMISSED)
    forget()
    assert set(Message.objects.all()) == {young}
    report.refresh_from_db()
    recent.refresh_from_db()
    assert (report.said, report.reason, recent.said) == ("", "unkind", "Hello.")


def test_a_settled_report_quotes_a_chat_no_longer_than_the_chat_is_kept(amber, settings):
    """Whenever it was made, and whether or not what it quotes is still there."""
    settings.CHAT_DAYS = 0
    Report.objects.create(about=amber, said="Hello.", reason="unkind", status="upheld")
    forget()
    assert Report.objects.get().said == "Hello."
    settings.CHAT_DAYS = 10
    forget()
    assert Report.objects.get().said == ""


def test_notices_are_kept_for_some_days_and_nothing_is_forgotten_that_is_kept_for_good(
    amber, settings
):
    settings.LOG_IN_DAYS = settings.NOTICE_DAYS = settings.CHAT_DAYS = 0
    old = told(amber, 5_000), said(amber, 5_000)
    forget()
    assert (Notice.objects.get(), Message.objects.get()) == old
    settings.NOTICE_DAYS = 10
    young, _old = told(amber, 9), told(amber, 11)
    forget()
    assert list(Notice.objects.all()) == [young]


def test_sessions_that_have_ended_are_forgotten(amber):
    now = timezone.now()
    for key, ends in (("old", now - timedelta(seconds=1)), ("young", now + timedelta(days=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=ends)
    forget()
    assert [session.session_key for session in Session.objects.all()] == ["young"]


def test_the_page_tells_how_long(settings):
    settings.LOG_IN_DAYS, settings.CHAT_DAYS = 77, 0
    assert 'href="/privacy/"' in Client().get("/tables/").content.decode()
    text = Client().get("/privacy/").content.decode()
    assert "77 days" in " ".join(text.split())
    assert "What you say in chats: for good." in text
    settings.CHAT_DAYS = 55
    text = Client().get("/privacy/").content.decode()
    assert "What you say in chats: for 55 days." in " ".join(text.split())
