"""Entries of the audit log in words."""

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.text import get_text_list
from django.utils.translation import gettext as _, gettext_noop

from accounts.models import AuditEntry, Sanction

DEEDS = {
    "account.close": gettext_noop("closed their account"),
    "appeal.keep": gettext_noop("turned down an appeal"),
    "appeal.lift": gettext_noop("granted an appeal"),
    "club.close": gettext_noop("closed a club"),
    "group.add": gettext_noop("made a group"),
    "group.change": gettext_noop("changed a group"),
    "group.delete": gettext_noop("deleted a group"),
    "lockout.lift": gettext_noop("let someone log in again"),
    "match.end": gettext_noop("decided the result of a match"),
    "match.replace": gettext_noop("gave a seat to a computer player"),
    "match.review": gettext_noop("looked into a match"),
    "match.take-back": gettext_noop("took a match back"),
    "match.unlock": gettext_noop("let a match go on"),
    "match.void": gettext_noop("voided a match"),
    "report.dismiss": gettext_noop("dismissed a report"),
    "report.uphold": gettext_noop("upheld a report"),
    "role.give": gettext_noop("gave someone a role"),
    "sanction.ban": gettext_noop("banned someone"),
    "sanction.lift": gettext_noop("lifted a measure"),
    "sanction.mute": gettext_noop("muted someone"),
    "sanction.warning": gettext_noop("warned someone"),
    "token.revoke": gettext_noop("revoked an API key"),
    "user.add": gettext_noop("made an account"),
    "user.delete": gettext_noop("deleted an account"),
    "user.password": gettext_noop("set a password"),
    "user.rights": gettext_noop("changed what an account may do"),
}
OUTCOMES = {
    "won": gettext_noop("won"),
    "lost": gettext_noop("lost"),
    "drawn": gettext_noop("drew"),
    "scored": gettext_noop("scored"),
}
_VALUES = {
    "failures": gettext_noop("{value} failed tries"),
    "level": gettext_noop("level of the computer player: {value}"),
    "name": gettext_noop("group “{value}”"),
    "person": gettext_noop("played by {value} until then"),
    "renamed_from": gettext_noop("called {value} before"),
    "report": gettext_noop("report {value}"),
    "role": gettext_noop("role: {value}"),
    "step": gettext_noop("step {value}"),
    "to": gettext_noop("back to step {value}"),
    "token": gettext_noop("key {value}"),
    "version": gettext_noop("as it stood at step {value}"),
}
_NAMES = ("username", "name", "club")  # fields of an entry's data that name its object
_FLAGS = {
    "is_active": gettext_noop("active"),
    "is_staff": gettext_noop("staff"),
    "is_superuser": gettext_noop("superuser"),
}
_LISTS = {
    "groups": gettext_noop("groups"),
    "members": gettext_noop("members"),
    "permissions": gettext_noop("permissions"),
}


def deed(entry: AuditEntry) -> str:
    """Return the action in words."""
    return _(DEEDS[entry.action]) if entry.action in DEEDS else entry.action


def subject(entry: AuditEntry) -> str:
    """Return the object's name, a person's as it was then; "" if they acted on themselves."""
    kind, _colon, key = entry.subject.partition(":")
    if kind == "match":
        return _("match {id}").format(id=key)
    name = next((entry.data[key] for key in _NAMES if entry.data.get(key)), "")
    own = kind == "user" and key == str(entry.actor_id)
    return str(name or ("" if own else entry.subject))


def deeds_like(text: str) -> list[str]:
    """Return the actions whose words contain the text."""
    return [action for action, words in DEEDS.items() if text.casefold() in _(words).casefold()]


def facts(entry: AuditEntry) -> list[str]:
    """Return the details, each in a few words."""
    names = entry.data.get("names", ())
    return [
        fact
        for name, value in entry.data.items()
        if value not in (None, "", [], {}) or name == "before"
        for fact in _fact(name, value, names)
    ]


def _fact(name: str, value: Any, names: Sequence[str]) -> Iterator[str]:
    if name in _SPECIAL:
        yield from _SPECIAL[name](value, names)
    elif name in _VALUES:
        yield _(_VALUES[name]).format(value=value)
    elif name in _FLAGS:
        now = value["to"] if isinstance(value, Mapping) else value
        yield (_("now {what}") if now else _("no longer {what}")).format(what=_(_FLAGS[name]))
    elif name in _LISTS:
        yield from _list(_(_LISTS[name]), value)
    else:
        yield f"{name}: {value}"


def _list(what: str, value: Any) -> Iterator[str]:
    if not isinstance(value, Mapping):
        yield _("{what}: {names}").format(what=what, names=", ".join(map(str, value)))
        return
    if value.get("added"):
        yield _("{what} added: {names}").format(what=what, names=", ".join(value["added"]))
    if value.get("removed"):
        yield _("{what} removed: {names}").format(what=what, names=", ".join(value["removed"]))


def _seat(number: int, names: Sequence[str]) -> str:
    seat = _("seat {n}").format(n=number + 1)
    return f"{seat} ({names[number]})" if number < len(names) else seat


def _result(seats: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    results = []
    for number, own in enumerate(seats):
        who = names[number] if number < len(names) else _seat(number, names)
        words = [_(OUTCOMES.get(own["outcome"], own["outcome"]))]
        if own.get("rank") is not None and len(seats) > 1:
            words.append(_("place {n}").format(n=own["rank"]))
        if own.get("score") is not None:
            words.append(_("{n} points").format(n=own["score"]))
        results.append(f"{who}: {', '.join(words)}")
    return "; ".join(results)


def _before(seats: Sequence[Mapping[str, Any]] | None, names: Sequence[str]) -> Iterator[str]:
    if seats is None:
        yield _("it was still going on")
    else:
        yield _("result before: {result}").format(result=_result(seats, names))


def _now(seats: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Iterator[str]:
    yield _("result: {result}").format(result=_result(seats, names))


def _closed(seats: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    given_up = get_text_list([_seat(number, names) for number in seats], _("and"))
    yield _("{seats}: account closed").format(seats=given_up)


def _until(value: str, _names: Sequence[str]) -> Iterator[str]:
    at = timezone.localtime(datetime.datetime.fromisoformat(value))
    text = format_html('<time datetime="{}">{}</time>', value, date_format(at, "DATETIME_FORMAT"))
    yield format_html(_("until {moment}"), moment=text)


def _kind(value: str, _names: Sequence[str]) -> Iterator[str]:
    yield str(dict(Sanction.Kind.choices).get(value, value))


def _how(value: str, _names: Sequence[str]) -> Iterator[str]:
    yield _("its record") if value == "record" else _("its page")


def _hidden(value: bool, _names: Sequence[str]) -> Iterator[str]:
    if value:
        yield _("message hidden")


def _nothing(_value: Any, _names: Sequence[str]) -> Iterator[str]:
    yield from ()


_SPECIAL: dict[str, Callable[[Any, Sequence[str]], Iterator[str]]] = {
    "appeal": _nothing,  # its number means nothing to readers
    "before": _before,
    "closed": _closed,
    "club": _nothing,  # part of the subject
    "ends_at": _until,
    "hidden": _hidden,
    "how": _how,
    "kind": _kind,
    "names": _nothing,  # part of the result
    "sanction": _nothing,
    "seat": lambda number, names: iter([_seat(number, names)]),
    "seats": _now,
    "username": _nothing,  # part of the subject
}
