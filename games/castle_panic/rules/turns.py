"""The opening, and the phases of a turn (ruling sheet, Setup, A turn, Overlord)."""

from collections.abc import Callable
from itertools import permutations

from games.castle_panic import components as box
from games.castle_panic.actions import Action, Open, OpenAtRandom, OwnTower
from games.castle_panic.catalog import TOKENS_A_TURN
from games.castle_panic.rules import monsters, plays, tokens, trades
from games.castle_panic.rules.run import Run
from games.castle_panic.state import OVERLORD, March, Monster, Options, Phase, Player, State, Table
from games.plugin import Chance, Seating, bags, refuse_if

ARRANGEMENTS = tuple(Open(arcs) for arcs in sorted(set(permutations(box.OPENING))))


def setup(options: Options, seating: Seating, chance: Chance) -> State:
    """Return the board before the opening monsters and the deal."""
    lord = seating.roles.index(OVERLORD.key) if OVERLORD.key in seating.roles else None
    castle = [seat for seat in range(seating.count) if seat != lord]
    first = seating.first
    if first not in castle:  # not given, or the Overlord, who never begins
        first = castle[chance.roll(len(castle), "first") - 1]
    return State(
        options=options,
        players=[Player() for _ in range(seating.count)],
        overlord=lord,
        first=first,
        active=first,
        hand_size=box.HAND_SIZES[len(castle)],
        deck=dict(box.DECK),
        pile=box.tokens_in_play(easier=options.easier_battles),
        walls=[not options.under_construction] * 6,
        fortified=[False] * 6,
        towers=[True] * 6,
    )


def open_board(run: Run, seat: int, action: Open | OpenAtRandom) -> None:
    """Place the opening monsters, deal, and begin the first turn or the choice of towers."""
    state = run.state
    chosen = action.arcs if isinstance(action, Open) else None
    arcs = run.chance.shuffle(box.OPENING, "opening") if chosen is None else list(chosen)
    for arc, kind in zip(box.ARCS, arcs, strict=True):
        bags.take(state.pile, kind)
        state.monsters.append(Monster(kind, box.POINTS[kind], box.ARCHER, arc))
    run.tell("opening", seat=seat, arcs=arcs, random=chosen is None)
    drawing = state.first
    for _ in state.castle_seats:
        run.draw(drawing, state.hand_size)
        drawing = state.next_in(drawing)
    if state.overlord is not None:
        tokens.draw_hidden(run, box.OVERLORD_HAND)
    if state.options.mans_home:
        state.phase = "towers"
    else:
        begin(run, state.first)


def free_towers(state: State) -> list[int]:
    taken = {player.tower for player in state.players}
    return [arc for arc in box.ARCS if arc not in taken]


def check_tower(state: State, seat: int, action: OwnTower) -> None:
    refuse_if(action.arc not in box.ARCS, "unknown-action")
    refuse_if(action.arc not in free_towers(state), "tower-taken")


def choose_tower(run: Run, seat: int, action: OwnTower) -> None:
    state = run.state
    state.players[seat].tower = action.arc
    run.tell("own-tower", seat=seat, arc=action.arc)
    state.active = state.next_in(seat)
    if state.active == state.first:
        begin(run, state.first)


# -- from one decision to the next ----------------------------------------------------------------


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
    "play": lambda state: any(True for _play in plays.plays(state)),
    "overlord": lambda state: state.held and state.plays_left,
}
_AFTER: dict[Phase, Phase] = {"discard": "trade", "trade": "play", "play": "march"}


def end_phase(run: Run, seat: int, action: Action) -> None:
    run.state.phase = _AFTER[run.state.phase]


def _leave_phase(run: Run) -> None:
    """With no decision left in this phase, do its work or go on."""
    state = run.state
    if state.phase in _AFTER:
        state.phase = _AFTER[state.phase]
    elif state.phase == "march":
        state.phase = "tokens" if state.overlord is None else "overlord-draw"
        state.queue = 0 if state.missing or state.overlord is not None else TOKENS_A_TURN
        run.count("moved", monsters.move(run, monsters.march(state.monsters, state.walls)))
    elif state.phase == "tokens" and state.queue and state.pile:
        tokens.draw(run)
    elif state.phase == "overlord-draw" and not state.missing:
        tokens.draw_up(run)
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
    state.trades_left, state.refused, state.offered = box.TRADES[len(state.castle_seats)], 0, []
    state.brought = {}
    run.tell("turn", seat=seat, turn=state.turn)
    if player.turns:
        run.count("drawn", run.draw(seat, state.hand_size - sum(player.hand.values())))
    player.turns += 1
    state.phase = "discard"


def exchanged(state: Table) -> int:
    """Return how many cards may be exchanged in phase 2. Against an Overlord nobody is alone."""
    return box.EXCHANGED_ALONE if len(state.players) == 1 else box.EXCHANGED
