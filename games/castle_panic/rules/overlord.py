"""The Overlord's turn, after every castle player's (ruling sheet, Overlord)."""

from games.castle_panic import components as box
from games.castle_panic.actions import LordPlay, Place, Play, Stop
from games.castle_panic.rules import tokens
from games.castle_panic.rules.run import Run
from games.castle_panic.state import State
from games.plugin import bags, refuse_if


def draw_up(run: Run) -> None:
    """Fill the hand to three tokens. On an empty board at least one must be played."""
    state = run.state
    draw(run, box.OVERLORD_HAND - sum(state.held.values()))
    state.plays_left, state.may_place = box.OVERLORD_PLAYS, True
    state.must_play = not state.monsters


def draw(run: Run, count: int) -> None:
    """Draw that many tokens into the hidden hand, or all there are."""
    state, drawn = run.state, []
    assert state.overlord is not None
    for _ in range(min(count, sum(state.pile.values()))):
        token = run.chance.draw(state.pile, "tokens")
        bags.move(token, state.pile, state.held)
        drawn.append(token)
    if drawn:
        secret = {state.overlord: {"tokens": drawn}}
        run.tell("overlord-draws", private=secret, reveals=True, count=len(drawn))


def legal(state: State) -> list[LordPlay]:
    held = [token for token in box.TOKENS if state.held.get(token)]
    placed = [token for token in held if state.may_place and token in box.MONSTERS]
    places = [Place(token, arc) for token in placed for arc in box.ARCS]
    stop = [] if state.must_play else [Stop()]
    return [*places, *map(Play, held), *stop]


def check(state: State, seat: int, action: LordPlay) -> None:
    if isinstance(action, Stop):
        refuse_if(state.must_play, "must-play")
        return
    refuse_if(not state.held.get(action.token), "token-missing")
    if isinstance(action, Place):
        refuse_if(not state.may_place, "place-first-only")
        refuse_if(action.token not in box.MONSTERS, "place-monsters-only")
        refuse_if(action.arc not in box.ARCS, "unknown-action")


def apply(run: Run, seat: int, action: LordPlay) -> None:
    state = run.state
    if isinstance(action, Stop):
        state.plays_left = 0
        run.tell("overlord-stops")
        return
    bags.take(state.held, action.token)
    state.may_place = state.must_play = False
    arc = action.arc if isinstance(action, Place) else None
    state.plays_left = state.plays_left - 1 if arc is None else 0
    run.tell("overlord-plays", token=action.token, arc=arc)
    tokens.resolve(run, action.token, arc)
    more = box.DRAW_MORE.get(action.token, 0)
    if more and not run.over:
        draw(run, more)
        state.plays_left += more
