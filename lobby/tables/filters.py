"""Filters of the list of open tables, for its page and its sockets."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from urllib.parse import urlencode

from django.db.models import Q, QuerySet

from lobby.models import Table
from lobby.ratings.skill import MIDDLE
from toolbox.request_json import whole_number

WITH, WITHOUT = "with", "without"
MOST_SEATS = 20
NEAR = 200  # points of a rating
HIGHEST = 9_999


@dataclass(frozen=True)
class Facts:
    """The properties of a table that filters look at."""

    game: str
    pace: str
    size: int
    free: int
    ai_seats: int
    reliable: int  # the share of matches finished that the table asks for, in percent
    host_stays: int | None  # its host's share; None: the host is new
    rating: int | None = None  # the mean of its people at a rated table; None: all are new
    rated: bool = False


@dataclass(frozen=True)
class Filters:
    """The filters, each of which may be left open."""

    game: str = ""
    seats: int | None = None
    free: int = 1  # at least
    pace: str = ""
    ai: str = ""
    stays: int | None = None  # the least percentage of matches that a host, unless new, finishes
    asks: int | None = None  # the highest percentage that the table may ask for
    rated: bool | None = None
    near: int | None = None  # a number that the table's rating must be near

    @classmethod
    def read(cls, query: Mapping[str, str]) -> "Filters":
        """The filters in an address; values that make no sense are left open."""
        pace, ai = query.get("pace", ""), query.get("ai", "")
        return cls(
            game=query.get("game", "")[:64].replace("\0", ""),
            seats=_number(query.get("seats", "")),
            free=_number(query.get("free", "")) or 1,
            pace=pace if pace in Table.Pace.values else "",
            ai=ai if ai in (WITH, WITHOUT) else "",
            stays=_number(query.get("stays", ""), 100),
            asks=_number(query.get("asks", ""), 100),
            rated={WITH: True, WITHOUT: False}.get(query.get("rated", "")),
            near=_number(query.get("rated", ""), HIGHEST),
        )

    def narrow(self, tables: QuerySet[Table]) -> QuerySet[Table]:
        """The tables that fit."""
        wanted = {
            "free__gte": self.free,
            "game": self.game,
            "size": self.seats,
            "pace": self.pace,
            "reliable__lte": self.asks,
        }
        tables = tables.filter(**{name: value for name, value in wanted.items() if value})
        if self.ai:
            tables = tables.filter(**{"ai_seats__gt" if self.ai == WITH else "ai_seats": 0})
        if self.rated is not None:
            tables = tables.filter(rated=self.rated)
        if self.near is not None:
            near = Q(rating__range=(self.near - NEAR, self.near + NEAR))
            if abs(MIDDLE - self.near) <= NEAR:
                near |= Q(rating=None, rated=True)
            tables = tables.filter(near)
        if self.stays:
            new = Q(host__reliability__isnull=True)
            tables = tables.filter(new | Q(host__reliability__gte=self.stays))
        return tables

    def fit(self, facts: Facts) -> bool:
        """Whether `narrow` would keep such a table."""
        return (
            facts.free >= self.free
            and self.game in ("", facts.game)
            and self.seats in (None, facts.size)
            and self.pace in ("", facts.pace)
            and self.ai in ("", WITH if facts.ai_seats else WITHOUT)
            and (self.asks is None or facts.reliable <= self.asks)
            and self.rated in (None, facts.rated)
            and (self.near is None or (facts.rated and self._is_near(facts.rating)))
            and (self.stays is None or facts.host_stays is None or facts.host_stays >= self.stays)
        )

    def _is_near(self, rating: int | None) -> bool:
        return abs((MIDDLE if rating is None else rating) - (self.near or 0)) <= NEAR

    @property
    def query(self) -> str:
        """The filters as a query string; "" if all are open."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.free == 1:
            del values["free"]
        values["rated"] = values.pop("near") or {True: WITH, False: WITHOUT}.get(values["rated"])
        return urlencode({name: value for name, value in values.items() if value})


def _number(text: str, most: int = MOST_SEATS) -> int | None:
    return min(whole_number(text, len(str(most))) or 0, most) or None
