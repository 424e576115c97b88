"""Who may do what now, and what comes of it."""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any, NamedTuple, get_args

from games.castle_panic import actions
from games.castle_panic.actions import Action
from games.castle_panic.rules import cards, first_turn, monsters, overlord, plays, trades, turns
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Damage, Discards, Offer, Phase, State
from games.plugin import Chance, Event, SeatTurn, refuse_if

_PLAYS = get_args(actions.CardPlay)
_BY_PHASE: dict[Phase, tuple[type, ...]] = {
    "opening": (actions.Open, actions.OpenAtRandom),
    "towers": (actions.OwnTower,),
    "discard": (actions.Exchange,),
    "trade": (actions.OfferTrade, actions.EndTrade),
    "play": (*_PLAYS, actions.EndPlay),
    "overlord": get_args(actions.LordPlay),
}


def active_seats(state: State) -> frozenset[int]:
    """The seats that owe a decision."""
    if state.ending:
        return frozenset()
    if state.pending:
        top = state.pending[-1]
        if isinstance(top, Discards):
            return frozenset(top.seats)
        if isinstance(top, Offer):
            return frozenset((trades.answerer(state, top),))
        return frozenset((state.chooser,))
    if state.phase == "overlord" and state.overlord is not None:
        return frozenset((state.overlord,))
    return frozenset((state.active,))


def turn(state: State) -> SeatTurn | None:
    """The active castle player, or the Overlord while tokens are played; nobody at the opening."""
    if state.ending or not state.turn:
        return None
    if state.phase == "overlord" and state.overlord is not None:
        return SeatTurn(state.overlord, f"{state.turn} overlord")
    return SeatTurn(state.active, str(state.turn))


# -- listing --------------------------------------------------------------------------------------


def legal_actions(state: State, seat: int) -> list[Action]:
    """Everything the seat may do now; the maker of an open offer may withdraw it."""
    if state.ending:
        return []
    if state.pending:
        return _answers(state, seat)
    if seat not in active_seats(state):
        return []
    return _of_phase(state)


def _answers(state: State, seat: int) -> list[Action]:
    top = state.pending[-1]
    if isinstance(top, Offer):
        return list(trades.answers(state, top, seat))
    if isinstance(top, Discards):
        hand = state.players[seat].hand
        return [actions.GiveUp(card) for card in trades.held(hand)] if seat in top.seats else []
    if isinstance(top, Damage) and seat == state.chooser:
        return [actions.TakeDamage(kind, points) for kind, points in top.group.members]
    return []


def _of_phase(state: State) -> list[Action]:
    if state.phase == "opening":
        return [actions.OpenAtRandom(), *first_turn.ARRANGEMENTS]
    if state.phase == "towers":
        return [actions.OwnTower(arc) for arc in first_turn.free_towers(state)]
    if state.phase == "discard":
        return list(_exchanges(state))
    if state.phase == "trade":
        return [*trades.offers(state), actions.EndTrade()]
    if state.phase == "play":
        return [*plays.plays(state), actions.EndPlay()]
    return list(overlord.legal(state))


def _exchanges(state: State) -> Iterator[actions.Exchange]:
    hand = state.players[state.active].hand
    kinds = trades.held(hand)
    for count in range(turns.exchanged(state) + 1):
        for chosen in combinations_with_replacement(kinds, count):
            if all(chosen.count(card) <= hand[card] for card in chosen):
                yield actions.Exchange(chosen)


# -- checking -------------------------------------------------------------------------------------


def check(state: State, seat: int, action: Action) -> None:
    """Raise `IllegalAction` unless the seat may do this now."""
    refuse_if(state.ending, "game-over")
    kind = type(action)
    refuse_if(kind not in _RULES, "unknown-action")
    asked = _asked(state, seat)
    refuse_if(not asked, "not-your-turn")
    refuse_if(kind not in asked, "not-now")
    _RULES[kind].check(state, seat, action)


def _asked(state: State, seat: int) -> tuple[type, ...]:
    """The kinds of action open to the seat."""
    if not state.pending:
        return _BY_PHASE[state.phase] if seat in active_seats(state) else ()
    top = state.pending[-1]
    if isinstance(top, Offer):
        if seat == trades.answerer(state, top):
            counter = () if top.countered else (actions.Counter,)
            return (actions.Accept, actions.Decline, *counter)
        return (actions.Withdraw,) if seat == state.active else ()
    if isinstance(top, Discards):
        return (actions.GiveUp,) if seat in top.seats else ()
    return (actions.TakeDamage,) if seat == state.chooser else ()


def _check_exchange(state: State, seat: int, action: actions.Exchange) -> None:
    refuse_if(len(action.cards) > turns.exchanged(state), "too-many-cards")
    hand = state.players[seat].hand
    missing = any(action.cards.count(card) > hand.get(card, 0) for card in action.cards)
    refuse_if(missing, "card-missing")
    # The same two cards the other way round would be the same exchange.
    refuse_if(action not in _exchanges(state), "unknown-action")


def _check_given_up(state: State, seat: int, action: actions.GiveUp) -> None:
    refuse_if(not state.players[seat].hand.get(action.card), "card-missing")


def _check_damage(state: State, seat: int, action: actions.TakeDamage) -> None:
    top = state.pending[-1]
    assert isinstance(top, Damage)
    refuse_if((action.kind, action.points) not in top.group.members, "not-of-the-group")


# -- applying -------------------------------------------------------------------------------------


def apply_action(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Do it, and go on to the next decision. Raises `IllegalAction`, having changed nothing."""
    check(state, seat, action)
    run = Run(state, chance)
    _RULES[type(action)].apply(run, seat, action)
    turns.advance(run)
    return run.events


def _exchange(run: Run, seat: int, action: actions.Exchange) -> None:
    run.state.phase = "trade"
    if action.cards:
        cards.discard(run, seat, action.cards)
        cards.draw(run, seat, len(action.cards))


def _end_phase(run: Run, seat: int, action: actions.EndTrade | actions.EndPlay) -> None:
    run.state.phase = turns.AFTER[run.state.phase]


def _take_damage(run: Run, seat: int, action: actions.TakeDamage) -> None:
    top = run.state.pending.pop()
    assert isinstance(top, Damage)
    monsters.hurt_one(run, top.group, action.kind, action.points)


def _give_up(run: Run, seat: int, action: actions.GiveUp) -> None:
    top = run.state.pending[-1]
    assert isinstance(top, Discards)
    cards.discard(run, seat, [action.card])
    top.seats.remove(seat)
    if not top.seats:
        run.state.pending.pop()


class _Rule(NamedTuple):
    """What is checked of an action once the seat may do such a thing, and what it does."""

    check: Callable[[State, int, Any], None]
    apply: Callable[[Run, int, Any], None]


def _no_more(state: State, seat: int, action: Action) -> None:
    """Nothing: such actions are all alike."""


_RULES: dict[type, _Rule] = {
    actions.Open: _Rule(first_turn.check_arrangement, first_turn.open_board),
    actions.OpenAtRandom: _Rule(_no_more, first_turn.open_board),
    actions.OwnTower: _Rule(first_turn.check_tower, first_turn.choose_tower),
    actions.Exchange: _Rule(_check_exchange, _exchange),
    actions.OfferTrade: _Rule(trades.check_offer, trades.offer),
    **dict.fromkeys(get_args(actions.Answer), _Rule(trades.check_answer, trades.answer)),
    **dict.fromkeys(_PLAYS, _Rule(plays.check, plays.apply)),
    **dict.fromkeys((actions.EndTrade, actions.EndPlay), _Rule(_no_more, _end_phase)),
    actions.TakeDamage: _Rule(_check_damage, _take_damage),
    actions.GiveUp: _Rule(_check_given_up, _give_up),
    **dict.fromkeys(get_args(actions.LordPlay), _Rule(overlord.check, overlord.apply)),
}
