"""Where versions of the rules differ: one function for each change."""

from games.castle_panic.state import State

NEWEST = 2


def offers_stand(state: State) -> bool:
    """Whether an offer or a counter-offer can't be taken back. Since version 2.

    Taken back, it would never have been made: nothing would bound how many a turn sees.
    """
    return state.rules_version >= 2


def lateness_declines(state: State) -> bool:
    """Whether a player whose time runs out declines a trade. Since version 2.

    Before, the player made the trade if it looked good for the castle.
    """
    return state.rules_version >= 2


def falls_unasked(state: State) -> bool:
    """Whether nobody chooses who is hurt while the castle falls anyway. Since version 2."""
    return state.rules_version >= 2
