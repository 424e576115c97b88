"""What things are worth to a computer player, in lands. Found by playing; see docs/ai.md."""

STRIKE = 6.5  # a strike against the dragon
LAND = 1.0  # a land in no danger of being one of the last
COUNTER_HERE = 0.12  # each counter of its pile
KNIGHT = 3.5  # a knight standing somewhere
SWORD = 2.0  # a sword with a knight, or waiting for one
SHIELD = 0.8
POWER = 3.0  # a power bought
SPENDING = 2.0  # a power spent in a battle
LONELY = 1.0  # how much more the last knights are worth
GOLD = 1.6  # a gold kept for purchasing
LAID_CARD = 1.1  # what a card laid by someone else is taken to be worth
LATER = 1.0  # how much of a share is left to those who lay later
FEW_LANDS = 4.0  # how much more a land is worth when few are left
POSTURE = 0.5  # how much a better stand against the next attacks counts
RED_FIRST = 0.0
OWN, THEIRS = 1.2, 0.8  # lands under a crown
CROWN_POWER = 0.3  # a power under a crown
GLORY = 0.3  # glory under a crown
LOOK_AHEAD = 0.02  # a counter seen with the last gold
