"""Small positions for the tests, and chance that comes out as written."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.castle_panic.actions import Action, EndPlay, Target
from games.castle_panic.components import (
    ARCHER,
    ARCS,
    CASTLE,
    FOREST,
    KNIGHT,
    POINTS,
    SWORDSMAN,
    TRADES,
)
from games.castle_panic.game import CastlePanic
from games.castle_panic.state import Monster, Options, Player, State
from games.plugin import Chance, Event, FastChance, Seating

GAME = CastlePanic()
RINGS = {"forest": FOREST, "archer": ARCHER, "knight": KNIGHT, "sword": SWORDSMAN, "castle": CASTLE}
LORD = "overlord"


class Script(Chance):
    """Gives these outcomes in this order: a number for a die, a name for a bag, a list to shuffle.

    A name must be in the bag asked for; what is left over at the end is for `act` to complain of.
    """

    def __init__(self, *outcomes: Any) -> None:
        self.left = list(outcomes)

    def outcome(self, kind: str, stream: str, args: Any) -> Any:
        assert self.left, f"a {kind} on {stream} was not expected"
        given = self.left.pop(0)
        if kind == "roll":
            assert isinstance(given, int), f"a roll on {stream}, not {given}"
            assert 1 <= given <= args
            assert stream != "arc" or args == 6
        elif kind == "draw":
            assert given in dict(args), f"a draw on {stream}, not {given}"
        else:
            assert sorted(given) == sorted(args), f"a shuffle on {stream}, not {given}"
        return given


def bag(items: Iterable[str] | Mapping[str, int]) -> dict[str, int]:
    """These cards or tokens as states count them."""
    return dict(Counter(items))


def at(ring: str, arc: int, kind: str, points: int | None = None, *, tarred: bool = False) -> Any:
    """A monster on the board, unhurt unless `points` says otherwise."""
    left = POINTS[kind] if points is None else points
    return Monster(kind, left, RINGS[ring], arc, tarred)  # type: ignore[arg-type]


def to(ring: str, arc: int, kind: str, points: int | None = None, *, tarred: bool = False) -> Any:
    """The same monster as the target of a play."""
    left = POINTS[kind] if points is None else points
    return Target(arc, RINGS[ring], kind, left, tarred)  # type: ignore[arg-type]


def position(
    *hands: Sequence[str],
    monsters: Sequence[Monster] = (),
    options: Mapping[str, Any] | None = None,
    lord: int | None = None,
    walls: Iterable[int] = ARCS,
    towers: Iterable[int] = ARCS,
    fortified: Iterable[int] = (),
    owners: Sequence[int | None] = (),
    phase: str = "play",
    deck: Sequence[str] = (),
    discards: Sequence[str] = (),
    pile: Sequence[str] = ("goblin", "goblin", "orc"),
    held: Sequence[str] = (),
    **more: Any,
) -> State:
    """A position with these hands, by seat (the Overlord's is empty).

    Unless told otherwise the first castle seat is to play cards, not in its first turn, and the
    hand size is 0, so nobody draws up. Walls, towers and Fortify tokens are named by arc, `owners`
    are the players' own towers.
    """
    players = [Player(hand=bag(hand), turns=1) for hand in hands]
    for player, tower in zip(players, owners, strict=False):
        player.tower = tower
    castle = [seat for seat in range(len(hands)) if seat != lord]
    chosen = {"mode": "standard" if lord is None else "overlord", **(options or {})}
    fixed: dict[str, Any] = {
        "first": castle[0],
        "active": castle[0],
        "hand_size": 0,
        "trades_left": TRADES[len(castle)],
        "turn": 1,
        **more,
    }
    return State(
        options=Options(**chosen),
        players=players,
        overlord=lord,
        deck=bag(deck),
        discards=bag(discards),
        pile=bag(pile),
        held=bag(held),
        monsters=[replace(monster) for monster in monsters],
        walls=[arc in set(walls) for arc in ARCS],
        towers=[arc in set(towers) for arc in ARCS],
        fortified=[arc in set(fortified) for arc in ARCS],
        phase=phase,  # type: ignore[arg-type]
        **fixed,
    )


def act(state: State, action: Action, *outcomes: Any, seat: int | None = None) -> list[Event]:
    """The seat to decide (or `seat`) does this, and chance gives those outcomes, all of them."""
    if seat is None:
        (seat,) = GAME.active_seats(state)
    assert action in GAME.legal_actions(state, seat)
    script = Script(*outcomes)
    events = GAME.apply_action(state, seat, action, script)
    assert not script.left, f"never asked for: {script.left}"
    return events


def march(*monsters: Monster, outcomes: Sequence[Any] = (), **more: Any) -> State:
    """A position after phase 5 with these monsters; nothing new comes (Missing is in force)."""
    fixed: dict[str, Any] = {"missing": True, **more}
    state = position(*fixed.pop("hands", (["brick"], ["mortar"])), monsters=monsters, **fixed)
    act(state, EndPlay(), *outcomes)
    return state


def draw_tokens(state: State, *outcomes: Any) -> list[Event]:
    """End phase 4 with these outcomes of chance in the phases that follow."""
    return act(state, EndPlay(), *outcomes)


def legal(state: State, seat: int | None = None) -> list[Action]:
    """What the seat to decide (or `seat`) may do."""
    if seat is None:
        (seat,) = GAME.active_seats(state)
    return GAME.legal_actions(state, seat)


def of(kind: type, actions: Iterable[Action]) -> list[Any]:
    """The actions of one kind."""
    return [action for action in actions if isinstance(action, kind)]


def board(state: State) -> list[Monster]:
    """The monsters, sorted by place."""
    return sorted(state.monsters, key=lambda m: (m.arc, m.ring, m.kind, m.points, m.tarred))


def standing(flags: Sequence[bool]) -> list[int]:
    """The arcs of walls, towers or Fortify tokens."""
    return [arc for arc, flag in zip(ARCS, flags, strict=True) if flag]


def told(events: Iterable[Event], type_: str) -> list[dict[str, Any]]:
    """What the events of one type say."""
    return [event.data for event in events if event.type == type_]


def fresh(seats: int = 4, seed: int = 1, lord: int | None = None, **options: Any) -> State:
    """A game just set up; `seed` for the rest."""
    mode = {} if lord is None else {"mode": "overlord"}
    roles = tuple(LORD if seat == lord else None for seat in range(seats))
    seating = Seating(seats, None, roles if lord is not None else ())
    return GAME.setup(Options(**mode, **options), seating, FastChance(seed))
