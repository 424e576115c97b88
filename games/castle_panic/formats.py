"""The tables that can be played, and the teams of their seats (ruling sheet, Modes)."""

from games.castle_panic.components import MAX_SEATS, MIN_SEATS
from games.castle_panic.scoring import CASTLE_TEAM, OVERLORD_TEAM
from games.castle_panic.state import Options
from games.plugin import Format, InvalidOptions, Role, check_seats, line

OVERLORD = Role("overlord", line("Overlord"))


def format_of(options: Options, seats: int) -> Format:
    """Raises `InvalidOptions` for options that can't be played."""
    check_seats(seats, MIN_SEATS, MAX_SEATS)
    lord = options.mode == "overlord"
    if lord and seats == 1:
        raise InvalidOptions("mode", line("An Overlord needs someone to play against."))
    castle = seats - 1 if lord else seats
    if options.mans_home and castle < 2:
        needs = line("A Man’s Home Is His Castle needs at least two castle players.")
        raise InvalidOptions("mans_home", needs)
    if lord:
        roles = (OVERLORD, *(None,) * castle)
        teams = (OVERLORD_TEAM, *(CASTLE_TEAM,) * castle)
        return Format("one-against-all", roles, teams, no_part=line("Defender"))
    alone = seats == 1
    return Format("solo" if alone else "cooperative", (None,) * seats, (CASTLE_TEAM,) * seats)
