"""What the portal and a verifier share about a match, and no ruleset imports: docs/records.md."""
