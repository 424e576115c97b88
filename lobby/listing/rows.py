"""Rows of the list of open tables, whose HTML is cached by content."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import msgspec
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince
from django.utils.translation import gettext as _, ngettext

from games.matches.page import clock_words
from games.plugin import registry
from games.plugin.codec import canonical_json
from lobby.listing.listed import FREE, Listed
from lobby.ratings.skill import grouped
from lobby.tables import paces, words

REMEMBERED = 10_000  # rows of about 2 kB


@dataclass(frozen=True)
class Row:
    """The contents of a row."""

    id: str
    game: str
    title: str
    options: str
    pace: str
    host: str
    seats: tuple[str, ...]  # PERSON, AI or FREE
    mine: bool
    followed: bool = False  # the reader follows the host
    age: str = ""  # only without a clock
    host_at: str = ""  # "here" or "away", only without a clock
    asks: str = ""  # the people whom the table takes
    host_stays: str = ""

    @property
    def free(self) -> int:
        return self.seats.count(FREE)

    @property
    def seats_words(self) -> str:
        """«2 of 4 seats free»."""
        text = ngettext("{free} of {n} seats free", "{free} of {n} seats free", self.free)
        return text.format(free=self.free, n=len(self.seats))

    @property
    def initial(self) -> str:
        return self.title[:1]


def row_of(table: Listed, *, mine: bool, followed: bool = False) -> Row:
    """The table's row in the active language. `followed`: the reader follows the host."""
    slug = table.facts.game
    return Row(
        id=table.public_id,
        game=slug,
        title=_(registry.get(slug).meta.title),
        options=_terms(table),
        pace=clock_words.words(table.clock),
        host=table.host,
        seats=tuple(kind for _who, kind in table.seats),
        mine=mine,
        followed=followed,
        age="" if table.clock else _age(table.opened_at),
        host_at=table.host_at,
        asks=paces.reliable(table.facts.reliable) if table.facts.reliable else "",
        host_stays="" if table.facts.host_stays is None else f"{table.facts.host_stays}%",
    )


def _terms(table: Listed) -> str:
    unusual = _unusual(table.facts.game, canonical_json(table.options), translation.get_language())
    fork = _("continues another match") if table.fork else ""
    members = _("members only") if table.members_only else ""
    rating = table.facts.rating
    rated = _("rated") if table.facts.rated else ""
    if rating is not None:
        rated = _("rated, {n} on average").format(n=grouped(rating))
    return ", ".join(filter(None, [members, rated, fork, unusual]))


def _age(opened_at: datetime) -> str:
    """«open for 3 hours», in one unit so that the cache holds few different rows."""
    if timezone.now() - opened_at < timedelta(minutes=1):
        return _("just opened")
    return _("open for {span}").format(span=timesince(opened_at, depth=1))


def html_of(row: Row) -> SafeString:
    """The row's HTML in the active language, for the page and for sockets."""
    return mark_safe(_html(row, translation.get_language()))  # noqa: S308 - a template's output


def rows(
    tables: Iterable[Listed], *, mine: bool, followed: Collection[int] = ()
) -> list[SafeString]:
    """The rows' HTML. `followed`: the keys of people whom the reader follows."""
    return [
        html_of(row_of(table, mine=mine, followed=table.host_id in followed)) for table in tables
    ]


@lru_cache(REMEMBERED)
def _html(row: Row, language: str | None) -> str:
    return render_to_string("lobby/table_row.html", {"row": row})[:]


@lru_cache(1_000)
def _unusual(slug: str, options: bytes, language: str | None) -> str:
    chosen: dict[str, Any] = msgspec.json.decode(options)
    return words.unusual(registry.get(slug), chosen)
