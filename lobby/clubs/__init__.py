"""Clubs: circles of people with tables, a standing and a chat of their own (docs/clubs.md)."""
