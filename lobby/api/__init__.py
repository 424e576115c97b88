"""The tables' part of the HTTP API."""
