"""Small positions for the tests, written as lists of cards."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.burn_my_village.actions import Action, Bribe, Payment, Visit
from games.burn_my_village.components import KINDS, TREASURES
from games.burn_my_village.game import BurnMyVillage
from games.burn_my_village.state import Laid, Player, State
from games.plugin import Chance, Event, FastChance, Seating

GAME = BurnMyVillage()
TRACK = list(TREASURES)  # sword 1, scroll 2, feather 2, potion 3, axe 3, crown 4


Cards = str | Sequence[str]  # a string is split


def listed(given: Cards) -> list[str]:
    return given.split() if isinstance(given, str) else list(given)


def cards(*kinds: str) -> dict[str, int]:
    """A pile of these cards, as states count them."""
    return {kind: listed(" ".join(kinds)).count(kind) for kind in KINDS}


def table(
    *hands: Cards,
    bribes: Sequence[Mapping[str, tuple[int, int]]] = (),
    stalls: Mapping[int, Cards] | None = None,
    deck: Cards = (),
    track: Sequence[str] = TRACK,
    **more: Any,
) -> State:
    """A position with these hands. `bribes[seat]` maps kinds to (treasures, wilds)."""
    players = [Player(hand=cards(*listed(hand))) for hand in hands]
    for player, laid in zip(players, bribes, strict=False):
        for treasure, pair in laid.items():
            player.bribes[treasure] = Laid(*pair)  # type: ignore[index]
    columns = [listed((stalls or {}).get(cost, ())) for cost in range(4)]
    fixed: dict[str, Any] = {"first": 0, **more}
    return State(
        players=players, track=list(track), stalls=columns, deck=cards(*listed(deck)), **fixed
    )


def largest_hand() -> State:
    hand = ["wild"] * 18 + [kind for kind in ("sword", "axe", "crown") for _ in range(14)]
    hand += ["scroll"] * 9 + ["potion"] * 5 + ["feather"] * 5
    return table(hand, [], [], [], stalls={3: ["axe"], 2: ["axe"]})


def fresh(seats: int, seed: int = 1, first: int | None = 0) -> State:
    return GAME.setup(GAME.Options(), Seating(seats, first), FastChance(seed))


class Dealer(Chance):
    """Deals these cards in this order, if the bag asked for holds them."""

    def __init__(self, *kinds: str) -> None:
        self.left = listed(" ".join(kinds))

    def outcome(self, kind: str, stream: str, args: Any) -> Any:
        assert (kind, stream) == ("draw", "deck")
        card = self.left.pop(0)
        assert card in dict(args)
        return card


def play(state: State, action: Action, *dealt: str) -> list[Event]:
    """The seat to move does this, and the deck deals those cards, all of them."""
    dealer = Dealer(*dealt)
    events = GAME.apply_action(state, state.to_move, action, dealer)
    assert not dealer.left, "fewer cards were dealt"
    return events


def bribe(treasure: Any, count: int = 1, wilds: int = 0) -> Bribe:
    return Bribe(treasure, count, wilds)


def visit(stall: int, *paid: str, curse: Any = None) -> Visit:
    return Visit(stall, Payment(**Counter(listed(" ".join(paid)))), curse)


def legal(state: State) -> list[Action]:
    return GAME.legal_actions(state, state.to_move)


def ended(*hands: Cards, **more: Any) -> State:
    return table(*hands, ending="deck-empty-draw", **more)


def totals(state: State) -> list[int | None]:
    result = GAME.result(state)
    assert result is not None
    return [seat.score for seat in result.seats]


def ranks(state: State) -> list[int]:
    result = GAME.result(state)
    assert result is not None
    return [seat.rank for seat in result.seats]
