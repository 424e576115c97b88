"""Reads clubs. Anyone may see a club and its members, except members whom a block hides."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import User
from accounts.selectors import welcome
from accounts.services import digest_of
from games.matches.record.places import is_for_one
from games.plugin import registry
from lobby.models import Club, Membership, SeasonStanding
from lobby.ratings import seasons
from lobby.ratings.seasons import Place, Season
from toolbox.errors import NotFound
from toolbox.prefix_search import begins

Role = Membership.Role


def club_for(public_id: str) -> Club:
    """The club with that public id. Raises NotFound."""
    club = _counted().filter(public_id=public_id).first()
    if club is None:
        raise NotFound(_("There is no such club."))
    return club


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
    if not user.is_authenticated:
        return Club.objects.none()
    return _counted().filter(memberships__user=user)


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


def owner_of(club: Club) -> User | None:
    """The club's owner; None only if something outside of the portal deleted them."""
    return User.objects.filter(memberships__club=club, memberships__role=Role.OWNER).first()


def members_of(
    club: Club, reader: Any, *, removing: Membership | None = None
) -> QuerySet[Membership]:
    """The members, by role, whom this reader sees: neither banned by the portal nor blocked.

    `removing`: the membership of an organizer, who always sees members of lower roles. The field
    `seen` tells these apart.
    """
    seen = welcome("user__") & ~Q(user__in=blocks.hidden_from(reader))
    listed = Q(seen=True)
    if removing is not None and removing.organizes:
        listed |= Q(role__gt=removing.role)
    return club.memberships.annotate(seen=seen).filter(listed).select_related("user")


def is_invited(club: Club, digest: str) -> bool:
    """Whether that is the digest of the club's invitation link, and the link still works."""
    known = bool(digest) and digest == club.link_digest
    return known and club.link_until is not None and club.link_until > timezone.now()


def is_banned(club: Club, user: Any) -> bool:
    """Whether the club has banned the person. No query for visitors."""
    return user.is_authenticated and club.banned.filter(pk=user.pk).exists()


def people_in(club: Club) -> QuerySet[User]:
    """The club's present members."""
    return User.objects.filter(memberships__club=club)


def board_of(club: Club, game: str, pace: str, season: Season) -> QuerySet[SeasonStanding]:
    """The club's members by rating, on the conditions of the season's board."""
    return seasons.standings(game, pace, season=season, among=people_in(club))


def places_on(
    board: QuerySet[SeasonStanding], rows: Sequence[SeasonStanding], start: int, reader: Any
) -> list[Place]:
    """Rows of a club's board from number `start` on."""
    for row in rows:
        row.rank = None  # the stored rank counts people outside the club
    return seasons.places(board, rows, start, reader)


def seasons_of(game: str, pace: str) -> list[Season]:
    """The seasons that have a board, the newest first."""
    found, first = [seasons.read(None)], seasons.first(game, pace)
    while found[-1] > first:
        found.append(found[-1].previous)
    return found


def busiest_board(club: Club) -> tuple[str, str] | None:
    """The game and pace in which most members have a place; None if nobody has one."""
    now = seasons.read(None).begins
    standings = SeasonStanding.objects.filter(
        season=now, qualified=True, user__memberships__club=club, game__in=seasonal_games()
    )
    counted = standings.values_list("game", "pace").annotate(n=Count("pk"))
    found = counted.order_by("-n", "game", "pace").first()
    return found and (found[0], found[1])


def seasonal_games() -> list[str]:
    """The slugs of the games that have boards."""
    return [game.meta.slug for game in registry.installed() if not is_for_one(game)]


def may_remove(own: Membership | None, others: Iterable[Membership]) -> set[int]:
    """The ids of the people whom this member may remove."""
    if own is None or not own.organizes:
        return set()
    return {other.user_id for other in others if own.role < other.role}


def _counted() -> QuerySet[Club]:
    inside = Membership.objects.filter(club=OuterRef("pk")).order_by().values("club")
    count = Subquery(inside.annotate(n=Count("pk")).values("n"))
    return Club.objects.annotate(members=Coalesce(count, 0))
