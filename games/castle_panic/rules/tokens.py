"""Monster tokens, drawn or played by the Overlord (ruling sheet, A turn, 6; Overlord)."""

from games.castle_panic import components as box
from games.castle_panic.actions import LordPlay, Place, Play, Stop
from games.castle_panic.rules import monsters
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Discards, Monster, State
from games.plugin import bags, refuse_if


def draw(run: Run) -> None:
    """Draw and resolve the next token of the queue; tokens it calls for join the queue."""
    state = run.state
    state.queue -= 1
    token = run.chance.draw(state.pile, "tokens")
    bags.take(state.pile, token)
    state.queue += box.DRAW_MORE.get(token, 0)
    run.tell("token", token=token)
    resolve(run, token)


def resolve(run: Run, token: str, arc: int | None = None) -> None:
    """Apply a token. `arc`: where the Overlord places a monster; None: the die decides.

    A token counts as outstanding until it is resolved: even the last one can lose the game.
    """
    if token in box.MONSTERS:
        _arrive(run, token, arc)
    else:
        bags.put(run.state.spent, token)
        _effect(run, token)
    run.check_won()


def _arrive(run: Run, kind: box.MonsterKind, arc: int | None) -> None:
    state = run.state
    where = run.chance.roll(6, "arc") if arc is None else arc
    state.monsters.append(Monster(kind, box.POINTS[kind], box.FOREST, where))
    run.tell("monster", kind=kind, arc=where, rolled=arc is None)
    if kind in ("orc-warlord", "troll-mage"):
        color = box.color_of(where) if kind == "orc-warlord" else None
        stirred = monsters.of_color(state.monsters, color) if color else state.monsters
        run.tell("stirs", kind=kind, colour=color)  # the spelling of records
        monsters.move(run, monsters.march(stirred, state.walls))
    elif kind == "healer":
        hurt = [one for one in state.monsters if one.points < box.POINTS[one.kind]]
        for monster in hurt:
            monster.points += 1
        run.tell("healed", count=len(hurt))


def _effect(run: Run, token: str) -> None:
    hands = {seat: run.state.players[seat].hand for seat in run.state.in_play}
    if token == box.BOULDER:
        monsters.roll_boulder(run, run.chance.roll(6, "arc"))
    elif token in box.MOVES or token in box.TURNS:
        monsters.move(run, monsters.sent(token, run.state.monsters, run.state.walls))
    elif token in box.PLAGUES:
        for seat, hand in hands.items():
            lost = [card for card in box.PLAGUES[token] for _ in range(hand.get(card, 0))]
            if lost:
                run.discard(seat, lost)
    elif token == box.DISCARD and any(hands.values()):
        run.state.pending.append(Discards([seat for seat, hand in hands.items() if hand]))


# -- the Overlord's turn, after every castle player's ---------------------------------------------


def draw_up(run: Run) -> None:
    """Fill the hand to three tokens. On an empty board at least one must be played."""
    state = run.state
    draw_hidden(run, box.OVERLORD_HAND - sum(state.held.values()))
    state.plays_left, state.may_place = box.OVERLORD_PLAYS, True
    state.must_play = not state.monsters


def draw_hidden(run: Run, count: int) -> None:
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
    resolve(run, action.token, arc)
    more = box.DRAW_MORE.get(action.token, 0)
    if more and not run.over:
        draw_hidden(run, more)
        state.plays_left += more
