"""Who may read and write a conversation: asked of the module that the room belongs to."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from typing import Any, Protocol, cast

from django.conf import settings
from django.utils.translation import gettext as _

from toolbox.errors import NotFound


def _no_topic() -> None:
    return None


@dataclass(frozen=True)
class Room:
    """A conversation as one reader may use it. Who may not read it gets no `Room`.

    `topic` is what the conversation is about at this moment, as plain data that is kept with what
    is said; `in_words` says it in the active language.
    """

    key: str
    title: str
    link: str  # the page where it is shown, a path on this site
    may_write: bool
    why_not: str = ""  # said to readers who may not write
    phrases: tuple[str, ...] = ()  # marked message ids on offer
    seats: Mapping[int, int] = field(default_factory=dict)  # the seat of each person who has one
    names: Mapping[int, str] = field(default_factory=dict)  # what they are called there
    hears: frozenset[int] = frozenset()  # who is told, when away, that something was said
    # Its match's name for each of these people, where it belongs to one: a notice's param. Given
    # is whom the notice names besides.
    called: Callable[[int], Mapping[int, Any]] = lambda _named: {}
    place: str = ""  # where `accounts.presence` finds those who have it before them
    topic: Callable[[], Any] = _no_topic
    in_words: Callable[[Any], str] = str


class RoomModule(Protocol):
    """What a module named in CHAT_ROOMS offers. `name` is what follows the kind in a key."""

    def room(self, name: str, user: Any) -> Room:
        """The conversation for this reader. Raises `NotFound` where it is none of theirs."""

    def looked_into(self, name: str, at: datetime) -> str:
        """Where administrators look into what it is about, as it was then: a path, or ""."""

    def withheld(self, names: Iterable[str], user: Any) -> set[str]:
        """Those of these conversations that not even a moderator's rights open to this user."""


def room_of(key: str, user: Any) -> Room:
    """The conversation of that key for this reader. Raises `NotFound`."""
    kind, _colon, name = key.partition(":")
    if kind not in settings.CHAT_ROOMS:
        raise NotFound(_("There is no such conversation."))
    return _module(kind).room(name, user)


def looked_into(key: str, at: datetime) -> str:
    """Where administrators look into what that conversation is about, as it was then; or ""."""
    kind, _colon, name = key.partition(":")
    return _module(kind).looked_into(name, at) if kind in settings.CHAT_ROOMS else ""


def withheld(keys: Iterable[str], user: Any) -> set[str]:
    """Those conversations that this moderator may not look into: they play where it is about."""
    names: dict[str, set[str]] = defaultdict(set)
    for key in keys:
        kind, _colon, name = key.partition(":")
        if kind in settings.CHAT_ROOMS:
            names[kind].add(name)
    return {
        f"{kind}:{name}"
        for kind, found in names.items()
        for name in _module(kind).withheld(found, user)
    }


def _module(kind: str) -> RoomModule:
    return cast(RoomModule, import_module(settings.CHAT_ROOMS[kind]))
