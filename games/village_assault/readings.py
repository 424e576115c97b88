"""Our readings where the sources leave something open; the rules page lists them all."""

# The base game's card says that a Golem defends better and counts Builders, without figures.
GOLEM_DEFENDING = 2
GOLEM_FOR_EACH_BUILDER = 1  # revealed in the other villages

# A unit at home in the Castle is stronger, also when she defends another village.
CASTLE_BONUS_TRAVELS = True

# A limit, so that nothing goes on forever: reshuffles caused by Chicken, Thief and Merchant.
RESHUFFLES_BY_DRAWS_IN_A_ROUND = 1
