"""The worth of things to a computer player, in lands, tuned by play; see docs/ai.md."""

STRIKE = 6.5  # a strike against the dragon
LAND = 1.0  # a land while many are left
COUNTER_HERE = 0.12  # each counter of its pile
KNIGHT = 2.7  # a knight on a land
SWORD = 2.2  # a sword with a knight, or waiting for one
SHIELD = 0.8
POWER = 3.3  # a power bought
SPENDING = 4.0  # a power spent in a battle
LONELY = 1.0  # additional worth of the last knights
GOLD = 3.2  # the first gold kept for purchasing
MEAN_GOLD = 1.25  # each, if all 24 are kept
LAID_CARD = 1.3  # the assumed worth of a card laid by another seat
FEW_LANDS = 6.0  # additional worth of a land when few are left
POSTURE = 0.5  # a better stand against the next attacks
OWN, THEIRS = 1.6, 0.4  # lands under a crown
FOR_ALL = 0.6  # the part of its share that a seat lays under a crown
CROWN_POWER = 0.3  # a power under a crown
GLORY = 0.3  # glory under a crown
LOOK_AHEAD = 0.02  # a counter seen with the last gold
KEEPING = 12.0  # what a leader for the crown would lose the lead with
HOARDING = 1.2  # what a power costs in a battle for the crown besides, if none is to spare
