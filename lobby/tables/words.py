"""A table in words: its options by title, and its terms in a few sentences."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _, ngettext
from msgspec import NODEFAULT, inspect

from games.matches.page import absences, clock_words
from games.matches.page.struct_fields import described
from games.matches.record.text import sentence
from games.plugin import AnyGame
from games.protocol.table_choices import possible_roles
from lobby.game_cards import ai_name
from lobby.models import Club
from lobby.ratings.outcome import pace_of
from lobby.tables import checks, lengths, paces


def option_fields(game: AnyGame) -> Sequence[inspect.Field]:
    """The options to choose when a table of this game opens."""
    struct: Any = inspect.type_info(game.Options)
    fields: Sequence[inspect.Field] = struct.fields
    return fields


def options(game: AnyGame, chosen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every option's title and chosen value, both as people read them."""
    pairs = []
    for field in option_fields(game):
        kind, title, _explained = described(field)
        default = None if field.default is NODEFAULT else field.default
        pairs.append((title, value(kind, chosen.get(field.encode_name, default))))
    return pairs


def unusual(game: AnyGame, chosen: Mapping[str, Any]) -> str:
    """The options that differ from their defaults, in one line."""
    parts = []
    for field in option_fields(game):
        kind, title, _explained = described(field)
        picked = chosen.get(field.encode_name, field.default)
        if picked != field.default:
            plain = isinstance(kind, inspect.BoolType) and picked
            parts.append(title if plain else f"{title}: {value(kind, picked)}")
    return ", ".join(parts)


def value(kind: Any, chosen: Any) -> str:
    """A chosen value as people read it."""
    if isinstance(kind, inspect.BoolType):
        return _("yes") if chosen else _("no")
    if isinstance(kind, inspect.LiteralType):
        return _(str(chosen))
    return str(chosen)


def role_title(game: AnyGame, key: str) -> str:
    """A role's name; `key` itself if the game has no such role."""
    role = possible_roles(game).get(key)
    return sentence(role.title) if role else key


def summary(
    game: AnyGame,
    *,
    seats: int,
    ai: Sequence[str],
    people: int,
    options: Mapping[str, Any],
    clock: dict[str, Any] | None,
    private: bool,
    club: Club | None = None,
    absence: Any = None,
    reliable: int = 0,
    practice: bool = False,
    rated: bool = False,
    role: str = "",
) -> list[str]:
    """The terms in sentences. `ai`: computer players' levels; `people`: seats for other people."""
    whole = ngettext("{game} for {n} player.", "{game} for {n} players.", seats)
    kind = checks.format_of(game, options, seats)
    lines = [
        whole.format(game=_(game.meta.title), n=seats),
        _company(people, ai, each_alone=kind is not None and kind.kind == "competitive"),
    ]
    if role:
        lines.append(_("Your role: {role}.").format(role=role_title(game, role)))
    if changed := unusual(game, options):
        lines.append(_("{options}.").format(options=changed))
    elif option_fields(game):
        lines.append(_("All options at their defaults."))
    lines.append(_("Time to think: {pace}.").format(pace=clock_words.words(clock)))
    length = lengths.estimate(game, options, seats=seats, people=seats - len(ai), clock=clock)
    if length:
        lines.append(lengths.words(length))
    if clock and seats > 1:
        what = absences.contract(absence, dict(clock), game)
        lines.append(_("If someone stays away: {what}.").format(what=what))
    if reliable and people:
        lines.append(_("Open to {whom}.").format(whom=paces.reliable(reliable)))
    lines.append(_visibility(bool(people), private, club))
    if rated:
        text = _("It counts for ratings ({pace}), so people need an account.")
        lines.append(text.format(pace=pace_of(clock).label))
    if checks.is_ranked(game, seats):
        lines.append(
            _("Practice: it doesn’t count for the leaderboard, and moves can be taken back.")
            if practice or private
            else _("It counts for the leaderboard, so moves can’t be taken back.")
        )
    return lines


def _visibility(joinable: bool, private: bool, club: Club | None) -> str:
    if private:
        if joinable and club:
            text = _("Only members of {club} can find it, and nobody else can watch.")
            return text.format(club=club.name)
        if joinable:
            return _(
                "Only people with the link or an invitation can find it, and nobody else can watch."
            )
        return _("Nobody else can watch.")
    return _("Anyone may join and watch.") if joinable else _("Anyone may watch.")


def _company(people: int, ai: Sequence[str], *, each_alone: bool) -> str:
    free = ngettext("{n} seat is free for people", "{n} seats are free for people", people)
    if people and ai:
        text = (
            _("{free}, and {computers} joins in.")
            if len(ai) == 1
            else _("{free}, and {computers} join in.")
        )
    elif people:
        text = _("{free}.")
    elif ai:
        text = _("You play against {computers}.") if each_alone else _("You play with {computers}.")
    else:
        return _("You play alone.")
    return text.format(free=free.format(n=people), computers=_listed(ai))


def _listed(ai: Sequence[str]) -> str:
    """The computer players, each level once, with its count."""
    return "; ".join(
        ai_name(level) if n == 1 else f"{n} × {ai_name(level)}" for level, n in Counter(ai).items()
    )
