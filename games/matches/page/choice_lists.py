"""A seat's choices: data for the page's script, and grouped buttons for pages without it."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.safestring import SafeString, mark_safe

from games.matches.page.choices_json import packed
from games.matches.record.selectors import Snapshot
from games.matches.record.text import speaker
from games.plugin import Choice, Line, Viewer
from games.plugin.codec import canonical_json

FEW_CHOICES = 8  # a list this short is shown unfolded


@dataclass(frozen=True)
class Button:
    """A button of a form, which sends `value` (read by `page.forms`)."""

    value: str
    label: str


@dataclass(frozen=True)
class Group:
    id: str
    label: str
    buttons: list[Button]
    unfolded: bool


def offered(shown: Snapshot, viewer: Viewer) -> list[Choice[Any]]:
    """The viewer's choices in this position; none in the past or during a pause."""
    if not isinstance(viewer, int) or not shown.may_act(viewer):
        return []
    return shown.game.offered(shown.state, viewer)


def as_json(shown: Snapshot, choices: Sequence[Choice[Any]]) -> SafeString:
    data = packed(choices, shown.names, version=shown.version, client_id=client_id(shown))
    return script_json(data)


def script_json(data: Any) -> SafeString:
    """`data` as JSON that can't end its script element."""
    text = msgspec.json.encode(data).replace(b"<", b"\\u003c")
    return mark_safe(text.decode())  # noqa: S308 - nothing in it can be read as a tag


def missing(shown: Snapshot) -> str:
    """The words for missing picks, by family of targets, as JSON."""
    say = speaker(shown.names)
    return json.dumps({family: say(line) for family, line in shown.game.missing.items()})


def client_id(shown: Snapshot) -> str:
    """The move's id, which makes a form that is sent twice count once."""
    return f"page-{shown.version}"


def grouped(choices: Sequence[Choice[Any]], names: list[str]) -> list[Group]:
    """The choices by group, in the order in which the groups first appear."""
    word = _Words(names)
    by_group: dict[str, list[Button]] = {}
    for choice in choices:
        sent = choice.action if choice.then is None else [choice.action, choice.then]
        button = Button(canonical_json(sent).decode(), word(choice.label))
        by_group.setdefault(word(choice.group), []).append(button)
    unfolded = len(choices) <= FEW_CHOICES
    return [
        Group(f"g-{_short(label)}", label, buttons, unfolded) for label, buttons in by_group.items()
    ]


class _Words:
    """The text of the lines in one list of choices, each rendered once: groups repeat."""

    def __init__(self, names: list[str]) -> None:
        self._say = speaker(names)
        self._known: dict[int, tuple[Line, str]] = {}  # keeping the line keeps its id

    def __call__(self, line: Line) -> str:
        known = self._known.get(id(line))
        if known is None:
            known = self._known[id(line)] = (line, self._say(line))
        return known[1]


def _short(text: str) -> str:
    return hashlib.blake2s(text.encode(), digest_size=6).hexdigest()
