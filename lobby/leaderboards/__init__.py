"""Leaderboards of the games that one person plays alone for points; docs/leaderboards.md."""
