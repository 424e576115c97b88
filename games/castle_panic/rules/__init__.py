"""The rules, by topic. `decisions` is the entry point, `turns` advances the phases."""

from games.castle_panic.rules.decisions import active_seats, apply_action, legal_actions, turn
from games.castle_panic.rules.run import pieces
from games.castle_panic.rules.turns import setup
from games.plugin import msg

__all__ = ["REFUSALS", "active_seats", "apply_action", "legal_actions", "pieces", "setup", "turn"]


REFUSALS = {
    "not-now": msg("That isn’t possible in this part of the turn."),
    "wrong-opening": msg("The game opens with three goblins, two orcs and one troll."),
    "tower-taken": msg("That tower already has an owner."),
    "too-many-cards": msg("You may not exchange that many cards."),
    "card-missing": msg("You don’t hold the cards for that."),
    "no-trades-left": msg("You can’t make any more offers this turn."),
    "no-such-partner": msg("You can’t trade with that seat."),
    "partner-lacks-card": msg("That player doesn’t hold that card."),
    "like-for-like": msg("You can’t trade a card for the same card."),
    "offered-already": msg("You have already offered that this turn."),
    "same-offer": msg("A counter-offer must name different cards."),
    "no-fighter": msg("That card doesn’t hit monsters."),
    "no-such-monster": msg("There is no such monster."),
    "out-of-reach": msg("That card doesn’t reach this monster."),
    "no-all-for-one": msg("This game is played without All for One."),
    "in-the-forest": msg("Only Tar reaches into the Forest."),
    "tar-in-use": msg("The tar is already on a monster."),
    "no-wall": msg("Only a wall that stands can be fortified."),
    "fortified-already": msg("This wall already has its shield."),
    "no-fortify-left": msg("Both shields are already on walls."),
    "wall-stands": msg("This wall is already standing."),
    "missing-already": msg("Missing can only be played once a turn."),
    "none-to-miss": msg("There are no tokens left to draw."),
    "nothing-to-draw": msg("There is nothing left to draw."),
    "not-discarded": msg("That card isn’t in the discard pile."),
    "not-of-the-group": msg("That monster didn’t strike."),
    "must-play": msg("The board is empty: play at least one token."),
    "token-missing": msg("You don’t hold that token."),
    "place-first-only": msg("You may place a monster only as your first token of the turn."),
    "place-monsters-only": msg("Only monsters can be placed; this token takes effect at once."),
}
