"""The page «Play now», for a match with computer players that starts at once."""

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
from games.matches.page.level_names import level_help, level_name
from games.matches.page.struct_fields import described
from games.matches.record import places
from games.plugin import AnyGame, InvalidOptions
from games.protocol.table_choices import possible_roles
from lobby import game_cards
from lobby.tables import checks, services
from lobby.tables.forms import OPTION, option_field
from lobby.tables.words import option_fields, role_title
from lobby.view_helpers import game_of, refusal_text, to_match
from toolbox.errors import Refusal

USUALLY = 2  # computer players
PRACTICE = "practice"


class PlayForm(forms.Form):
    """Missing fields have their defaults. Only members choose whether a run counts."""

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
        levels = game.meta.levels if most else game.meta.levels[:1]  # no choice when playing alone
        self.fields["level"] = forms.ChoiceField(
            label=_("How well they play"),
            choices=[(level, level_name(level)) for level in levels],
            initial=game.meta.levels[0],
            help_text=level_help(levels),
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
        """Whether runs of this game may count, but not those of this person, who is a guest."""
        return self._ranked and not self._member

    @property
    def _company(self) -> str:
        """The label for computer players; neutral if modes differ in who plays together."""
        game = self.game
        ways = [{}, *({f.encode_name: value} for f in self._modes() for value in _values_of(f))]
        tables = [game.format(game.Options(**way), game.meta.max_seats) for way in ways]
        kinds = {places.together(form) for form in tables}
        if len(kinds) > 1:
            return _("Computer players")
        if True in kinds:
            return _("Computer players with you")
        return _("Computer players against you")

    @property
    def _usual(self) -> int:
        return min(max(USUALLY, self._counts[0]), self._counts[-1])

    def _beginning(self) -> dict[str, Any]:
        modes = {OPTION + field.encode_name: field.default for field in self._modes()}
        return {"opponents": self._usual, "level": self.game.meta.levels[0], **modes}

    def _modes(self) -> list[inspect.Field]:
        """The options that choose between ways to play; the table form has the others."""
        return [field for field in option_fields(self.game) if _values_of(field)]

    @property
    def modes(self) -> list[dict[str, Any]]:
        """Each mode as a field, with its choices that need computer players or bring roles."""
        return [self._mode(self[name]) for name in self.fields if name.startswith(OPTION)]

    def _mode(self, field: forms.BoundField) -> dict[str, Any]:
        name, declared = field.name.removeprefix(OPTION), cast(Any, field.field)
        ways = {value: self.game.Options(**{name: value}) for value, _title in declared.choices}
        most, may_be_alone = self.game.meta.max_seats, 0 in self._counts
        return {
            "field": field,
            "in_company": {v for v, way in ways.items() if may_be_alone and not self._alone(way)},
            "brings_parts": {v for v, way in ways.items() if self.game.format(way, most).wishes},
        }

    def _alone(self, options: Any) -> bool:
        try:
            self.game.format(options, 1)
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
            # hidden, but still sent, if chosen before a mode without roles
            "role": wish if kept and kept.wishes else "",
            "practice": count == 0 and self.cleaned_data.get("practice") == PRACTICE,
        }


def _values_of(field: inspect.Field) -> list[Any]:
    """The ways to play that an option chooses between; empty for other options."""
    kind = described(field)[0]
    return list(kind.values) if isinstance(kind, inspect.LiteralType) else []


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a match with computer players. The POST makes a visitor a guest."""
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
            form.add_error(None, refusal_text(refusal))
    return render(request, "lobby/play.html", {"game": game_cards.game_card(game), "form": form})
