"""Whole runs by hand, one for each way in which a run ends, and what holds in all of them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.plugin import Seating, render
from games.protocol.dealing import ScriptedChance
from games.village_assault import actions as do
from games.village_assault.components import DECK
from games.village_assault.state import Options, State
from tests.games.village_assault.positions import GAME, missing, play, position


def run(
    order: Sequence[str], actions: Sequence[do.Action], outcomes: Sequence[Any] = ()
) -> tuple[State, list[str]]:
    """A run whose deck is drawn in this order; its end, and what happened in it."""
    rest = (Counter(DECK) - Counter(order)).elements()
    chance = ScriptedChance([[*rest, *reversed(order)], *outcomes])
    state = GAME.setup(Options(), Seating(1), chance)
    told: list[str] = []
    for action in actions:
        assert action in GAME.legal_actions(state, 0)
        told += [event.type for event in GAME.apply_action(state, 0, action, chance)]
        assert GAME.pieces(state) == Counter(DECK)
    chance.finish()
    return state, told


OPENING = [
    "farmer-red", "princess-blue", "knight-blue", "ace-blue", "hero-blue", "orc-red", "chicken",
    "king-green",
]  # fmt: skip


def test_a_run_that_retreats() -> None:
    state, told = run(
        [*OPENING, "dragon-red", "pig", "priest-red"], [do.Take("tavern"), do.Retreat()]
    )
    assert (state.ending, state.scored) == ("retreated", [1])
    assert told == ["taken", "end"]
    result = GAME.result(state)
    assert result is not None
    assert render(result.reason) == "Retreat in round 1: the assault scores 1 point."


def test_a_run_that_is_beaten_back_in_the_second_round() -> None:
    first = ["golem-green", "scout-red", "princess-green"]
    drawn = ["goblin-red", "thief-blue", "builder-red", "builder-blue"]
    # Round 2, village by village: face down first, then the face-up card.
    second = ["farmer-blue", "dragon-red", "farmer-green", "dragon-orange", "pig", "wizard-blue"]
    state, told = run(
        [*OPENING, *first, *drawn, *second, "merchant-orange"],
        [
            do.Take("tavern"),  # the Princess
            do.Attack("hero-blue", "castle"),  # 3 + 2 against 2 + 2 + 1: a tie
            do.Attack("knight-blue", "tower"),  # 2 against 1; the Scout frees the Princess
            do.Chicken(),  # a Goblin and a Thief
            do.Add("farmer-red"),
            do.Finish(),  # Golem 2, Scout 1, Farmer 3: two cards
            do.Attack("princess-blue", "castle"),  # 0 against 5 + 1
            do.Attack("ace-blue", "tavern"),  # 2 + 3 against 4 - 3: blue meets blue
            do.Take("tavern"),  # the Pig below
            do.Attack("orc-red", "tower"),
            do.Boost(1, sheep=False),  # two cards and a Pig, 4, against 5
            do.Attack("goblin-red", "tower"),  # 2 + 2 against 5
            do.Attack("builder-red", "tower"),
            do.Attack("builder-blue", "castle"),
            do.Attack("thief-blue", "tower"),  # draws the Merchant, who can't buy for 2 gold
        ],
        [1],
    )
    assert (state.ending, state.scored, state.hand) == ("beaten", [6, 2], ["merchant-orange"])
    assert told.count("attack") == state.attacks == 9
    assert told[-3:] == ["drawn", "used", "end"]


def test_a_run_that_conquers_everything() -> None:
    """Almost the whole deck is in hand, so the next deal runs dry."""
    state = position(deck="ace-green orc-red", round=3, scored=[4, 9], discards=[])
    state.hand = missing(state)
    state.prisoners = ["princess-blue"]
    state.hand.remove("princess-blue")
    state.phase = "closing"
    play(state, do.Finish())  # 5 gold: draws the Orc; the Ace and the Princess go to the Castle
    assert (state.scored, state.last_round, state.round) == ([4, 9, 5], True, 4)
    assert (state.villages[0].face, len(state.villages[0].down)) == ("princess-blue", 1)
    play(state, do.Attack("dragon-red", "castle"), do.Boost(0, sheep=False))
    told = play(state, do.Attack("hero-blue", "castle"), do.Boost(0, sheep=False))
    assert told[-1].type == "cleared"
    play(state, do.Add("princess-green"), do.Finish())
    assert (state.ending, state.scored) == ("conquered", [4, 9, 5, 5 + 1 + 5])
    assert GAME.statistics(state)["seats"][0]["rounds"] == 4
    result = GAME.result(state)
    assert result is not None
    assert (
        render(result.reason) == "Nothing is left to deal: everything is conquered, for 29 points."
    )
