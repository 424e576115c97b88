"""Tables that fill up and become matches."""
