"""Changing one's own settings."""

from collections.abc import Callable
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
    switches: dict[str, bool],
) -> None:
    """Set everything at once; `switches` by the names in `SWITCHES`.

    An empty name shown, or one equal to the username, means the username. Seats of matches keep
    the name they were opened with. Raises Refusal, 400 `malformed` with the field at fault, or 403
    for a guest who wants another name, and changes nothing then.
    """
    if shown_name not in ("", user.username):
        refuse_guest(user, Members.NAME)
    changed: dict[str, Any] = {name: switches[name] for name in SWITCHES}
    changed["shown_name"] = _checked_name(user, shown_name)
    changed["time_zone"] = _checked_zone(time_zone)
    changed["theme"] = _checked_theme(theme)
    changed["telling_speed"] = _checked_speed(telling_speed)
    try:
        with transaction.atomic():
            found = User.objects.select_for_update().get(pk=user.pk)
            for name, value in changed.items():
                setattr(found, name, value)
            found.save(update_fields=[*changed])
    except IntegrityError as error:  # someone took the name this moment
        raise malformed("shown_name", _("This name is taken.")) from error
    for name, value in changed.items():
        setattr(user, name, value)


def keep(*, user: User, name: str, value: str) -> None:
    """Set the theme, the time zone, the speed of telling or one of `SWITCHES` ("on", "off") alone.

    Raises Refusal, 400 `malformed`, for anything else.
    """
    checks: dict[str, Callable[[str], Any]] = {
        "theme": _checked_theme,
        "time_zone": _checked_zone,
        "telling_speed": _checked_speed,
        **dict.fromkeys(SWITCHES, _checked_switch),
    }
    if name not in checks:
        raise malformed("name", _("There is no such setting."))
    setattr(user, name, checks[name](value))
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
        if name.lower() not in {user.username.lower(), user.shown_name.lower()}:  # those stay
            names.check_not_official(name)
    except ValidationError as error:
        raise Refusal(
            _("This name isn’t allowed."), fields={"shown_name": error.messages}
        ) from error
    return name


def _checked_zone(name: str) -> str:
    if name and name not in zones.names():
        raise malformed("time_zone", _("There is no such time zone."))
    return name


def _checked_theme(theme: str) -> str:
    if theme not in User.Theme.values:
        raise malformed("theme", _("There is no such theme."))
    return theme


def _checked_switch(value: str) -> bool:
    if value not in ("on", "off"):
        raise malformed("value", _("A setting is either on or off."))
    return value == "on"


def _checked_speed(speed: str) -> str:
    if speed not in User.TellingSpeed.values:
        raise malformed("telling_speed", _("There is no such speed."))
    return speed
