"""Deals that are the same in every run."""

import hashlib

from games.matches.models import Deal
from games.protocol.deal import commitment


def fixed_deal(number: int = 1) -> Deal:
    """A stored deal whose seed follows from the number."""
    deal = Deal(seed=hashlib.sha256(b"deal %d" % number).digest())
    deal.commitment = commitment(str(deal.id), deal.seed)
    deal.save()
    return deal
