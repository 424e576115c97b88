"""Who isn't there is told that something was said: once until they read it, and never what."""

from typing import Any

import pytest
from django.core import mail

from accounts import deliveries, notice_choices, notices, presence
from accounts.models import Notice, User
from accounts.notice_choices import Choice
from accounts.talk import services, telling
from games.matches.live import chat
from games.matches.models import Match
from games.matches.play.parts import attendance

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def birch(person: Any) -> User:
    user: User = person("birch")
    user.emailaddress_set.create(email="birch@post.example", primary=True, verified=True)
    return user


@pytest.fixture
def match(begin: Any, amber: User, birch: User) -> Match:
    return begin(amber, birch, first=0)


def say(match: Match, user: User, text: str = "KESTREL") -> None:
    services.say(user=user, key=chat.key(match, chat.PLAYERS), text=text)


def told(user: User) -> list[Notice]:
    return list(user.notices.filter(event="message", read_at=None))


def test_the_other_is_told_once_until_they_look(match, amber, birch):
    say(match, amber)
    say(match, amber, "MERLIN")
    [notice] = told(birch)
    assert (
        notices.sentence(notice)
        == f"amber has written to you in {match.game_title} #{match.number}."
    )
    assert notice.link == f"/matches/{match.public_id}/"
    assert told(amber) == []
    telling.note_read(user=birch, key=chat.key(match, chat.PLAYERS))
    assert told(birch) == []
    say(match, amber)
    assert len(told(birch)) == 1


def test_no_notice_and_no_mail_holds_what_was_said(match, amber, birch, monkeypatch):
    now = {"message": Choice(page=True, mail="now")}
    notice_choices.change(user=birch, choices=now, digest_hour=9)
    say(match, amber)
    deliveries.send_due(seconds=60)
    [letter] = mail.outbox
    assert f"amber has written to you in {match.game_title} #{match.number}." in letter.body
    assert "KESTREL" not in letter.message().as_string()
    assert "KESTREL" not in str(list(Notice.objects.values()))


def test_who_has_the_page_open_is_not_told(match, amber, birch):
    presence.Board().tell({attendance.place(match.public_id): {birch.pk: 1}})
    say(match, amber)
    assert told(birch) == []


def test_nobody_is_told_of_spectators_or_of_someone_they_muted(match, person, amber, birch):
    services.say(user=person("cedar"), key=chat.key(match, chat.WATCHERS), text="Hm.")
    assert not Notice.objects.exists()
    services.mute(user=birch, other=amber)
    say(match, amber)
    assert told(birch) == []
