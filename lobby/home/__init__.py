"""The home desk: a person's own matches, tables and invitations."""
