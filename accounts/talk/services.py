"""Writing messages, and muting people."""

import math
import unicodedata
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from accounts import pushes, sanctions
from accounts.guests.gate import Members, refuse_guest
from accounts.models import Conversation, Message, Mute, User
from accounts.talk import telling
from accounts.talk.rooms import Room, room_of
from toolbox import limits
from toolbox.commits import after_commit
from toolbox.errors import Forbidden, NotLoggedIn, Refusal, TooMany
from toolbox.request_json import is_blank

LONGEST = 300  # characters of one message
# Signs that reorder or hide their surroundings, so that a line could look like another's.
_UNWANTED = {"Cc", "Cs", "Co"}
_REORDERING = set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def group(key: str) -> str:
    """The channel group of everyone who has this conversation open."""
    return "chat." + key.replace(":", ".")


def say(*, user: Any, key: str, text: str = "", phrase: str = "") -> Message:
    """Write `text`, or one of the room's phrases, in the conversation of that key.

    Raises Refusal: 401, 404 if the user may not read it, 403 `no_writing`, `muted` or `banned`, or
    `guest_chat` for a guest's own words, 400 for no text or too much, 429 `throttled`.
    """
    if not isinstance(user, User):
        raise NotLoggedIn(_("Log in to write."))
    room = room_of(key, user)
    if not room.may_write:
        raise Forbidden(room.why_not, code="no_writing")
    sanctions.refuse_silenced(user)
    if not phrase:
        refuse_guest(user, Members.CHAT)
    words = _phrase(room, phrase) if phrase else cleaned(text)
    _take_a_token(user)
    return _store(user, room, words, room.topic(), is_phrase=bool(phrase))


def _phrase(room: Room, phrase: str) -> str:
    if phrase not in room.phrases:
        raise Refusal(_("This phrase isn’t available here."))
    return phrase


def cleaned(text: str, longest: int = LONGEST) -> str:
    """The text in one line, without signs that reorder it. Raises Refusal if blank or too long."""
    if len(text) > 10 * longest:  # normalizing takes quadratic time
        raise Refusal(_("At most {n} characters, please.").format(n=longest))
    line = " ".join("".join(map(_visible, unicodedata.normalize("NFC", text))).split())
    if is_blank(line):
        raise Refusal(_("Write something first."))
    if len(line) > longest:
        raise Refusal(_("At most {n} characters, please.").format(n=longest))
    return line


def _visible(sign: str) -> str:
    if sign.isspace():
        return " "
    return "" if sign in _REORDERING or unicodedata.category(sign) in _UNWANTED else sign


def _take_a_token(user: User) -> None:
    bucket = limits.bucket("chat", user.pk)
    if bucket is None or bucket.take():
        return
    wait = max(1, math.ceil(bucket.wait()))
    text = ngettext(
        "You’re writing faster than others can read. Wait {n} second.",
        "You’re writing faster than others can read. Wait {n} seconds.",
        wait,
    )
    raise TooMany(text.format(n=wait), wait=wait)


@transaction.atomic
def _store(user: User, room: Room, text: str, topic: Any, *, is_phrase: bool) -> Message:
    conversation, _new = Conversation.objects.get_or_create(key=room.key)
    message = Message.objects.create(
        conversation=conversation,
        author=user,
        text=text,
        phrase=is_phrase,
        topic=topic,
        at=timezone.now(),
    )
    telling.tell_the_absent(room, message)
    _push_after_commit(group(room.key), "chat.said")
    return message


@transaction.atomic
def mute(*, user: User, other: User) -> None:
    """Hide the other's messages; the other doesn't learn of it. Raises Refusal `yourself`."""
    if user.pk == other.pk:
        raise Refusal(_("You can’t mute yourself."), code="yourself")
    Mute.objects.get_or_create(by=user, muted=other)
    refresh(user.pk)


@transaction.atomic
def unmute(*, user: User, other: User) -> None:
    """Show a person's messages again."""
    Mute.objects.filter(by=user, muted=other).delete()
    refresh(user.pk)


def refresh(*user_ids: int) -> None:
    """Update these people's open conversations after the commit."""
    for user_id in user_ids:
        _push_after_commit(pushes.chats_of(user_id), "chat.changed")


def take_away(*, user: User, message: Message) -> None:
    """Hide somebody's message in a room that lets this reader do so.

    Raises `NotFound` like `room_of`; Forbidden `not_yours` elsewhere and for people whose lines the
    room keeps; for the user's own messages and those of staff, what `sanctions.check_may_judge`
    raises.
    """
    room = room_of(message.conversation.key, user)
    if not room.may_take_away or message.author_id in room.kept:
        raise Forbidden(_("Only moderators can take messages away here."), code="not_yours")
    sanctions.check_may_judge(user, message.author)
    hide(message=message)


def hide(*, message: Message) -> None:
    """Hide a message from everyone except moderators."""
    Message.objects.filter(pk=message.pk).update(hidden=True)
    _push_after_commit(group(message.conversation.key), "chat.changed")


def _push_after_commit(target: str, kind: str) -> None:
    after_commit(pushes.send, target, {"type": kind})
