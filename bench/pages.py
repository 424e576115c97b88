"""Live moves as `bench.live` measures them, through the sockets of pages with rendered HTML."""

from bench import live


def main() -> None:
    live.main(live.PAGE_SOCKETS)
