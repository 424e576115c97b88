"""The sockets of the lobby: the list of tables, a table's page, every page of one's own."""
