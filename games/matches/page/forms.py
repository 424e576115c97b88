"""Reading moves and controls that a browser sends, by POST or over the page's socket."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.matches.errors import Malformed
from games.matches.play.actions.services import CONTROLS
from toolbox.request_json import malformed, read_json, whole_number


def read_move(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `services.submit_together`, unchecked, from a form. Raises `Refusal`."""
    action = fields.get("action")
    if not isinstance(action, str):
        raise Malformed(_("Choose something first."))
    return {
        "action": read_json(action),
        "version": _as_number(fields.get("version")),
        "client_id": fields.get("client_id"),
    }


def read_control(fields: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The name of a control (of `services.CONTROLS`) and its arguments. Raises `Malformed`."""
    name = fields.get("control")
    common = {"version": _as_number(fields.get("version")), "client_id": fields.get("client_id")}
    if name == "cancel-order":
        return "order", {**common, "order": None}
    if isinstance(name, str) and (button := _read_request(name)):
        return button[0], {**common, **button[1]}
    if not isinstance(name, str) or name not in CONTROLS:
        raise Malformed(_("Choose something first."))
    if name == "order":
        return name, {**common, "order": _order(fields), "as_text": True}
    return name, common


def _read_request(button: str) -> tuple[str, dict[str, Any]] | None:
    """The control and arguments of a button of `page.requests`, as "ask:slow:86400"."""
    name, *words = button.split(":")
    first, second = [*map(_as_number, words), None, None][:2]
    match name:
        case "ask":
            field = "seconds" if first == "slow" else "about"
            return name, {"what": first, field: second}
        case "answer":
            return name, {"request": first, "yes": {"yes": True, "no": False}.get(str(second))}
        case "withdraw":
            return name, {"request": first}
        case "nudge":
            return name, {"seat": first}
        case _:
            return None


def _order(fields: Mapping[str, Any]) -> dict[str, Any]:
    """A standing order as texts: its kind, and the fields of that kind."""
    kind = fields.get("order")
    if not isinstance(kind, str):
        raise Malformed(_("Choose something first."))
    tag_field, _equals, tag = kind.partition("=")
    own = f"{tag}:"
    texts = {name.removeprefix(own): fields[name] for name in fields if name.startswith(own)}
    order = {
        # A checkbox and its hidden input share a name: the last value counts.
        field: value[-1] if isinstance(value, list) and value else value
        for field, value in texts.items()
    }
    order = {field: value for field, value in order.items() if value != ""}
    return {tag_field: tag} | order if tag_field else order


def required_order(fields: Any) -> Any:
    """The standing order in a call or message, where null means none. Raises `Refusal`."""
    if not isinstance(fields, Mapping):
        raise malformed("body", "Expected `object`")
    if "order" not in fields:
        raise malformed("order", _("Give an order, or null for none."))
    return fields["order"]


def _as_number(text: Any) -> Any:
    """The value of a short decimal number; anything else unchanged, for the service to refuse."""
    number = whole_number(text, 11)
    return text if number is None else number
