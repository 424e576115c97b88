"""The forms for nights, free weekdays and vacations."""

from datetime import time
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.hours import Night
from accounts.models import Availability


def _clock_time(label: Any) -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(label=label, required=False, widget=widget)


def _day(label: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget)


class HoursForm(forms.Form):
    """A night by its first and last minute, and up to two weekdays."""

    begins = _clock_time(_("from"))
    ends = _clock_time(_("until"))
    free_days = forms.TypedMultipleChoiceField(
        label=_("Free weekdays"),
        required=False,
        coerce=int,
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
    )

    @property
    def night(self) -> Night | None:
        """The night, or None if either end is missing."""
        begins, ends = self.cleaned_data["begins"], self.cleaned_data["ends"]
        return Night(_minute(begins), _minute(ends)) if begins and ends else None


class VacationForm(forms.Form):
    """The first and the last day away."""

    first = _day(_("First day"))
    last = _day(_("Last day"))


def stored(kept: Availability | None) -> dict[str, Any]:
    """The initial values of a `HoursForm`."""
    if kept is None:
        return {}
    begins, ends = kept.night or (None, None)
    return {"begins": _time(begins), "ends": _time(ends), "free_days": kept.free_days}


def _minute(shown: time) -> int:
    return shown.hour * 60 + shown.minute


def _time(minute: int | None) -> time | None:
    return None if minute is None else time(minute // 60, minute % 60)
