"""People's own settings: shown name, preferences, keys, blocks and mutes."""
