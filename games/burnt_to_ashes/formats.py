"""How the seats of a table stand to each other (ruling sheet, Options)."""

from games.burnt_to_ashes.components import MAX_SEATS, MIN_SEATS
from games.burnt_to_ashes.state import Options
from games.plugin import Format, check_seats


def format_of(options: Options, seats: int) -> Format:
    """Raises `InvalidOptions` for a number of seats that can't play.

    Under a crown everyone plays for themselves, though the dragon can beat them all.
    """
    check_seats(seats, MIN_SEATS, MAX_SEATS)
    nobody = (None,) * seats
    if seats == 1:
        return Format("solo", nobody, (0,))
    if options.mode == "team":
        return Format("cooperative", nobody, (0,) * seats)
    return Format("competitive", nobody, tuple(range(seats)))
