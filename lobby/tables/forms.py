"""The form that opens a table, made from what a ruleset declares about itself."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from msgspec import inspect

from games.matches.page import absences, clock_words
from games.matches.page.level_names import level_help, level_name
from games.matches.page.struct_fields import described
from games.matches.play.parts.absence import caretaker_level, usual
from games.matches.play.parts.clock_kinds import clock_of
from games.plugin import AnyGame, InvalidOptions
from games.plugin.codec import plain
from games.protocol.table_choices import possible_roles, values_of
from lobby.game_cards import ai_name
from lobby.models import Club
from lobby.tables import checks, paces, words
from lobby.tables.paces import PACES, RELIABLE
from toolbox.errors import Refusal

UNUSED, OPEN = "unused", "open"
OPTION = "option-"
MISSED = (1, 2, 3, 4, 5)  # deadlines in a row that the form offers


class TableForm(forms.Form):
    """Seats, options and terms of a new table. The host takes seat 0."""

    role = forms.ChoiceField(required=False)
    pace = forms.ChoiceField(required=False, initial="none")
    stay = forms.BooleanField(required=False)
    absence = forms.ChoiceField(required=False, initial="caretaker")
    after = forms.TypedChoiceField(required=False, coerce=int)
    level = forms.ChoiceField(required=False)
    reliable = forms.TypedChoiceField(required=False, coerce=int)
    practice = forms.BooleanField(required=False)
    private = forms.BooleanField(required=False)
    rated = forms.BooleanField(required=False)

    def __init__(
        self, game: AnyGame, *arguments: Any, club: Club | None = None, **named: Any
    ) -> None:
        super().__init__(*arguments, **named)
        self.game, self.club = game, club
        self.label_suffix = ""
        pace: Any = self.fields["pace"]
        pace.choices = _paces()
        pace.label = _("Time to think")
        pace.help_text = _(
            "When time runs out, a simple move is made for you. Computer players never run out."
        )
        self.fields["stay"].label = _("No vacations")
        self.fields["stay"].help_text = _(
            "Over days: nobody’s clock stops while they are on vacation."
        )
        self._offer_contract()
        self.fields["private"].label = _("Only for people with the link")
        self.fields["private"].help_text = _(
            "The table isn’t in any list, and nobody else may watch."
        )
        if club is not None:
            self.fields["private"].label = _("Only for members of the club")
            self.fields["private"].help_text = _(
                "Nobody else finds it, and only those seated may watch."
            )
        self._offer_practice()
        self._offer_roles()
        for index in range(1, game.meta.max_seats):
            self.fields[f"seat-{index}"] = _seat(game, index)
        for field in words.option_fields(game):
            self.fields[OPTION + field.encode_name] = option_field(field)
        for name, declared in self.fields.items():
            if self.is_bound and name in self.errors:
                declared.widget.attrs["aria-invalid"] = "true"

    @staticmethod
    def for_guests(game: AnyGame, guests: int) -> dict[str, Any]:
        """Initial values for a table with seats for only that many invited people."""
        taken = max(guests, game.meta.min_seats - 1)
        others = range(1, game.meta.max_seats)
        seats = {f"seat-{index}": OPEN if index <= taken else UNUSED for index in others}
        return {**seats, "private": True}

    def _offer_contract(self) -> None:
        """Add fields about absent people and who may sit down, in games of several players."""
        if self.game.meta.max_seats < 2:
            for name in ("absence", "after", "level", "reliable", "rated"):
                del self.fields[name]
            return
        absence: Any = self.fields["absence"]
        absence.choices = absences.titles()
        absence.label = _("If someone misses deadlines")
        absence.help_text = _(
            "A simple move is made each time. After several in a row, this happens as well."
        )
        after: Any = self.fields["after"]
        after.label = _("How many in a row")
        default = ("", _("two in live play, three over days"))
        after.choices = [default, *((n, str(n)) for n in MISSED)]
        level: Any = self.fields["level"]
        level.label = _("The computer player that stands in")
        level.help_text = _("It also takes over for anyone who resigns.")
        level.initial = caretaker_level(self.game)
        levels = self.game.meta.levels or (level.initial,)
        level.choices = [(name, level_name(name)) for name in levels]
        reliable: Any = self.fields["reliable"]
        reliable.label = _("Who may sit down")
        reliable.choices = [("", _("anyone")), *((n, paces.reliable(n)) for n in RELIABLE)]
        reliable.help_text = _("New people are always welcome.")
        self.fields["rated"].label = _("Rated")
        rated = _(
            "It changes everyone’s rating, live or over days; without a clock it counts as over "
            "days. People need an account, and only your own last move can be taken back."
        )
        if not checks.why_not_rated(self.game, {}, self.game.meta.max_seats, 1):
            rated += " " + _(
                "Where everyone plays together, computer players may join in: the game then counts "
                "as another opponent."
            )
        self.fields["rated"].help_text = rated

    def _offer_practice(self) -> None:
        """Add the field for practice runs, in games that are ranked and only played alone."""
        if not checks.is_ranked(self.game, self.game.meta.max_seats):
            del self.fields["practice"]
            return
        self.fields["practice"].label = _("Practice")
        self.fields["practice"].help_text = _(
            "Moves can be taken back, and the run doesn’t count for the leaderboard."
        )

    def _offer_roles(self) -> None:
        """Add the field for the host's role, in games that have roles."""
        roles = possible_roles(self.game)
        if not roles:
            del self.fields["role"]
            return
        role: Any = self.fields["role"]
        role.label = _("Your role")
        role.help_text = _("Other people choose theirs at the table; chance deals out the rest.")
        titles = [(key, words.role_title(self.game, key)) for key in roles]
        role.choices = [("", _("let chance decide")), *titles]

    @property
    def level_help(self) -> str:
        """What to expect of the computer players."""
        return level_help(self.game.meta.levels)

    @property
    def seats(self) -> list[forms.BoundField]:
        return [self[f"seat-{index}"] for index in range(1, self.game.meta.max_seats)]

    @property
    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    def as_table(self) -> dict[str, Any]:  # type: ignore[override]
        """The arguments of `lobby.tables.services.open_table`, gaps between the seats closed."""
        players = [self._chosen(seat.name) for seat in self.seats]
        players = [player for player in players if player != UNUSED]
        return {
            "game": self.game.meta.slug,
            "seats": 1 + len(players),
            "ai": {index: level for index, level in enumerate(players, start=1) if level != OPEN},
            "options": self.chosen_options(),
            "private": bool(self._chosen("private")),
            "club": self.club.public_id if self.club else None,
            "practice": bool(self._chosen("practice")),
            "rated": bool(self._chosen("rated")),
            "clock": self._clock(),
            "absence": self._contract(seats=1 + len(players)),
            "reliable": self._chosen("reliable") or 0,
            "role": self._chosen("role") or "",
        }

    def _clock(self) -> dict[str, Any] | None:
        agreed = PACES[self._chosen("pace") or "none"]
        return paces.without_vacations(agreed) if self._chosen("stay") else agreed

    def _contract(self, seats: int) -> dict[str, Any] | None:
        agreed = usual(clock_of(self._clock()), seats)
        if agreed is None:
            return None
        then = self._chosen("absence") or agreed.then
        after = self._chosen("after") or agreed.after
        level = self._chosen("level") or agreed.level
        return dict(plain(msgspec.structs.replace(agreed, then=then, after=after, level=level)))

    def in_words(self) -> list[str]:
        """The choices in sentences; invalid choices count as untouched."""
        table = self.as_table()
        del table["game"], table["club"]
        ai = list(table.pop("ai").values())
        return words.summary(
            self.game, ai=ai, people=table["seats"] - 1 - len(ai), club=self.club, **table
        )

    @cached_property
    def unfit(self) -> list[str]:
        """Values that the other choices rule out («option-x=y»), and fields with no value left."""
        table = self.as_table()
        pairs = unfit(self.game, table["options"], table["seats"], table["role"])
        named = {(name if name == "role" else OPTION + name, value) for name, value in pairs}
        ruled_out = {f"{name}={value}" for name, value in named}
        fields = {name for name, _value in named}
        without = {name for name in fields if not self._has_choice(name, ruled_out)}
        return sorted(ruled_out | without)

    def _has_choice(self, name: str, ruled_out: set[str]) -> bool:
        choices = getattr(self.fields[name], "choices", ["", "True"])
        values = {choice[0] if isinstance(choice, tuple) else choice for choice in choices}
        return len([value for value in values if f"{name}={value}" not in ruled_out]) > 1

    def _chosen(self, name: str) -> Any:
        """The value of a field, or its initial one if that isn't valid."""
        if name not in self.fields:
            return None
        if self.is_bound and name not in self.errors:
            return self.cleaned_data[name]
        return self.get_initial_for_field(self.fields[name], name)

    def refuse(self, refusal: Refusal) -> None:
        """Show the service's complaints at the fields that they name."""
        for field, texts in refusal.extra.get("fields", {"": [refusal.detail]}).items():
            name = field.replace("options.", OPTION)
            self.add_error(name if name in self.fields else None, texts)

    def chosen_options(self) -> dict[str, Any]:
        """The options, except empty fields, which mean the default."""
        chosen = {
            field.name.removeprefix(OPTION): self._chosen(field.name) for field in self.options
        }
        return {name: value for name, value in chosen.items() if value not in (None, "")}


def _seat(game: AnyGame, index: int) -> forms.ChoiceField:
    choices = [(OPEN, _("free for a person"))]
    choices += [(level, ai_name(level)) for level in game.meta.levels]
    if index >= game.meta.min_seats:
        choices.append((UNUSED, _("nobody")))
    beginning = OPEN if index < max(game.meta.min_seats, 3) else UNUSED
    label = _("Seat {number}").format(number=index + 1)
    return forms.ChoiceField(choices=choices, initial=beginning, label=label)


def _paces() -> list[Any]:
    """The paces on offer, grouped by kind."""
    titles = {"none": "", "live": _("live"), "days": _("over days")}
    groups: dict[str, list[tuple[str, str]]] = {kind: [] for kind in titles}
    for name, clock in PACES.items():
        groups[paces.kind_of(clock)].append((name, clock_words.words(clock)))
    named: list[Any] = [(titles[kind], offered) for kind, offered in groups.items() if titles[kind]]
    return groups["none"] + named


def option_field(field: inspect.Field) -> forms.Field:
    """The form field for an option, from its type, title and description."""
    kind, title, explained = described(field)
    common: dict[str, Any] = {
        "label": title,
        "help_text": explained,
        "required": False,
        "initial": None if field.default is msgspec.NODEFAULT else field.default,
    }
    if isinstance(kind, inspect.BoolType):
        return forms.BooleanField(**common)
    if isinstance(kind, inspect.IntType):
        return forms.IntegerField(min_value=kind.ge, max_value=kind.le, **common)
    if isinstance(kind, inspect.LiteralType):
        values = sorted(kind.values, key=lambda value: value != field.default)  # the default first
        choices = [(value, _(str(value))) for value in values]
        few: dict[str, Any] = {"widget": forms.RadioSelect} if len(choices) <= 4 else {}
        coerce: Any = type(kind.values[0])
        return forms.TypedChoiceField(choices=choices, coerce=coerce, **few, **common)
    return forms.CharField(max_length=200, **common)


def unfit(
    game: AnyGame, options: Mapping[str, Any], seats: int, role: str = ""
) -> Iterator[tuple[str, Any]]:
    """Yield options, and "role", with each value that is ruled out, except chosen values."""
    for field in words.option_fields(game):
        name = field.encode_name
        chosen = options.get(name, field.default)
        for value in values_of(field.type):
            if value != chosen and _ruled_out(game, {**options, name: value}, seats, name):
                yield name, value
    known = checks.format_of(game, options, seats)
    available = {part.key for part in known.wishes} if known else set()
    yield from (("role", key) for key in possible_roles(game) if key not in {*available, role})


def _ruled_out(game: AnyGame, options: dict[str, Any], seats: int, name: str) -> bool:
    """Whether the game refuses these options because of this one."""
    try:
        game.format(msgspec.convert(options, game.Options), seats)
    except InvalidOptions as refusal:
        return refusal.field == name
    except msgspec.ValidationError:
        return False
    return False
