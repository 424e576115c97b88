"""The forms for nights, free weekdays and vacations."""

from datetime import time
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.hours import Night
from accounts.models import Availability

CLOCK_TIME = "%H:%M"


class HoursForm(forms.Form):
    """A night by its first and last minute, and up to two weekdays."""

    begins = forms.TimeField(
        label=_("from"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format=CLOCK_TIME),
    )
    ends = forms.TimeField(
        label=_("until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format=CLOCK_TIME),
    )
    free_days = forms.TypedMultipleChoiceField(
        label=_("Free weekdays"),
        required=False,
        coerce=int,
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
    )

    @property
    def night(self) -> Night | None:
        """What was chosen; None where either end is missing."""
        begins, ends = self.cleaned_data["begins"], self.cleaned_data["ends"]
        return Night(_minute(begins), _minute(ends)) if begins and ends else None


class VacationForm(forms.Form):
    """The first and the last day away."""

    first = forms.DateField(
        label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    last = forms.DateField(
        label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


def stored(kept: Availability | None) -> dict[str, Any]:
    """What a `HoursForm` begins with."""
    if kept is None:
        return {}
    begins, ends = kept.night or (None, None)
    return {"begins": _time(begins), "ends": _time(ends), "free_days": kept.free_days}


def _minute(shown: time) -> int:
    return shown.hour * 60 + shown.minute


def _time(minute: int | None) -> time | None:
    return None if minute is None else time(minute // 60, minute % 60)
