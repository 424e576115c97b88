"""How a match is played: begun, moved on, timed, ended. Whatever writes is here."""
