"""The challenge of the day: everyone plays the same deal once; docs/leaderboards.md."""
