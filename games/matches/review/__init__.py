"""How administrators look into matches and act on them."""
