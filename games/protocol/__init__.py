"""What the portal and a verifier share about a match (docs/records.md). No ruleset imports it."""
