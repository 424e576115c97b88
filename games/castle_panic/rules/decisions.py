"""Who may do what now, and what comes of it."""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

from games.castle_panic import actions
from games.castle_panic.actions import (
    Accept,
    Action,
    Counter,
    Decline,
    EndPlay,
    EndTrade,
    Exchange,
    GiveUp,
    OfferTrade,
    Open,
    OpenAtRandom,
    OwnTower,
    Place,
    Play,
    Stop,
    TakeDamage,
    Withdraw,
)
from games.castle_panic.rules import cards, first_turn, monsters, overlord, plays, trades, turns
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Damage, Discards, Offer, State
from games.plugin import Chance, Event, IllegalAction, SeatTurn

_PLAYS = (
    actions.Hit,
    actions.AllForOne,
    actions.Barbarian,
    actions.DriveBack,
    actions.TarIt,
    actions.Fortify,
    actions.Rebuild,
    actions.Missing,
    actions.DrawTwo,
    actions.Scavenge,
)
_BY_PHASE: dict[str, tuple[type, ...]] = {
    "opening": (Open, OpenAtRandom),
    "towers": (OwnTower,),
    "discard": (Exchange,),
    "trade": (OfferTrade, EndTrade),
    "play": (*_PLAYS, EndPlay),
    "overlord": (Place, Play, Stop),
}
_EVERY = (
    *{kind for kinds in _BY_PHASE.values() for kind in kinds},
    *(Accept, Decline, Counter, Withdraw, TakeDamage, GiveUp),
)


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
        return [GiveUp(card) for card in trades.held(hand)] if seat in top.seats else []
    if isinstance(top, Damage) and seat == state.chooser:
        return [TakeDamage(kind, points) for kind, points in top.group.members]
    return []


def _of_phase(state: State) -> list[Action]:
    if state.phase == "opening":
        return [OpenAtRandom(), *first_turn.ARRANGEMENTS]
    if state.phase == "towers":
        return [OwnTower(arc) for arc in first_turn.free_towers(state)]
    if state.phase == "discard":
        return list(_exchanges(state))
    if state.phase == "trade":
        return [*trades.offers(state), EndTrade()]
    if state.phase == "play":
        return [*plays.plays(state), EndPlay()]
    return list(overlord.legal(state))


def _exchanges(state: State) -> list[Exchange]:
    hand = state.players[state.active].hand
    kinds = trades.held(hand)
    found = [Exchange()]
    for count in range(1, turns.exchanged(state) + 1):
        for chosen in combinations_with_replacement(kinds, count):
            if all(chosen.count(card) <= hand[card] for card in set(chosen)):
                found.append(Exchange(chosen))
    return found


# -- checking -------------------------------------------------------------------------------------


def check(state: State, seat: int, action: Action) -> None:
    """Raise `IllegalAction` unless the seat may do this now."""
    if state.ending:
        raise IllegalAction("game-over")
    if not isinstance(action, _EVERY):
        raise IllegalAction("unknown-action")
    asked = _asked(state, seat)
    if not asked:
        raise IllegalAction("not-your-turn")
    if not isinstance(action, asked):
        raise IllegalAction("not-now")
    _check_details(state, seat, action)


def _asked(state: State, seat: int) -> tuple[type, ...]:
    """The kinds of action open to the seat."""
    if not state.pending:
        return _BY_PHASE[state.phase] if seat in active_seats(state) else ()
    top = state.pending[-1]
    if isinstance(top, Offer):
        if seat == trades.answerer(state, top):
            return (Accept, Decline) if top.countered else (Accept, Decline, Counter)
        return (Withdraw,) if seat == state.active else ()
    if isinstance(top, Discards):
        return (GiveUp,) if seat in top.seats else ()
    return (TakeDamage,) if seat == state.chooser else ()


def _check_details(state: State, seat: int, action: Any) -> None:
    top = state.pending[-1] if state.pending else None
    if isinstance(action, _PLAYS):
        plays.check(state, action)
    elif isinstance(action, Place | Play | Stop):
        overlord.check(state, action)
    elif isinstance(action, OfferTrade):
        trades.check_offer(state, action)
    elif isinstance(action, Counter):
        assert isinstance(top, Offer)
        trades.check_counter(state, top, action)
    elif isinstance(action, Exchange):
        _check_exchange(state, action)
    elif isinstance(action, GiveUp):
        if not state.players[seat].hand.get(action.card):
            raise IllegalAction("card-missing")
    elif isinstance(action, TakeDamage):
        assert isinstance(top, Damage)
        if (action.kind, action.points) not in top.group.members:
            raise IllegalAction("not-of-the-group")
    elif isinstance(action, OwnTower):
        first_turn.check_tower(state, action)
    elif isinstance(action, Open):
        first_turn.check_arrangement(action)


def _check_exchange(state: State, action: Exchange) -> None:
    if len(action.cards) > turns.exchanged(state):
        raise IllegalAction("too-many-cards")
    hand = state.players[state.active].hand
    if any(action.cards.count(card) > hand.get(card, 0) for card in action.cards):
        raise IllegalAction("card-missing")
    if action.cards not in {found.cards for found in _exchanges(state)}:
        raise IllegalAction("unknown-action")  # the same two cards the other way round


# -- applying -------------------------------------------------------------------------------------


def apply_action(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Do it, and go on to the next decision. Raises `IllegalAction`, having changed nothing."""
    check(state, seat, action)
    run = Run(state, chance)
    _apply(run, seat, action)
    turns.advance(run)
    return run.events


def _apply(run: Run, seat: int, action: Any) -> None:
    state = run.state
    if isinstance(action, _PLAYS):
        plays.apply(run, action)
    elif isinstance(action, EndPlay):
        turns.end_play(run)
    elif isinstance(action, Exchange):
        _exchange(run, action.cards)
    elif isinstance(action, OfferTrade):
        trades.offer(run, action)
    elif isinstance(action, Accept | Decline | Counter | Withdraw):
        top = state.pending[-1]
        assert isinstance(top, Offer)
        trades.answer(run, top, seat, action)
    elif isinstance(action, EndTrade):
        state.phase = "play"
    elif isinstance(action, TakeDamage):
        top = state.pending.pop()
        assert isinstance(top, Damage)
        monsters.hurt_one(run, top.group, action.kind, action.points)
    elif isinstance(action, GiveUp):
        _give_up(run, seat, action.card)
    elif isinstance(action, Place | Play | Stop):
        overlord.apply(run, action)
    elif isinstance(action, OwnTower):
        first_turn.choose_tower(run, action)
    else:
        first_turn.open_board(run, action)


def _exchange(run: Run, chosen: Sequence[str]) -> None:
    state = run.state
    state.phase = "trade"
    if not chosen:
        return
    for card in chosen:
        cards.spend(run, state.active, card)
    run.tell("discarded", seat=state.active, cards=list(chosen))
    cards.draw(run, state.active, len(chosen))


def _give_up(run: Run, seat: int, card: str) -> None:
    top = run.state.pending[-1]
    assert isinstance(top, Discards)
    cards.spend(run, seat, card)
    run.tell("discarded", seat=seat, cards=[card])
    top.seats.remove(seat)
    if not top.seats:
        run.state.pending.pop()
