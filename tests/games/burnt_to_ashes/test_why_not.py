"""Why something can't be done now, said in words."""

import pytest

from games.burnt_to_ashes.actions import Lay
from games.burnt_to_ashes.state import Arranging, Naming, Placing, Spare, State
from games.plugin import render
from tests.games.burnt_to_ashes.positions import GAME, act, position
from tests.games.burnt_to_ashes.test_refusals import claiming, fighting, market, pending


def said(state: State, *picks: str, seat: int = 0) -> str:
    told = GAME.why_not(state, seat, list(picks))
    return "" if told is None else render(told, ["amber", "birch"])


def halfway() -> State:
    state = position("x" + "1" * 16, "1")
    act(state, 0, Lay(one=1))
    return state


def aiming() -> State:
    return position("1", "1", phase="stone", stone=None, cards="1yyy")


def spent() -> State:
    state = market("2")
    state.players[0].spent = 2
    return state


SAID: list[tuple[State, tuple[str, ...], str]] = [
    (claiming(), ("land:3",), "already has an owner"),
    (claiming(), ("land:1", "land:2"), "one land at a time"),
    (claiming(), ("gold:1",), "All the lands have to be claimed first"),
    (aiming(), ("card:0",), "already been turned up"),
    (aiming(), ("card:1", "card:2"), "goes on one card"),
    (aiming(), ("gold:1",), "First put the dragon stone"),
    (position("1", "1"), ("gold:1", "gold:1"), "You hold only 1 card of that worth."),
    (position("1", "1"), ("gold:3",), "You hold no card of that worth."),
    (position("1", "1"), ("gold:1", "pass"), "Lay nothing, or take the cards"),
    (position("1", "1"), ("land:0",), "It’s time to lay gold"),
    (position("x1"), ("gold:x",), "Xs stay in your hand"),
    (position("x" + "1" * 16, "1"), ("gold:x",), "laid in a second step"),
    (halfway(), ("gold:1",), "now you can only add Xs"),
    (market(), ("land:1",), "isn’t yours"),
    (market(burnt=(2,)), ("land:2",), "burnt to ashes"),
    (market(known={4: []}), ("land:4", "buy"), "no counter left"),
    (market("1"), ("land:4", "buy"), "A counter costs 2; you have 1 left."),
    (market("x"), ("land:4", "look"), "nothing but Xs, which buy nothing"),
    (market("x"), ("gold:x",), "nothing but Xs, which buy nothing"),
    (spent(), ("land:4",), "Your gold is spent"),
    (market(), ("land:4", "done"), "Done ends your purchases"),
    (market(), ("land:4", "land:2"), "One thing at a time"),
    (market(), ("gold:1",), "Now gold buys counters"),
    (fighting("dragon", "dragon"), ("spend",), "exactly two dragons"),
    (fighting("dragon", "dragon"), ("stop",), "with a shield"),
    (fighting("dragon", "dragon"), ("land:0",), "The battle has to be finished first"),
    (pending(Spare(0), attacked=[0, 1]), ("marker:5",), "no attack on that land"),
    (pending(Spare(0), attacked=[0, 1]), ("marker:0", "marker:1"), "Remove exactly one"),
    (pending(Spare(0), attacked=[0, 1]), ("gold:1",), "You must remove one"),
    (pending(Placing(0, "sword"), arms={4: "s"}), ("land:4",), "only one of each"),
    (pending(Placing(0, "sword")), ("land:1",), "isn’t yours"),
    (pending(Placing(0, "sword")), ("gold:1",), "Choose one land of yours for the sword"),
    (pending(Arranging(0, 4), known={4: ["power", "sword"]}), ("gold:1",), "in order first"),
    (pending(Arranging(0, 4), known={4: ["power"]}), ("pile:sword",), "each one once"),
    (pending(Naming([0, 1])), ("seat:3",), "who are tied"),
    (position("1", "1"), ("nonsense",), "You can’t do anything with that."),
]


@pytest.mark.parametrize(("state", "picks", "words"), SAID)
def test_an_objection_says_the_reason(state: State, picks: tuple[str, ...], words: str) -> None:
    assert words in said(state, *picks)


def laid() -> State:
    """birch, who led, has laid nothing."""
    state = position("1", "1", regent=1, to_act=1)
    act(state, 1, Lay())
    return state


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (position("1", "1"), "amber lays gold first: wait for your turn."),
        (position("1", ""), "amber lays gold now. You have no gold cards left."),
        (laid(), "amber lays gold now. You have had your turn in this attack."),
        (fighting("dragon", "dragon"), "amber’s knight is fighting"),
        (market(), "It’s amber’s turn"),
    ],
)
def test_who_waits_is_told_for_whom(state: State, words: str) -> None:
    assert words in said(state, "gold:1", seat=1)
