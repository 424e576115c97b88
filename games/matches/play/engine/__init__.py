"""How a match gets from one step to the next, and the checks before it."""
