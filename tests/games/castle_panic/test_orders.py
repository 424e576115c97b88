"""Standing orders: what they say to offers, card by card."""

from typing import Any

import pytest

from games.castle_panic.actions import Accept, Counter, Decline, OfferTrade
from games.castle_panic.components import CARDS
from games.castle_panic.orders import AcceptUnless, DeclineAll, Order
from games.castle_panic.state import Options, State
from games.plugin import render
from tests.games.castle_panic.positions import GAME, act
from tests.games.castle_panic.test_trading import trading


def offered(card: str) -> State:
    """Seat 0 offers seat 1 something for that card; seat 2 looks on."""
    given = "mortar" if card != "mortar" else "brick"
    state = trading([given, given], [card, "missing"], ["tar"])
    act(state, OfferTrade(1, given, card))
    return state


@pytest.mark.parametrize(
    ("mode", "roles", "takers"),
    [
        ("standard", (None,), set()),
        ("standard", (None, None), {0, 1}),
        ("overlord", ("overlord", None), set()),
        ("overlord", (None, None, "overlord"), {0, 1}),
        ("overlord", ("overlord", None, None, None), {1, 2, 3}),
    ],
)
def test_orders_are_for_those_whom_a_partner_may_offer_a_trade(
    mode: Any, roles: tuple[str | None, ...], takers: set[int]
) -> None:
    options = Options(mode=mode)
    form = GAME.format(options, len(roles)).seated(roles)
    seats = range(len(roles))
    assert {seat for seat in seats if GAME.takes_orders(options, form, seat)} == takers


def said(state: State, order: Order, seat: int = 1) -> Any:
    return GAME.answer(GAME.observation(state, seat), order)


@pytest.mark.parametrize("card", ["archer-red", "hero-blue", "brick", "barbarian"])
def test_decline_all_declines_whatever_is_offered(card: str) -> None:
    assert said(offered(card), DeclineAll()) == Decline()


RED = {"archer-red", "knight-red", "swordsman-red", "hero-red"}
BLUE = {"archer-blue", "knight-blue", "swordsman-blue", "hero-blue"}
GREEN = {"archer-green", "knight-green", "swordsman-green", "hero-green"}
ANY = {"archer-any", "knight-any", "swordsman-any"}
SPECIAL = set(CARDS) - RED - BLUE - GREEN - ANY


@pytest.mark.parametrize(
    ("order", "kept"),
    [
        (AcceptUnless(special=False), set()),
        (AcceptUnless(), SPECIAL),
        (AcceptUnless(red=True, special=False), RED | ANY),
        (AcceptUnless(red=True), RED | ANY | SPECIAL),
        (AcceptUnless(green=True, blue=True, special=False), GREEN | BLUE | ANY),
        (AcceptUnless(red=True, green=True, blue=True), set(CARDS)),
    ],
)
def test_what_is_kept_is_asked_about_and_all_else_is_given(
    order: AcceptUnless, kept: set[str]
) -> None:
    answers = {card: said(offered(card), order) for card in CARDS}
    assert answers == {card: None if card in kept else Accept() for card in CARDS}


def test_what_is_kept_may_be_declined_at_once() -> None:
    order = AcceptUnless(red=True, otherwise="decline")
    assert said(offered("hero-red"), order) == Decline()
    assert said(offered("knight-any"), order) == Decline()
    assert said(offered("knight-blue"), order) == Accept()


def test_an_order_speaks_for_its_own_seat_only() -> None:
    state = offered("archer-red")
    assert said(state, DeclineAll(), 0) is None
    assert said(state, DeclineAll(), 2) is None


@pytest.mark.parametrize("order", [DeclineAll(), AcceptUnless(special=False)])
def test_a_counter_offer_to_an_own_offer_is_asked_about(order: Order) -> None:
    state = offered("archer-red")
    act(state, Counter("mortar", "missing"))
    assert GAME.active_seats(state) == {0}
    assert said(state, order, 0) is None
    assert said(state, order, 1) is None


def test_without_an_offer_an_order_says_nothing() -> None:
    state = trading(["tar"], ["brick"])
    assert said(state, DeclineAll(), 0) is None
    assert said(state, AcceptUnless(), 1) is None


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (DeclineAll(), "Decline every trade."),
        (AcceptUnless(special=False), "Accept every trade."),
        (
            AcceptUnless(red=True),
            "Accept trades, but ask before giving away red cards and cards without a color.",
        ),
        (
            AcceptUnless(red=True, blue=True, otherwise="decline"),
            "Accept trades, but never give away red cards, blue cards and cards without a color.",
        ),
    ],
)
def test_an_order_in_words(order: Order, words: str) -> None:
    assert render(GAME.order_in_words(order)) == words
