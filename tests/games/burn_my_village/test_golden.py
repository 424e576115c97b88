"""Golden games, derived from the rules by hand, replayed byte for byte.

Each file holds a small position, the turns with the cards the deck gave, and what must come of
them: the events of every turn and the result. Nothing writes these files but people.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.burn_my_village.state import State
from games.plugin import Outcome, RecordedChance
from games.plugin.codec import plain
from tests.games.burn_my_village.tables import GAME, table

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


def position(start: dict[str, Any]) -> State:
    return table(
        *start["hands"],
        bribes=start["bribes"],
        stalls={int(cost): column for cost, column in start["stalls"].items()},
        deck=start["deck"],
        track=start["track"],
        first=start["first"],
    )


def recorded(deck: Counter[str], dealt: list[str]) -> RecordedChance:
    """The outcomes of these draws; the cards leave the deck."""
    outcomes = []
    for card in dealt:
        bag = [[kind, count] for kind, count in sorted(deck.items()) if count]
        outcomes.append(Outcome("draw", "deck", bag, card))
        deck[card] -= 1
    return RecordedChance(outcomes)


def replayed(golden: dict[str, Any]) -> dict[str, Any]:
    """The golden game with the events and the result that the rules give."""
    state, deck = position(golden["start"]), Counter(golden["start"]["deck"])
    steps = []
    for step in golden["steps"]:
        assert GAME.result(state) is None
        assert GAME.active_seats(state) == {step["seat"]}
        action = msgspec.convert(step["action"], GAME.Action)
        assert action in GAME.legal_actions(state, step["seat"])
        chance = recorded(deck, step["dealt"])
        events = GAME.apply_action(state, step["seat"], action, chance)
        chance.finish()
        steps.append({**step, "action": plain(action), "events": plain(events)})
    return {**golden, "steps": steps, "result": plain(GAME.result(state))}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_game_replays_byte_for_byte(path: Path) -> None:
    written = path.read_bytes()
    again = json.dumps(replayed(json.loads(written)), indent=1, sort_keys=True, ensure_ascii=False)
    assert again.encode() + b"\n" == written


def test_there_is_a_golden_game_for_every_way_of_ending() -> None:
    games = [json.loads(path.read_bytes()) for path in GOLDEN]
    assert {game["result"]["ending"] for game in games} == {"deck-empty-draw", "deck-empty-refill"}
    outcomes = {tuple(s["outcome"] for s in g["result"]["seats"]) for g in games}
    assert {("won", "lost"), ("drawn", "lost", "drawn")} <= outcomes
