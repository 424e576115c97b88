"""Actions of people, computers and the clock on a match: the services that others call."""
