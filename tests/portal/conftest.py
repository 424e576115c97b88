"""People in matches."""

from tests.games.matches.conftest import begin, endless, person

__all__ = ["begin", "endless", "person"]
