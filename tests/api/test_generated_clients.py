"""Clients that common generators make of `/api/schema/`, without a warning, play whole matches."""

import importlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.plugin import registry
from tests.api.play import BURN
from tests.support.also import also_rows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.alike]

OTHERS = [game.meta.slug for game in registry.installed() if game.meta.slug != BURN]
TOOLS = Path(__file__).parents[2] / "tools"
NO_TOOLS = "no openapi-typescript found: `make tools` fetches the pinned one (needs npm)"
NOBODY_FORMATS = '{"post_hooks": []}'


def run(*command: str | Path, **more: Any) -> str:
    """What the program says; fails with it, if it does."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document as it is served."""
    path = tmp_path_factory.mktemp("schema") / "schema.json"
    answer = Client().get("/api/schema/", headers={"accept": "application/json"})
    path.write_bytes(answer.content)
    return path


@pytest.fixture(scope="module")
def python_client(schema: Path) -> Iterator[Callable[[str], Any]]:
    """Imports modules of the client that openapi-python-client makes."""
    folder, name = schema.parent, "generated_client"
    (folder / "config.json").write_text(NOBODY_FORMATS)
    run(
        *(sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning"),
        *("--path", schema, "--output-path", folder / name, "--meta", "none"),
        *("--config", folder / "config.json"),
    )
    sys.path.insert(0, str(folder))
    yield lambda module: importlib.import_module(f"{name}.{module}")
    sys.path.remove(str(folder))


@pytest.mark.parametrize(
    ("slug", "most"), [(BURN, 6), *also_rows(*((slug, 1_000) for slug in (BURN, *OTHERS)))]
)
@pytest.mark.usefixtures("unhurried")
def test_the_python_client_plays_a_match(python_client, live_server, amber, birch, slug, most):
    clients, models, moves = python_client("client"), python_client("models"), 0

    def call(operation: str, player: Any, *arguments: Any, **more: Any) -> Any:
        said = python_client(f"api.{operation}").sync(*arguments, client=player, **more)
        assert not isinstance(said, models.Problem), said
        return said

    players = [
        clients.AuthenticatedClient(live_server.url, token=who.token, prefix="Token")
        for who in (amber, birch)[: registry.get(slug).meta.min_seats]
    ]
    host, *guests = players
    wanted = models.NewTable(game=models.NewTableGame(slug), seats=len(players))
    table = call("tables.open_table", host, body=wanted)
    for guest in guests:
        call("tables.join_table", guest, table.id, body=models.WantedSeat())
    match = call("tables.start_table", host, table.id, body=models.Nothing()).match
    shown = call("matches.show_match", host, match)
    while shown.status == "active" and moves < most:
        player = players[shown.active_seats[0]]
        view = call("matches.show_match", player, match)
        move = models.Move(action=view.actions[0].action, version=view.version)
        shown = call("matches.act", player, match, body=move)
        moves += 1
    assert moves > 3
    if shown.status == "active":
        body = models.Control(version=shown.version)
        shown = call("matches.resign", host, match, body=body)
    assert shown.result.ending
    assert call("matches.show_log", host, match).count == shown.version + 1


@pytest.mark.whole  # the Python client holds the document to the same, in `make test`
@pytest.mark.usefixtures("unhurried")
def test_a_program_in_typescript_plays_a_match(schema, live_server, amber, birch, tmp_path):
    """It passes the compiler with the types that openapi-typescript makes."""
    programs = TOOLS / "node_modules"
    if not (programs / ".bin/openapi-typescript").exists() or shutil.which("node") is None:
        pytest.skip(NO_TOOLS)
    (tmp_path / "node_modules").symlink_to(programs)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(Path(__file__).with_name("generated_client.ts"), tmp_path)
    types = tmp_path / "schema.d.ts"
    optional = ("--default-non-nullable", "false")
    run(programs / ".bin/openapi-typescript", schema, *optional, "-o", types)
    strict = ("--strict", "--noEmitOnError", "--target", "es2022", "--module", "nodenext")
    run(programs / ".bin/tsc", *strict, "generated_client.ts", cwd=tmp_path)
    tokens = [str(player.token) for player in (amber, birch)]
    said = run("node", "generated_client.js", live_server.url, BURN, *tokens, cwd=tmp_path)
    _ending, version = said.split()
    assert int(version) > 3
