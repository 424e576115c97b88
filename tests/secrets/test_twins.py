"""Twins: a viewer gets the same from a match and from one that differs in what is hidden.

tests/support/twins.py says what a twin is. Here it is one of Please Don't Burn My Village, or of
Burnt to Ashes, in which gold is laid face down; `attack/leaks.py` does it with every ruleset.
"""

import json
import random
from typing import Any

import pytest

from games.plugin import SPECTATOR, Viewer
from tests.secrets.conftest import READ, Onlooker
from tests.support.also import also_rows
from tests.support.twins import NOT_OF_THE_PRESENT, become_twin, begin, play_on, without_ids

pytestmark = pytest.mark.django_db

BURN, BURNT = "please-dont-burn-my-village", "burnt-to-ashes"

VIEWERS: list[Viewer] = [0, 1, 2, SPECTATOR]
SEEDS = [1, 2, 3]
# A seat and somebody who looks on; `make test-all` has everyone look at each match.
SOON = {(1, 2), (SPECTATOR, 1)}
LOOKS = [
    pytest.param(BURN, who, seed, marks=[] if (who, seed) in SOON else pytest.mark.again)
    for who in VIEWERS
    for seed in SEEDS
]
LOOKS += [(BURNT, 1, 2), *also_rows((BURNT, SPECTATOR, 2))]
MOVES = {BURN: 5, BURNT: 12}  # times the seed, until something is hidden


@pytest.mark.usefixtures("frozen")  # pages count down to the end of the day's challenge
@pytest.mark.parametrize(("game", "who", "seed"), LOOKS)
def test_a_match_and_its_twin_read_the_same(person: Any, game: str, who: Any, seed: int) -> None:
    dice = random.Random(seed)
    match, users = begin(game, person, seed)
    play_on(match, users, MOVES[game] * seed, dice)
    onlooker = Onlooker(users[who] if isinstance(who, int) else None, None)
    addresses = [a for a in READ if not any(word in a for word in NOT_OF_THE_PRESENT)]

    def look() -> dict[str, str]:
        pages = onlooker.pages(addresses, id=match.public_id, table="none", step=0)
        return {address: without_ids(text) for address, text in pages.items()}

    onlooker.pages(["/matches/{id}/news/"], id=match.public_id)  # they are there from then on
    before = look()
    assert become_twin(match, who, dice)
    assert look() == before
    assert "observation" in before["/api/matches/{id}/"]
    assert json.loads(before["/api/matches/{id}/log/"].rpartition("\n\n")[2])["results"]


def test_the_twin_does_differ_for_somebody_else(person):
    """The comparison can fail: what seat 1 reads changes when seat 0's twin takes its place."""
    dice = random.Random(5)
    match, users = begin(BURN, person)
    play_on(match, users, 9, dice)
    onlooker = Onlooker(users[1], 1)
    address = "/api/matches/{id}/"
    before = onlooker.pages([address], id=match.public_id)
    assert become_twin(match, 0, dice)
    assert onlooker.pages([address], id=match.public_id) != before
