"""Please Don't Burn My Village, a card game of bribes, as a ruleset of the portal."""
