"""Profiles and comparisons, the closing of accounts, and the removal of guests."""
