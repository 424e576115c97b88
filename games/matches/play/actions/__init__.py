"""What people, computers and the clock do to a match: the services that others call."""
