"""Changing a person's settings."""

from collections.abc import Collection
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts.guests.gate import Members, refuse_guest
from accounts.models import User
from accounts.settings import zones
from toolbox.errors import Refusal
from toolbox.request_json import malformed

SWITCHES = ("confirm_moves", "sounds", "blink", "show_presence")


def change(
    *,
    user: User,
    shown_name: str,
    time_zone: str,
    theme: str,
    telling_speed: str,
    results_for: str,
    switches: dict[str, bool],
) -> None:
    """Set everything at once; `switches` has the names in `SWITCHES`.

    An empty shown name, or the username itself, means the username. Seats in matches keep their
    names. Raises Refusal, and changes nothing: 400 `malformed` with the field that is wrong, 403
    for a guest who wants another name.
    """
    if shown_name not in ("", user.username):
        refuse_guest(user, Members.NAME)
    changed: dict[str, Any] = {
        **{name: switches[name] for name in SWITCHES},
        "shown_name": _checked_name(user, shown_name),
        "time_zone": _checked("time_zone", time_zone),
        "theme": _checked("theme", theme),
        "telling_speed": _checked("telling_speed", telling_speed),
        "results_for": _checked("results_for", results_for),
    }
    try:
        with transaction.atomic():
            locked = User.objects.select_for_update().get(pk=user.pk)
            for name, value in changed.items():
                setattr(locked, name, value)
            locked.save(update_fields=[*changed])
    except IntegrityError as error:  # someone took the name this moment
        raise malformed("shown_name", _("This name is taken.")) from error
    for name, value in changed.items():
        setattr(user, name, value)


def keep(*, user: User, name: str, value: str) -> None:
    """Set only the theme, time zone, telling speed or one of `SWITCHES` ("on", "off").

    Raises Refusal: 400 `malformed` for anything else.
    """
    if name in SWITCHES and value not in ("on", "off"):
        raise malformed("value", _("A setting is either on or off."))
    setattr(user, name, value == "on" if name in SWITCHES else _checked(name, value))
    user.save(update_fields=[name])


def _checked_name(user: User, name: str) -> str:
    if name in ("", user.username):
        return ""
    if name == user.shown_name:
        return name
    try:
        for validator in names.VALIDATORS:
            validator(name)
        names.check_free(name, but=user)
        if name.lower() not in {user.username.lower(), user.shown_name.lower()}:  # their own names
            names.check_not_official(name)
    except ValidationError as error:
        raise Refusal(
            _("This name isn’t allowed."), fields={"shown_name": error.messages}
        ) from error
    return name


def _checked(name: str, value: str) -> str:
    allowed: dict[str, tuple[Collection[str], str]] = {
        "time_zone": (("", *zones.names()), _("There is no such time zone.")),
        "theme": (User.Theme.values, _("There is no such theme.")),
        "telling_speed": (User.TellingSpeed.values, _("There is no such speed.")),
        "results_for": (User.Readers.values, _("There is no such choice.")),
    }
    if name not in allowed:
        raise malformed("name", _("There is no such setting."))
    values, text = allowed[name]
    if value not in values:
        raise malformed(name, text)
    return value
