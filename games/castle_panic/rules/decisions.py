"""Decisions: the legal actions, their checks and their effects."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement, starmap
from typing import Any, NamedTuple, get_args

from games.castle_panic import actions as do
from games.castle_panic.actions import Action
from games.castle_panic.rules import monsters, plays, tokens, trades, turns
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Damage, Discards, Offer, Phase, State
from games.plugin import Chance, Event, SeatTurn, refuse_if


def active_seats(state: State) -> frozenset[int]:
    questions = _questions(state).items()
    return frozenset(seat for seat, question in questions if question.owed)


def turn(state: State) -> SeatTurn | None:
    """Return the active castle player, the Overlord in their turn, or None in the opening."""
    if state.ending or not state.turn:
        return None
    if state.phase == "overlord" and state.overlord is not None:
        return SeatTurn(state.overlord, f"{state.turn} overlord")
    return SeatTurn(state.active, str(state.turn))


# -- listing --------------------------------------------------------------------------------------


class _Question(NamedTuple):
    """A seat's decision: the kinds of action that answer it, and the legal actions."""

    kinds: tuple[type, ...]
    answers: Callable[[State, int], Iterable[Action]]
    owed: bool = True  # False: the seat may stay silent


def legal_actions(state: State, seat: int) -> list[Action]:
    """Return everything the seat may do now; a pending offer may be withdrawn."""
    question = _questions(state).get(seat)
    return list(question.answers(state, seat)) if question else []


def _questions(state: State) -> dict[int, _Question]:
    if state.ending:
        return {}
    match state.pending:
        case [*_, Offer(countered=True)]:
            return {state.active: _COUNTERED}
        case [*_, Offer(partner=partner)]:
            return {partner: _OFFERED, state.active: _OWN_OFFER}
        case [*_, Discards(seats=seats)]:
            return dict.fromkeys(seats, _DISCARD)
        case [*_, Damage()]:
            return {state.chooser: _DAMAGE}
    if state.phase == "overlord" and state.overlord is not None:
        return {state.overlord: _BY_PHASE["overlord"]}
    return {state.active: _BY_PHASE[state.phase]}


def _exchanges(state: State, seat: int) -> Iterator[do.Exchange]:
    hand = state.players[seat].hand
    for count in range(turns.exchanged(state) + 1):
        for chosen in combinations_with_replacement(trades.held(hand), count):
            if all(chosen.count(card) <= hand[card] for card in chosen):
                yield do.Exchange(chosen)


_ANSWERS = (do.Accept, do.Decline, do.Withdraw)
_OFFERED = _Question((*_ANSWERS[:2], do.Counter), trades.answers)
_COUNTERED = _Question(_ANSWERS[:2], trades.answers)
_OWN_OFFER = _Question((do.Withdraw,), lambda state, seat: [do.Withdraw()], owed=False)
_DAMAGE = _Question(
    (do.TakeDamage,), lambda state, seat: starmap(do.TakeDamage, state.struck.members)
)
_DISCARD = _Question(
    (do.GiveUp,), lambda state, seat: map(do.GiveUp, trades.held(state.players[seat].hand))
)
_BY_PHASE: dict[Phase, _Question] = {
    "opening": _Question(
        (do.Open, do.OpenAtRandom), lambda state, seat: [do.OpenAtRandom(), *turns.ARRANGEMENTS]
    ),
    "towers": _Question(
        (do.OwnTower,), lambda state, seat: map(do.OwnTower, turns.free_towers(state))
    ),
    "discard": _Question((do.Exchange,), _exchanges),
    "trade": _Question(
        (do.OfferTrade, do.EndTrade), lambda state, seat: [*trades.offers(state), do.EndTrade()]
    ),
    "play": _Question(
        (*get_args(do.CardPlay), do.EndPlay),
        lambda state, seat: [*plays.plays(state), do.EndPlay()],
    ),
    "overlord": _Question(get_args(do.LordPlay), lambda state, seat: tokens.legal(state)),
}

# -- checking -------------------------------------------------------------------------------------


def _listed_or(code: str) -> Callable[[State, int, Action], None]:
    """Return a check that refuses illegal actions with this code."""

    def check(state: State, seat: int, action: Action) -> None:
        refuse_if(action not in legal_actions(state, seat), code)

    return check


def _check_exchange(state: State, seat: int, action: do.Exchange) -> None:
    refuse_if(len(action.cards) > turns.exchanged(state), "too-many-cards")
    hand = state.players[seat].hand
    missing = any(action.cards.count(card) > hand.get(card, 0) for card in action.cards)
    refuse_if(missing, "card-missing")
    # The same two cards in the other order would be the same exchange.
    refuse_if(action not in _exchanges(state, seat), "unknown-action")


# -- applying -------------------------------------------------------------------------------------


def apply_action(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Apply the action and go on to the next decision. Raises `IllegalAction`, unchanged."""
    refuse_if(state.ending, "game-over")
    kind = type(action)
    refuse_if(kind not in _RULES, "unknown-action")
    question = _questions(state).get(seat)
    refuse_if(question is None, "not-your-turn")
    refuse_if(question and kind not in question.kinds, "not-now")
    rule, run = _RULES[kind], Run(state, chance)
    rule.check(state, seat, action)
    rule.apply(run, seat, action)
    turns.advance(run)
    return run.events


def _exchange(run: Run, seat: int, action: do.Exchange) -> None:
    turns.end_phase(run, seat, action)
    if action.cards:
        run.discard(seat, action.cards)
        run.draw(seat, len(action.cards))
        run.count("exchanged", len(action.cards))


def _take_damage(run: Run, seat: int, action: do.TakeDamage) -> None:
    group = run.state.struck
    run.state.pending.pop()
    monsters.hurt_one(run, group, action.kind, action.points)


def _give_up(run: Run, seat: int, action: do.GiveUp) -> None:
    top = run.state.pending[-1]
    assert isinstance(top, Discards)
    run.discard(seat, [action.card])
    top.seats.remove(seat)
    if not top.seats:
        run.state.pending.pop()


class _Rule(NamedTuple):
    """The checks of an action of the right kind, and its effect."""

    check: Callable[[State, int, Any], None]
    apply: Callable[[Run, int, Any], None]


def _nothing(state: State, seat: int, action: Action) -> None: ...


_RULES: dict[type, _Rule] = {
    do.Open: _Rule(_listed_or("wrong-opening"), turns.open_board),
    do.OpenAtRandom: _Rule(_nothing, turns.open_board),
    do.OwnTower: _Rule(turns.check_tower, turns.choose_tower),
    do.Exchange: _Rule(_check_exchange, _exchange),
    do.OfferTrade: _Rule(trades.check_offer, trades.offer),
    do.Counter: _Rule(trades.check_counter, trades.answer),
    **dict.fromkeys(_ANSWERS, _Rule(_nothing, trades.answer)),
    **dict.fromkeys(get_args(do.CardPlay), _Rule(plays.check, plays.apply)),
    **dict.fromkeys((do.EndTrade, do.EndPlay), _Rule(_nothing, turns.end_phase)),
    do.TakeDamage: _Rule(_listed_or("not-of-the-group"), _take_damage),
    do.GiveUp: _Rule(_listed_or("card-missing"), _give_up),
    **dict.fromkeys(get_args(do.LordPlay), _Rule(tokens.check, tokens.apply)),
}
