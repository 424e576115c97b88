"""The suite. docs/testing.md says how it is laid out."""
