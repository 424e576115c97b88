"""Why touched targets lead nowhere, in words."""

from typing import Any

import pytest

from games.plugin import render
from games.village_assault.state import Declared
from tests.games.village_assault.positions import GAME, position

HAND = ["warrior-red", "assassin-red", "pig", "sheep", "bunny"]
ROUND: dict[str, Any] = {"tower": "orc-red", "hand": HAND}
BOOSTING = ROUND | {"phase": "boosting", "declared": Declared("warrior-red", "tower")}
CASES = [
    (ROUND, ["hand:bunny", "hand:pig"], "A Pig goes with a unit that attacks."),
    (ROUND | {"hand": "sheep"}, ["hand:sheep"],
     "The Sheep goes with a unit that is used, and is discarded in its place."),
    (ROUND, ["hand:warrior-red", "hand:assassin-red"], "One unit attacks at a time."),
    (ROUND, ["hand:dragon-red"], "You don’t hold that card."),
    (ROUND, ["village:castle"], "That village is empty."),
    (ROUND, ["village:inn-1"], "There is no such village."),
    (ROUND, ["kings"], "No King is behind the Castle."),
    (ROUND, ["act:finish"], "That isn’t possible at this moment."),
    (ROUND | {"hand": "pig"}, ["hand:pig", "village:tower"],
     "Choose a unit from your hand to attack there."),
    (ROUND | {"hand": "chicken"}, ["hand:chicken", "village:tower"], "Animals don’t attack."),
    (ROUND | {"tavern": "pig", "hand": HAND[:2]}, ["hand:warrior-red", "village:tavern"],
     "Nobody fights an animal: take it, it is free."),
    (ROUND | {"tavern": "chicken"}, ["hand:bunny", "village:tavern"],
     "A Bunny discards units, not animals."),
    (ROUND | {"inn": None, "hand": "ace-blue"}, ["village:inn-1"],
     "Nobody is left there. A Warrior can tear down the empty Inn."),
    (ROUND | {"kings": "king-green"}, ["hand:assassin-red", "village:castle"],
     "Choose the Kings behind the Castle for that."),
    (ROUND | {"kings": "king-green", "castle": "ace-blue"}, ["kings"],
     "Empty the Castle first: then an Assassin can do away with a King."),
    (ROUND | {"kings": "king-green", "hand": "ace-blue"}, ["kings"],
     "An Assassin can do away with a King; you hold none."),
    (ROUND | {"kings": "king-green"}, ["hand:warrior-red", "kings"],
     "Only a Warrior is spent on an Inn, and only an Assassin on a King."),
    (BOOSTING, ["village:tower"],
     "The Warrior is on the way: add a Pig or the Sheep, or let the unit go alone."),
    (BOOSTING | {"hand": HAND[:3]}, ["village:tower"],
     "The Warrior is on the way: add a Pig, or let the unit go alone."),
    (BOOSTING | {"declared": Declared("warrior-red", "inn-1", spending=True), "inn": None},
     ["hand:pig"], "Only the Sheep can be discarded instead of the unit you spend."),
    (ROUND | {"phase": "adding"}, ["village:tower"],
     "Now cards go to the prisoners: choose one in your hand, or finish."),
    (ROUND | {"tower": None}, ["hand:warrior-red", "hand:pig"],
     "Choose one card at a time: each is added on its own."),
    (ROUND, ["banana"], "You can’t do anything with that."),
    (ROUND | {"ending": "retreated"}, ["hand:pig"], "The game is over."),
]  # fmt: skip


@pytest.mark.parametrize(("here", "picks", "said"), CASES, ids=lambda one: str(one)[:40])
def test_why_not(here: dict[str, Any], picks: list[str], said: str) -> None:
    reason = GAME.why_not(position(**here), 0, picks)
    assert reason is not None
    assert render(reason) == said
