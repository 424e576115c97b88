"""The texts of notices, in the reader's language and zone."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _, ngettext

from accounts.models import Notice
from toolbox import zones

NAMES = frozenset({"name", "host", "player"})  # the params that name one person


def message(text: str, **params: Any) -> dict[str, Any]:
    """Return a param that is a marked message id with its own params."""
    return {"message": text, "params": params} if params else {"message": text}


def moment(at: datetime) -> dict[str, str]:
    """Return a param that is a time, shown to the minute in the reader's zone."""
    return {"moment": at.isoformat()}


def people(names: Sequence[str], others: int = 0) -> dict[str, Any]:
    """Return a param that names people and counts others."""
    return {"people": list(names), "others": others}


def sentence(notice: Notice) -> str:
    """Return the notice in the active language and zone."""
    return _filled(notice.text, notice.params)


def param_text(value: Any) -> Any:
    """Return a param in the active language and zone."""
    if not isinstance(value, Mapping):
        return value
    if "moment" in value:
        return zones.moment_text(datetime.fromisoformat(value["moment"]))
    if "people" in value:
        return _people(value["people"], value["others"])
    return _filled(value["message"], value.get("params", {}))


def renamed(params: Mapping[str, Any], known: str, name: str) -> dict[str, Any]:
    """Return the params with `name` in place of the person's name `known`.

    Only params that name people change: someone may be called like a game, a day or a reason.
    """
    return {key: _renamed(key, value, known, name) for key, value in params.items()}


def _renamed(key: str, value: Any, known: str, name: str) -> Any:
    if key in NAMES:
        return name if value == known else value
    if not isinstance(value, Mapping):
        return value
    if "people" in value:
        return {**value, "people": [name if one == known else one for one in value["people"]]}
    if "params" in value:
        return {**value, "params": renamed(value["params"], known, name)}
    return value


def _filled(text: str, params: Mapping[str, Any]) -> str:
    return str(_(text).format(**{name: param_text(value) for name, value in params.items()}))


def _people(names: Sequence[str], others: int) -> str:
    listed = list(names)
    if others and listed:
        listed.append(ngettext("{n} other", "{n} others", others).format(n=others))
    elif others:
        listed = [ngettext("{n} other person", "{n} other people", others).format(n=others)]
    return str(get_text_list(listed, _("and")))
