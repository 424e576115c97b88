"""Dates and times by language, before a browser shows them in its zone."""
