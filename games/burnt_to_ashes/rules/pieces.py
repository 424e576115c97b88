"""The count of all pieces, wherever they are."""

from games.burnt_to_ashes.components import ARMS, COUNTERS
from games.burnt_to_ashes.state import Placing, State, no_gold


def pieces(state: State) -> dict[str, int]:
    """Return the counters (`counter:<kind>`), gold and dragon cards.

    Starting knights and power come into play when they are placed, so they are counted from the
    beginning for every seat.
    """
    waiting = _waiting(state)
    count = {f"counter:{kind}": state.bag[kind] + state.out[kind] for kind in COUNTERS}
    count["counter:power"] += sum(player.power for player in state.players) + waiting
    count["counter:knight"] += waiting
    for land in state.lands:
        for arms in ARMS:
            count[f"counter:{arms}"] += land.has(arms)
        for counter in land.known or ():
            count[f"counter:{counter}"] += 1
    for top in state.pending:
        if isinstance(top, Placing):
            count[f"counter:{top.arms}"] += 1
    for worth, cards in enumerate(_gold(state)):
        count[f"gold:{worth}"] = cards
    return count


def _waiting(state: State) -> int:
    """The seats that haven't placed their starting knight."""
    if state.phase == "claim":
        return state.count
    if state.phase == "knights":
        return state.count - (state.to_act - state.regent) % state.count
    return 0


def _gold(state: State) -> list[int]:
    total = [deck + out for deck, out in zip(state.deck, state.discards, strict=True)]
    for player in state.players:
        for part in (player.hand, player.laid or no_gold(), player.returned):
            total = [so_far + cards for so_far, cards in zip(total, part, strict=True)]
    return total
