"""What the page of one viewer costs after a move: the board's HTML, and the choices as data."""

import os
import statistics
import tempfile
import time
from typing import Any

MOVES = 60
LONG_HAND = {"wild": 18, "sword": 13, "scroll": 8, "feather": 10, "potion": 10, "axe": 10}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        os.environ["LOG_LEVEL"] = "ERROR"
        import django

        django.setup()
        _measure()


def _measure() -> None:
    from django.core.management import call_command

    from accounts.models import User
    from games.matches import selectors, services
    from games.matches.models import Match
    from games.plugin import SPECTATOR
    from games.plugin.codec import plain

    call_command("migrate", verbosity=0)
    people = [User.objects.create(username=f"bench{number}") for number in range(4)]
    match: Match = services.start_match(
        game="please-dont-burn-my-village",
        options={},
        players=[services.Player(user=user) for user in people],
        deal=services.open_deal(),
    )

    def look() -> Any:
        return selectors.snapshot(Match.objects.select_related("deal").get(pk=match.pk))

    def move(number: int) -> None:
        shown = look()
        seat = min(shown.game.active_seats(shown.state))
        legal = shown.game.legal_actions(shown.state, seat)
        services.submit_action(
            public_id=match.public_id,
            user=people[seat],
            action=plain(legal[number * 7 % len(legal)] if number % 3 else legal[-1]),
            version=shown.version,
        )

    boards: list[float] = []
    choices: list[float] = []
    for number in range(MOVES):
        move(number)
        shown = look()
        if not shown.match.running:
            break
        for viewer in (0, 1, 2, 3, SPECTATOR):
            board, data, _count = _once(shown, viewer)
            boards.append(board)
            if data:
                choices.append(data)
    _tell("board HTML a viewer after a move", boards)
    _tell("choices as data, the seat to move", choices)
    _long_hand(look())


def _once(shown: Any, viewer: Any) -> tuple[float, float, int]:
    """Milliseconds for the HTML without choices, for the choices alone, and how many they are."""
    from games.matches import choosing, showing

    begun = time.process_time()
    page = showing.live_html(shown, viewer, choices=False)
    board = (time.process_time() - begun) * 1_000
    assert page
    begun = time.process_time()
    offered = choosing.offered(shown, viewer)
    if not offered:
        return board, 0.0, 0
    choosing.as_json(shown, offered)
    return board, (time.process_time() - begun) * 1_000, len(offered)


def _long_hand(shown: Any) -> None:
    """The same for a hand with about the most choices that can ever be."""
    state = shown.state
    state.deck = dict.fromkeys(state.deck, 0)
    for player in state.players:
        player.hand = dict.fromkeys(player.hand, 0)
    state.stalls = [[], [], ["sword"], ["axe"]]
    state.turn = 1 + -state.first % len(state.players)  # seat 0 is to move
    state.ending = None
    state.players[0].hand |= LONG_HAND
    known = [_once(shown, 0) for _ in range(40)]
    _tell(f"board HTML, a hand of {known[0][2]:,} choices", [board for board, _, _ in known])
    _tell("  its choices as data", [data for _, data, _ in known])


def _tell(what: str, times: list[float]) -> None:
    slow = sorted(times)[int(len(times) * 0.95)]
    print(
        f"{what}: median {statistics.median(times):.2f} ms, 95 % within {slow:.2f} ms "
        f"of processor time, {len(times)} times"
    )


if __name__ == "__main__":
    main()
