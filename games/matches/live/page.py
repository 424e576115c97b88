"""The page's socket (being written)."""

from games.matches.live.base import MatchConsumer


class PageConsumer(MatchConsumer):
    pass
