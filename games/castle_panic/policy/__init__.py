"""The computer players' judgment, in towers saved (for the Overlord: felled)."""

from games.castle_panic import actions as do
from games.castle_panic.components import DRAW_MORE, MONSTERS, POINTS
from games.castle_panic.policy import castle, plan
from games.castle_panic.policy.castle import Judge
from games.castle_panic.policy.quick import quick_actions
from games.castle_panic.rules import active_seats, apply_action, legal_actions
from games.castle_panic.state import State
from games.plugin import FastChance
from games.plugin.codec import clone

TRIES = 3
MORE, MONSTER = 5.0, 3.0  # in this order: tokens that draw more, monsters, the rest
PLACED, STOPPED = -1.0, -2.0


def candidates(state: State, seat: int) -> list[do.Action]:
    """Return the legal actions worth considering: of many offers, only the promising ones."""
    legal = legal_actions(state, seat)
    return legal if seat == state.overlord else castle.candidates(Judge(state, seat), legal)


def heuristic(state: State, seat: int, action: do.Action) -> float:
    lord = seat == state.overlord
    return _command(state, action) if lord else Judge(state, seat).look(action)


def look(state: State, seat: int, *, quick: bool = False) -> list[tuple[do.Action, float]]:
    """Return the candidates with their `heuristic`; if `quick`, few trades and exchanges."""
    if seat == state.overlord:
        return [(one, _command(state, one, quick=quick)) for one in legal_actions(state, seat)]
    judge, found = Judge(state, seat), None
    if quick and seat in active_seats(state):
        found = quick_actions(judge)
    if found is None:
        found = castle.candidates(judge, legal_actions(state, seat))
    return [(one, judge.look(one)) for one in found]


def leaning(state: State, seat: int, action: do.Action) -> tuple[float, float]:
    """Striking strong monsters, not delaying them, and drawing cards is bold; trading is generous.

    An Overlord has no leaning: only the order of tokens counts.
    """
    match action:
        case do.Hit(_, target) | do.AllForOne(_, target) | do.Barbarian(target):
            return (target.points - 1) / 2, 0.0
        case do.Fortify() | do.Rebuild() | do.TarIt() | do.DriveBack() | do.EndPlay():
            return -1.0, 0.0
        case do.Exchange(cards):
            return len(cards) / 2, 0.0
        case do.Accept() | do.OfferTrade():
            return 0.0, 1.0
        case do.Decline() | do.EndTrade():
            return 0.0, -1.0
    return 0.0, 0.0


def default_action(state: State, seat: int) -> do.Action:
    """Return the best action, except trades: an absent player's cards aren't traded."""
    if state.phase == "trade":
        return do.Decline() if state.pending else do.EndTrade()
    return max(legal_actions(state, seat), key=lambda action: heuristic(state, seat, action))


def evaluate(state: State, seat: int) -> float:
    """Return the seat's prospects from 0 (lost) to 1 (won): towers against threats."""
    towers = sum(state.towers)
    hope = max(0.05, min(0.95, (towers - 0.4 * plan.total(state)) / 6 + 0.25))
    return 1 - hope if seat == state.overlord else hope


# -- the Overlord's choice of tokens, by their average effect over the die ------------------------


def _command(state: State, action: do.Action, *, quick: bool = False) -> float:
    """Rank the actions by tempo.

    Two tokens every turn, by the die, win far more often than one well-placed monster or waiting
    (figures in docs/ai.md). So only the order counts: tokens that draw more, then monsters, the
    strongest first, then the most harmful of the rest.
    """
    if isinstance(action, do.Place):
        return PLACED
    if not isinstance(action, do.Play):
        return STOPPED
    if action.token in DRAW_MORE:
        return MORE + 0.1 * DRAW_MORE[action.token]
    if action.token in MONSTERS:
        return MONSTER + 0.1 * POINTS[action.token]
    tried = 0.0 if quick else _tried(state, action)
    return max(PLACED + 0.1, min(MONSTER - 0.1, tried))


def _tried(state: State, action: do.Play) -> float:
    before = _grief(state)
    gained = 0.0
    for number in range(TRIES):
        after = clone(state)
        assert after.overlord is not None
        apply_action(after, after.overlord, action, FastChance(number))
        gained += _grief(after) - before
    return gained / TRIES


def _grief(state: State) -> float:
    fallen = 6 - sum(state.towers)
    broken = 6 - sum(state.walls)
    cards = sum(sum(player.hand.values()) for player in state.players)
    return 1.5 * fallen + plan.WALL * broken + plan.total(state) - 0.12 * cards
