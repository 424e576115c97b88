"""What a reader finds in a conversation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import Message, User
from accounts.talk.rooms import Room

SHOWN = 50  # lines at a page; older ones have pages of their own


@dataclass(frozen=True)
class ChatLine:
    """One thing said, as one reader sees it."""

    id: int
    author: User
    name: str
    seat: int | None
    words: str
    topic: str
    at: Any
    mine: bool


@dataclass(frozen=True)
class Unwanted:
    """Whose messages a reader doesn't get, as user ids: blocked either way, or muted by them."""

    blocked: set[int]
    muted: set[int]

    @property
    def everybody(self) -> set[int]:
        return self.blocked | self.muted


def unwanted(reader: Any) -> Unwanted:
    """Whom this reader doesn't read: two queries, worth asking once for a page."""
    if not reader.is_authenticated:
        return Unwanted(set(), set())
    muted = set(reader.mutes.values_list("muted_id", flat=True))
    return Unwanted(blocks.hidden_from(reader), muted)


def messages_of(key: str, hidden_authors: set[int]) -> QuerySet[Message]:
    """The messages of that conversation but those of these authors, oldest first."""
    found = Message.objects.filter(conversation__key=key, hidden=False)
    return found.exclude(author__in=hidden_authors).select_related("author").order_by("pk")


def lines(
    room: Room,
    reader: Any,
    *,
    after: int = 0,
    before: int | None = None,
    without: Unwanted | None = None,
) -> list[ChatLine]:
    """The newest lines that this reader gets, oldest first, between two ids if given."""
    without = without or unwanted(reader)
    found = messages_of(room.key, without.everybody).filter(pk__gt=after)
    if before is not None:
        found = found.filter(pk__lt=before)
    newest = list(found.order_by("-pk")[:SHOWN])[::-1]
    return [line(message, room, reader) for message in newest]


def line(message: Message, room: Room, reader: Any) -> ChatLine:
    """A message as this reader sees it, a phrase in the active language."""
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
    )


def muted_here(key: str, without: Unwanted) -> Sequence[User]:
    """Those who said something here and whom the reader has muted."""
    if not without.muted:
        return []
    spoke = Message.objects.filter(conversation__key=key, author__in=without.muted)
    return list(User.objects.filter(pk__in=spoke.values("author")).order_by("username"))
