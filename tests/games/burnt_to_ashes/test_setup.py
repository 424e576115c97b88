"""Before the first round (ruling sheet, Options, Components, Setup)."""

from collections import Counter

import pytest

from games.burnt_to_ashes import catalog, components
from games.burnt_to_ashes.actions import Claim, ClaimAtRandom, Place
from games.burnt_to_ashes.state import Options, State
from games.plugin import FastChance, Seating
from tests.games.burnt_to_ashes.positions import GAME, act, begun, told


def new(seats: int, first: int | None = 0) -> State:
    return GAME.setup(Options(), Seating(seats, first), FastChance(1))


def claimed(seats: int, first: int = 0) -> State:
    """All lands claimed, the lowest free one at a time."""
    state = new(seats, first)
    while state.phase == "claim":
        seat = min(GAME.active_seats(state))
        GAME.apply_action(state, seat, GAME.legal_actions(state, seat)[0], FastChance(1))
    return state


def test_crown_is_the_default_for_two_and_more() -> None:
    form = GAME.format(Options(), 4)
    assert (form.kind, form.teams) == ("competitive", (0, 1, 2, 3))
    assert begun(2).crown


def test_in_team_everyone_plays_together() -> None:
    assert GAME.format(Options("team"), 3).teams == (0, 0, 0)
    assert not begun(2, "team").crown


@pytest.mark.parametrize("mode", ["crown", "team"])
def test_one_player_always_plays_for_the_lands(mode: str) -> None:
    assert GAME.format(Options(mode), 1).kind == "solo"  # type: ignore[arg-type]
    assert not begun(1, mode).crown


def test_24_lands_form_one_ring_in_four_tracks_of_six() -> None:
    assert components.LANDS == 24
    assert len(catalog.TRACKS) == 4
    assert components.flight_from(4) == (*range(4, 24), 0, 1, 2, 3)


def test_the_first_land_of_each_track_is_a_start_land() -> None:
    assert components.START_LANDS == (0, 6, 12, 18)


def test_there_are_100_town_counters() -> None:
    copies = components.COUNTER_COPIES
    assert copies == {"power": 20, "knight": 24, "sword": 18, "shield": 18, "attack": 20}
    assert sum(new(3).bag.values()) == 100


@pytest.mark.parametrize("seats", range(1, 7))
def test_every_land_gets_a_pile_of_3_and_start_lands_4(seats: int) -> None:
    sizes = [land.size for land in new(seats).lands]
    assert sizes == [4, 3, 3, 3, 3, 3] * 4
    assert sum(sizes) == 76


def test_24_counters_are_set_aside_unseen() -> None:
    assert components.SET_ASIDE == 24
    state = begun(2)
    assert sum(state.bag.values()) - sum(land.size for land in state.lands) == 24


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


def test_24_gold_cards_are_worth_24() -> None:
    assert components.GOLD == (4, 17, 2, 1)
    assert components.GOLD_CARDS == 24
    assert components.value(list(components.GOLD)) == 24


def test_the_gold_is_worth_less_than_the_last_four_cards_want() -> None:
    assert components.value(list(components.GOLD)) < 26 == sum(components.numbers_of(5))


@pytest.mark.parametrize(
    ("round_", "numbers"),
    [
        (1, (1, 2, 3, 4)),
        (2, (2, 3, 4, 5)),
        (3, (3, 4, 5, 6)),
        (4, (4, 5, 6, 7)),
        (5, (5, 6, 7, 8)),
        (9, (5, 6, 7, 8)),
    ],
)
def test_the_dragon_cards_of_a_round(round_: int, numbers: tuple[int, ...]) -> None:
    assert components.numbers_of(round_) == numbers


def test_yellow_cards_bring_1_glory_and_red_ones_2() -> None:
    assert [components.glory_of(number) for number in range(1, 9)] == [1, 1, 1, 1, 2, 2, 2, 2]


def test_there_are_20_knight_cards() -> None:
    assert components.KNIGHT_CARDS == {"dragon": 7, "knight": 4, "sword": 4, "shield": 5}


def test_a_random_seat_is_the_first_regent() -> None:
    regents = {GAME.setup(Options(), Seating(4), FastChance(seed)).regent for seed in range(40)}
    assert regents == {0, 1, 2, 3}
    assert new(4, first=2).regent == 2


def test_from_the_regent_clockwise_each_claims_one_free_land_at_a_time() -> None:
    state = new(3, first=1)
    for seat, land in ((1, 7), (2, 0), (0, 23), (1, 8)):
        assert GAME.active_seats(state) == {seat}
        assert Claim(land) in GAME.legal_actions(state, seat)
        act(state, seat, Claim(land))
        assert state.lands[land].owner == seat
        assert Claim(land) not in GAME.legal_actions(state, state.to_act)


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_lands_are_claimed_until_all_24_are_owned(seats: int) -> None:
    owned = Counter(land.owner for land in claimed(seats).lands)
    assert sum(owned.values()) == 24
    assert max(owned.values()) - min(owned.values()) <= 1


def test_with_five_the_last_in_order_owns_four() -> None:
    owned = Counter(land.owner for land in claimed(5, first=2).lands)
    assert owned == {2: 5, 3: 5, 4: 5, 0: 5, 1: 4}


def test_one_player_owns_all_lands_without_being_asked() -> None:
    state = new(1)
    assert state.phase == "knights"
    assert {land.owner for land in state.lands} == {0}


def test_the_last_free_land_is_nobodys_choice() -> None:
    state = new(2)
    for land in range(22):
        act(state, land % 2, Claim(land))
    events = act(state, 0, Claim(22))
    claims = [(event["land"], event["random"]) for event in told(events, "claimed")]
    assert claims == [(22, False), (23, False)]
    assert state.lands[23].owner == 1
    assert state.phase == "knights"


def test_claim_at_random_answers_all_own_turns_to_come() -> None:
    state = new(2)
    events = act(state, 0, ClaimAtRandom(), 24)
    assert told(events, "claimed") == [{"seat": 0, "land": 23, "random": True}]
    assert GAME.active_seats(state) == {1}
    act(state, 1, Claim(0), 1)
    assert state.lands[1].owner == 0
    assert GAME.active_seats(state) == {1}


def test_of_the_last_two_lands_a_random_one_is_claimed() -> None:
    state = new(2)
    act(state, 0, ClaimAtRandom(), 1)
    for land in range(1, 21, 2):
        act(state, 1, Claim(land), 1)
    events = act(state, 1, Claim(21), 2)
    claims = [(event["land"], event["random"]) for event in told(events, "claimed")]
    assert claims == [(21, False), (23, True), (22, False)]


def test_each_puts_a_starting_knight_on_an_own_land_and_gets_1_power() -> None:
    state = claimed(3, first=1)
    for seat in (1, 2):
        lands = [number for number, land in enumerate(state.lands) if land.owner == seat]
        assert GAME.legal_actions(state, seat) == [Place(land) for land in lands]
        act(state, seat, Place(lands[3]))
        assert state.lands[lands[3]].knight
        assert state.players[seat].power == 1
    assert GAME.active_seats(state) == {0}


def test_four_face_down_dragon_cards_lie_on_the_arrows() -> None:
    state = begun(2)
    assert [card.number for card in state.cards] == [None] * 4
    assert [card.red for card in state.cards] == [False] * 4
