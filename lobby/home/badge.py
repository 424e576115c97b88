"""The badge on every page of a logged-in person: counts of waiting and unread things."""

from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.models import Notice, User
from accounts.prepared_queries import PreparedQuery
from games.matches.record.turns import waiting

MOST = 99  # higher figures are shown as «99+»


@dataclass(frozen=True)
class Badge:
    """How many matches and notices wait for a person."""

    waiting: int = 0  # matches
    elsewhere: int = 0  # waiting matches besides the page's
    unread: int = 0  # notices

    @property
    def next_here(self) -> bool:
        """Whether the page offers the next match, because others wait and its own doesn't."""
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
    """The person's badge on the page of the match `at` (a public id). One query."""
    return Badge(*_figures(user.pk, at)[0])


def _counts(key: int, at: str) -> QuerySet[Any, Any]:
    turns = waiting(User(pk=key))
    unread = Notice.objects.filter(user=key, read_at=None, quiet=False).order_by()
    return User.objects.filter(pk=key).values_list(
        _count(turns), _count(turns.exclude(match__public_id=at)), _count(unread)
    )


def _count(rows: QuerySet[Any]) -> Any:
    counted = rows.order_by().values("user").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), Value(0))


_figures = PreparedQuery(_counts, -1, "a match")
