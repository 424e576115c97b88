"""The forms of the review pages."""

from datetime import UTC
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from games.matches.review.match_search import Filters
from games.plugin import registry

STATES = [
    ("", _("any")),
    ("active", _("running")),
    ("flagged", _("waiting for an administrator")),
    ("paused", _("paused, for any reason")),
    ("finished", _("finished")),
    ("voided", _("voided")),
]


class MomentField(forms.DateTimeField):
    """Rejects moments that overflow when converted to UTC."""

    def clean(self, value: Any) -> Any:
        moment = super().clean(value)
        try:
            return moment and moment.astimezone(UTC)
        except OverflowError as error:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from error


class SearchForm(forms.Form):
    player = forms.CharField(label=_("Player"), max_length=150, required=False)
    game = forms.ChoiceField(label=_("Game"), required=False)
    state = forms.ChoiceField(label=_("State"), choices=STATES, required=False)
    since = MomentField(label=_("Started after"), required=False)
    until = MomentField(label=_("Started before"), required=False)
    match = forms.CharField(label=_("Match ID"), max_length=16, required=False)
    text = forms.CharField(label=_("Log contains"), max_length=100, required=False)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        games = [(game.meta.slug, gettext(game.meta.title)) for game in registry.installed()]
        self.fields["game"].choices = [("", _("any")), *games]  # type: ignore[attr-defined]
        for name in ("since", "until"):
            self.fields[name].widget = forms.DateTimeInput(
                {"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
            )

    def filters(self) -> Filters:
        """The filters of a valid form, without the text."""
        names = ("player", "game", "state", "since", "until", "match")
        return Filters(**{name: self.cleaned_data[name] for name in names})
