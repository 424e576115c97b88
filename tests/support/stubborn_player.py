"""A program that plays over HTTP and the JSON socket and never gives up on a lost answer."""

import json
import random
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from tests.support.running_portal import RunningPortal
from tests.support.waiting import wait_for

LOST = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError)
PATIENCE_SECONDS = 120
ANSWER_SECONDS = 4
NOT_MADE = -1
ASK_AGAIN = ("throttled", "busy")  # the player was too fast; the database is away


def call(base_url: str, path: str, body: Any = None, token: str = "", method: str = "") -> Any:
    """Make one API call and return the decoded answer. Raises OSError if none comes."""
    request = urllib.request.Request(
        f"{base_url}api/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"}
        | ({"Authorization": f"Token {token}"} if token else {}),
        method=method or ("GET" if body is None else "POST"),
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read() or b"null")


def registered(portal: RunningPortal, name: str) -> str:
    """Open an account; return its token."""
    account = {"username": name, "password": "a stubborn password"}
    return str(call(portal.base_url, "accounts/", account)["token"])


class StubbornPlayer:
    """Plays a match at random.

    A move whose answer is lost is sent again with its client_id until it is answered. So
    `acknowledged` holds every move that the portal has accepted: client_id → version.
    """

    def __init__(self, portal: RunningPortal, name: str, token: str, match_id: str) -> None:
        self.portal = portal
        self.name = name
        self.dice = random.Random(name)
        self.token = token
        self.match_id = match_id
        self.acknowledged: dict[str, int] = {}
        self.newest: dict[str, Any] = {"version": -1, "status": "active", "actions": []}
        self._socket: ClientConnection | None = None
        self._open = ExitStack()
        self._moves = 0

    # -- the socket ------------------------------------------------------------------------------

    def _connection(self) -> ClientConnection:
        if self._socket is None:
            self._socket = wait_for(self._connected, "the socket to open", PATIENCE_SECONDS)
        return self._socket

    def _connected(self) -> ClientConnection | None:
        address = self.portal.base_url.replace("http", "ws", 1)
        try:
            return self._open.enter_context(
                connect(
                    f"{address}ws/api/matches/{self.match_id}/",
                    additional_headers={"Authorization": f"Token {self.token}"},
                    open_timeout=5,
                    close_timeout=0.1,
                    ping_interval=None,  # this player retries by itself
                )
            )
        except LOST:
            return None

    def hear(self, seconds: float) -> dict[str, Any] | None:
        """The next message; None if it is lost or late, and the next call opens a new socket."""
        try:
            return dict(json.loads(self._connection().recv(timeout=seconds)))
        except LOST:
            self.close()
            return None

    def close(self) -> None:
        self._socket = None
        with suppress(*LOST):
            self._open.close()

    # -- playing ---------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The match as the API shows it, requested until an answer comes."""

        def ask() -> Any:
            try:
                return call(self.portal.base_url, f"matches/{self.match_id}/", token=self.token)
            except LOST:
                return None

        return dict(wait_for(ask, "the match to be shown", PATIENCE_SECONDS))

    def my_turn(self) -> dict[str, Any]:
        """Wait over the socket until it is this player's turn or the match is over."""

        def look() -> dict[str, Any] | None:
            message = self.hear(ANSWER_SECONDS)
            if message and message["type"] == "state":
                self.newest = message
            asked = self.newest["actions"] or self.newest["status"] != "active"
            return self.newest if asked else None

        return wait_for(look, "this player's turn", PATIENCE_SECONDS)

    def choose(self, state: dict[str, Any]) -> dict[str, Any]:
        action = self.dice.choice(state["actions"])["action"]
        self._moves += 1
        move = {"type": "action", "action": action, "version": state["version"]}
        return move | {"client_id": f"{self.name}-{self._moves}"}

    def send(self, move: dict[str, Any]) -> bool:
        """Send a move once; False if the socket is lost."""
        try:
            self._connection().send(json.dumps(move))
        except LOST:
            self.close()
            return False
        return True

    def insist(self, move: dict[str, Any]) -> int:
        """Send a move until it is answered; return the new version, or NOT_MADE."""

        def settled() -> int | None:
            if not self.send(move):
                return None
            while (message := self.hear(ANSWER_SECONDS)) is not None:
                if message["type"] == "state":
                    self.newest = message
                elif message.get("client_id") == move["client_id"]:
                    if message.get("code") in ASK_AGAIN:
                        return None
                    if message.get("code") == "stale":  # another seat was quicker
                        self._look_for(int(message["version"]))
                        return NOT_MADE
                    assert message["type"] == "accepted", message
                    return int(message["version"])
            return None

        version = wait_for(settled, "an answer to the move", PATIENCE_SECONDS)
        if version != NOT_MADE:
            self.acknowledged[move["client_id"]] = version
            self._look_for(version)
        return version

    def _look_for(self, version: int) -> None:
        """Wait for a state of that version before choosing the next move."""
        if self.newest["version"] < version:
            self.newest = {**self.newest, "actions": []}

    def play(self, moves: int | None = None) -> dict[str, Any]:
        """Make that many moves, or play to the end; return the last state seen."""
        while moves is None or moves > 0:
            state = self.my_turn()
            if state["status"] != "active":
                return state
            self.insist(self.choose(state))
            moves = None if moves is None else moves - 1
        return self.newest


def resign(player: StubbornPlayer) -> None:
    """Give up the player's seat; computer players may play on."""
    call(player.portal.base_url, f"matches/{player.match_id}/resign/", {}, player.token)


def given_up(player: StubbornPlayer) -> Any:
    """Resign, which ends the match, and return its record."""
    resign(player)
    return call(player.portal.base_url, f"matches/{player.match_id}/record/")


def against_computers(
    portal: RunningPortal, name: str, computers: int = 2, clock: Any = None, token: str = ""
) -> StubbornPlayer:
    """A person at Please Don't Burn My Village, on seat 0, with computer players.

    A new person, unless there is a token.
    """
    token = token or registered(portal, name)
    table = {
        "game": "please-dont-burn-my-village",
        "seats": computers + 1,
        "ai": {str(seat): "easy" for seat in range(1, computers + 1)},
        "clock": clock,
    }
    return StubbornPlayer(portal, name, token, _started(portal, table, token))


def together(
    portal: RunningPortal, names: Sequence[str], tokens: Sequence[str] = (), **wishes: Any
) -> list[StubbornPlayer]:
    """As many people at a match as there are `names`, by seat; new people unless there are tokens.

    `wishes` are the table's game and options.
    """
    tokens = tokens or [registered(portal, name) for name in names]
    match = _started(portal, {"seats": len(names)} | wishes, *tokens)
    return [
        StubbornPlayer(portal, name, token, match)
        for name, token in zip(names, tokens, strict=True)
    ]


def _started(portal: RunningPortal, table: dict[str, Any], host: str, *guests: str) -> str:
    opened = call(portal.base_url, "tables/", table, host)
    for guest in guests:
        call(portal.base_url, f"tables/{opened['id']}/join/", {}, guest)
    return str(call(portal.base_url, f"tables/{opened['id']}/start/", {}, host)["match"])


class Database:
    """The portal's SQLite file, read (and locked) from outside."""

    def __init__(self, data_dir: Path) -> None:
        self.connection = sqlite3.connect(
            data_dir / "portal.sqlite3", timeout=10, isolation_level=None
        )

    def ask(self, sql: str, *arguments: Any) -> list[Any]:
        """All rows of a query."""
        return self.connection.execute(sql, arguments).fetchall()

    def steps(self, match_id: str) -> list[tuple[int, str | None, str]]:
        """Index, client id and actor of every step, in order."""
        return self.ask(
            'SELECT s."index", s.client_id, s.actor FROM matches_step s'
            " JOIN matches_match m ON m.id = s.match_id WHERE m.public_id = ? ORDER BY 1",
            match_id,
        )

    def computer_steps(self) -> int:
        """How many steps computer players have made, in all matches."""
        count = "SELECT count(*) FROM matches_step WHERE actor LIKE 'ai:%'"
        return int(self.ask(count)[0][0])

    def swept_at(self) -> str:
        """When the sweeper last ran, as sortable text; "" if it never did."""
        last = self.ask("SELECT max(at) FROM matches_heartbeat")[0][0]
        return str(last or "")

    def lease(self, match_id: str) -> Any:
        """The end of the lease on the match's computer turn."""
        lease = "SELECT ai_lease_until FROM matches_match WHERE public_id = ?"
        return self.ask(lease, match_id)[0][0]

    def shorten(self) -> None:
        """Fold the log into the database, so that the next change needs room on the disk."""
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def lock(self) -> None:
        """Hold the only write lock: all other writers wait."""
        self.connection.execute("BEGIN IMMEDIATE")

    def unlock(self) -> None:
        self.connection.execute("ROLLBACK")

    def close(self) -> None:
        self.connection.close()


def assert_nothing_lost_or_doubled(database: Database, *players: StubbornPlayer) -> None:
    """Assert that every acknowledged move is in the record once, at its acknowledged version."""
    steps = database.steps(players[0].match_id)
    assert [index for index, _, _ in steps] == list(range(len(steps)))
    made = [(client_id, index) for index, client_id, actor in steps if actor == "person"]
    acknowledged = [move for player in players for move in player.acknowledged.items()]
    assert made == sorted(acknowledged, key=lambda move: move[1])
