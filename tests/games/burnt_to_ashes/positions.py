"""Small positions for the tests, and chance that comes out as written."""

from typing import Any

from games.burnt_to_ashes.actions import Action, Lay
from games.burnt_to_ashes.components import COUNTER_COPIES, GOLD, LANDS
from games.burnt_to_ashes.game import BurntToAshes
from games.burnt_to_ashes.state import DragonCard, Options, Player, State, new_lands
from games.plugin import Event, FastChance, Seating
from tests.support.script import Script

__all__ = ["Script"]

GAME = BurntToAshes()
RED, YELLOW = True, False


def gold(cards: str) -> list[int]:
    """Gold by worth: «x112» is an X, two ones and a two."""
    return [cards.count(card) for card in "x123"]


def position(
    *hands: str,
    owners: dict[int, list[int]] | None = None,
    arms: dict[int, str] | None = None,
    known: dict[int, list[str]] | None = None,
    burnt: tuple[int, ...] = (),
    power: tuple[int, ...] = (),
    cards: str = "yyyy",
    mode: str = "crown",
    **fixed: Any,
) -> State:
    """A round under way: seat 0 is regent and leads the first attack, the stone lies on card 0.

    Lands belong to the seats in turn unless `owners` says otherwise. `arms` are what stands there:
    «k», «s» for a sword, «h» for a shield. `cards` are «y» or «r», face down, or an open number.
    """
    count = len(hands)
    state = State(
        options=Options(mode),  # type: ignore[arg-type]
        players=[Player(hand=gold(hand)) for hand in hands],
        lands=new_lands(),
        **{"regent": 0, "to_act": 0, "phase": "lay", "round": 1, "stone": 0, **fixed},
    )
    for number in range(LANDS):
        state.lands[number].owner = number % count
    for seat, lands in (owners or {}).items():
        for land in lands:
            state.lands[land].owner = seat
    for land, letters in (arms or {}).items():
        there = state.lands[land]
        there.knight, there.sword, there.shield = "k" in letters, "s" in letters, "h" in letters
    for land in burnt:
        state.lands[land].burnt = True
    for seat, held in enumerate(power):
        state.players[seat].power = held
    state.cards = [
        DragonCard(card == "r") if card in "ry" else DragonCard(int(card) > 4, int(card))
        for card in cards
    ]
    _settle(state, known or {})
    return state


def _settle(state: State, known: dict[int, list[str]]) -> None:
    """Whatever isn't elsewhere is in the bag, or discarded gold."""
    bag = dict(COUNTER_COPIES)
    for land, counters in known.items():
        state.lands[land].known = list(counters)  # type: ignore[arg-type]
        state.lands[land].size = len(counters)
        for counter in counters:
            bag[counter] -= 1
    state.bag = bag
    held = [player.hand for player in state.players]
    state.discards = [
        copies - sum(hand[worth] for hand in held) for worth, copies in enumerate(GOLD)
    ]


def begun(seats: int = 2, mode: str = "crown", seed: int = 1, first: int | None = 0) -> State:
    """A game whose first round has begun, lands claimed at random."""
    chance = FastChance(seed)
    state = GAME.setup(Options(mode), Seating(seats, first), chance)  # type: ignore[arg-type]
    while state.phase in ("claim", "knights"):
        seat = min(GAME.active_seats(state))
        GAME.apply_action(state, seat, GAME.legal_actions(state, seat)[-1], chance)
    return state


def act(state: State, seat: int, action: Action, *outcomes: Any) -> list[Event]:
    """Do it with these outcomes, each of which must be asked for."""
    chance = Script(*outcomes)
    events = GAME.apply_action(state, seat, action, chance)
    assert not chance.left, f"never asked for: {chance.left}"
    return events


def lay(state: State, *offers: str, outcomes: tuple[Any, ...] = ()) -> list[Event]:
    """Everyone who is asked lays these cards, in order; the last one's step gets the outcomes."""
    events: list[Event] = []
    for place, offer in enumerate(offers):
        last = place == len(offers) - 1
        seat = min(GAME.active_seats(state))
        events = act(state, seat, Lay(*gold(offer)), *(outcomes if last else ()))
    return events


def told(events: list[Event], type_: str) -> list[dict[str, Any]]:
    return [event.data for event in events if event.type == type_]
