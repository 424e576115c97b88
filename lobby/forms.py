"""The form that opens a table, made from what a ruleset declares about itself."""

from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from msgspec import inspect

from accounts.errors import Refusal
from games.plugin import AnyGame
from lobby.desk import ai_name, pace_words
from lobby.paces import PACES

UNUSED, OPEN = "unused", "open"
OPTION = "option-"


class TableForm(forms.Form):
    """Who sits where, the game's options, and who may see the table. The host takes seat 0."""

    pace = forms.ChoiceField(required=False, initial="none")
    private = forms.BooleanField(required=False)

    def __init__(self, game: AnyGame, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.game = game
        self.label_suffix = ""
        pace: Any = self.fields["pace"]
        pace.choices = [(name, pace_words(clock)) for name, clock in PACES.items()]
        pace.label = _("Time to think")
        pace.help_text = _("Whose time runs out makes a simple move. Computer players never do.")
        self.fields["private"].label = _("Only for people with the link")
        self.fields["private"].help_text = _("The table is in no list, and nobody else may watch.")
        for index in range(1, game.meta.max_seats):
            self.fields[f"seat-{index}"] = _chair(game, index)
        for field in inspect.type_info(game.Options).fields:  # type: ignore[attr-defined]
            self.fields[OPTION + field.encode_name] = _option(field)
        for name, declared in self.fields.items():
            if self.is_bound and name in self.errors:
                declared.widget.attrs["aria-invalid"] = "true"

    @property
    def chairs(self) -> list[forms.BoundField]:
        return [self[f"seat-{index}"] for index in range(1, self.game.meta.max_seats)]

    @property
    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    def as_table(self) -> dict[str, Any]:  # type: ignore[override]
        """The arguments of `lobby.services.open_table`, gaps between the seats closed."""
        used = [self.cleaned_data[chair.name] for chair in self.chairs]
        used = [choice for choice in used if choice != UNUSED]
        return {
            "game": self.game.meta.slug,
            "seats": 1 + len(used),
            "ai": {index: level for index, level in enumerate(used, start=1) if level != OPEN},
            "options": self.chosen_options(),
            "private": self.cleaned_data["private"],
            "clock": PACES[self.cleaned_data["pace"] or "none"],
        }

    def refuse(self, refusal: Refusal) -> None:
        """Show what the service found wrong, at the field it names."""
        for field, texts in refusal.extra.get("fields", {"": [refusal.detail]}).items():
            name = field.replace("options.", OPTION)
            self.add_error(name if name in self.fields else None, texts)

    def chosen_options(self) -> dict[str, Any]:
        """The options as given; an empty field means the default."""
        return {
            name.removeprefix(OPTION): value
            for name, value in self.cleaned_data.items()
            if name.startswith(OPTION) and value not in (None, "")
        }


def _chair(game: AnyGame, index: int) -> forms.ChoiceField:
    choices = [(OPEN, _("free for a person"))]
    choices += [(level, ai_name(level)) for level in game.meta.levels]
    if index >= game.meta.min_seats:
        choices.append((UNUSED, _("nobody")))
    first = game.meta.levels[0] if game.meta.levels else OPEN
    beginning = first if index < max(game.meta.min_seats, 3) else UNUSED
    label = _("Seat {number}").format(number=index + 1)
    return forms.ChoiceField(choices=choices, initial=beginning, label=label)


def _option(field: inspect.Field) -> forms.Field:
    """A form field for an option, from its type and the title and description it declares."""
    kind: Any = field.type
    extra: dict[str, Any] = {}
    if isinstance(kind, inspect.Metadata):
        kind, extra = kind.type, kind.extra_json_schema or {}
    said: dict[str, Any] = {
        "label": _(extra.get("title", field.name.replace("_", " "))),
        "help_text": _(extra["description"]) if extra.get("description") else "",
        "required": False,
        "initial": None if field.default is msgspec.NODEFAULT else field.default,
    }
    if isinstance(kind, inspect.BoolType):
        return forms.BooleanField(**said)
    if isinstance(kind, inspect.IntType):
        return forms.IntegerField(min_value=kind.ge, max_value=kind.le, **said)
    if isinstance(kind, inspect.LiteralType):
        choices = [(value, _(str(value))) for value in kind.values]
        coerce: Any = type(kind.values[0])
        return forms.TypedChoiceField(choices=choices, coerce=coerce, **said)
    return forms.CharField(max_length=200, **said)
