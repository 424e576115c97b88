"""What the home desk costs someone with hundreds of matches: the page, and counting what waits."""

import statistics
import time
from typing import Any

from bench.scratch import scratch_portal

MATCHES = 300
WAITING = 100  # of them
PAGES = 100


def main() -> None:
    with scratch_portal():
        _measure()


def _measure() -> None:
    from django.db import connection
    from django.test import Client

    from accounts.models import User
    from lobby.home.badge import badge

    amber, birch, cedar = (User.objects.create(username=f"bench{n}") for n in range(3))
    for number in range(MATCHES):
        _match(amber, birch, number)
    _match(birch, cedar, 0)
    client = Client()
    client.force_login(amber)
    for address in ("/", "/my-matches/"):
        client.get(address)
        with connection.execute_wrapper(counting := _Counting()):
            assert client.get(address).status_code == 200
        times = [_timed(lambda address=address: client.get(address)) for _ in range(PAGES)]
        _tell(f"{address} with {MATCHES} matches, {counting.queries} queries", times)
    _tell("counting what waits", [_timed(lambda: badge(amber)) for _ in range(PAGES)])


class _Counting:
    """Counts the queries that a connection is asked."""

    queries = 0

    def __call__(self, execute: Any, *query: Any) -> Any:
        self.queries += 1
        return execute(*query)


def _match(host: Any, guest: Any, number: int) -> None:
    """A match in which it is the host's turn, or the guest's."""
    from games.matches.play import services

    services.start_match(
        game="please-dont-burn-my-village",
        options={},
        players=[services.Player(user=host), services.Player(user=guest)],
        deal=services.open_deal(),
        first=0 if number < WAITING else 1,
    )


def _timed(call: Any) -> float:
    """Milliseconds of processor time: other work on the machine doesn't count."""
    begun = time.process_time()
    call()
    return (time.process_time() - begun) * 1_000


def _tell(what: str, times: list[float]) -> None:
    slow = sorted(times)[int(len(times) * 0.99)]
    print(
        f"{what}: median {statistics.median(times):.1f} ms, 99% within {slow:.1f} ms "
        f"of processor time, {len(times)} times"
    )


if __name__ == "__main__":
    main()
