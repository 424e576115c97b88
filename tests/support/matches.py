"""Matches that begin as a test demands."""

from typing import Any

from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services
from tests.support.deals import fixed_deal

BURN = "please-dont-burn-my-village"


def started(*players: User | str, game: str = BURN, number: int = 1, **more: Any) -> Match:
    """A match of these people and levels of computer players, by default with the deal `number`.

    `more`: other arguments of `start_match`.
    """
    seated = [
        services.Player(ai_level=player) if isinstance(player, str) else services.Player(player)
        for player in players
    ]
    agreed = {"options": {}} | more | {"deal": more.get("deal") or fixed_deal(number)}
    return services.start_match(game=game, players=seated, **agreed)
