"""What the sources leave open, and what we read there: the rules page lists all of it."""

# The base game's card says that a Golem defends better and counts Builders, without figures here.
GOLEM_DEFENDING = 2
GOLEM_FOR_EACH_BUILDER = 1  # revealed in the other villages

# A unit that lives in the Castle is stronger there, and when she defends another village, too.
CASTLE_BONUS_TRAVELS = True

# So that nothing goes on forever: draws by Chicken, Thief and Merchant reshuffle this often.
RESHUFFLES_BY_DRAWS_IN_A_ROUND = 1
