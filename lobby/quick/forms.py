"""The form of quick match."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from games.matches.page import clock_words
from games.plugin import registry
from lobby.models import QuickTicket, Table
from lobby.quick.matching import FEWEST, MOST
from lobby.quick.wishes import AI_MINUTES, offers
from lobby.tables import paces
from toolbox.errors import Refusal

USUAL_PACES = ["live-10"]
USUAL_AI_MINUTES = 3


KINDS = {
    Table.Pace.LIVE: gettext_lazy("Live: you stay at the table"),
    Table.Pace.DAYS: gettext_lazy("Over days: drop by when it suits you"),
    Table.Pace.NONE: gettext_lazy("Without a clock"),
}  # of paces, on the page


class QuickForm(forms.Form):
    """Games, paces, number of players, and when to offer computer players.

    Initial values come from the address (`asked`), else from the person's last ticket. `services`
    validates the choices.
    """

    def __init__(
        self, data: Any = None, *, last: QuickTicket | None = None, asked: QueryDict | None = None
    ) -> None:
        super().__init__(data)
        self.label_suffix = ""
        known, asked = offers(), asked or QueryDict()
        games = [game.meta for game in registry.installed() if game.meta.slug in known]
        self.fields["games"] = forms.MultipleChoiceField(
            choices=[(meta.slug, _(meta.title)) for meta in games],
            initial=_still(asked.getlist("games"), known)
            or _still(last.games if last else (), known)
            or list(known),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            label=_("Games"),
        )
        self.fields["paces"] = forms.MultipleChoiceField(
            choices=[(name, _in_short(clock)) for kind in KINDS for name, clock in _of(kind)],
            initial=_still(asked.getlist("paces"), paces.PACES)
            or _still(last.paces if last else (), paces.PACES)
            or USUAL_PACES,
            required=False,
            widget=forms.CheckboxSelectMultiple,
            label=_("Time to think"),
        )
        numbers = [(number, str(number)) for number in range(FEWEST, MOST + 1)]
        self.fields["least"] = _number(numbers, last.least if last else FEWEST, _("At least"))
        self.fields["most"] = _number(numbers, last.most if last else MOST, _("At most"))
        self.fields["ai_after"] = forms.TypedChoiceField(
            choices=[*((n, _minutes(n)) for n in AI_MINUTES), ("", _("never"))],
            coerce=int,
            empty_value=None,
            required=False,
            initial=USUAL_AI_MINUTES,
            label=_("Offer me computer players"),
        )

        self.fields["rated"] = forms.BooleanField(
            required=False,
            initial=last.rated if last else False,
            label=_("Rated"),
            help_text=_(
                "With people rated like you; the longer you wait, the farther off they may be. "
                "Without computer players. Matches without a clock count as over days."
            ),
        )

    @property
    def pace_kinds(self) -> list[tuple[str, list[BoundWidget]]]:
        """The checkboxes of paces by kind, each kind with a title."""
        boxes = {box.data["value"]: box for box in self["paces"]}
        return [
            (str(title), [boxes[name] for name, _clock in _of(kind)])
            for kind, title in KINDS.items()
        ]

    def ticked(self, name: str) -> list[str]:
        """The ticked choices of `games` or `paces` that are on offer."""
        field: Any = self.fields[name]
        return _still(self[name].value() or [], dict(field.choices))

    def refuse(self, refusal: Refusal) -> None:
        """Show the service's complaints at the fields that they name."""
        for field, texts in refusal.extra.get("fields", {"": [refusal.detail]}).items():
            self.add_error(field if field in self.fields else None, texts)


def _of(kind: str) -> list[tuple[str, Any]]:
    """The paces of a kind, with their clocks."""
    return [pace for pace in paces.PACES.items() if paces.kind_of(pace[1]) == kind]


def _number(choices: Any, initial: int, label: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(choices=choices, coerce=int, initial=initial, label=label)


def _in_short(clock: dict[str, Any] | None) -> str:
    """A pace on a button: «10 min + 10 s a step»."""
    if clock is None or clock["type"] != "live":
        return clock_words.words(clock)
    text = _("{minutes} min + {seconds} s per step")
    return text.format(minutes=clock["bank"] // 60, seconds=clock["increment"])


def _still(wished: Any, known: Any) -> list[str]:
    """The choices on offer that are still wished, each once."""
    return [name for name in known if name in wished]


def _minutes(n: int) -> str:
    return ngettext("after {n} minute", "after {n} minutes", n).format(n=n)
