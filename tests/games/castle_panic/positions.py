"""Small positions for the tests, and chance that comes out as written."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.castle_panic.actions import Action, EndPlay, Target, target_of
from games.castle_panic.components import ARCS, POINTS, RINGS, TRADES
from games.castle_panic.game import CastlePanic
from games.castle_panic.state import Monster, Options, Player, State
from games.plugin import Event, FastChance, Seating
from tests.support.script import Script

__all__ = ["Script"]

GAME = CastlePanic()
NAMED = dict(zip(("forest", "archer", "knight", "sword", "castle"), RINGS, strict=True))
LORD = "overlord"
ALL = "123456"  # arcs
EVERYWHERE = [Monster("orc", 2, ring, arc) for ring in RINGS for arc in ARCS]


def bag(items: str | Iterable[str] | Mapping[str, int]) -> dict[str, int]:
    return dict(Counter(items.split() if isinstance(items, str) else items))


def cards(counted: Mapping[str, int]) -> str:
    return " ".join(sorted(Counter(counted).elements()))


def hands(state: State) -> list[str]:
    return [cards(player.hand) for player in state.players]


def at(ring: str, arc: int, kind: str, points: int | None = None, *, tarred: bool = False) -> Any:
    """A monster on the board, unhurt unless `points` says otherwise."""
    return Monster(kind, POINTS[kind] if points is None else points, NAMED[ring], arc, tarred)


def crowd(written: str) -> list[Monster]:
    """Monsters as in `orc archer 1, troll:2 castle 3 tarred`: kind, points left if hurt, place."""
    found = []
    for one in written.split(", ") if written else ():
        kind, ring, arc, *tar = one.split()
        kind, _, points = kind.partition(":")
        found.append(at(ring, int(arc), kind, int(points or POINTS[kind]), tarred=bool(tar)))
    return found


def shown(state: State) -> str:
    """The monsters on the board as `crowd` reads them, by arc and inward."""
    ordered = sorted(state.monsters, key=lambda m: (m.arc, m.ring, m.kind, m.points, m.tarred))
    return ", ".join(map(_written, ordered))


def _written(monster: Monster) -> str:
    hurt = "" if monster.points == POINTS[monster.kind] else f":{monster.points}"
    where = f"{[*NAMED][monster.ring]} {monster.arc}" + " tarred" * monster.tarred
    return f"{monster.kind}{hurt} {where}"


def to(written: str) -> Target:
    return target_of(*crowd(written))


def position(
    *hands: str | Sequence[str],
    monsters: str | Sequence[Monster] = (),
    options: Mapping[str, Any] | None = None,
    lord: int | None = None,
    walls: Iterable[Any] = ALL,
    towers: Iterable[Any] = ALL,
    fortified: Iterable[Any] = (),
    owners: Sequence[int | None] = (),
    phase: str = "play",
    deck: str | Sequence[str] = (),
    discards: str | Sequence[str] = (),
    pile: str | Sequence[str] = "goblin goblin orc",
    held: str | Sequence[str] = (),
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
    fixed: dict[str, Any] = {"hand_size": 0, "trades_left": TRADES[len(castle)], "turn": 1, **more}
    arcs = [[arc in set(map(int, named)) for arc in ARCS] for named in (walls, towers, fortified)]
    roles = tuple("overlord" if seat == lord else None for seat in range(len(hands)))
    fresh = GAME.setup(Options(**chosen), Seating(len(hands), castle[0], roles), FastChance(0))
    return replace(
        fresh,
        players=players,
        deck=bag(deck),
        discards=bag(discards),
        pile=bag(pile),
        held=bag(held),
        monsters=[*map(replace, crowd(monsters) if isinstance(monsters, str) else monsters)],
        walls=arcs[0],
        towers=arcs[1],
        fortified=arcs[2],
        phase=phase,
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


def end(state: State, *outcomes: Any) -> list[Event]:
    """End phase 4 with these outcomes of chance in the phases that follow."""
    return act(state, EndPlay(), *outcomes)


def march(monsters: str, *outcomes: Any, **more: Any) -> State:
    """A position after phase 5 with these monsters; nothing new comes (Missing is in force)."""
    fixed: dict[str, Any] = {"missing": True, **more}
    state = position(*fixed.pop("hands", ("brick", "mortar")), monsters=monsters, **fixed)
    end(state, *outcomes)
    return state


def legal(state: State, seat: int | None = None) -> list[Action]:
    if seat is None:
        (seat,) = GAME.active_seats(state)
    return GAME.legal_actions(state, seat)


def of(kind: type, state: State, seat: int | None = None) -> list[Any]:
    return [action for action in legal(state, seat) if isinstance(action, kind)]


def standing(flags: Sequence[bool]) -> str:
    """The arcs of walls, towers or Fortify tokens."""
    return "".join(str(arc) for arc, flag in zip(ARCS, flags, strict=True) if flag)


def told(events: Iterable[Event], type_: str) -> list[dict[str, Any]]:
    return [event.data for event in events if event.type == type_]


def fresh(seats: int = 4, seed: int = 1, lord: int | None = None, **options: Any) -> State:
    """A game just set up; `seed` for the rest."""
    mode = {} if lord is None else {"mode": "overlord"}
    roles = () if lord is None else tuple(LORD if seat == lord else None for seat in range(seats))
    return GAME.setup(Options(**mode, **options), Seating(seats, None, roles), FastChance(seed))
