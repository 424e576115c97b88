"""A sentence for each code of `IllegalAction`."""

from games.plugin import msg

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
