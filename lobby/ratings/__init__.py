"""Ratings of the people who play rated matches; docs/ratings.md."""
