"""A round's gold and glory (ruling sheet, A round, 1)."""

from typing import Any

from games.burnt_to_ashes.actions import Done
from games.burnt_to_ashes.components import GOLD
from games.burnt_to_ashes.state import State
from games.plugin import SPECTATOR, Event, project, render
from tests.games.burnt_to_ashes.positions import GAME, act, begun, gold, position, told

DECK = [0] * 4 + [1] * 17 + [2] * 2 + [3]
RED = [False, False, False, True]  # the dragon cards of round 2


def next_round(seats: int, deck: list[int] = DECK, **players: Any) -> tuple[State, list[Event]]:
    """The first round ends by the last purchase; seat 1 is the next regent if there are two."""
    state = position("1", *[""] * (seats - 1), arms={0: "k"}, phase="buy", stone=None)
    for name, values in players.items():
        for seat, value in enumerate(values):
            setattr(state.players[seat], name, value)
    return state, act(state, 0, Done(), deck, RED)


def test_nothing_is_chosen_while_gold_is_dealt() -> None:
    state = begun(4)
    assert state.phase == "stone"


def test_all_24_cards_are_dealt_one_at_a_time_from_the_regent() -> None:
    state, _ = next_round(5, list(DECK))
    sizes = [sum(player.hand) for player in state.players]
    assert sizes == [4, 5, 5, 5, 5]  # seat 1 is regent, seat 0 the last
    assert state.players[1].hand == gold("x1111")
    assert [sum(hand[worth] for hand in (p.hand for p in state.players)) for worth in range(4)] == [
        *GOLD
    ]


def test_the_gold_is_shuffled_anew_each_round() -> None:
    state, _ = next_round(2, DECK[::-1])
    assert sum(map(sum, (player.hand for player in state.players))) == 24
    assert state.discards == [0, 0, 0, 0]


def test_glory_is_exchanged_for_as_many_cards() -> None:
    state, events = next_round(2, glory=[0, 3])
    assert told(events, "gold")[0] == {"seat": 1, "count": 3, "earned": 3, "strikes": 0}
    assert state.players[1].glory == 0
    assert [sum(player.hand) for player in state.players] == [10, 14]


def test_each_new_strike_is_exchanged_once_for_4_cards() -> None:
    state, events = next_round(2, fresh=[1, 0])
    assert told(events, "gold")[0] == {"seat": 0, "count": 4, "earned": 4, "strikes": 1}
    assert state.players[0].fresh == 0


def test_it_is_told_what_is_exchanged() -> None:
    _, events = next_round(2, glory=[0, 1], fresh=[1, 2])
    seen = [project(event, SPECTATOR) for event in events if event.data.get("earned")]
    lines = [narration.line for each in seen if (narration := GAME.narrate(each))]
    assert [render(line, ["amber", "birch"]) for line in lines] == [
        "birch exchanges 1 glory and 2 strikes for 9 gold cards.",
        "amber exchanges 1 strike for 4 gold cards.",
    ]


def test_the_regent_exchanges_first() -> None:
    _, events = next_round(3, glory=[1, 1, 1])
    exchanged = [event["seat"] for event in told(events, "gold") if event["earned"]]
    assert exchanged == [1, 2, 0]


def test_what_the_deck_cant_serve_is_lost() -> None:
    state, events = next_round(2, fresh=[2, 5])
    assert told(events, "gold")[:2] == [
        {"seat": 1, "count": 20, "earned": 20, "strikes": 5},
        {"seat": 0, "count": 4, "earned": 8, "strikes": 2},
    ]
    assert [player.fresh for player in state.players] == [0, 0]
    assert sum(map(sum, (player.hand for player in state.players))) == 24


def test_hands_are_hidden_and_counts_are_public() -> None:
    state, events = next_round(2)
    dealt = next(event for event in events if event.type == "gold")
    assert dealt.data == {"seat": 1, "count": 12, "earned": None}
    assert dealt.private == {1: {"gold": state.players[1].hand}}


def test_strikes_stay_on_the_record() -> None:
    state = position("1", "", arms={0: "k"}, phase="buy", stone=None, wounds=[1])
    state.players[1].fresh = 1
    act(state, 0, Done(), DECK, RED)
    assert state.wounds == [1]
    assert state.players[1].fresh == 0


def test_nobody_exchanges_anything_in_the_first_round() -> None:
    assert all(player.glory == player.fresh == 0 for player in begun(3).players)
