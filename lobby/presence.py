"""Who is online, filtered for one viewer. People who hide their presence count nowhere."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

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
    """A person who is online, and the public match or table where they are."""

    name: str
    profile: str
    at: str = ""  # the title of the game
    link: str = ""


@dataclass(frozen=True)
class Online:
    """How many people are online, and the first of them by name."""

    count: int
    people: list[Somebody]

    @property
    def more(self) -> int:
        return self.count - len(self.people)


def place_of_table(public_id: str) -> str:
    """The table's name in `accounts.presence`."""
    return f"table/{public_id}"


def table_at(place: str) -> str:
    """The public id of the table at that place, or ""."""
    kind, _slash, public_id = place.partition("/")
    return public_id if kind == "table" else ""


def online(reader: Any) -> Online:
    """The other people who are online now. At most four queries."""
    where = presence.everybody()
    others = where.keys() - blocks.hidden_from(reader) - {reader.pk}
    shown = presence.visible(others)
    named = sorted(shown, key=lambda pk: shown[pk].name.lower())[:NAMED]
    at = _titles({place for pk in named for place in where[pk]})
    people = []
    for pk in named:
        title, link = next((at[place] for place in sorted(where[pk]) if place in at), ("", ""))
        people.append(Somebody(shown[pk].name, shown[pk].profile, title, link))
    return Online(len(shown), people)


def _titles(places: Collection[str]) -> Mapping[str, tuple[str, str]]:
    """Title and address of the public ones among these places, by place."""
    ids = [place.partition("/")[2] for place in places if place]
    if not ids:
        return {}
    matches = Match.objects.filter(public_id__in=ids, visibility=Match.Visibility.PUBLIC)
    tables = Table.objects.filter(private=False, public_id__in=ids, status=Table.Status.OPEN)
    return {
        place_of(public_id): (_(registry.title_of(game)), reverse(page, args=[public_id]))
        for rows, place_of, page in (
            (matches.filter(gate.opened()), place, "matches:match"),
            (tables, place_of_table, "lobby:table"),
        )
        for public_id, game in rows.values_list("public_id", "game")
    }


def dots(table: Table, reader: Any) -> dict[int, Dot]:
    """Where people seated at a table are, by user id: on its page, elsewhere on the site, or away.

    Without people who hide their presence or whom blocks hide. Two queries.
    """
    seated = {seat.user_id for seat in table.seats.all() if seat.user_id is not None}
    shown = presence.visible(seated - blocks.hidden_from(reader))
    here, anywhere = presence.at(place_of_table(table.public_id)), presence.everybody()
    return {pk: "here" if pk in here else "online" if pk in anywhere else "away" for pk in shown}
