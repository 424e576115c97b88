"""Mails of notices, against a real mail server: at least once, under one id, or told why not."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from prometheus_client import REGISTRY

from accounts import availability, blocks, deliveries, notice_choices, notice_views, notices
from accounts.channels import CHANNELS, Outcome
from accounts.models import Delivery, Notice, User
from accounts.notice_choices import Choice, Reader
from accounts.talk import services as talk
from tests.support.log_in import logged_in
from tests.support.mail_server import CUT, MailServer

pytestmark = pytest.mark.django_db(transaction=True)
ADDRESS = "amber@post.example"
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
State = Delivery.State


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    with MailServer() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        yield server


@pytest.fixture
def amber(frozen: Any) -> User:
    return confirmed("amber", ADDRESS)


@pytest.fixture
def frozen(time_machine: Any) -> Any:
    time_machine.move_to(NOON, tick=False)
    return time_machine


def confirmed(name: str, address: str) -> User:
    user = User.objects.create_user(name, address)
    user.emailaddress_set.create(email=address, primary=True, verified=True)
    return user


def invite(user: User, key: str = "invitation:1", **more: Any) -> Notice:
    notices.tell(
        user_id=user.pk,
        key=key,
        text="{host} invites you.",
        params={"host": "birch"},
        link="/tables/1/",
        event=notices.Event.INVITATION,
        **more,
    )
    return user.notices.get(key=key)


def sent_of(notice: Notice) -> Delivery:
    return notice.deliveries.get()


def later(frozen: Any, **by: int) -> None:
    frozen.move_to(timezone.now() + timedelta(**by), tick=False)
    deliveries.send_due(seconds=60)


def words(delivery: Delivery) -> str:
    told = notice_views.history(delivery)
    return ", ".join(
        f"{line.text} {line.at:%H:%M}" if line.at else line.text for line in told.lines
    )


def test_a_mail_leaves_at_once_and_the_log_says_so(server, amber):
    notice = invite(amber)
    [mail] = server.mails
    assert mail["To"] == ADDRESS
    assert mail["Subject"] == "[Hearth & Dragon] birch invites you."
    assert mail["Message-ID"] == sent_of(notice).message_id
    assert words(sent_of(notice)) == "queued 12:00, sent 12:00, accepted by the mail server 12:00"
    plain: Any = mail.get_body(("plain",))
    assert "http://localhost:8000/tables/1/" in plain.get_content()
    rich: Any = mail.get_body(("html",))
    assert 'href="http://localhost:8000/tables/1/"' in rich.get_content()


def test_who_is_banned_gets_no_mail_until_the_ban_is_over(server, amber):
    amber.banned_until = timezone.now() + timedelta(hours=1)
    amber.save()
    assert sent_of(invite(amber)).state == State.DROPPED
    amber.banned_until = timezone.now()  # as it stays written
    amber.save()
    assert sent_of(invite(amber, "invitation:2")).state == State.ACCEPTED


def test_telling_the_same_again_sends_nothing_and_many_are_each_sent(server, amber):
    invite(amber)
    invite(amber)
    notices.tell_all([notices.Telling(amber.pk, "invitation:1", "x", event=notices.Event.NUDGE)])
    assert len(server.mails) == 1
    people = (amber, confirmed("birch", "birch@post.example"))
    told = [notices.Telling(user.pk, "n", "Go!", event=notices.Event.NUDGE) for user in people]
    notices.tell_all(told)
    assert sorted(mail["To"] for mail in server.mails) == [ADDRESS, ADDRESS, "birch@post.example"]


def test_a_refused_recipient_is_told_and_not_tried_again(server, amber, frozen):
    server.faults.append(f"550 <{ADDRESS}> is nobody here")
    notice = invite(amber)
    assert sent_of(notice).state == State.FAILED
    assert "@" not in sent_of(notice).said
    assert "failed for good: 550 … is nobody here 12:00" in words(sent_of(notice))
    later(frozen, days=2)
    assert not server.mails
    browser = logged_in(amber)
    assert "is nobody here" in browser.get("/notices/").content.decode()


def attempts(outcome: str) -> float:
    labels = {"channel": "mail", "outcome": outcome}
    return REGISTRY.get_sample_value("portal_notices_total", labels) or 0


def test_a_refusal_for_now_is_tried_again(server, amber, frozen):
    server.faults += ["451 later", "451 later"]
    before = attempts("again"), attempts("accepted")
    notice = invite(amber)
    assert sent_of(notice).state == State.QUEUED
    assert "not accepted: 451 later, next try 12:01" in words(sent_of(notice))
    later(frozen, seconds=59)
    assert len(server.faults) == 1
    later(frozen, seconds=1)
    assert not server.faults
    later(frozen, minutes=5)
    assert sent_of(notice).state == State.ACCEPTED
    assert sent_of(notice).attempts == 3
    assert len(server.mails) == 1
    assert (attempts("again") - before[0], attempts("accepted") - before[1]) == (2, 1)


def test_a_line_cut_before_the_answer_sends_it_again_under_the_same_id(server, amber, frozen):
    server.faults.append(CUT)
    notice = invite(amber)
    assert sent_of(notice).state == State.QUEUED
    later(frozen, minutes=1)
    assert [mail["Message-ID"] for mail in server.mails] == [sent_of(notice).message_id] * 2
    assert sent_of(notice).state == State.ACCEPTED


def test_while_the_server_is_down_one_is_tried_a_minute(server, amber, frozen):
    server.down()
    told = [invite(amber, f"invitation:{number}") for number in range(3)]
    assert [sent_of(notice).attempts for notice in told].count(0) < 3
    tried = sum(sent_of(notice).attempts for notice in told)
    later(frozen, minutes=1)
    assert sum(sent_of(notice).attempts for notice in told) == tried + 1
    server.up()
    for _minute in range(12):
        later(frozen, minutes=1)
    assert sorted(mail["Message-ID"] for mail in server.mails) == sorted(
        sent_of(notice).message_id for notice in told
    )


def test_after_a_day_and_more_it_is_given_up(server, amber, frozen):
    server.down()
    notice = invite(amber)
    for _hour in range(24 * 4):
        later(frozen, hours=1)
    assert sent_of(notice).state == State.FAILED
    assert "failed for good: the mail server didn’t answer" in words(sent_of(notice))


def test_who_dies_sending_leaves_it_to_others(server, amber, frozen, monkeypatch):
    """The mail has left, and nothing of that was kept: it leaves again, under the same id."""

    def die(*_arguments: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(deliveries, "store_outcome", die)
        patched.setattr(deliveries, "queue", lambda *_arguments: True)
        notice = invite(amber)
        with pytest.raises(SystemExit):
            deliveries.send_due()
    assert sent_of(notice).state == State.SENT
    assert deliveries.claim(timezone.now()) is None  # it is still the other's
    later(frozen, minutes=1)
    assert [mail["Message-ID"] for mail in server.mails] == [sent_of(notice).message_id] * 2
    assert sent_of(notice).state == State.ACCEPTED


def test_two_workers_do_not_take_the_same(amber, monkeypatch):
    monkeypatch.setattr(deliveries, "queue", lambda *_arguments: True)
    invite(amber)
    now = timezone.now()
    found = Delivery.objects.select_related("notice").get()
    assert deliveries.claim(now) == found
    assert not deliveries._take(found, now)


def test_nothing_leaves_without_a_confirmed_address(server, frozen):
    nobody = User.objects.create_user("cedar", "cedar@post.example")
    nobody.emailaddress_set.create(email="cedar@post.example", primary=True, verified=False)
    assert not invite(nobody).deliveries.exists()
    assert not server.mails


def test_an_address_that_is_gone_by_then_gets_nothing(server, amber, frozen):
    server.faults.append("451 later")
    notice = invite(amber)
    amber.emailaddress_set.update(verified=False)
    later(frozen, minutes=1)
    assert not server.mails
    assert "not sent: you have no confirmed address" in words(sent_of(notice))


@pytest.mark.parametrize("how", ["block", "blocked", "mute"])
def test_nothing_leaves_of_people_one_does_not_want_to_hear_of(server, amber, frozen, how):
    birch = confirmed("birch", "birch@post.example")
    server.faults.append("451 later")
    before = invite(amber, by=birch.pk)
    if how == "block":
        blocks.block(user=amber, other=birch)
    elif how == "blocked":
        blocks.block(user=birch, other=amber)
    else:
        talk.mute(user=amber, other=birch)
    assert not invite(amber, "invitation:2", by=birch.pk).deliveries.exists()
    later(frozen, minutes=1)
    assert not server.mails
    assert sent_of(before).state == State.DROPPED


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (lambda user: notices.mark_read(user=user), "you had already read it"),
        (
            lambda user: notices.settle(users=[user.pk], occasions=["invitation"]),
            "it was already settled",
        ),
    ],
)
def test_what_was_read_or_settled_by_then_is_not_sent(end, why, server, amber, frozen):
    server.faults.append("451 later")
    notice = invite(amber)
    end(amber)
    later(frozen, minutes=1)
    assert not server.mails
    assert f"not sent: {why}" in words(sent_of(notice))


def test_in_the_night_it_waits_for_the_morning(server, amber, frozen, monkeypatch):
    morning = NOON + timedelta(hours=8)
    monkeypatch.setattr(availability, "quiet_until", lambda _user, now: max(now, morning))
    invite(amber)
    later(frozen, hours=7)
    assert not server.mails
    later(frozen, hours=1)
    assert len(server.mails) == 1


def test_the_digest_is_one_mail_a_day_of_what_is_unread(server, amber, frozen):
    User.objects.filter(pk=amber.pk).update(time_zone="Australia/Lord_Howe")
    for number in range(3):
        notices.tell(
            user_id=amber.pk, key=f"over:{number}", text=f"End {number}", event=notices.Event.OVER
        )
    notices.mark_read(user=amber, key="over:1")
    due = {row.due_at for row in Delivery.objects.all()}
    assert due == {datetime(2026, 3, 3, 7, tzinfo=UTC)}  # six in the evening there
    later(frozen, hours=19)
    [mail] = server.mails
    assert mail["Subject"].endswith("2 things you haven’t read")
    plain: Any = mail.get_body(("plain",))
    assert "End 0" in plain.get_content()
    assert "End 1" not in plain.get_content()
    assert {row.message_id for row in Delivery.objects.all()} == {mail["Message-ID"]}
    notices.tell(user_id=amber.pk, key="over:9", text="End", event=notices.Event.OVER)
    notices.mark_read(user=amber)
    later(frozen, days=3)
    assert len(server.mails) == 1, "none of nothing"
    assert Delivery.objects.get(notice__key="over:9").state == State.DROPPED


def test_a_digest_that_is_sent_again_has_the_same_id_and_the_same_news(server, amber, frozen):
    server.faults.append(CUT)
    for number in range(2):
        notices.tell(
            user_id=amber.pk, key=f"over:{number}", text=f"End {number}", event=notices.Event.OVER
        )
    later(frozen, hours=6)
    later(frozen, minutes=1)
    first, second = server.mails
    assert first["Message-ID"] == second["Message-ID"]
    assert first["Subject"] == second["Subject"]
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.ACCEPTED}


def test_each_event_goes_the_way_that_was_chosen(server, amber):
    chosen = {"invitation": Choice(page=False, mail="never")}
    notice_choices.change(user=amber, choices=chosen, digest_hour=9)
    notice = invite(amber)
    assert notice.quiet
    assert not notice.deliveries.exists()
    notices.tell(user_id=amber.pk, key="n", text="Your move!", event=notices.Event.NUDGE)
    assert len(server.mails) == 1


def test_a_portal_without_mail_puts_nothing_out(settings, amber):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert not invite(amber).deliveries.exists()
    browser = logged_in(amber)
    assert "This portal doesn’t email notices" in browser.get("/settings/notices/").content.decode()


class Hook:
    """A channel that calls a program, which answers the second time."""

    name = "hook"
    together = False

    def __init__(self) -> None:
        self.called: list[str] = []

    def when(self, _reader: Reader, notice: Notice, now: datetime) -> datetime | None:
        return now if notice.event == notices.Event.NUDGE else None

    def deliver(self, delivery: Delivery) -> Outcome:
        self.called.append(delivery.message_id)
        if len(self.called) < 2:
            raise ConnectionError
        return Outcome("accepted")


def test_another_channel_has_the_same_outbox_and_log(amber, frozen, monkeypatch):
    hook = Hook()
    monkeypatch.setitem(CHANNELS, hook.name, hook)
    notices.tell(user_id=amber.pk, key="over:1", text="End", event=notices.Event.OVER)
    notices.tell(user_id=amber.pk, key="nudge:1", text="Your move!", event=notices.Event.NUDGE)
    later(frozen, minutes=1)
    sent = Delivery.objects.get(channel=hook.name)
    assert hook.called == [sent.message_id] * 2
    assert (sent.state, sent.attempts) == (State.ACCEPTED, 2)
    assert words(sent) == "queued 12:00, sent 12:01, accepted 12:01"
