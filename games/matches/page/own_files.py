"""The static files that a ruleset may ship for its board."""

from django.contrib.staticfiles import finders


def own_file(folder: str, name: str) -> str | None:
    """The static path of a file that a ruleset may ship; None if it doesn't."""
    path = f"{folder}/{name}"
    return path if finders.find(path) else None
