"""Secrets by type: what each viewer sees, worlds that fit it, and sealed choices."""

import msgspec
import pytest
from msgspec import Struct

from games.plugin import (
    OMNISCIENT,
    SPECTATOR,
    BySeat,
    FastChance,
    Hidden,
    IllegalAction,
    Own,
    Pile,
    Sealed,
    Seen,
    Tagged,
    Withdraw,
    deal,
    line,
    names_of,
    observe,
)
from games.plugin.codec import canonical_json
from games.plugin.sealed import CHANGES, MOST_ACTIONS
from games.plugin.secrets import reopened


class Bid(Tagged, tag="bid"):
    n: int


class Bidder(Struct):
    hand: Own[Pile[int]]
    points: int = 0


class Table(Struct):
    seats: BySeat[Bidder]
    notes: BySeat[Own[list[str]]]
    deck: Hidden[Pile[int]]
    bag: Hidden[dict[str, int]]
    stone: Hidden[int | None]
    bids: Sealed[Bid]


class Room(Struct):
    bids: Sealed[Bid]


class Rooms(Struct):
    rooms: list[Room]


ONE, TWO = Bid(1), Bid(2)


def table() -> Table:
    seats = [Bidder(Pile([1, 2])), Bidder(Pile([3]), 4)]
    state = Table(seats, [["a"], ["b"]], Pile([5, 6]), {"axe": 1}, 3, Sealed())
    state.bids.ask((0, 1))
    state.bids.choose(0, ONE)
    return state


@pytest.mark.parametrize(
    ("viewer", "opened", "hands", "notes", "hidden", "bid"),
    [
        (0, False, ([1, 2], []), [["a"], []], False, ONE),
        (1, False, ([], [3]), [[], ["b"]], False, None),
        (SPECTATOR, False, ([], []), [[], []], False, None),
        (SPECTATOR, True, ([1, 2], [3]), [["a"], ["b"]], False, None),
        (OMNISCIENT, False, ([1, 2], [3]), [["a"], ["b"]], True, ONE),
    ],
)
def test_everyone_sees_what_is_public_and_their_own(viewer, opened, hands, notes, hidden, bid):
    state = table()
    written = canonical_json(observe(state, viewer, opened=opened))
    seen = msgspec.json.decode(written, type=Seen[Table])
    assert seen.you == (viewer if isinstance(viewer, int) else None)
    held = [one.hand for one in seen.state.seats]
    assert tuple(hand.cards for hand in held) == hands
    assert list(map(len, held)) == [2, 1]
    assert [one.points for one in seen.state.seats] == [0, 4]
    assert seen.state.notes == notes
    deck = seen.state.deck
    assert (deck.cards, len(deck)) == ([5, 6] if hidden else [], 2)
    assert (seen.state.bag, seen.state.stone) == (({"axe": 1}, 3) if hidden else ({}, None))
    assert seen.state.bids == Sealed([0, 1], {0: bid})
    assert state == table()  # looking changes nothing


def test_the_blanks_are_dealt_again():
    state = observe(table(), 1).state
    left = deal(state, [1, 2, 5, 6, 7], FastChance(1))
    piles = [*state.seats[0].hand.cards, *state.deck.cards, *left]
    assert (sorted(piles), len(left)) == ([1, 2, 5, 6, 7], 1)
    assert state.seats[1].hand == Pile([3])
    state.bids.guess(
        lambda seat: [Bid(card) for card in state.seats[seat].hand.cards], FastChance()
    )
    assert state.bids.choices[0].n in state.seats[0].hand.cards
    with pytest.raises(ValueError, match="fewer cards"):
        deal(observe(table(), 1).state, [1, 2, 5], FastChance())


class Ownerless(Struct):
    hand: Own[Pile[int]]


class Buried(Struct):
    decks: dict[str, Hidden[Pile[int]]]


@pytest.mark.parametrize("state", [Ownerless(Pile()), Buried({})])
def test_a_secret_that_could_not_be_masked_is_an_error_at_once(state):
    with pytest.raises(TypeError):
        observe(state, SPECTATOR)


def test_a_sealed_choice_can_be_changed_and_withdrawn_until_the_last_one_is_in():
    bids: Sealed[Bid] = Sealed()
    assert (bids.waiting, bids.offers(0, [ONE])) == (frozenset(), [])
    bids.ask((0, 1))
    assert bids.offers(0, [ONE, TWO]) == [ONE, TWO]
    assert bids.choose(0, ONE) is None
    assert (bids.waiting, bids.offers(0, [ONE, TWO])) == ({1}, [TWO, Withdraw()])
    assert bids.choose(0, TWO) is None
    assert bids.choose(0, Withdraw()) is None
    assert bids.waiting == {0, 1}
    bids.choose(0, ONE)
    assert bids.choose(1, TWO) == {0: ONE, 1: TWO}
    assert bids == Sealed()
    for seat in (0, 2):
        with pytest.raises(IllegalAction, match="not-your-turn"):
            bids.choose(seat, ONE)


def test_reopened_is_a_copy_in_which_nobody_has_chosen():
    state = table()
    bids = reopened(state).bids
    assert (bids.waiting, bids.choices) == ({0, 1}, {})
    assert state == table()
    state.bids = Sealed()
    assert reopened(state) is state
    deep = Rooms([Room(table().bids)])
    assert reopened(deep).rooms[0].bids.choices == {}
    assert deep.rooms[0].bids.choices == {0: ONE}


def test_nobody_changes_their_mind_for_ever():
    bids: Sealed[Bid] = Sealed()
    bids.ask((0, 1))
    for made in range(CHANGES):
        bids.choose(0, ONE)
        assert bids.offers(0, [ONE]) == [Withdraw()], made
        bids.choose(0, Withdraw())
    bids.choose(0, ONE)
    assert bids.offers(0, [ONE, TWO]) == []
    with pytest.raises(IllegalAction, match="not-your-turn"):
        bids.choose(0, TWO)
    assert MOST_ACTIONS == 2 * CHANGES + 1


def test_the_status_line_says_who_is_still_to_choose():
    bids, yours = table().bids, line("Bid!")
    assert bids.prompt(1, yours) == yours
    assert bids.prompt(0, yours).params == {"names": names_of([1])}
    assert bids.prompt(SPECTATOR, yours).id == "Waiting for {names} to choose."
