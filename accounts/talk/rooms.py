"""Access to conversations, decided by the module that the room belongs to."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib import import_module
from typing import Any, Protocol, cast

from django.conf import settings
from django.utils.translation import gettext as _

from toolbox.errors import NotFound


@dataclass(frozen=True)
class Room:
    """A conversation for one reader who may read it.

    `topic` returns its present subject as plain data, stored with each message; `in_words` puts it
    in words, in the active language.
    """

    key: str
    title: str
    link: str  # path of the page that shows it
    may_write: bool
    may_take_away: bool = False  # others' lines, without being a moderator
    kept: frozenset[int] = frozenset()  # people whose lines only moderators may take away
    why_not: str = ""  # for readers who may not write
    phrases: tuple[str, ...] = ()  # marked message ids to choose from
    seats: Mapping[int, int] = field(default_factory=dict)  # people's seats
    names: Mapping[int, str] = field(default_factory=dict)  # people's names there
    hears: frozenset[int] = frozenset()  # people who get notices of messages when away
    # The match's name for each of these people, as a param of a notice, given another person whom
    # the notice names.
    called: Callable[[int], Mapping[int, Any]] = lambda _named: {}
    place: str = ""  # of `accounts.presence`; people there have the conversation open
    topic: Callable[[], Any] = lambda: None
    in_words: Callable[[Any], str] = str


class RoomModule(Protocol):
    """A module named in CHAT_ROOMS. `name` is the part of a key after the kind."""

    def room(self, name: str, user: Any) -> Room:
        """Return the conversation for this reader. Raises `NotFound`."""

    def looked_into(self, name: str, at: datetime) -> str:
        """Return the path where administrators see its subject at that time, or ""."""

    def withheld(self, names: Iterable[str], user: Any) -> set[str]:
        """Return the conversations that even a moderator's rights don't open to this user."""


def room_of(key: str, user: Any) -> Room:
    """Return the conversation of that key for this reader. Raises `NotFound`."""
    kind, _colon, name = key.partition(":")
    if kind not in settings.CHAT_ROOMS:
        raise NotFound(_("There is no such conversation."))
    return _module(kind).room(name, user)


def looked_into(key: str, at: datetime) -> str:
    """Return the path where administrators see its subject at that time, or ""."""
    kind, _colon, name = key.partition(":")
    return _module(kind).looked_into(name, at) if kind in settings.CHAT_ROOMS else ""


def withheld(keys: Iterable[str], user: Any) -> set[str]:
    """Return the conversations closed to this moderator, who plays in their matches."""
    names: dict[str, set[str]] = defaultdict(set)
    for key in keys:
        kind, _colon, name = key.partition(":")
        if kind in settings.CHAT_ROOMS:
            names[kind].add(name)
    return {
        f"{kind}:{name}"
        for kind, of_kind in names.items()
        for name in _module(kind).withheld(of_kind, user)
    }


def _module(kind: str) -> RoomModule:
    return cast(RoomModule, import_module(settings.CHAT_ROOMS[kind]))
