"""The move a browser sends: by POST or over the page's socket, the fields are the same."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.wire import read_json
from games.matches.errors import Malformed
from games.matches.services import CONTROLS


def read_move(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `services.submit_action` from a form's text fields.

    Raises `Refusal`; what the values mean is the service's business.
    """
    action = fields.get("action")
    if not isinstance(action, str):
        raise Malformed(_("Choose something first."))
    chosen = read_json(action)
    return {
        "action": chosen,
        "version": _number(fields.get("version")),
        "client_id": fields.get("client_id"),
    }


def read_control(fields: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """What a form asks for besides moves (a name of `services.CONTROLS`), and its arguments."""
    name = fields.get("control")
    if not isinstance(name, str) or name not in CONTROLS:
        raise Malformed(_("Choose something first."))
    return name, {
        "version": _number(fields.get("version")),
        "client_id": fields.get("client_id"),
    }


def _number(text: Any) -> Any:
    """The number that a text spells; anything else as it is."""
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 12:
        return int(text)
    return text
