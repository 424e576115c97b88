"""Draws docs/house.svg, the picture of the house, from the imports of this checkout.

    python docs/house.py           writes the picture
    python docs/house.py --check   exit code 1 if the picture is out of date

Floors are the layers that import-linter checks; a floor may use everything below it. Rooms are
folders. An arrow inside a floor points from a room to one that it imports. Arrows that a longer
path implies are left out, and so are those of modules on top of a floor, which may use all its
rooms. A cycle among rooms is an error.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "house.svg"
PACKAGES = ("portal", "lobby", "games", "accounts", "toolbox")
FLOORS = (
    ("portal", "settings, addresses, processes: assembles the parts"),
    ("lobby", "tables, quick match, the player's own desk"),
    ("games.matches", "the life of a match"),
    ("games.ai", "computer players (beside accounts)"),
    ("games.conformance", "the laws of a ruleset (beside accounts)"),
    ("accounts", "people, their rights, their notices"),
    ("games.protocol", "records, and what a match adds to the rules"),
    ("games.plugin", "the interface of a ruleset"),
    ("toolbox", "what any portal could use (beside games.plugin)"),
)
WITH_ROOMS = ("lobby", "games.matches")
ON_TOP, AT_THE_BOTTOM = "on top", "at the bottom"  # modules outside folders
NOT_SHOWN = ("migrations", "management")  # folders that Django requires

WIDTH, BOX, GAP, LINE, PAD = 1000, 230, 22, 15, 10
MOST = 4  # rooms side by side
LETTER = 6.4  # its average width


@dataclass
class Room:
    """A folder, or the modules outside folders: their names, and the rooms they import from."""

    name: str
    modules: list[str]
    uses: set[str] = field(default_factory=set)
    width: float = BOX
    x: float = 0
    y: float = 0

    @property
    def lines(self) -> list[str]:
        """Its modules, wrapped into lines."""
        lines = [""]
        for module in self.modules:
            longer = f"{lines[-1]}, {module}" if lines[-1] else module
            if len(longer) * LETTER > self.width - 2 * PAD and lines[-1]:
                lines[-1] += ","
                longer = module
                lines.append("")
            lines[-1] = longer
        return lines

    @property
    def height(self) -> float:
        return 2 * PAD + LINE * (bool(self.name) + len(self.lines))


def rooms_of(floor: str, graph: grimp.ImportGraph) -> list[Room]:
    """The rooms of a floor, and the modules above and below them; one room for a small floor."""
    if floor not in WITH_ROOMS:
        return [Room("", _names(graph.find_children(floor)), width=WIDTH - 60)]
    folders = {child.removeprefix(f"{floor}."): child for child in _folders(floor, graph)}
    shown = {name: child for name, child in folders.items() if name not in NOT_SHOWN}
    loose = {one for one in graph.find_children(floor) if not graph.find_children(one)}
    lower = {module for module in loose if _is_used(module, shown.values(), graph)}
    rooms = [Room(name, _names(graph.find_descendants(child))) for name, child in shown.items()]
    members = {name: {child, *graph.find_descendants(child)} for name, child in shown.items()}
    for name, modules in ((ON_TOP, loose - lower), (AT_THE_BOTTOM, lower)):
        if modules:
            rooms.append(Room(name, _names(modules)))
            members[name] = set(modules)
    imports = graph.find_modules_directly_imported_by
    for room in rooms:
        imported = set[str]().union(*map(imports, members[room.name]))
        room.uses = {name for name in members if name != room.name and members[name] & imported}
    return rooms


def _folders(floor: str, graph: grimp.ImportGraph) -> Iterator[str]:
    """The folders of a floor; a folder that holds only folders is replaced by them."""
    for child in sorted(graph.find_children(floor)):
        within = graph.find_children(child)
        if within and all(graph.find_children(one) for one in within):
            yield from sorted(within)
        elif within:
            yield child


def _is_used(module: str, folders: Iterable[str], graph: grimp.ImportGraph) -> bool:
    return any(graph.find_shortest_chain(folder, module, as_packages=True) for folder in folders)


def _names(modules: Iterable[str]) -> list[str]:
    return sorted({module.rpartition(".")[2] for module in modules})


def without_detours(rooms: list[Room]) -> None:
    """Leave out every arrow that a longer path implies."""
    uses = {room.name: room.uses for room in rooms}
    below: dict[str, set[str]] = {}
    for name in TopologicalSorter(uses).static_order():  # raises CycleError
        below[name] = uses[name].union(*(below[used] for used in uses[name]))
    for room in rooms:
        implied = set().union(*(below[used] for used in room.uses))
        room.uses = room.uses - implied


def rows_of(rooms: list[Room]) -> list[list[Room]]:
    """The rooms in rows: each just above the highest room that it uses."""
    rank: dict[str, int] = {}
    by_name = {room.name: room for room in rooms}
    for name in TopologicalSorter({room.name: room.uses for room in rooms}).static_order():
        rank[name] = 1 + max((rank[used] for used in by_name[name].uses), default=-1)
    top = max(rank.values(), default=0)
    rank |= {room.name: top for room in rooms if room.name == ON_TOP}
    rooms = sorted(rooms, key=lambda room: room.name)
    rows = [[room for room in rooms if rank[room.name] == level] for level in range(top, -1, -1)]
    return [row[at : at + MOST] for row in rows for at in range(0, len(row), MOST)]


def placed(rows: list[list[Room]], y: float) -> float:
    """Place every room, from `y` downward; return the end of the last row."""
    for row in rows:
        x = (WIDTH - sum(room.width + GAP for room in row) + GAP) / 2
        for room in row:
            room.x, room.y = x, y
            x += room.width + GAP
        y += max(room.height for room in row) + GAP + 8
    return y - GAP - 8


def drawn(graph: grimp.ImportGraph) -> str:
    """The picture as SVG."""
    parts: list[str] = []
    y: float = GAP
    rulesets = sorted(
        child
        for child in graph.find_children("games")
        if f"{child}.game" in graph.modules and child != "games.plugin"
    )
    for floor, about in FLOORS:
        rooms = rooms_of(floor, graph)
        without_detours(rooms)
        end = placed(rows_of(rooms), y + 34)
        parts += _floor(floor, about, y, end + PAD)
        parts += [arrow for room in rooms if room.name != ON_TOP for arrow in _arrows(room, rooms)]
        parts += [line for room in rooms for line in _room(room)]
        y = end + PAD + GAP
    rows = [[Room(name.rpartition(".")[2], ["a ruleset, never imported"]) for name in rulesets]]
    end = placed(rows, y + 34)
    parts += _floor("games/*", "rulesets: each uses only games.plugin", y, end + PAD)
    parts += [line for room in rows[0] for line in _room(room)]
    return "\n".join([*_head(end + PAD + GAP), *parts, "</svg>", ""])


def _head(height: float) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" '
        'font-family="system-ui, sans-serif" font-size="12">'
    )
    yield "<title>The house: floors, rooms, and their imports</title>"
    yield "<style>"
    yield "  .floor { fill: #efe7d8 } .room { fill: #fffdf8; stroke: #8a7a5c }"
    yield "  text { fill: #2c2620 } .what { fill: #6a5d49 }"
    yield "  .arrow { fill: none; stroke: #b4552d; stroke-width: 1.5; marker-end: url(#tip) }"
    yield "</style>"
    yield '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"'
    yield '  orient="auto"><path d="M0 0 8 4 0 8z" fill="#b4552d"/></marker>'


def _floor(name: str, about: str, top: float, bottom: float) -> Iterator[str]:
    yield (
        f'<rect class="floor" x="8" y="{top:g}" width="{WIDTH - 16}" '
        f'height="{bottom - top:g}" rx="10"/>'
    )
    yield (
        f'<text x="22" y="{top + 21:g}"><tspan font-weight="700" font-size="14">{name}</tspan> '
        f'<tspan class="what" dx="8">{escape(about)}</tspan></text>'
    )


def _arrows(room: Room, others: list[Room]) -> Iterator[str]:
    for other in others:
        if other.name in room.uses:
            start = f"{room.x + room.width / 2:g} {room.y + room.height:g}"
            yield f'<path class="arrow" d="M{start} L{other.x + other.width / 2:g} {other.y:g}"/>'


def _room(room: Room) -> Iterator[str]:
    yield (
        f'<rect class="room" x="{room.x:g}" y="{room.y:g}" width="{room.width:g}" '
        f'height="{room.height:g}" rx="6"/>'
    )
    x, y = room.x + PAD, room.y + PAD + 11
    if room.name:
        yield f'<text x="{x:g}" y="{y:g}" font-weight="700">{escape(room.name)}</text>'
    for number, text in enumerate(room.lines, bool(room.name)):
        yield f'<text class="what" x="{x:g}" y="{y + number * LINE:g}">{escape(text)}</text>'


def main() -> int:
    parser = argparse.ArgumentParser(description="Draws docs/house.svg from the imports.")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if out of date")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    picture = drawn(grimp.build_graph(*PACKAGES, cache_dir=None))
    if not options.check:
        PICTURE.write_text(picture)
    elif not PICTURE.exists() or PICTURE.read_text() != picture:
        sys.stderr.write("docs/house.svg is out of date: run python docs/house.py\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
