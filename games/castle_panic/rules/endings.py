"""The end of the game, at the exact moment (ruling sheet, End)."""

from games.castle_panic.rules.run import Run
from games.castle_panic.state import Ending


def check_lost(run: Run) -> None:
    """Lost the moment the last tower falls, or everyone who owns a tower is out."""
    state = run.state
    if not any(state.towers) or not state.in_play:
        _end(run, "lost")


def check_won(run: Run) -> None:
    """Won as soon as no monster is left: none on the board, in the pile or in a hidden hand."""
    state = run.state
    if not (state.monsters or state.pile or state.held or run.over):
        _end(run, "won")


def _end(run: Run, ending: Ending) -> None:
    """The game is over, and an Overlord's tokens are open from now on."""
    run.state.ending = ending
    run.tell("end", reveals=run.state.overlord is not None, ending=ending)
