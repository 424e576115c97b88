"""What someone may wish for in quick match, and what the installed games offer."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.urls import reverse

from games.plugin import AnyGame, InvalidOptions, registry
from lobby.models import QuickTicket, Table
from lobby.quick.matching import FEWEST, MOST, Offer, Waiting
from lobby.tables.paces import PACES, kind_of

AI_MINUTES = (1, 2, 3, 5, 10)  # after which computer players may be offered


def offers() -> dict[str, Offer]:
    """The installed games that several can play, with the games' own options."""
    found = {
        game.meta.slug: Offer(_sizes(game), bool(game.meta.levels)) for game in registry.installed()
    }
    return {slug: offer for slug, offer in found.items() if offer.sizes}


def stays(pace: str) -> bool:
    """Whether that pace lets people go away while they wait, as they may while they play."""
    return kind_of(PACES[pace]) != Table.Pace.LIVE


def as_waiting(ticket: QuickTicket, *, here: bool = True) -> Waiting:
    """The ticket for `matching`. Whoever isn't `here` is seated only where they may be away."""
    known = [pace for pace in ticket.paces if pace in PACES]
    return Waiting(
        key=ticket.pk,
        user=ticket.user_id,
        games=tuple(ticket.games),
        paces=tuple(pace for pace in known if here or stays(pace)),
        least=ticket.least,
        most=ticket.most,
        wants_ai=ticket.wants_ai,
    )


def way_to(table: Table) -> str:
    """Where someone goes who was seated at that table: its match, or the table while it waits."""
    if table.match is not None:
        return reverse("matches:match", args=[table.match.public_id])
    return reverse("lobby:table", args=[table.public_id])


def can_fit(games: Iterable[str], least: int, most: int) -> bool:
    """Whether any of the games can be played by such a number."""
    known = offers()
    return any(set(range(least, most + 1)) & known[game].sizes for game in games if game in known)


def _sizes(game: AnyGame) -> frozenset[int]:
    least, most = max(FEWEST, game.meta.min_seats), min(MOST, game.meta.max_seats)
    return frozenset(number for number in range(least, most + 1) if _allows(game, number))


def _allows(game: AnyGame, number: int) -> bool:
    options: Any = msgspec.convert({}, game.Options)
    try:
        game.format(options, number)
    except InvalidOptions:
        return False
    return True
