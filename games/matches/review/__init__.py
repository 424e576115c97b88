"""How administrators look into matches, and what they may do to them."""
