"""Castle Panic: defend the towers together, ring by ring."""
