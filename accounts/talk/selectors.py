"""What a reader finds in a conversation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import Message, User
from accounts.talk.places import Place

SHOWN = 50  # lines at a page; older ones have pages of their own


@dataclass(frozen=True)
class ChatLine:
    """One thing said, as one reader sees it."""

    id: int
    author: User
    name: str
    seat: int | None
    words: str
    at: Any
    mine: bool


def unwanted(reader: Any) -> set[int]:
    """Whose messages this reader doesn't get: blocked either way, or muted by them."""
    if reader is None or not reader.is_authenticated:
        return set()
    muted = set(reader.mutes.values_list("muted_id", flat=True))
    return blocks.hidden_from(reader) | muted


def messages_of(key: str, hidden_authors: set[int]) -> QuerySet[Message]:
    """The messages of that conversation but those of these authors, oldest first."""
    found = Message.objects.filter(conversation__key=key, hidden=False)
    return found.exclude(author__in=hidden_authors).select_related("author").order_by("pk")


def lines(
    place: Place,
    reader: Any,
    *,
    after: int = 0,
    before: int | None = None,
    hidden_authors: set[int] | None = None,
) -> list[ChatLine]:
    """The newest lines that this reader gets, oldest first, between two ids if given."""
    authors = unwanted(reader) if hidden_authors is None else hidden_authors
    found = messages_of(place.key, authors).filter(pk__gt=after)
    if before is not None:
        found = found.filter(pk__lt=before)
    newest = list(found.order_by("-pk")[:SHOWN])[::-1]
    return [line(message, place, reader) for message in newest]


def line(message: Message, place: Place, reader: Any) -> ChatLine:
    """A message as this reader sees it, a phrase in the active language."""
    author = message.author
    return ChatLine(
        id=message.pk,
        author=author,
        name=place.names.get(author.pk, author.name),
        seat=place.seats.get(author.pk),
        words=_(message.text) if message.phrase else message.text,
        at=message.at,
        mine=author.pk == reader.pk,
    )


def muted_here(key: str, reader: Any) -> Sequence[User]:
    """Those who said something here and whom this reader has muted."""
    if not reader.is_authenticated:
        return []
    spoke = Message.objects.filter(conversation__key=key).values("author")
    return list(User.objects.filter(pk__in=spoke, muted_by__by=reader).order_by("username"))
