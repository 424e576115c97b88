"""Reading conversations."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import blocks, sanctions
from accounts.models import Message, User
from accounts.talk.rooms import Room

SHOWN = 30  # lines on a page; older ones have their own pages


@dataclass(frozen=True)
class ChatLine:
    """A message as one reader sees it."""

    id: int
    author: User
    name: str
    seat: int | None
    words: str
    topic: str
    at: Any
    mine: bool
    may_take_away: bool

    @property
    def day(self) -> date:
        """When it was written, in the reader's time zone."""
        return timezone.localdate(self.at)


@dataclass(frozen=True)
class Unwanted:
    """The authors whom a reader doesn't read, by id: blocked either way, or muted."""

    blocked: set[int]
    muted: set[int]

    @property
    def everybody(self) -> set[int]:
        return self.blocked | self.muted


def unwanted(reader: Any) -> Unwanted:
    """Return the reader's unwanted authors: two queries, so call it once per page."""
    if not reader.is_authenticated:
        return Unwanted(set(), set())
    muted = set(reader.mutes.values_list("muted_id", flat=True))
    return Unwanted(blocks.hidden_from(reader), muted)


def messages_of(key: str, hidden_authors: set[int]) -> QuerySet[Message]:
    """Return the conversation's messages, except those authors', oldest first."""
    messages = Message.objects.filter(conversation__key=key, hidden=False)
    return messages.exclude(author__in=hidden_authors).select_related("author").order_by("pk")


def lines(
    room: Room,
    reader: Any,
    *,
    after: int = 0,
    before: int | None = None,
    without: Unwanted | None = None,
    at_most: int | None = None,
) -> list[ChatLine]:
    """Return the newest lines for this reader, oldest first, between two ids if given."""
    without = without or unwanted(reader)
    messages = messages_of(room.key, without.everybody).filter(pk__gt=after)
    if before is not None:
        messages = messages.filter(pk__lt=before)
    newest = list(messages.order_by("-pk")[: at_most or SHOWN])[::-1]
    return [line(message, room, reader) for message in newest]


def id_of(text: str) -> int | None:
    """Return the message id in the text, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def line(message: Message, room: Room, reader: Any) -> ChatLine:
    """Return a message as this reader sees it; phrases in the active language."""
    author = message.author
    return ChatLine(
        id=message.pk,
        author=author,
        name=room.names.get(author.pk, author.name),
        seat=room.seats.get(author.pk),
        words=_(message.text) if message.phrase else message.text,
        topic=room.in_words(message.topic) if message.topic else "",
        at=message.at,
        mine=author.pk == reader.pk,
        may_take_away=room.may_take_away
        and author.pk not in room.kept
        and sanctions.may_judge(reader, author),
    )


def muted_here(key: str, without: Unwanted) -> Sequence[User]:
    """Return the people who wrote here and whom the reader has muted."""
    if not without.muted:
        return []
    spoke = Message.objects.filter(conversation__key=key, author__in=without.muted)
    return list(User.objects.filter(pk__in=spoke.values("author")).order_by("username"))
