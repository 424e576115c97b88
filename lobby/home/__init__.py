"""The home desk: everything that is a person's own."""
