"""The sockets of the lobby: the list of tables, a table's page, and every logged-in page."""
