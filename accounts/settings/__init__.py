"""What people set about themselves: the name shown, preferences, keys, whom they don't meet."""
