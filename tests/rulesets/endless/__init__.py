"""Endless Orchard: a tiny ruleset without an end, with one of every kind of decision.

The seat whose turn it is may lay a fruit of its hidden hand face down (which it can take back),
may look at the fruit laid by the next seat (which it can't), and rolls the die for points, which
ends the turn. After a one everyone secretly offers a fruit: when all have, laid and offered
fruit go back to the bag and all hands are filled up.
"""

from tests.rulesets.endless.rules import Endless

__all__ = ["Endless"]
