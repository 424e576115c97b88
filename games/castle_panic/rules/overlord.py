"""The Overlord's turn after every castle player's (ruling sheet, Overlord)."""

from games.castle_panic.actions import Place, Play, Stop
from games.castle_panic.components import (
    ARCS,
    DRAW_MORE,
    MONSTERS,
    OVERLORD_HAND,
    OVERLORD_PLAYS,
    TOKENS,
)
from games.castle_panic.rules import tokens
from games.castle_panic.rules.run import Run, put, take
from games.castle_panic.state import State
from games.plugin import IllegalAction


def draw_up(run: Run) -> None:
    """Step 2: up to three tokens in hand. With an empty board at least one must then be played."""
    state = run.state
    draw(run, OVERLORD_HAND - sum(state.held.values()))
    state.plays_left, state.may_place = OVERLORD_PLAYS, True
    state.must_play = not state.monsters


def draw(run: Run, count: int) -> None:
    """So many tokens into the hidden hand, or as many as there are."""
    state, drawn = run.state, []
    assert state.overlord is not None
    for _ in range(count):
        if not state.pile:
            break
        token = run.chance.draw(state.pile, "tokens")
        take(state.pile, token)
        put(state.held, token)
        drawn.append(token)
    if drawn:
        secret = {state.overlord: {"tokens": drawn}}
        run.tell("overlord-draws", private=secret, reveals=True, count=len(drawn))


def legal(state: State) -> list[Place | Play | Stop]:
    """What the Overlord may do now."""
    held = [token for token in TOKENS if state.held.get(token)]
    found: list[Place | Play | Stop] = []
    if state.may_place:
        found += [Place(token, arc) for token in held if token in MONSTERS for arc in ARCS]
    found += [Play(token) for token in held]
    if not state.must_play:
        found.append(Stop())
    return found


def check(state: State, action: Place | Play | Stop) -> None:
    """Raise `IllegalAction` unless the Overlord may do this now."""
    if isinstance(action, Stop):
        if state.must_play:
            raise IllegalAction("must-play")
        return
    if not state.held.get(action.token):
        raise IllegalAction("token-missing")
    if isinstance(action, Place):
        if not state.may_place:
            raise IllegalAction("place-first-only")
        if action.token not in MONSTERS:
            raise IllegalAction("place-monsters-only")
        if action.arc not in ARCS:
            raise IllegalAction("unknown-action")


def apply(run: Run, action: Place | Play | Stop) -> None:
    """Play one token, or stop."""
    state = run.state
    if isinstance(action, Stop):
        state.plays_left = 0
        run.tell("overlord-stops")
        return
    take(state.held, action.token)
    state.may_place = state.must_play = False
    if isinstance(action, Place):
        state.plays_left = 0
        arc: int | None = action.arc
    else:
        state.plays_left -= 1
        arc = None
    run.tell("overlord-plays", token=action.token, arc=arc)
    tokens.resolve(run, action.token, arc)
    more = DRAW_MORE.get(action.token, 0)
    if more and not run.over:
        draw(run, more)
        state.plays_left += more
