"""The end of the game, at the exact moment (ruling sheet, End)."""

from collections.abc import Iterable

from games.castle_panic.components import ARCS
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Ending, Group, State


def check_lost(run: Run) -> None:
    """Lost the moment the last tower falls, or everyone who owns a tower is out."""
    state = run.state
    if not any(state.towers) or not state.in_play:
        _end(run, "lost")


def falls_to(state: State, coming: Iterable[Group]) -> bool:
    """Whether these groups, still to strike, bring the castle down whatever happens between them.

    Each reaches the tower it was told to, as none of its monsters can die before it strikes.
    """
    felled = {group.arc for group in coming if group.line == "tower"}
    standing = {arc for arc in ARCS if state.towers[arc - 1]}
    owned = {state.players[seat].tower for seat in state.in_play}
    return standing <= felled or owned <= felled


def check_won(run: Run) -> None:
    """Won as soon as no monster is left: none on the board, in the pile or in a hidden hand."""
    state = run.state
    if not (state.monsters or state.pile or state.held or run.over):
        _end(run, "won")


def _end(run: Run, ending: Ending) -> None:
    """The game is over, and an Overlord's tokens are open from now on."""
    run.state.ending = ending
    run.tell("end", reveals=run.state.overlord is not None, ending=ending)
