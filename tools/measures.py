"""Measures the code: `python tools/measures.py`; exits with 1 if an import is wrong.

Sizes count files in git, without tests, benches and attacks. Two paths are traced, from the request
to the last view: our files in which a function is called.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import threading
from graphlib import CycleError, TopologicalSorter
from inspect import CO_OPTIMIZED
from pathlib import Path
from typing import Any

import grimp

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("portal", "lobby", "games", "accounts", "toolbox")
ASIDE = ("tests/", "bench/", "attack/")
KINDS = (".py", ".html", ".css", ".js")
SETTINGS = {"DJANGO_SETTINGS_MODULE": "portal.settings", "SITE_URL": "http://localhost"}


def sizes() -> None:
    """Print files and lines by kind."""
    listed = subprocess.check_output(["git", "-C", str(ROOT), "ls-files"], text=True)
    files = [name for name in listed.split("\n") if name and (ROOT / name).exists()]
    for kind in KINDS:
        house = [name for name in files if name.endswith(kind) and not name.startswith(ASIDE)]
        tests = [name for name in files if name.endswith(kind) and name.startswith(ASIDE[0])]
        print(f"{kind}: {len(house)} files, {_lines(house):,} lines; tests {_lines(tests):,} lines")
    pages = [name for name in files if name.startswith("docs/") and name.endswith(".md")]
    print(f"docs, without rulings: {_lines(p for p in pages if '/rulings/' not in p):,} lines")
    print(f"games/plugin: {_lines(name for name in files if name.startswith('games/plugin/')):,}")


def _lines(names: Any) -> int:
    return sum((ROOT / name).read_text().count("\n") for name in names)


def arrows_are_right() -> bool:
    """Whether imports have no cycle, and no layer imports one above it."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None, exclude_type_checking_imports=True)
    uses = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as error:
        print("cycle:", " -> ".join(error.args[1]))
        return False
    print(f"no cycle among {len(uses)} modules, {sum(map(len, uses.values())):,} imports")
    return subprocess.call([Path(sys.executable).with_name("lint-imports")], cwd=ROOT) == 0


class Trace:
    """Collects the files whose functions are called while it is on, including all new threads."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.is_on = False
        threading.setprofile(self._enter)
        sys.setprofile(self._enter)

    def _enter(self, frame: Any, event: str, _argument: Any) -> None:
        is_function = frame.f_code.co_flags & CO_OPTIMIZED  # not the body of a module or class
        if self.is_on and event == "call" and is_function:
            self.files.add(frame.f_code.co_filename)

    def tell(self, what: str) -> None:
        """Print the number of files since the last call; with --files, their names, too."""
        paths = (Path(name) for name in self.files if name.startswith(str(ROOT)))
        names = sorted(str(path.relative_to(ROOT)) for path in paths)
        ours = [name for name in names if name.startswith(PACKAGES)]
        print(f"{what}: {len(ours)} files")
        if "--files" in sys.argv:
            print(*(f"    {name}" for name in ours), sep="\n")
        self.files.clear()


def trace_paths() -> None:
    """Print how many files a table passes to become a match, and a move to become views."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from attack import inside

    call_command("migrate", verbosity=0)
    tokens = [inside.token(inside.person(name)) for name in ("amber", "birch")]
    ask = [Client(headers={"Authorization": f"Token {token}"}) for token in tokens]
    game = {"game": "please-dont-burn-my-village", "seats": 2}
    table = ask[0].post("/api/tables/", game, "application/json").json()["id"]
    trace = Trace()
    trace.is_on = True
    ask[1].post(f"/api/tables/{table}/join/", {}, "application/json")
    begun = ask[0].post(f"/api/tables/{table}/start/", {}, "application/json").json()
    trace.is_on = False
    trace.tell("a table that becomes a match")
    asyncio.run(_move({"id": begun["match"], "tokens": tokens}, trace))


async def _move(match: dict[str, Any], trace: Trace) -> None:
    from channels.testing import WebsocketCommunicator

    from bench.load import JsonSocket
    from portal.asgi import application

    players = [JsonSocket("/", match, seat) for seat in range(2)]
    sockets = []
    for player in players:
        headers = [(name.lower().encode(), text.encode()) for name, text in player.headers.items()]
        sockets.append(WebsocketCommunicator(application, player.address, headers))
        await sockets[-1].connect(timeout=None)

    async def views() -> list[Any]:
        seen = []
        for player, socket in zip(players, sockets, strict=True):
            while (view := player.heard(await socket.receive_from(timeout=None))).type != "state":
                pass
            seen.append(view)
        return seen

    shown = await views()
    seat = next(seat for seat, view in enumerate(shown) if view.actions)
    trace.is_on = True
    await sockets[seat].send_to(
        players[seat].move(shown[seat].version, shown[seat].actions[0]["action"])
    )
    await views()
    trace.is_on = False
    trace.tell("a move, to the views of two sockets")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sizes()
    right = arrows_are_right()
    with tempfile.TemporaryDirectory(prefix="measures-") as folder:
        os.environ |= SETTINGS | {"DATA_DIR": folder, "LOG_LEVEL": "ERROR"}
        trace_paths()
    sys.exit(not right)
