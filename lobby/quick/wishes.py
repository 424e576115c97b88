"""The choices of people in quick match, and the offers of the installed games."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from itertools import product

from django.urls import reverse
from django.utils import timezone

from games.plugin import AnyGame, registry
from lobby.models import QuickTicket, Table
from lobby.quick.matching import FEWEST, MOST, Offer, Waiting
from lobby.ratings import selectors as ratings
from lobby.ratings.outcome import pace_of
from lobby.ratings.skill import MIDDLE
from lobby.tables import checks
from lobby.tables.paces import PACES, kind_of

AI_MINUTES = (1, 2, 3, 5, 10)  # minutes after which computer players may be offered


def offers() -> dict[str, Offer]:
    """The installed games that several people can play with default options, by slug."""
    pairs = ((game, _sizes(game)) for game in registry.installed())
    return {game.meta.slug: Offer(sizes, bool(game.meta.levels)) for game, sizes in pairs if sizes}


def lets_go(pace: str) -> bool:
    """Whether people may leave the page at that pace, while they wait and while they play."""
    return kind_of(PACES[pace]) != Table.Pace.LIVE


# The most points between ratings: at first, more for each minute of waiting, and in any case.
NEAR, WIDER, FARTHEST = 100, 100, 500
Numbers = Mapping[tuple[int, str, str], int]  # by person, game and kind of pace


def as_waiting(
    ticket: QuickTicket, *, present: bool = True, numbers: Numbers | None = None
) -> Waiting:
    """The ticket for `matching`; without live paces unless its person is present.

    `numbers`: the ratings of people who want rated matches, 1,500 for those without.
    """
    minutes = (timezone.now() - ticket.created_at) / timedelta(minutes=1)
    return Waiting(
        key=ticket.pk,
        user=ticket.user_id,
        games=tuple(ticket.games),
        paces=tuple(p for p in ticket.paces if p in PACES and (present or lets_go(p))),
        least=ticket.least,
        most=ticket.most,
        wants_ai=ticket.wants_ai,
        numbers=_numbers(ticket, numbers or {}) if ticket.rated else None,
        reach=min(FARTHEST, NEAR + int(WIDER * minutes)),
    )


def numbers_of(tickets: Iterable[QuickTicket]) -> Numbers:
    """The ratings of the people among these who want rated matches."""
    rated = [ticket for ticket in tickets if ticket.rated]
    games = {game for ticket in rated for game in ticket.games}
    paces = {pace_of(PACES[pace]) for ticket in rated for pace in ticket.paces if pace in PACES}
    people = [ticket.user_id for ticket in rated]
    return {
        (person, game, pace): skill.number
        for game, pace in product(sorted(games), sorted(paces))
        for person, skill in ratings.skills_of(people, game, pace).items()
    }


def _numbers(ticket: QuickTicket, known: Numbers) -> dict[tuple[str, str], int]:
    return {
        (game, pace): known.get((ticket.user_id, game, pace_of(PACES[pace])), MIDDLE)
        for game in ticket.games
        for pace in ticket.paces
        if pace in PACES
    }


def way_to(table: Table) -> str:
    """The address of the table's match, or of the table while it waits."""
    if table.match is not None:
        return reverse("matches:match", args=[table.match.public_id])
    return reverse("lobby:table", args=[table.public_id])


def _sizes(game: AnyGame) -> frozenset[int]:
    least, most = max(FEWEST, game.meta.min_seats), min(MOST, game.meta.max_seats)
    return frozenset(n for n in range(least, most + 1) if checks.format_of(game, {}, n))
