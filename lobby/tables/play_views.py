"""The shortest way into a game, against computer players."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from msgspec import inspect

from accounts.api import throttling
from accounts.guests.arrival import person_or_guest
from accounts.guests.gate import is_guest
from games.matches.page.level_names import level_name
from games.matches.page.struct_fields import described
from games.matches.record import places
from games.plugin import AnyGame, InvalidOptions
from games.protocol.table_choices import possible_roles
from lobby import game_cards
from lobby.tables import checks, services
from lobby.tables.forms import OPTION, option_field
from lobby.tables.words import option_fields, role_title
from lobby.view_helpers import game_of, said, to_match
from toolbox.errors import Refusal

USUALLY = 2  # computer players
PRACTICE = "practice"


class PlayForm(forms.Form):
    """Every field has a usual value, which stands for a field that isn't sent.

    Whether a run counts is asked of members only: what guests begin never does.
    """

    def __init__(
        self, game: AnyGame, sent: Mapping[str, Any] | None = None, *, member: bool
    ) -> None:
        self.game = game
        self._member = member
        fewest, most = game.meta.min_seats - 1, game.meta.max_seats - 1
        self._counts = range(fewest, most + 1)
        super().__init__(None if sent is None else self._beginning() | dict(sent.items()))
        self.label_suffix = ""
        self.fields["opponents"] = forms.TypedChoiceField(
            label=self._company,
            choices=[(count, _("none") if count == 0 else str(count)) for count in self._counts],
            coerce=int,
            initial=self._usual,
            error_messages={"invalid_choice": _("Choose how many computer players there are.")},
            widget=forms.RadioSelect,
        )
        levels = game.meta.levels if most else game.meta.levels[:1]  # alone there is no choice
        self.fields["level"] = forms.ChoiceField(
            label=_("How well they play"),
            choices=[(level, level_name(level)) for level in levels],
            initial=game.meta.levels[0],
            widget=forms.RadioSelect,
        )
        for field in self._modes():
            made: Any = option_field(field)
            made.widget = forms.RadioSelect(choices=made.choices)
            self.fields[OPTION + field.encode_name] = made
        if parts := possible_roles(game):
            titles = [(key, role_title(game, key)) for key in parts]
            self.fields["role"] = forms.ChoiceField(
                label=_("Your role"),
                choices=[("", _("let chance decide")), *titles],
                required=False,
                widget=forms.RadioSelect,
            )
        if self._ranked and member:
            self.fields["practice"] = forms.ChoiceField(
                label=_("Leaderboard"),
                choices=[("", _("counts")), (PRACTICE, _("practice"))],
                help_text=_("Moves can be taken back only in practice."),
                required=False,
                widget=forms.RadioSelect,
            )

    @property
    def _ranked(self) -> bool:
        return checks.is_ranked(self.game, self._counts[0] + 1)

    @property
    def always_practice(self) -> bool:
        """Whether runs may count, but nobody's who fills in this form."""
        return self._ranked and not self._member

    @property
    def _company(self) -> str:
        """What computer players are called, as far as all ways to play agree on it."""
        game = self.game
        ways = [{}, *({f.encode_name: value} for f in self._modes() for value in _values_of(f))]
        tables = [game.format(game.Options(**way), game.meta.max_seats) for way in ways]
        kinds = {places.together(form) for form in tables}
        if len(kinds) > 1:
            return _("Computer players")
        return (
            _("Computer players with you") if True in kinds else _("Computer players against you")
        )

    @property
    def _usual(self) -> int:
        return min(max(USUALLY, self._counts[0]), self._counts[-1])

    def _beginning(self) -> dict[str, Any]:
        modes = {OPTION + field.encode_name: field.default for field in self._modes()}
        return {"opponents": self._usual, "level": self.game.meta.levels[0], **modes}

    def _modes(self) -> list[inspect.Field]:
        """The options that choose between ways to play; the others are the table form's."""
        return [field for field in option_fields(self.game) if _values_of(field)]

    @property
    def modes(self) -> list[dict[str, Any]]:
        """Each mode as a field, which of its choices need computer players, which bring parts."""
        bound = [self[name] for name in self.fields if name.startswith(OPTION)]
        return [
            {
                "field": field,
                "in_company": self._in_company(field),
                "brings_parts": self._bringing_parts(field),
            }
            for field in bound
        ]

    def _in_company(self, field: forms.BoundField) -> set[Any]:
        """The choices that can't be played alone, where one may be alone."""
        if 0 not in self._counts:
            return set()
        name = field.name.removeprefix(OPTION)
        declared: Any = field.field
        return {value for value, _title in declared.choices if not self._alone({name: value})}

    def _bringing_parts(self, field: forms.BoundField) -> set[Any]:
        """The choices under which there are parts to be asked for."""
        name, declared = field.name.removeprefix(OPTION), cast(forms.ChoiceField, field.field)
        most = self.game.meta.max_seats
        return {
            value
            for value, _title in cast("list[tuple[Any, str]]", declared.choices)
            if self.game.format(self.game.Options(**{name: value}), most).wishes
        }

    def _alone(self, options: dict[str, Any]) -> bool:
        try:
            self.game.format(self.game.Options(**options), 1)
        except InvalidOptions:
            return False
        return True

    def chosen_table(self) -> dict[str, Any]:
        """The arguments of `lobby.tables.services.open_table`. For a valid form."""
        count = self.cleaned_data["opponents"]
        options = {
            name.removeprefix(OPTION): value
            for name, value in self.cleaned_data.items()
            if name.startswith(OPTION) and value not in (None, "")
        }
        wish = self.cleaned_data.get("role", "")
        kept = checks.format_of(self.game, options, count + 1)
        return {
            "game": self.game.meta.slug,
            "seats": count + 1,
            "ai": dict.fromkeys(range(1, count + 1), self.cleaned_data["level"]),
            "options": options,
            # chosen before a way to play without parts, it is hidden, and says nothing
            "role": wish if kept and kept.wishes else "",
            "practice": count == 0 and self.cleaned_data.get("practice") == PRACTICE,
        }


def _values_of(field: inspect.Field) -> list[Any]:
    """The ways to play that an option chooses between; none if it says something else."""
    kind = described(field)[0]
    return list(kind.values) if isinstance(kind, inspect.LiteralType) else []


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The shortest way into a game: a table filled with computer players, started at once.

    Somebody who isn't logged in plays as a guest, who is made by the POST that begins.
    """
    game = game_of(slug)
    member = request.user.is_authenticated and not is_guest(request.user)
    form = PlayForm(game, request.POST if request.method == "POST" else None, member=member)
    if form.is_bound and form.is_valid():
        try:
            throttling.take(request, "tables")
            with person_or_guest(request) as player:
                table = services.open_table(host=player, begin=True, **form.chosen_table())
            return to_match(table)
        except Refusal as refusal:
            form.add_error(None, said(refusal))
    return render(request, "lobby/play.html", {"game": game_cards.game_card(game), "form": form})
