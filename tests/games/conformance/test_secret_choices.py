"""The laws for the rulesets in which all decide at once."""

from games.conformance import conformance_class
from tests.rulesets.bidding import Bidding
from tests.rulesets.pennies import Pennies

TestMatchingPennies = conformance_class(Pennies(), games=1, limit=30)
TestHiddenBidding = conformance_class(Bidding(), games=1, limit=30)
