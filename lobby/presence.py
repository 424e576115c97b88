"""The people online, filtered for one viewer. People who hide their presence never count."""

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
NOWHERE = ("", "", "")

Dot = Literal["here", "online", "away"]


@dataclass(frozen=True)
class Somebody:
    """A person who is online, and the public match or table where they are."""

    name: str
    profile: str
    at: str = ""  # the title of the game
    link: str = ""
    followed: bool = False  # by the reader
    button: str = ""  # the label of the button that leads there


@dataclass(frozen=True)
class Online:
    """The number of people online, and the first of them: followed people, then by name."""

    count: int
    people: list[Somebody]

    @property
    def more(self) -> int:
        return self.count - len(self.people)

    @property
    def followed(self) -> list[Somebody]:
        return [one for one in self.people if one.followed]


def place_of_table(public_id: str) -> str:
    """The table's name in `accounts.presence`."""
    return f"table/{public_id}"


def table_at(place: str) -> str:
    """The public id of the table at that place, or ""."""
    kind, _slash, public_id = place.partition("/")
    return public_id if kind == "table" else ""


def online(reader: Any, followed: Collection[int] = ()) -> Online:
    """The other people who are online now; those whom the reader has `followed` come first.

    At most four queries.
    """
    where = presence.everybody()
    hidden = blocks.hidden_from(reader)
    shown = presence.visible(where.keys() - hidden - {reader.pk})
    named = sorted(shown, key=lambda pk: (pk not in followed, shown[pk].name.lower()))[:NAMED]
    at = _public({place for pk in named for place in where[pk]}, hidden)
    people = []
    for pk in named:
        title, link, button = next(
            (at[place] for place in sorted(where[pk]) if place in at), NOWHERE
        )
        one = shown[pk]
        people.append(Somebody(one.name, one.profile, title, link, pk in followed, button))
    return Online(len(shown), people)


def _public(places: Collection[str], hidden: Collection[int]) -> Mapping[str, tuple[str, str, str]]:
    """Title, address and button label of the public places among these, by place.

    Leaves out matches and tables of people whom blocks hide.
    """
    ids = [place.partition("/")[2] for place in places if place]
    if not ids:
        return {}
    matches = Match.objects.filter(public_id__in=ids, visibility=Match.Visibility.PUBLIC)
    matches = matches.filter(gate.opened()).exclude(seats__user__in=hidden)
    tables = Table.objects.filter(private=False, public_id__in=ids, status=Table.Status.OPEN)
    tables = tables.exclude(host__in=hidden).exclude(seats__user__in=hidden)
    found = {
        place(public_id): (
            _(registry.title_of(game)),
            reverse("matches:match", args=[public_id]),
            _("Watch"),
        )
        for public_id, game in matches.values_list("public_id", "game")
    }
    for public_id, game, free in tables.values_list("public_id", "game", "free"):
        button = _("Join") if free else _("Take a look")
        link = reverse("lobby:table", args=[public_id])
        found[place_of_table(public_id)] = _(registry.title_of(game)), link, button
    return found


def dots(table: Table, reader: Any) -> dict[int, Dot]:
    """Where people seated at a table are, by user id: on its page, elsewhere on the site, or away.

    Leaves out people who hide their presence or whom blocks hide. Two queries.
    """
    seated = {seat.user_id for seat in table.seats.all() if seat.user_id is not None}
    shown = presence.visible(seated - blocks.hidden_from(reader))
    here, anywhere = presence.at(place_of_table(table.public_id)), presence.everybody()
    return {pk: "here" if pk in here else "online" if pk in anywhere else "away" for pk in shown}
