"""What viewers may know, and that nothing else gets out."""

import random

import msgspec
import pytest

from games.burn_my_village.observation import Observation
from games.burn_my_village.state import State
from games.plugin import OMNISCIENT, SPECTATOR, FastChance, Viewer, project
from games.plugin.codec import canonical_json, pack
from tests.games.burn_my_village.tables import (
    GAME,
    Dealer,
    bribe,
    cards,
    ended,
    fresh,
    legal,
    play,
    table,
    visit,
)


def seen(state: State, viewer: Viewer) -> Observation:
    """The observation after a journey through JSON with sorted keys."""
    return msgspec.json.decode(canonical_json(GAME.observation(state, viewer)), type=Observation)


def test_a_column_taken_openly_is_known_to_be_in_the_hand() -> None:
    state = table(["axe"], [], stalls={1: ["crown", "crown", "wild"]})
    play(state, visit(1, "axe", curse="axe"))
    assert seen(state, SPECTATOR).seats[0].known == cards("crown", "crown", "wild")


def test_cards_played_are_taken_to_be_the_known_ones() -> None:
    state = table(["crown", "crown"], [], stalls={0: ["crown", "wild"]}, deck=["wild"])
    play(state, visit(0))
    state.turn = 1
    play(state, bribe("crown", 2, 1), "wild")
    assert seen(state, SPECTATOR).seats[0].known == cards()
    assert state.players[0].hand == cards("crown")


def test_only_as_many_cards_as_are_played_cease_to_be_known() -> None:
    state = table([], [], stalls={0: ["crown"] * 3}, deck=["wild"])
    play(state, visit(0))
    state.turn = 1
    play(state, bribe("crown"), "wild")
    assert seen(state, SPECTATOR).seats[0].known == cards("crown", "crown")


def test_cards_paid_are_no_longer_known() -> None:
    state = table(["axe"], [], stalls={0: ["crown"], 1: ["sword"]})
    play(state, visit(0))
    state.turn = 1
    play(state, visit(1, "crown", curse="crown"))
    assert seen(state, SPECTATOR).seats[0].known == cards("sword")


def test_a_drawn_card_is_told_to_the_drawer_alone() -> None:
    state = table([], [], deck=["crown"])
    (event,) = play(state, legal(state)[-1], "crown")
    assert event.reveals
    assert project(event, 0).data == {"seat": 0, "card": "crown"}
    for viewer in (1, SPECTATOR):
        assert project(event, viewer).data == {"seat": 0}
    assert project(event, OMNISCIENT).data == {"seat": 0, "card": "crown"}
    assert seen(state, SPECTATOR).seats[0].known == cards()


@pytest.mark.parametrize(
    ("deck", "reveals"), [(["sword", "axe"], True), ([], False)], ids=["cards", "none"]
)
def test_a_refill_reveals_its_cards_to_everybody(deck: list[str], reveals: bool) -> None:
    refill = play(table(["axe"], [], deck=deck), bribe("axe"), *deck)[2]
    assert refill.type == "refill"
    assert (refill.reveals, refill.private) == (reveals, {})
    assert [card for _, card in refill.data["placed"]] == deck


def test_bribes_and_visits_reveal_nothing_new() -> None:
    state = table(["axe"], [], stalls={1: ["crown"]})
    assert not any(event.reveals for event in play(state, visit(1, "axe", curse="axe")))


def test_the_omniscient_viewer_sees_hands_and_deck() -> None:
    state = fresh(3)
    view = seen(state, OMNISCIENT)
    assert [seat.hand for seat in view.seats] == [player.hand for player in state.players]
    assert view.deck == state.deck
    assert view.you is None


def test_running_points_are_those_of_the_bribes_on_the_table() -> None:
    state = table(["crown", "axe"], [], bribes=[{"axe": (2, 1), "sword": (3, 0)}])
    view = seen(state, 1)
    assert [seat.points for seat in view.seats] == [3 * 3 + 3 * 1, 0]
    assert [(seat.sheet, seat.rank) for seat in view.seats] == [(None, None)] * 2


def test_an_observation_shares_nothing_with_its_state() -> None:
    state = fresh(2)
    view = GAME.observation(state, OMNISCIENT)
    before = pack(state)
    view.track.reverse()
    view.stalls[0].clear()
    for pile in (view.discards, view.deck, view.seats[0].hand, view.seats[0].known):
        assert pile is not None
        pile["axe"] += 1
    view.seats[0].bribes["axe"].treasures += 1
    assert pack(state) == before


def positions(seats: int, seed: int) -> list[State]:
    """The positions of a random game, its end included."""
    state, dice = fresh(seats, seed), random.Random(seed)
    found = []
    while GAME.active_seats(state):
        found.append(msgspec.msgpack.decode(pack(state), type=State))
        action = dice.choice(legal(state))
        GAME.apply_action(state, state.to_move, action, FastChance(dice.randrange(10**6)))
    return [*found, state]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_determinized_position_looks_the_same_and_keeps_all_cards(seats: int) -> None:
    for number, state in enumerate(positions(seats, seed=seats)):
        for seat in range(seats):
            twin = GAME.determinize(seen(state, seat), seat, FastChance(number))
            assert seen(twin, seat) == seen(state, seat)
            assert GAME.pieces(twin) == GAME.pieces(state)
            assert GAME.legal_actions(twin, seat) == GAME.legal_actions(state, seat)
            assert GAME.choices(twin, seat) == GAME.choices(state, seat)
            assert GAME.active_seats(twin) == GAME.active_seats(state)
            for player in twin.players:
                assert all(player.hand[kind] >= player.known[kind] for kind in player.hand)


def test_determinized_hands_differ_where_nobody_knows() -> None:
    state = fresh(2)
    hands = {
        str(GAME.determinize(seen(state, 0), 0, FastChance(n)).players[1].hand) for n in range(20)
    }
    assert len(hands) > 10


def test_a_determinized_hand_keeps_what_was_seen_and_takes_the_rest_from_the_unseen() -> None:
    state = fresh(2, seed=3)
    state.players[1].known = dict(state.players[1].hand)
    twin = GAME.determinize(seen(state, 0), 0, FastChance(9))
    assert twin.players[1].hand == state.players[1].hand
    assert twin.deck == state.deck


def test_an_ended_game_is_determinized_to_itself() -> None:
    state = positions(3, seed=8)[-1]
    assert state.ending
    assert GAME.determinize(seen(state, 1), 1, FastChance(1)) == state


def test_determinizing_shuffles_the_unseen_cards_on_a_stream_of_its_own() -> None:
    class Unshuffled(Dealer):
        def outcome(self, kind: str, stream: str, args: object) -> object:
            assert (kind, stream) == ("shuffle", "unseen")
            return args

    state = fresh(2)
    twin = GAME.determinize(seen(state, 0), 0, Unshuffled())
    assert twin.players[1].hand_size == 7
    assert twin.players[1].hand["sword"] + twin.players[1].hand["scroll"] == 7


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_end_tells_hands_and_points_best_rank_first(viewer: Viewer) -> None:
    state = table(["axe"], ["crown"], bribes=[{}, {"crown": (2, 0)}])
    told = [project(event, viewer) for event in play(state, legal(state)[-1])]
    assert [event.type for event in told] == ["end", "score", "score"]
    assert told[0].data["hands"] == [{"axe": 1}, {"crown": 1}]
    assert [event.data for event in told[1:]] == [
        {"seat": 1, "rank": 1, "points": 12},
        {"seat": 0, "rank": 2, "points": -3},
    ]


def test_the_final_ranks_are_in_the_observation() -> None:
    view = seen(ended([], [], bribes=[{}, {"axe": (1, 0)}]), SPECTATOR)
    assert [seat.rank for seat in view.seats] == [2, 1]
    assert view.to_move is None
