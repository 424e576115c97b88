"""What looking back costs: a moment of a long match, boards for the slider, a whole match again."""

import statistics
import time
from collections.abc import Callable
from typing import Any

from bench import scrub
from bench.scratch import scratch_portal

LONG = 1_000  # steps
REPLAYED = 500  # actions
LOOKS = 60


def main() -> None:
    with scratch_portal():
        _measure()


def _measure() -> None:
    from accounts.models import User
    from games.plugin import registry
    from tests.rulesets.endless import Endless

    registry.register(Endless())
    people = [User.objects.create(username=f"bench{number}") for number in range(2)]
    short, long = (_played(people, steps) for steps in (REPLAYED, LONG))
    _moments(long)
    _replays(short)
    scrubbed = {f"{REPLAYED} steps": short, f"{LONG:,} steps": long}
    for game in registry.installed():
        if game.meta.slug != Endless.meta.slug:
            match = scrubbed[game.meta.slug] = _whole_game(game, people)
            print(game.meta.slug, end=", ")
            _replays(match)
    scrub.main({name: match.public_id for name, match in scrubbed.items()})


def _played(people: list[Any], steps: int) -> Any:
    """An orchard of so many steps, which somebody then gave up."""
    from games.matches.play import services
    from tests.rulesets.endless import Endless

    match = _begun(Endless.meta.slug, people)
    while _play(match, people) < steps:
        pass
    services.resign(public_id=match.public_id, user=people[0])
    return _fresh(match)


def _begun(slug: str, people: list[Any]) -> Any:
    from games.matches.play import services

    players = [services.Player(user=user) for user in people]
    return services.start_match(game=slug, options={}, players=players, deal=services.open_deal())


def _fresh(match: Any) -> Any:
    from games.matches.models import Match

    return Match.objects.select_related("deal").get(pk=match.pk)


def _play(match: Any, people: list[Any]) -> int:
    """Make a move; the version before it."""
    from games.matches.play import services
    from games.matches.record import selectors
    from games.plugin.codec import plain

    shown = selectors.snapshot(_fresh(match))
    if not shown.match.running:
        return LONG
    seat = min(shown.game.active_seats(shown.state))
    legal = shown.game.legal_actions(shown.state, seat)
    services.submit_action(
        public_id=match.public_id,
        user=people[seat],
        action=plain(legal[shown.version * 7 % len(legal)]),
        version=shown.version,
    )
    return shown.version


def _moments(match: Any) -> None:
    from django.conf import settings
    from django.test import Client

    client = Client(headers={"host": settings.ALLOWED_HOSTS[0] if settings.ALLOWED_HOSTS else ""})
    address = f"/matches/{match.public_id}/"

    def ask(query: str) -> Callable[[int], Any]:
        def look(number: int) -> None:
            step = number * 613 % LONG
            answer = client.get(address + query.format(step=step))
            assert answer.status_code == 200, answer.status_code

        return look

    _tell(f"page of a moment of {LONG:,} steps", ask("?step={step}"))
    _tell("one board, where the slider stops", ask("boards/?from={step}&count=1"))
    _tell("eight boards beforehand", ask("boards/?from={step}&count=8"))


def _tell(what: str, look: Callable[[int], Any]) -> None:
    times = []
    for number in range(LOOKS):
        begun = time.perf_counter()
        look(number)
        times.append((time.perf_counter() - begun) * 1_000)
    print(f"{what}: median {statistics.median(times):.1f} ms, longest {max(times):.1f} ms")


def _replays(match: Any) -> None:
    from games.matches.record import score_curve

    times = []
    for _time in range(10):
        begun = time.process_time()
        found = list(score_curve._replayed(match))
        times.append((time.process_time() - begun) * 1_000)
    median = statistics.median(times)
    print(f"replay of {len(found) - 1:,} steps with their points: median {median:.0f} ms of CPU")


def _whole_game(game: Any, people: list[Any]) -> Any:
    from games.matches.play import services

    match = _begun(game.meta.slug, people[: game.meta.max_seats])
    while _play(match, people) < REPLAYED:
        pass
    if _fresh(match).running:
        services.resign(public_id=match.public_id, user=people[0])
    return _fresh(match)
