"""Before the first round, and its gold and glory (Options, Components, Setup; A round, 1)."""

from collections import Counter
from typing import Any

import pytest

from games.burnt_to_ashes import actions as do, catalog, components
from games.burnt_to_ashes.state import Options, State
from games.plugin import SPECTATOR, Event, FastChance, Seating, project, render
from tests.games.burnt_to_ashes.positions import GAME, act, begun, gold, position, told


def new(seats: int, first: int | None = 0) -> State:
    return GAME.setup(Options(), Seating(seats, first), FastChance(1))


def claimed(seats: int, first: int = 0) -> State:
    """All lands claimed, the lowest free one at a time."""
    state = new(seats, first)
    while state.phase == "claim":
        seat = min(GAME.active_seats(state))
        GAME.apply_action(state, seat, GAME.legal_actions(state, seat)[0], FastChance(1))
    return state


def test_crown_is_the_default_for_two_and_more_and_in_team_everyone_plays_together() -> None:
    form = GAME.format(Options(), 4)
    assert (form.kind, form.teams) == ("competitive", (0, 1, 2, 3))
    assert GAME.format(Options("team"), 3).teams == (0, 0, 0)
    assert [begun(2, mode).crown for mode in ("crown", "team")] == [True, False]


@pytest.mark.parametrize("mode", ["crown", "team"])
def test_one_player_always_plays_for_the_lands(mode: str) -> None:
    assert GAME.format(Options(mode), 1).kind == "solo"  # type: ignore[arg-type]
    assert not begun(1, mode).crown


def test_24_lands_form_one_ring_in_four_tracks_of_six_that_begin_with_a_start_land() -> None:
    assert (components.LANDS, len(catalog.TRACKS)) == (24, 4)
    assert components.START_LANDS == (0, 6, 12, 18)
    assert components.flight_from(4) == (*range(4, 24), 0, 1, 2, 3)


@pytest.mark.parametrize("seats", range(1, 7))
def test_of_100_counters_every_land_gets_a_pile_of_3_and_start_lands_4(seats: int) -> None:
    copies = components.COUNTER_COPIES
    assert copies == {"power": 20, "knight": 24, "sword": 18, "shield": 18, "attack": 20}
    state = new(seats)
    sizes = [land.size for land in state.lands]
    assert sizes == [4, 3, 3, 3, 3, 3] * 4
    assert sum(state.bag.values()) == 100
    assert 100 - sum(sizes) == components.SET_ASIDE == 24, "set aside unseen"


def test_starting_pieces_are_extra() -> None:
    state = begun(3)
    assert sum(state.bag.values()) == 100
    assert sum(land.knight for land in state.lands) == 3
    assert GAME.pieces(state) == GAME.pieces(new(3))
    placing = claimed(3, first=1)
    for seat in (1, 2):
        assert GAME.pieces(placing) == GAME.pieces(state)
        act(placing, seat, GAME.legal_actions(placing, seat)[0])
    assert GAME.pieces(placing) == GAME.pieces(state)


def test_cards_of_gold_dragon_and_knights_are_counted_as_the_sheet_says() -> None:
    assert components.GOLD == (4, 17, 2, 1)
    assert components.GOLD_CARDS == components.value(list(components.GOLD)) == 24
    assert sum(components.numbers_of(5)) == 26
    for round_, least in ((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (9, 5)):
        assert components.numbers_of(round_) == tuple(range(least, least + 4))
    assert [components.glory_of(number) for number in range(1, 9)] == [1, 1, 1, 1, 2, 2, 2, 2]
    assert components.KNIGHT_CARDS == {"dragon": 7, "knight": 4, "sword": 4, "shield": 5}


def test_a_random_seat_is_the_first_regent() -> None:
    regents = {GAME.setup(Options(), Seating(4), FastChance(seed)).regent for seed in range(40)}
    assert regents == {0, 1, 2, 3}
    assert new(4, first=2).regent == 2


# -- lands and knights ----------------------------------------------------------------------------


def test_from_the_regent_clockwise_each_claims_one_free_land_at_a_time() -> None:
    state = new(3, first=1)
    for seat, land in ((1, 7), (2, 0), (0, 23), (1, 8)):
        assert GAME.active_seats(state) == {seat}
        assert do.Claim(land) in GAME.legal_actions(state, seat)
        act(state, seat, do.Claim(land))
        assert state.lands[land].owner == seat
        assert do.Claim(land) not in GAME.legal_actions(state, state.to_act)


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_lands_are_claimed_until_all_24_are_owned(seats: int) -> None:
    owned = Counter(land.owner for land in claimed(seats, first=seats // 2).lands)
    assert sum(owned.values()) == 24
    assert max(owned.values()) - min(owned.values()) <= 1
    assert seats != 5 or owned[1] == 4, "with five the last in order owns four"


def test_one_player_owns_all_lands_and_the_last_free_land_is_nobodys_choice() -> None:
    state = new(1)
    assert (state.phase, {land.owner for land in state.lands}) == ("knights", {0})
    state = new(2)
    for land in range(22):
        act(state, land % 2, do.Claim(land))
    events = act(state, 0, do.Claim(22))
    claims = [(event["land"], event["random"]) for event in told(events, "claimed")]
    assert claims == [(22, False), (23, False)]
    assert (state.lands[23].owner, state.phase) == (1, "knights")


def test_claim_at_random_answers_all_own_turns_to_come() -> None:
    state = new(2)
    events = act(state, 0, do.ClaimAtRandom(), 24)
    assert told(events, "claimed") == [{"seat": 0, "land": 23, "random": True}]
    assert GAME.active_seats(state) == {1}
    act(state, 1, do.Claim(0), 1)
    assert (state.lands[1].owner, GAME.active_seats(state)) == (0, {1})
    for land in range(2, 20, 2):
        act(state, 1, do.Claim(land), 1)
    events = act(state, 1, do.Claim(20), 2)  # one of the last two
    claims = [(event["land"], event["random"]) for event in told(events, "claimed")]
    assert claims == [(20, False), (22, True), (21, False)]


def test_each_puts_a_starting_knight_on_an_own_land_and_gets_1_power() -> None:
    state = claimed(3, first=1)
    for seat in (1, 2):
        lands = [number for number, land in enumerate(state.lands) if land.owner == seat]
        assert GAME.legal_actions(state, seat) == [do.Place(land) for land in lands]
        act(state, seat, do.Place(lands[3]))
        assert (state.lands[lands[3]].knight, state.players[seat].power) == (True, 1)
    assert GAME.active_seats(state) == {0}


# -- a round's gold and glory ---------------------------------------------------------------------

DECK = [0] * 4 + [1] * 17 + [2] * 2 + [3]


def next_round(seats: int, deck: list[int] = DECK, **players: Any) -> tuple[State, list[Event]]:
    """The first round ends by the last purchase; seat 1 is the next regent if there are two."""
    fixed: dict[str, Any] = {"arms": {0: "k"}, "phase": "buy", "stone": None}
    state = position("1", *[""] * (seats - 1), **fixed, wounds=players.pop("wounds", []))
    for name, values in players.items():
        for seat, value in enumerate(values):
            setattr(state.players[seat], name, value)
    return state, act(state, 0, do.Done(), deck, [False, False, False, True])


def sizes(state: State) -> list[int]:
    return [sum(player.hand) for player in state.players]


def test_nothing_is_chosen_while_gold_is_dealt_and_nothing_exchanged_in_the_first_round() -> None:
    state = begun(4)
    assert state.phase == "stone"
    assert [card.number for card in state.cards] == [None] * 4, "four face-down dragon cards"
    assert [card.red for card in state.cards] == [False] * 4
    assert all(player.glory == player.fresh == 0 for player in state.players)


def test_all_24_cards_are_dealt_one_at_a_time_from_the_regent_and_shuffled_each_round() -> None:
    state, _ = next_round(5)
    assert sizes(state) == [4, 5, 5, 5, 5]  # seat 1 is regent, seat 0 the last
    assert state.players[1].hand == gold("x1111")
    dealt = [sum(player.hand[worth] for player in state.players) for worth in range(4)]
    assert dealt == [*components.GOLD]
    state, _ = next_round(2, DECK[::-1])
    assert (sum(sizes(state)), state.discards) == (24, [0, 0, 0, 0])


def test_glory_and_new_strikes_are_exchanged_for_cards_and_told() -> None:
    state, events = next_round(2, glory=[0, 3])
    assert told(events, "gold")[0] == {"seat": 1, "count": 3, "earned": 3, "strikes": 0}
    assert (state.players[1].glory, sizes(state)) == (0, [10, 14])
    state, events = next_round(2, fresh=[1, 0], wounds=[0])
    assert told(events, "gold")[0] == {"seat": 0, "count": 4, "earned": 4, "strikes": 1}
    assert (state.players[0].fresh, state.wounds) == (0, [0]), "it stays on the record"
    _, events = next_round(2, glory=[0, 1], fresh=[1, 2])
    seen = [project(event, SPECTATOR) for event in events if event.data.get("earned")]
    lines = [narration.line for each in seen if (narration := GAME.narrate(each))]
    assert [render(line, ["amber", "birch"]) for line in lines] == [
        "birch exchanges 1 glory and 2 strikes for 9 gold cards.",
        "amber exchanges 1 strike for 4 gold cards.",
    ]


def test_the_regent_exchanges_first_and_what_the_deck_cant_serve_is_lost() -> None:
    _, events = next_round(3, glory=[1, 1, 1])
    assert [event["seat"] for event in told(events, "gold") if event["earned"]] == [1, 2, 0]
    state, events = next_round(2, fresh=[2, 5])
    assert told(events, "gold")[:2] == [
        {"seat": 1, "count": 20, "earned": 20, "strikes": 5},
        {"seat": 0, "count": 4, "earned": 8, "strikes": 2},
    ]
    assert ([player.fresh for player in state.players], sum(sizes(state))) == ([0, 0], 24)


def test_hands_are_hidden_and_counts_are_public() -> None:
    state, events = next_round(2)
    dealt = next(event for event in events if event.type == "gold")
    assert dealt.data == {"seat": 1, "count": 12, "earned": None}
    assert dealt.private == {1: {"gold": state.players[1].hand}}
