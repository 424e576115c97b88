"""Dates and times as `Intl.DateTimeFormat` writes them in American English."""

DATE_FORMAT = "M j, Y"
TIME_FORMAT = "g:i A"
DATETIME_FORMAT = "M j, Y, g:i A"
