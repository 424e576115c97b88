"""What a player may do."""

from games.plugin import Tagged, Withdraw
from tests.rulesets.midnight_cookies.components import Animal


class Send(Tagged, tag="send"):
    """Send an animal of the hand to the plate, face down."""

    animal: Animal


Move = Send | Withdraw
