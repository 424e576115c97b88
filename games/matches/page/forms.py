"""The move a browser sends: by POST or over the page's socket, the fields are the same."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.matches.errors import Malformed
from games.matches.play.actions.services import CONTROLS
from toolbox.request_json import malformed, read_json


def read_move(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `services.submit_together` from a form's text fields.

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
    said = {"version": _number(fields.get("version")), "client_id": fields.get("client_id")}
    if name == "cancel-order":
        return "order", {**said, "order": None}
    if isinstance(name, str) and (asked := _read_request(name)):
        return asked[0], {**said, **asked[1]}
    if not isinstance(name, str) or name not in CONTROLS:
        raise Malformed(_("Choose something first."))
    if name == "order":
        return name, {**said, "order": _order(fields), "as_text": True}
    return name, said


def _read_request(button: str) -> tuple[str, dict[str, Any]] | None:
    """What a button about requests says (`page.requests`): "ask:slow:86400", "answer:7:yes"."""
    name, *words = button.split(":")
    first, second = [*map(_number, words), None, None][:2]
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
    """A standing order as texts: its kind, and the fields that belong to that kind."""
    kind = fields.get("order")
    if not isinstance(kind, str):
        raise Malformed(_("Choose something first."))
    tag_field, _equals, tag = kind.partition("=")
    own = f"{tag}:"
    named = ((name.removeprefix(own), name) for name in fields if name.startswith(own))
    told = ((field, _last(fields[name])) for field, name in named)
    order = {field: value for field, value in told if value != ""}
    return {tag_field: tag} | order if tag_field else order


def _last(value: Any) -> Any:
    """A box and what stands for it unticked have one name: the last one sent counts."""
    return value[-1] if isinstance(value, list) and value else value


def ordered(fields: Any) -> Any:
    """The standing order of a call or message, which must name one, if only null for none."""
    if not isinstance(fields, Mapping):
        raise malformed("body", "Expected `object`")
    if "order" not in fields:
        raise malformed("order", _("Give an order, or null for none."))
    return fields["order"]


def _number(text: Any) -> Any:
    """The number that a text spells; anything else as it is."""
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 12:
        return int(text)
    return text
