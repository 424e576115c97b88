"""What viewers may know, and that nothing else gets out."""

import msgspec
import pytest

from games.burn_my_village.observation import Observation
from games.burn_my_village.state import State
from games.plugin import OMNISCIENT, SPECTATOR, FastChance, Viewer, project
from games.plugin.codec import canonical_json
from tests.games.burn_my_village.tables import GAME, bribe, cards, fresh, legal, play, table, visit


def seen(state: State, viewer: Viewer) -> Observation:
    """The observation after a journey through JSON with sorted keys."""
    return msgspec.json.decode(canonical_json(GAME.observation(state, viewer)), type=Observation)


@pytest.mark.parametrize(
    ("hand", "stall", "action", "dealt", "known", "left"),
    [
        ("", "crown crown wild", None, "", "crown crown wild", "crown crown wild"),
        ("crown crown", "crown wild", bribe("crown", 2, 1), "wild", "", "crown"),
        ("", "crown crown crown", bribe("crown"), "wild", "crown crown", "crown crown"),
        ("", "crown", visit(1, "crown", curse="crown"), "", "sword", "sword"),
    ],
    ids=["a column taken openly", "cards played", "only as many as are played", "cards paid"],
)
def test_what_was_taken_openly_is_known_until_it_is_played(hand, stall, action, dealt, known, left):
    state = table(hand, "", stalls={0: stall, 1: "sword"}, deck=dealt)
    play(state, visit(0))
    if action:
        state.turn = 1
        play(state, action, *dealt.split())
    assert seen(state, SPECTATOR).seats[0].known == cards(known)
    assert state.players[0].hand == cards(left)


def test_a_drawn_card_is_told_to_the_drawer_alone() -> None:
    state = table("", "", deck="crown")
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
    refill = play(table("axe", "", deck=deck), bribe("axe"), *deck)[2]
    assert refill.type == "refill"
    assert (refill.reveals, refill.private) == (reveals, {})
    assert [card for _, card in refill.data["placed"]] == deck


def test_determinized_hands_keep_what_was_seen_and_differ_where_nobody_knows() -> None:
    state = fresh(2, seed=3)
    twins = [GAME.determinize(seen(state, 0), 0, FastChance(number)) for number in range(20)]
    assert len({str(twin.players[1].hand) for twin in twins}) > 10
    assert all(GAME.pieces(twin) == GAME.pieces(state) for twin in twins)
    state.players[1].known = dict(state.players[1].hand)
    twin = GAME.determinize(seen(state, 0), 0, FastChance(9))
    assert (twin.players[1].hand, twin.deck) == (state.players[1].hand, state.deck)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_end_tells_hands_and_points_best_rank_first(viewer: Viewer) -> None:
    state = table("axe", "crown", bribes=[{}, {"crown": (2, 0)}])
    told = [project(event, viewer) for event in play(state, legal(state)[-1])]
    assert [event.type for event in told] == ["end", "score", "score"]
    assert told[0].data["hands"] == [{"axe": 1}, {"crown": 1}]
    assert [event.data for event in told[1:]] == [
        {"seat": 1, "rank": 1, "points": 12},
        {"seat": 0, "rank": 2, "points": -3},
    ]
