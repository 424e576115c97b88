"""Who is online, as one person may know it. Whoever doesn't want that is counted nowhere."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import blocks, presence
from games.matches.models import Match
from games.matches.play.parts.attendance import place
from games.matches.record import gate
from games.plugin import registry
from lobby.models import Table

NAMED = 20

Dot = Literal["here", "online", "away"]


@dataclass(frozen=True)
class Somebody:
    """Someone who is online. `at` says at which game they are, `link` leads there: both are empty
    where that is nobody's business (a private table) or they are just about."""

    name: str
    profile: str
    at: str = ""
    link: str = ""


@dataclass(frozen=True)
class Online:
    """How many people are online, and those of them who are named, by name."""

    count: int
    people: list[Somebody]

    @property
    def more(self) -> int:
        return self.count - len(self.people)


def place_of_table(public_id: str) -> str:
    """The name under which `accounts.presence` knows that table."""
    return f"table/{public_id}"


def table_at(place: str) -> str:
    """The table of that place; "" for any other place."""
    kind, _slash, public_id = place.partition("/")
    return public_id if kind == "table" else ""


def online(reader: Any) -> Online:
    """Who is online now, but the reader themself. At most four queries, however many are."""
    where = presence.everybody()
    others = where.keys() - blocks.hidden_from(reader) - {reader.pk}
    shown = presence.shown(others)
    named = sorted(shown, key=lambda pk: shown[pk].name.lower())[:NAMED]
    at = _titles({place for pk in named for place in where[pk]})
    people = []
    for pk in named:
        title, link = next((at[place] for place in sorted(where[pk]) if place in at), ("", ""))
        people.append(Somebody(shown[pk].name, shown[pk].profile, title, link))
    return Online(len(shown), people)


def _titles(places: Collection[str]) -> Mapping[str, tuple[str, str]]:
    """Title and address of those places that anyone may look at."""
    found: dict[str, tuple[str, str]] = {}
    ids = [place.partition("/")[2] for place in places if place]
    if not ids:
        return found
    matches = Match.objects.filter(public_id__in=ids, visibility=Match.Visibility.PUBLIC)
    for public_id, game in matches.filter(gate.opened()).values_list("public_id", "game"):
        found[place(public_id)] = _title(game), reverse("matches:match", args=[public_id])
    tables = Table.objects.filter(
        Q(private=False), public_id__in=ids, status=Table.Status.OPEN
    ).values_list("public_id", "game")
    for public_id, game in tables:
        found[place_of_table(public_id)] = _title(game), reverse("lobby:table", args=[public_id])
    return found


def _title(game: str) -> str:
    return _(registry.title_of(game))


def dots(table: Table, reader: Any) -> dict[int, Dot]:
    """By user id, for people who sit at a table: at the table's page, elsewhere on the site, or
    away. Nothing about people who don't want that or are hidden from the reader. Two queries."""
    seated = {seat.user_id for seat in table.seats.all() if seat.user_id is not None}
    shown = presence.shown(seated - blocks.hidden_from(reader))
    here, anywhere = presence.at(place_of_table(table.public_id)), presence.everybody()
    return {pk: "here" if pk in here else "online" if pk in anywhere else "away" for pk in shown}
