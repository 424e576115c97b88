"""The rules, by topic. `decisions` is the entry point, `rounds` advances the phases."""

from games.burnt_to_ashes.components import ARMS, COUNTERS
from games.burnt_to_ashes.rules.decisions import active_seats, apply_action, legal_actions, turn
from games.burnt_to_ashes.rules.start import format_of, setup
from games.burnt_to_ashes.state import Placing, State, no_gold
from games.plugin import msg

__all__ = [
    "REFUSALS",
    "active_seats",
    "apply_action",
    "format_of",
    "legal_actions",
    "pieces",
    "setup",
    "turn",
]

REFUSALS = {
    "not-now": msg("That isn’t possible in this part of the round."),
    "land-taken": msg("That land already has an owner."),
    "not-your-land": msg("That land isn’t yours."),
    "burnt": msg("That land is burnt to ashes."),
    "one-of-each": msg("A land holds only one of each: one knight, one sword, one shield."),
    "card-open": msg("That dragon card has already been turned up."),
    "gold-missing": msg("You don’t hold that much gold."),
    "xs-later": msg("From a hand this large, Xs are laid in a second step."),
    "xs-alone": msg("Alone, there is nobody to bluff: Xs stay in your hand."),
    "pile-empty": msg("There is no counter left on that land."),
    "too-dear": msg("You don’t have enough gold left for that."),
    "wrong-counters": msg("Put the counters of this pile in order, each of them once."),
    "no-shield-to-stop": msg(
        "You may stop only with a shield, right after the third shield card or a later one."
    ),
    "nothing-to-spend": msg(
        "Power is spent against exactly two dragons, and you need some to spend."
    ),
    "not-attacked": msg("There is no attack on that land."),
    "not-tied": msg("The winner is one of those who are tied."),
}


def pieces(state: State) -> dict[str, int]:
    """Return the counters (`counter:<kind>`), gold and dragon cards.

    Starting knights and power come into play when they are placed, so they are counted from the
    beginning for every seat.
    """
    placed = (state.to_act - state.regent) % state.count
    begun = {"claim": state.count, "knights": state.count - placed}.get(state.phase, 0)
    count = {kind: state.bag[kind] + state.out[kind] for kind in COUNTERS}
    count["power"] += sum(player.power for player in state.players) + begun
    count["knight"] += begun
    for land in state.lands:
        for arms in ARMS:
            count[arms] += land.has(arms)
        for counter in land.known or ():
            count[counter] += 1
    for top in state.pending:
        if isinstance(top, Placing):
            count[top.arms] += 1
    gold = [state.deck, state.discards]
    for player in state.players:
        gold += [player.hand, player.laid or no_gold(), player.returned]
    cards = {f"gold:{worth}": sum(each) for worth, each in enumerate(zip(*gold, strict=True))}
    return {f"counter:{kind}": copies for kind, copies in count.items()} | cards
