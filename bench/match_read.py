"""What opening a match costs when it is young and when it is old (the endless test ruleset)."""

import statistics
import time

from bench.scratch import scratch_portal


def main() -> None:
    with scratch_portal():
        _measure()


def _measure() -> None:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from games.matches.api.representation import representation
    from games.matches.models import Match
    from games.matches.play import services
    from games.matches.record import selectors
    from games.plugin import registry
    from games.plugin.codec import plain
    from tests.rulesets.endless import Endless

    registry.register(Endless())
    people = [User.objects.create(username=f"bench{number}") for number in range(2)]
    match: Match = services.start_match(
        game=Endless.meta.slug,
        options={},
        players=[services.Player(user=user) for user in people],
        deal=services.open_deal(),
    )

    def play_until(version: int) -> None:
        while (shown := selectors.snapshot(Match.objects.get(pk=match.pk))).version < version:
            seat = min(shown.game.active_seats(shown.state))
            action = shown.game.legal_actions(shown.state, seat)[0]
            services.submit_action(
                public_id=match.public_id,
                user=people[seat],
                action=plain(action),
                version=shown.version,
            )

    def opened() -> float:
        begun = time.perf_counter()
        shown = selectors.snapshot(selectors.match_for(match.public_id, AnonymousUser()))
        representation(shown, 0)
        return (time.perf_counter() - begun) * 1_000

    for version in (10, 1_000):
        play_until(version)
        times = [opened() for _ in range(300)]
        print(f"opening at step {version:,}: median {statistics.median(times):.2f} ms")
