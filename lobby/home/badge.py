"""The figures that every page of a logged-in person shows: what waits, and what is unread."""

from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.models import Notice, User
from accounts.prepared_queries import PreparedQuery
from games.matches.record.turns import waiting

MOST = 99  # a higher figure is told as «99+»


@dataclass(frozen=True)
class Badge:
    """How many matches wait for the person, how many of them elsewhere than at the match they are
    at, and how many notices they haven't read."""

    waiting: int = 0
    elsewhere: int = 0
    unread: int = 0

    @property
    def next_here(self) -> bool:
        """Whether to offer the next match: others wait, this one doesn't."""
        return 0 < self.elsewhere == self.waiting

    @property
    def waiting_words(self) -> str:
        return _words(self.waiting)

    @property
    def unread_words(self) -> str:
        return _words(self.unread)

    def as_data(self) -> dict[str, Any]:
        return {**asdict(self), "next_here": self.next_here}


def _words(figure: int) -> str:
    return f"{MOST}+" if figure > MOST else str(figure)


def badge(user: Any, at: str = "") -> Badge:
    """The person's figures, seen from the match of that public id. One query."""
    return Badge(*_figures(user.pk, at)[0])


def _asked(key: int, at: str) -> QuerySet[Any, Any]:
    turns = waiting(User(pk=key))
    unread = Notice.objects.filter(user=key, read_at=None, quiet=False).order_by()
    return User.objects.filter(pk=key).values_list(
        _count(turns), _count(turns.exclude(match__public_id=at)), _count(unread)
    )


def _count(rows: QuerySet[Any]) -> Any:
    counted = rows.order_by().values("user").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), Value(0))


_figures = PreparedQuery(_asked, -1, "a match")
