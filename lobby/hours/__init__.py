"""Nights, free weekdays and vacations, and the calendar of deadlines."""
