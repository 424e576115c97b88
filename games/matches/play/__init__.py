"""How a match is begun, moved on, timed and ended. All writing is here."""
