"""People who play match after match during an attack."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any
from urllib.error import HTTPError

from attack import inside
from attack.report import Report
from games.protocol.record_file import load_record
from games.protocol.verification import verify_record
from tests.support.running_portal import RunningPortal
from tests.support.stubborn_player import (
    LOST,
    Database,
    StubbornPlayer,
    against_computers,
    assert_nothing_lost_or_doubled,
    call,
    resign,
    together,
)
from tests.support.waiting import wait_for

BURN = "please-dont-burn-my-village"
Table = list[StubbornPlayer]  # the people at one match, by seat


class Playing(threading.Thread):
    """Plays one table after another until `stop`."""

    def __init__(self, begin: Callable[[], Table]) -> None:
        super().__init__(daemon=True)
        self.begin = begin
        self.tables: list[Table] = []
        self.waits: list[float] = []  # seconds until the answer to each move
        self.problem = ""
        self._stopping = threading.Event()

    @property
    def moves(self) -> int:
        """The number of acknowledged moves."""
        return len(self.waits)

    def run(self) -> None:
        try:
            while not self._stopping.is_set():
                self.tables.append(wait_for(self._begun, "a table to be opened"))
                self._play(self.tables[-1])
                for player in self.tables[-1]:
                    player.close()  # one address may open only so many connections
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}"

    def _begun(self) -> Table | None:
        """The next table; None if the portal is away, or didn't answer."""
        try:
            return self.begin()
        except LOST:
            return None

    def _play(self, table: Table) -> None:
        while not self._stopping.is_set():
            mover = self._mover(table)
            if mover is None:
                return
            begun = time.monotonic()
            mover.insist(mover.choose(mover.newest))
            self.waits.append(time.monotonic() - begun)

    def _mover(self, table: Table) -> StubbornPlayer | None:
        """The player whose turn it is; None once the match is over."""
        seat = 0 if len(table) == 1 else (table[0].state()["active_seats"] or [0])[0]
        mover = table[seat]
        return mover if mover.my_turn()["status"] == "active" else None

    def stop(self) -> None:
        """Stop after the present move."""
        self._stopping.set()
        self.join()


@contextmanager
def playing(
    portal: RunningPortal, report: Report, computers: Sequence[int] = (1, 2)
) -> Iterator[list[Playing]]:
    """Two people who play each other, and for each number of `computers` a person against so many.

    They play while the block runs. Afterwards every acknowledged move must be in its match's record
    once, and each record must verify.
    """
    inside.set_up(portal.data_dir)  # the rules, to verify records
    tokens = [inside.token(inside.person(name)) for name in ("left", "right")]
    pair = Playing(lambda: together(portal, ("left", "right"), tokens, game=BURN))
    alone = [_alone(portal, f"alone{n}", n) for n in computers]
    people = [pair, *alone]
    with at_play(people):
        yield people
    with closing(Database(portal.data_dir)) as database:
        check(database, report, people)


@contextmanager
def at_play(people: list[Playing]) -> Iterator[None]:
    """Have them play while the block runs."""
    for each in people:
        each.start()
    try:
        yield
    finally:
        for each in people:
            each.stop()


def _alone(portal: RunningPortal, name: str, computers: int) -> Playing:
    token = inside.token(inside.person(name))
    return Playing(lambda: [against_computers(portal, name, computers, token=token)])


def check(database: Database, report: Report, people: list[Playing]) -> None:
    """Expect every acknowledged move once in its match's record, and each record to verify."""
    for each in people:
        report.expect(not each.problem, f"Play broke off: {each.problem}")
        report.tried["moves"] += each.moves
        for table in each.tables:
            match = table[0].match_id
            try:
                assert_nothing_lost_or_doubled(database, *table)
                record = _record(table)
                verify_record(load_record(json.dumps(record).encode()))
            except Exception as error:
                report.expect(False, f"Match {match}: {type(error).__name__}: {str(error)[:300]}")
            report.tried["matches verified"] += 1


def _record(table: Table) -> object:
    first = table[0]
    if first.state()["status"] == "active":
        try:
            _end(table)
        except HTTPError as refusal:  # a computer player has ended it meanwhile
            code = json.load(refusal)["code"]
            assert code == "over", code
    wait_for(lambda: first.state()["status"] != "active", "the match to end")
    return _call(first, "record/")


def _end(table: Table) -> None:
    first = table[0]
    if len(table) == 1:  # computer players play on to the end
        resign(first)
        return
    asked = _call(first, "ask/", {"what": "cancel"})["request"]  # if all just left, it might rest
    for seat in asked["voters"] if asked else ():
        _call(table[seat], "answer/", {"request": asked["id"], "yes": True})


def _call(player: StubbornPlayer, path: str, body: object = None) -> Any:
    path = f"matches/{player.match_id}/{path}"
    return call(player.portal.base_url, path, body, player.token)
