"""The list of open tables."""
