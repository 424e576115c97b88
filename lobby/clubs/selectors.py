"""Reads clubs. Anyone may see a club and who is in it, except people whom a block hides."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import User
from accounts.selectors import welcome
from accounts.services import digest_of
from games.plugin import registry
from lobby.models import Club, Membership, SeasonStanding
from lobby.ratings import seasons
from lobby.ratings.seasons import Place
from toolbox.errors import NotFound
from toolbox.prefix_search import begins

ON_BOARD = 10  # places that a club's page shows


def club_for(public_id: str) -> Club:
    """The club of that public id. Raises NotFound."""
    return _only(_counted().filter(public_id=public_id))


def invited_to(secret: str) -> Club:
    """The club whose invitation link has that secret. Raises NotFound once it doesn't work."""
    club = Club.objects.filter(link_digest=digest_of(secret)).first()
    if club is None or not is_invited(club, digest_of(secret)):
        text = _("This invitation doesn’t work anymore. Ask for a new one.")
        raise NotFound(text)
    return club


def clubs(name: str = "") -> QuerySet[Club]:
    """All clubs, or those whose name begins so, by name, each with its number of `members`."""
    return _counted().filter(begins("name", name)) if name else _counted()


def clubs_of(user: Any) -> QuerySet[Club]:
    """The person's clubs, by name; none for visitors."""
    return _counted().filter(memberships__user=user.pk)


def membership_of(club: Club, user: Any) -> Membership | None:
    """The person's membership; None for visitors."""
    if not user.is_authenticated:
        return None
    return club.memberships.filter(user=user).first()


def memberships_of(user: Any) -> dict[int, Membership]:
    """The person's memberships, by the keys of the clubs; none for visitors."""
    if not user.is_authenticated:
        return {}
    return {one.club_id: one for one in user.memberships.all()}


def members_of(club: Club, reader: Any) -> QuerySet[Membership]:
    """The members whom this reader sees, by role: neither banned by the portal nor blocked."""
    shown = club.memberships.filter(welcome("user__"))
    return shown.exclude(user__in=blocks.hidden_from(reader)).select_related("user")


def is_invited(club: Club, digest: str) -> bool:
    """Whether that is the digest of the club's invitation link, and the link still works."""
    known = bool(digest) and digest == club.link_digest
    return known and club.link_until is not None and club.link_until > timezone.now()


def board_of(club: Club, reader: Any, game: str, pace: str) -> list[Place]:
    """The first of its members by rating, by the conditions of the season's board."""
    members = User.objects.filter(memberships__club=club)
    board = seasons.standings(game, pace, among=members)
    return seasons.places(board, list(board[:ON_BOARD]), 1, reader)


def busiest_board(club: Club) -> tuple[str, str] | None:
    """The game and pace in which most of its members have a place; None if nobody has one."""
    now = seasons.read(None).begins
    standings = SeasonStanding.objects.filter(
        season=now, qualified=True, user__memberships__club=club, game__in=seasonal_games()
    )
    counted = standings.values_list("game", "pace").annotate(n=Count("pk"))
    found = counted.order_by("-n", "game", "pace").first()
    return found and (found[0], found[1])


def seasonal_games() -> list[str]:
    """The slugs of the games that have boards."""
    return [game.meta.slug for game in registry.installed() if game.meta.max_seats > 1]


def may_remove(own: Membership | None, others: Iterable[Membership]) -> set[int]:
    """The ids of the people whom this member may remove."""
    if own is None or not own.organizes:
        return set()
    return {other.user_id for other in others if own.role < other.role}


def _counted() -> QuerySet[Club]:
    inside = Membership.objects.filter(club=OuterRef("pk")).order_by().values("club")
    count = Subquery(inside.annotate(n=Count("pk")).values("n"))
    return Club.objects.annotate(members=Coalesce(count, 0))


def _only(clubs: QuerySet[Club]) -> Club:
    club = clubs.first()
    if club is None:
        raise NotFound(_("There is no such club."))
    return club
