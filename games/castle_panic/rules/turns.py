"""From one decision to the next: the phases of a turn (ruling sheet, A turn, Overlord)."""

from collections.abc import Callable

from games.castle_panic.components import (
    EXCHANGED,
    EXCHANGED_ALONE,
    TOKENS_A_TURN,
    TRADES,
)
from games.castle_panic.rules import cards, monsters, overlord, plays, tokens, trades
from games.castle_panic.rules.run import Run
from games.castle_panic.state import March, State


def advance(run: Run) -> None:
    """Go on until someone has something to decide, or the game is over."""
    state = run.state
    while not run.over:
        if state.pending:
            top = state.pending[-1]
            if not isinstance(top, March):
                return
            if top.groups:
                group, *top.groups = top.groups
                monsters.strike(run, group, top.groups)
            else:
                state.pending.pop()
        elif _PHASES[state.phase](run):
            return
    state.pending = []


def begin(run: Run, seat: int) -> None:
    """A castle player's turn begins: the tar comes off, the hand is filled."""
    state = run.state
    player = state.players[seat]
    for monster in state.monsters:
        monster.tarred = False
    state.active, state.turn, state.missing = seat, state.turn + 1, False
    state.trades_left, state.refused, state.offered = trades_of(state), 0, []
    run.tell("turn", seat=seat, turn=state.turn)
    if player.turns:
        cards.draw(run, seat, state.hand_size - cards.size(player.hand))
    player.turns += 1
    state.phase = "discard"


def trades_of(state: State) -> int:
    """Trades a turn, by the number of castle players the game began with."""
    return TRADES[len(state.castle_seats)]


def exchanged(state: State) -> int:
    """Cards that may be changed in phase 2. Against an Overlord nobody counts as alone."""
    return EXCHANGED_ALONE if len(state.players) == 1 else EXCHANGED


# -- phases: each returns whether someone has to decide ------------------------------------------


def _always(run: Run) -> bool:
    return True


def _discard(run: Run) -> bool:
    if run.state.players[run.state.active].hand:
        return True
    run.state.phase = "trade"
    return False


def _trade(run: Run) -> bool:
    if trades.offers(run.state):
        return True
    run.state.phase = "play"
    return False


def _play(run: Run) -> bool:
    if plays.plays(run.state):
        return True
    end_play(run)
    return False


def end_play(run: Run) -> None:
    """The cards are played: the monsters move."""
    run.state.phase = "march"


def _march(run: Run) -> bool:
    state = run.state
    state.phase = "tokens" if state.overlord is None else "overlord-draw"
    state.queue = 0 if state.missing or state.overlord is not None else TOKENS_A_TURN
    monsters.move_in(run, state.monsters)
    return False


def _tokens(run: Run) -> bool:
    state = run.state
    if state.queue and state.pile:
        tokens.draw(run)
    else:
        state.queue = 0
        begin(run, state.next_in(state.active))
    return False


def _overlord_draw(run: Run) -> bool:
    if run.state.missing:
        begin(run, run.state.next_in(run.state.active))
    else:
        overlord.draw_up(run)
        run.state.phase = "overlord"
    return False


def _overlord(run: Run) -> bool:
    if run.state.held and run.state.plays_left:
        return True
    begin(run, run.state.next_in(run.state.active))
    return False


_PHASES: dict[str, Callable[[Run], bool]] = {
    "opening": _always,
    "towers": _always,
    "discard": _discard,
    "trade": _trade,
    "play": _play,
    "march": _march,
    "tokens": _tokens,
    "overlord-draw": _overlord_draw,
    "overlord": _overlord,
}
