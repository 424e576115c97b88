"""The opening (ruling sheet, Setup)."""

from itertools import permutations

from games.castle_panic import components as box
from games.castle_panic.actions import Open, OpenAtRandom, OwnTower
from games.castle_panic.rules import cards, overlord, turns
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Monster, Options, Player, State
from games.plugin import Chance, Seating, bags, refuse_if

OVERLORD = "overlord"
ARRANGEMENTS = tuple(Open(arcs) for arcs in sorted(set(permutations(box.OPENING))))


def setup(options: Options, seating: Seating, chance: Chance) -> State:
    """Return the board before the opening monsters and the deal."""
    lord = seating.roles.index(OVERLORD) if OVERLORD in seating.roles else None
    castle = [seat for seat in range(seating.count) if seat != lord]
    first = seating.first
    if first not in castle:  # not given, or the Overlord, who doesn't begin
        first = castle[chance.roll(len(castle), "first") - 1]
    return State(
        options=options,
        players=[Player() for _ in range(seating.count)],
        overlord=lord,
        first=first,
        active=first,
        hand_size=box.HAND_SIZES[len(castle)],
        deck=dict(box.DECK),
        discards={},
        gone={},
        pile=box.tokens_in_play(easier=options.easier_battles),
        held={},
        spent={},
        monsters=[],
        walls=[not options.under_construction] * 6,
        fortified=[False] * 6,
        towers=[True] * 6,
        phase="opening",
        turn=0,
        missing=False,
        trades_left=0,
        refused=0,
        offered=[],
        queue=0,
        plays_left=0,
        may_place=False,
        must_play=False,
        pending=[],
        brought={},
        ending=None,
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
        cards.draw(run, drawing, state.hand_size)
        drawing = state.next_in(drawing)
    if state.overlord is not None:
        overlord.draw(run, box.OVERLORD_HAND)
    if state.options.mans_home:
        state.phase = "towers"
    else:
        turns.begin(run, state.first)


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
        turns.begin(run, state.first)
