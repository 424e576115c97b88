"""The matches' part of the HTTP API."""
