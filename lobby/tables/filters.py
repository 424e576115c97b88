"""What the list of open tables is narrowed to, by its address and for each socket."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from lobby.models import Table

WITH, WITHOUT = "with", "without"
MOST_SEATS = 20


@dataclass(frozen=True)
class Facts:
    """What filters ask of a table.

    `reliable` is the share of matches stayed in that it asks for, `host_stays` its host's, in
    percent; None: the host is new.
    """

    game: str
    pace: str
    size: int
    free: int
    ai_seats: int
    reliable: int
    host_stays: int | None


@dataclass(frozen=True)
class Filters:
    """Everything may be left open. `free` is the least number of free seats.

    `stays`: the least share of matches, in percent, that the host stays in, or the host is new.
    `asks`: the highest share that the table may ask for.
    """

    game: str = ""
    seats: int | None = None
    free: int = 1
    pace: str = ""
    ai: str = ""
    stays: int | None = None
    asks: int | None = None

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "Filters":
        """The filters in an address; whatever makes no sense there is left open."""
        pace, ai = query.get("pace", ""), query.get("ai", "")
        return cls(
            game=query.get("game", "")[:64].replace("\0", ""),
            seats=_number(query.get("seats", "")),
            free=_number(query.get("free", "")) or 1,
            pace=pace if pace in Table.Pace.values else "",
            ai=ai if ai in (WITH, WITHOUT) else "",
            stays=_number(query.get("stays", ""), 100),
            asks=_number(query.get("asks", ""), 100),
        )

    def narrow(self, tables: QuerySet[Table]) -> QuerySet[Table]:
        """The tables that fit."""
        wanted: dict[str, Any] = {"free__gte": self.free} if self.free else {}
        if self.game:
            wanted["game"] = self.game
        if self.seats:
            wanted["size"] = self.seats
        if self.pace:
            wanted["pace"] = self.pace
        if self.ai:
            wanted["ai_seats__gt" if self.ai == WITH else "ai_seats"] = 0
        if self.asks:
            wanted["reliable__lte"] = self.asks
        if self.stays:
            new = Q(host__reliability__isnull=True)
            tables = tables.filter(new | Q(host__reliability__gte=self.stays))
        return tables.filter(**wanted)

    def fit(self, facts: Facts) -> bool:
        """Whether `narrow` would keep such a table."""
        return (
            facts.free >= self.free
            and self.game in ("", facts.game)
            and self.seats in (None, facts.size)
            and self.pace in ("", facts.pace)
            and self.ai in ("", WITH if facts.ai_seats else WITHOUT)
            and (self.asks is None or facts.reliable <= self.asks)
            and (self.stays is None or facts.host_stays is None or facts.host_stays >= self.stays)
        )

    @property
    def query(self) -> str:
        """The filters as they stand in an address; "" where everything is open."""
        said = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.free == 1:
            del said["free"]
        return urlencode({name: value for name, value in said.items() if value})


def _number(text: str, most: int = MOST_SEATS) -> int | None:
    small = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    return min(int(text), most) or None if small else None
