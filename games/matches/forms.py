"""The move a browser sends: by POST or over the page's socket, the fields are the same."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.wire import read_json
from games.matches.errors import Malformed


def read_move(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `services.submit_action` from a form's text fields.

    Raises `Refusal`; what the values mean is the service's business.
    """
    action = fields.get("action")
    if not isinstance(action, str):
        raise Malformed(_("Choose something first."))
    chosen = read_json(action)
    version = fields.get("version")
    if isinstance(version, str) and version.isascii() and version.isdigit() and len(version) < 12:
        version = int(version)
    return {"action": chosen, "version": version, "client_id": fields.get("client_id")}
