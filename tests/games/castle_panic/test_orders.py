"""Standing orders: what they say to offers, card by card."""

from typing import Any

import pytest

from games.castle_panic import actions as do
from games.castle_panic.components import CARDS
from games.castle_panic.orders import AcceptUnless, DeclineAll, Order
from games.castle_panic.state import Options, State
from games.plugin import render
from tests.games.castle_panic.positions import GAME, LORD, act, position


def offered(card: str) -> State:
    """Seat 0 offers seat 1 something for that card; seat 2 looks on."""
    given = "mortar" if card != "mortar" else "brick"
    hands = (f"{given} {given}", f"{card} missing", "tar")
    state = position(*hands, phase="trade", monsters="troll archer 1")
    act(state, do.OfferTrade(1, given, card))
    return state


def said(state: State, order: Order, seat: int = 1) -> Any:
    return GAME.answer(GAME.observation(state, seat), order)


@pytest.mark.parametrize(
    ("mode", "roles", "takers"),
    [
        ("standard", (None,), set()),
        ("standard", (None, None), {0, 1}),
        ("overlord", (LORD, None), set()),
        ("overlord", (None, None, LORD), {0, 1}),
        ("overlord", (LORD, None, None, None), {1, 2, 3}),
    ],
)
def test_orders_are_for_those_whom_a_partner_may_offer_a_trade(mode, roles, takers):
    options = Options(mode=mode)
    form = GAME.format(options, len(roles)).seated(roles)
    seats = range(len(roles))
    assert {seat for seat in seats if GAME.takes_orders(options, form, seat)} == takers


def colored(color: str) -> set[str]:
    return {f"{fighter}-{color}" for fighter in ("archer", "knight", "swordsman", "hero")}


RED, BLUE, GREEN = map(colored, ("red", "blue", "green"))
ANY = colored("any") - {"hero-any"}
SPECIAL = set(CARDS) - RED - BLUE - GREEN - ANY


@pytest.mark.parametrize(
    ("order", "kept", "words"),
    [
        (AcceptUnless(special=False), set(), "Accept every trade."),
        (AcceptUnless(), SPECIAL, ""),
        (AcceptUnless(red=True, special=False), RED | ANY, ""),
        (
            AcceptUnless(red=True),
            RED | ANY | SPECIAL,
            "Accept trades, but ask before giving away red cards and cards without a color.",
        ),
        (AcceptUnless(green=True, blue=True, special=False), GREEN | BLUE | ANY, ""),
        (AcceptUnless(red=True, green=True, blue=True), set(CARDS), ""),
    ],
)
def test_what_is_kept_is_asked_about_and_all_else_is_given(order, kept, words):
    answers = {card: said(offered(card), order) for card in CARDS}
    assert answers == {card: None if card in kept else do.Accept() for card in CARDS}
    assert words in render(GAME.order_in_words(order))


def test_all_or_what_is_kept_may_be_declined_at_once() -> None:
    order = AcceptUnless(red=True, blue=True, otherwise="decline")
    words = "Accept trades, but never give away red cards, blue cards and cards without a color."
    assert render(GAME.order_in_words(order)) == words
    assert render(GAME.order_in_words(DeclineAll())) == "Decline every trade."
    answers = [said(offered(card), order) for card in ("hero-red", "knight-any", "knight-green")]
    assert answers == [do.Decline(), do.Decline(), do.Accept()]
    for card in ("archer-red", "hero-blue", "brick", "barbarian"):
        assert said(offered(card), DeclineAll()) == do.Decline()


@pytest.mark.parametrize("order", [DeclineAll(), AcceptUnless(special=False)])
def test_an_order_answers_offers_to_its_own_seat_and_nothing_else(order: Order) -> None:
    state = offered("archer-red")
    assert [said(state, order, seat) is not None for seat in range(3)] == [False, True, False]
    act(state, do.Counter("mortar", "missing"))
    assert GAME.active_seats(state) == {0}, "asked about the counter-offer"
    assert said(state, order, 0) is said(state, order, 1) is None
    nothing = position("tar", "brick", phase="trade", monsters="troll archer 1")
    assert said(nothing, order, 0) is said(nothing, order, 1) is None
