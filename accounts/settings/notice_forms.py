"""The form of how one wants to hear of things."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import notice_choices
from accounts.models import Notice
from accounts.notice_choices import Choice, Reader

MAILS = {"now": _("right away"), "digest": _("once a day"), "never": _("never")}
_HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


@dataclass(frozen=True)
class Row:
    """One event with its two fields."""

    label: str
    page: forms.BoundField
    mail: forms.BoundField


class NoticesForm(forms.Form):
    """A row for each event, and the hour of the daily mail."""

    digest_hour = forms.TypedChoiceField(label=_("The daily email comes at"), coerce=int)

    def __init__(self, reader: Reader, data: Any = None) -> None:
        super().__init__(data, initial={"digest_hour": reader.digest_hour})
        self.reader = reader
        self.label_suffix = ""
        hours: Any = self.fields["digest_hour"]
        hours.choices = _HOURS
        for event in Notice.Event.values:
            chosen = reader.choice(event)
            page = forms.BooleanField(label=_("On the page"), required=False, initial=chosen.page)
            mail = forms.ChoiceField(
                label=_("By email"), choices=list(MAILS.items()), initial=chosen.mail
            )
            self.fields |= {f"{event}-page": page, f"{event}-mail": mail}

    @property
    def rows(self) -> list[Row]:
        return [
            Row(str(event.label), self[f"{event}-page"], self[f"{event}-mail"])
            for event in Notice.Event
        ]

    def save(self) -> None:
        given = self.cleaned_data
        choices = {
            event: Choice(given[f"{event}-page"], given[f"{event}-mail"])
            for event in Notice.Event.values
        }
        hour = given["digest_hour"]
        notice_choices.change(user=self.reader.user, choices=choices, digest_hour=hour)
