"""What a notice says, in the reader's language and zone."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Notice


def message(text: str) -> dict[str, str]:
    """A param of a notice that is a marked message id itself."""
    return {"message": text}


def moment(at: datetime) -> dict[str, str]:
    """A param of a notice that is a time, told to the minute in the reader's zone."""
    return {"moment": at.isoformat()}


def sentence(notice: Notice) -> str:
    """The notice in the active language and zone."""
    params = {name: _said(value) for name, value in notice.params.items()}
    text: str = _(notice.text).format(**params)
    return text


def _said(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "moment" in value:
        local = timezone.localtime(datetime.fromisoformat(value["moment"]))
        return date_format(local, "DATETIME_FORMAT")
    return _(value["message"])
