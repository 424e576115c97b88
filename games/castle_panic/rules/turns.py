"""The phases of a turn, from one decision to the next (ruling sheet, A turn, Overlord)."""

from collections.abc import Callable

from games.castle_panic.components import EXCHANGED, EXCHANGED_ALONE, TOKENS_A_TURN, TRADES
from games.castle_panic.rules import cards, monsters, overlord, plays, tokens, trades
from games.castle_panic.rules.run import Run
from games.castle_panic.state import March, Phase, State, Table


def advance(run: Run) -> None:
    """Go on until someone has to decide, or the game is over."""
    state = run.state
    while not run.over:
        top = state.pending[-1] if state.pending else None
        if isinstance(top, March) and top.groups:
            group, *top.groups = top.groups
            monsters.strike(run, group, top.groups)
        elif isinstance(top, March):
            state.pending.pop()
        elif top or (state.phase in _DECISIONS and _DECISIONS[state.phase](state)):
            return
        else:
            _leave_phase(run)
    state.pending = []


# The phases with decisions, and whether there is anything to decide.
_DECISIONS: dict[Phase, Callable[[State], object]] = {
    "opening": lambda state: True,
    "towers": lambda state: True,
    "discard": lambda state: state.players[state.active].hand,
    "trade": trades.offers,
    "play": plays.plays,
    "overlord": lambda state: state.held and state.plays_left,
}
AFTER: dict[Phase, Phase] = {"discard": "trade", "trade": "play", "play": "march"}


def _leave_phase(run: Run) -> None:
    """Without a decision left in this phase, do its work or go on."""
    state = run.state
    if state.phase in AFTER:
        state.phase = AFTER[state.phase]
    elif state.phase == "march":
        state.phase = "tokens" if state.overlord is None else "overlord-draw"
        state.queue = 0 if state.missing or state.overlord is not None else TOKENS_A_TURN
        run.count("moved", monsters.move(run, monsters.march(state.monsters, state.walls)))
    elif state.phase == "tokens" and state.queue and state.pile:
        tokens.draw(run)
    elif state.phase == "overlord-draw" and not state.missing:
        overlord.draw_up(run)
        state.phase = "overlord"
    else:
        state.queue = 0
        begin(run, state.next_in(state.active))


def begin(run: Run, seat: int) -> None:
    """Begin a castle player's turn: tar comes off, and the hand is filled."""
    state = run.state
    player = state.players[seat]
    for monster in state.monsters:
        monster.tarred = False
    state.active, state.turn, state.missing = seat, state.turn + 1, False
    state.trades_left, state.refused, state.offered = TRADES[len(state.castle_seats)], 0, []
    state.brought = {}
    run.tell("turn", seat=seat, turn=state.turn)
    if player.turns:
        run.count("drawn", cards.draw(run, seat, state.hand_size - sum(player.hand.values())))
    player.turns += 1
    state.phase = "discard"


def exchanged(state: Table) -> int:
    """Return the cards that may be exchanged in phase 2. Against an Overlord nobody is alone."""
    return EXCHANGED_ALONE if len(state.players) == 1 else EXCHANGED
