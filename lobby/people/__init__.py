"""Profiles, the closing of accounts, and the removal of guests."""
