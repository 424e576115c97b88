"""Notices of messages for absent people: one for each conversation, until they read it."""

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts import notice_checks, notices, presence
from accounts.models import Conversation, Message, Notice, User
from accounts.talk.rooms import Room

SAID = gettext_noop("{name} has written to you.")
SAID_IN = gettext_noop("{name} has written to you in {game}.")


def tell_the_absent(room: Room, message: Message) -> None:
    """Notify the room's absent people, without the message's text. In a transaction."""
    away = room.hears - {message.author_id} - presence.at(room.place).keys()
    if not away:
        return
    Conversation.objects.select_for_update(no_key=True).get(pk=message.conversation_id)
    notified = set(_unread(room.key).filter(user__in=away).values_list("user", flat=True))
    author, called = message.author, room.called(message.author_id)
    notices.tell_all(
        [
            notices.Telling(
                user_id=user_id,
                key=f"{_key(room.key)}{message.pk}",
                text=SAID_IN if user_id in called else SAID,
                params={
                    "name": room.names.get(author.pk, author.name),
                    **({"game": called[user_id]} if user_id in called else {}),
                },
                link=room.link,
                event=notices.Event.MESSAGE,
                by=author.pk,
            )
            for user_id in sorted(away - notified)
            if not notice_checks.is_unwanted(user_id, author.pk)
        ]
    )


def note_read(*, user: User, key: str) -> None:
    """Mark the person's notices of the conversation as read."""
    _unread(key).filter(user=user).update(read_at=timezone.now())


def _unread(key: str) -> QuerySet[Notice]:
    unread = Notice.objects.filter(event=notices.Event.MESSAGE, read_at=None)
    return unread.filter(key__startswith=_key(key))


def _key(conversation: str) -> str:
    return f"chat:{conversation}:"
