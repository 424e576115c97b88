"""The form of a club's words."""

from django import forms
from django.utils.translation import gettext_lazy as _

from lobby.clubs.services import LONGEST_DESCRIPTION
from toolbox.errors import Refusal


class ClubForm(forms.Form):
    """The arguments of `services.found` and `services.edit`, which check them."""

    name = forms.CharField(label=_("Name"), max_length=40)
    description = forms.CharField(
        label=_("What it is about"),
        max_length=LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    open = forms.BooleanField(
        label=_("Anyone may join"),
        help_text=_("Otherwise people need an invitation link from you."),
        required=False,
        initial=True,
    )

    def refuse(self, refusal: Refusal) -> None:
        """Show the service's complaints at the fields that they name."""
        for field, texts in refusal.extra.get("fields", {"": [refusal.detail]}).items():
            self.add_error(field if field in self.fields else None, texts)
