"""What the page of one viewer costs after a move: the board's HTML, and the choices as data."""

import statistics
import time
import zlib
from dataclasses import dataclass
from typing import Any

from bench.scratch import scratch_portal

MOVES = 60
SEATS = 4
# With stalls 2 and 3 filled this is the hand with the most choices that there can be.
LONG_HAND = {
    "wild": 18,
    "sword": 14,
    "axe": 14,
    "crown": 14,
    "scroll": 9,
    "potion": 5,
    "feather": 5,
}


def main() -> None:
    with scratch_portal():
        _measure()


def _measure() -> None:
    from accounts.models import User
    from games.plugin import registry

    people = [User.objects.create(username=f"bench{number}") for number in range(SEATS)]
    for game in registry.installed():
        seated = people[: game.meta.max_seats]
        print(f"{game.meta.slug}, {len(seated)} seats")
        _follow(game.meta.slug, seated)
    _long_hand(_look(_begin("please-dont-burn-my-village", people)))


def _begin(slug: str, people: list[Any]) -> Any:
    from games.matches.play import services

    return services.start_match(
        game=slug,
        options={},
        players=[services.Player(user=user) for user in people],
        deal=services.open_deal(),
    )


def _look(match: Any) -> Any:
    from games.matches.models import Match
    from games.matches.record import selectors

    return selectors.snapshot(Match.objects.select_related("deal").get(pk=match.pk))


def _move(match: Any, people: list[Any], number: int) -> None:
    from games.matches.play import services
    from games.plugin.codec import plain

    shown = _look(match)
    seat = min(shown.game.active_seats(shown.state))
    legal = shown.game.legal_actions(shown.state, seat)
    services.submit_action(
        public_id=match.public_id,
        user=people[seat],
        action=plain(legal[number * 7 % len(legal)] if number % 3 else legal[-1]),
        version=shown.version,
    )


def _follow(slug: str, people: list[Any]) -> None:
    """What every viewer's page costs after each of so many moves, a new match when one is over."""
    from games.plugin import SPECTATOR

    boards: list[float] = []
    choices: list[float] = []
    messages: list[_Message] = []
    match = _begin(slug, people)
    for number in range(MOVES):
        _move(match, people, number)
        shown = _look(match)
        if not shown.match.running:
            match = _begin(slug, people)
            continue
        for viewer in (*range(len(people)), SPECTATOR):
            board, data, count, _size = _once(shown, viewer)
            boards.append(board)
            if count:
                choices.append(data)
            messages.append(_sent(shown, viewer))
    _tell("board HTML a viewer after a move", boards)
    _tell("choices as data, the seat to move", choices)
    _tell("compressing the message", [sent.milliseconds for sent in messages])
    kilobytes = [
        statistics.mean(sizes) / 1_000
        for sizes in ([sent.size for sent in messages], [sent.packed for sent in messages])
    ]
    print("  its size: {:.1f} kB, compressed {:.1f}".format(*kilobytes))


@dataclass(frozen=True)
class _Message:
    """What the page's socket sends a viewer: bytes before and after, and what packing took."""

    size: int
    packed: int
    milliseconds: float


def _sent(shown: Any, viewer: Any) -> _Message:
    from games.matches.live import page

    packed = page.page_message(shown, viewer, "en")
    whole = zlib.decompress(packed)
    begun = time.process_time()
    zlib.compress(whole, page.PACKING)
    return _Message(len(whole), len(packed), (time.process_time() - begun) * 1_000)


def _once(shown: Any, viewer: Any) -> tuple[float, float, int, int]:
    """Milliseconds for the HTML without choices and for the choices alone; their number, bytes."""
    from games.matches.page import choice_lists, shared_html

    begun = time.process_time()
    page = shared_html.live_html(shown, viewer, choices=False)
    board = (time.process_time() - begun) * 1_000
    assert page
    begun = time.process_time()
    offered = choice_lists.offered(shown, viewer)
    if not offered:
        return board, 0.0, 0, 0
    data = choice_lists.as_json(shown, offered)
    spent = (time.process_time() - begun) * 1_000
    return board, spent, len(offered), len(data.encode())


def _long_hand(shown: Any) -> None:
    """The same for a hand with the most choices that can ever be."""
    state = shown.state
    state.deck = dict.fromkeys(state.deck, 0)
    for player in state.players:
        player.hand = dict.fromkeys(player.hand, 0)
    state.stalls = [[], [], ["sword"], ["axe"]]
    state.turn = 1 + -state.first % len(state.players)  # seat 0 is to move
    state.ending = None
    state.players[0].hand |= LONG_HAND
    known = [_once(shown, 0) for _ in range(100)]
    _board, _data, count, size = known[0]
    if count != shown.game.meta.max_choices:
        raise SystemExit(f"the large hand has {count:,} choices: this bench measures nothing")
    _tell(f"board HTML, a hand of {count:,} choices", [one[0] for one in known])
    _tell(f"  its choices as data, {size / 1000:.0f} kB", [one[1] for one in known])


def _tell(what: str, times: list[float]) -> None:
    slow = sorted(times)[int(len(times) * 0.95)]
    print(
        f"{what}: median {statistics.median(times):.2f} ms, 95% within {slow:.2f} ms "
        f"of processor time, {len(times)} times"
    )


if __name__ == "__main__":
    main()
