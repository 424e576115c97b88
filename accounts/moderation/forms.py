"""The forms of moderators and of banned people."""

import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import appeals
from accounts.models import Sanction
from accounts.reports import LONGEST_REASON

DAY = 24 * 3600  # seconds
DURATIONS = [
    ("3600", _("one hour")),
    (str(DAY), _("one day")),
    (str(3 * DAY), _("three days")),
    (str(7 * DAY), _("one week")),
    (str(30 * DAY), _("thirty days")),
    ("", _("until it is lifted")),
]
UPHOLD, DISMISS = "uphold", "dismiss"
LIFT = "lift"


class AppealForm(forms.Form):
    """A banned person's appeal."""

    text = forms.CharField(
        label=_("Why the ban should end"),
        max_length=appeals.LONGEST,
        widget=forms.Textarea({"rows": 6}),
    )


class AnswerForm(forms.Form):
    """The answer to an appeal."""

    verdict = forms.ChoiceField(
        label=_("The ban"), choices=[("keep", _("stays")), (LIFT, _("is lifted now"))]
    )
    answer = forms.CharField(
        label=_("Answer to the person"),
        max_length=appeals.LONGEST_ANSWER,
        widget=forms.Textarea({"rows": 4}),
    )


class MeasureForm(forms.Form):
    """A warning, mute or ban for a person."""

    kind = forms.ChoiceField(label=_("Measure"), choices=Sanction.Kind.choices)
    duration = forms.ChoiceField(
        label=_("For how long"),
        choices=DURATIONS,
        required=False,
        initial=str(DAY),
        help_text=_("A warning stays until the person has read it."),
    )
    reason = forms.CharField(
        label=_("Message to the person"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 3}),
    )

    def measure(self) -> dict[str, Any]:
        """Return the arguments of `sanctions.impose`, once the form is valid."""
        seconds = self.cleaned_data["duration"]
        ends_at = timezone.now() + datetime.timedelta(seconds=int(seconds)) if seconds else None
        data = self.cleaned_data
        return {"kind": data["kind"], "reason": data["reason"], "ends_at": ends_at}


class DecisionForm(MeasureForm):
    """The decision on a report, perhaps with a measure."""

    verdict = forms.ChoiceField(
        label=_("The report is"), choices=[(UPHOLD, _("right")), (DISMISS, _("not upheld"))]
    )
    decision = forms.CharField(
        label=_("Why"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Other moderators read this."),
    )
    hide = forms.BooleanField(label=_("Hide the message from everyone"), required=False)
    field_order = ("verdict", "decision", "hide", "kind", "duration", "reason")

    def __init__(self, *arguments: Any, has_message: bool, **named: Any) -> None:
        super().__init__(*arguments, **named)
        kind, reason = self.fields["kind"], self.fields["reason"]
        assert isinstance(kind, forms.ChoiceField)
        kind.choices = [("", _("none")), *Sanction.Kind.choices]
        kind.required = reason.required = False
        if not has_message:
            del self.fields["hide"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("kind") and not data.get("reason"):
            self.add_error("reason", _("Write a message to the person."))
        if data.get("kind") and data.get("verdict") == DISMISS:
            self.add_error("kind", _("A report that isn’t upheld has no consequences."))
        return data

    def as_settled(self) -> dict[str, Any]:
        """Return the arguments of `reports.settle`, once the form is valid."""
        data = self.cleaned_data
        return {
            "upheld": data["verdict"] == UPHOLD,
            "decision": data["decision"],
            "hide": data.get("hide", False),
            "measure": self.measure() if data["kind"] else None,
        }
