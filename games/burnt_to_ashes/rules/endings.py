"""The end of a round and of the game (ruling sheet, A round, 4; End)."""

from games.burnt_to_ashes import scoring
from games.burnt_to_ashes.actions import Crown
from games.burnt_to_ashes.components import Counter
from games.burnt_to_ashes.rules import Run
from games.burnt_to_ashes.state import Ending, Naming


def outcome(run: Run) -> None:
    """End the round after the last purchase: the dragon wins, or the next regent begins."""
    state = run.state
    if not any(land.knight and not land.burnt for land in state.lands):
        end(run, "no-knight")
        return
    state.regent = (state.regent + 1) % state.count
    state.phase = "earn"


def end(run: Run, ending: Ending) -> None:
    run.state.ending = ending
    run.tell("end", reveals=True, ending=ending)


def slay(run: Run, seat: int) -> None:
    """End play with the seventh strike; under a crown the piles are turned up."""
    state = run.state
    state.victor = seat
    run.tell("slain", seat=seat)
    if state.crown:
        _finale(run)
        tied = scoring.tied_for_first(state)
        if len(tied) > 1:
            state.pending = [Naming(tied)]
            return
    end(run, "slain")


def _finale(run: Run) -> None:
    """Turn up the top of everyone's piles, and go on while it is power."""
    state = run.state
    for seat in state.seats_from(state.regent):
        for land in state.standing(seat):
            turned: list[Counter] = []
            while state.lands[land].size and turned[-1:] in ([], ["power"]):
                turned.append(run.turn_up(land))
            if not turned:
                continue
            state.lands[land].turned = turned
            gained = turned.count("power")
            state.players[seat].power += gained
            if turned[-1] != "power":
                run.discard(turned[-1])
            run.tell("finale", reveals=True, seat=seat, land=land, turned=[*turned], gained=gained)


def name(run: Run, seat: int, action: Crown) -> None:
    run.state.named = action.seat
    run.tell("named", seat=seat, winner=action.seat)
    end(run, "slain")
