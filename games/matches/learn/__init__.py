"""The pages on which people learn a game: its rules and a first-game guide."""
