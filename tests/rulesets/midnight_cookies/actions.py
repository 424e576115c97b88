"""What a player may do."""

from msgspec import Struct

from tests.rulesets.midnight_cookies.components import Animal


class Send(Struct, frozen=True, tag="send"):
    """Send an animal of the hand to the plate, face down."""

    animal: Animal


Move = Send
