"""A full disk and a busy database are reported in one sentence and harm nothing.

Moves answer 507 or 503 with Retry-After, in the API, on pages and over sockets, never 500; a first
start on a full or read-only disk says so in one line. Once there is room again, play goes on.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attack import inside
from attack.players import BURN
from attack.report import Plan, Report
from attack.visitor import Answer, Visitor
from attack.well import note_server_errors
from tests.support.running_portal import ROOT, RunningPortal, clean_environment
from tests.support.stubborn_player import Database, StubbornPlayer, together

MEGABYTES = 80  # for the database and static files with their compressed copies
START_SECONDS = 120
ENOUGH = 20  # moves after which a full disk must have shown
NOT_TRIED = "Mounting a disk takes root's rights. Nothing was tried."


@dataclass
class Disk:
    """A small disk in memory, mounted for a while."""

    path: Path

    def fill(self) -> None:
        """Fill the disk."""
        with suppress(OSError), (self.path / "ballast").open("ab", buffering=0) as ballast:
            while True:
                ballast.write(b"x" * 4096)

    def empty(self) -> None:
        """Free the space that `fill` took."""
        (self.path / "ballast").unlink(missing_ok=True)

    def allow(self, *, writing: bool) -> None:
        _run("mount", "-o", f"remount,{'rw' if writing else 'ro'}", str(self.path))


@contextmanager
def small_disk(path: Path) -> Iterator[Disk]:
    """Mount a small disk while the block runs. Raises OSError if that isn't allowed."""
    path.mkdir()
    _run("mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(path))
    try:
        yield Disk(path)
    finally:
        inside.let_go()
        _run("umount", "--lazy", str(path))


def _run(*command: str) -> None:
    if subprocess.run(command, capture_output=True, check=False).returncode:
        raise OSError(f"{command[0]} is not allowed")


def attack(plan: Plan) -> Report:
    """Try first starts, then moves on a full disk, then moves with a busy database."""
    report = Report()
    try:
        with small_disk(plan.folder / "disk") as disk:
            _first_starts(report, disk)
            portal = RunningPortal(disk.path / "data")
            portal.output_file = plan.folder / "output.txt"
            with portal:
                _moves(report, portal, disk)
    except OSError as error:
        if "not allowed" not in str(error):
            raise
        report.expect(False, NOT_TRIED)
    return report


# -- first starts ----------------------------------------------------------------------------------


def _first_starts(report: Report, disk: Disk) -> None:
    folder = disk.path / "data"
    folder.mkdir()
    disk.fill()
    _starts_not(report, folder, "a full disk")
    disk.allow(writing=False)
    _starts_not(report, folder, "a read-only disk")
    disk.allow(writing=True)
    disk.empty()


def _starts_not(report: Report, folder: Path, where: str) -> None:
    report.tried["first starts"] += 1
    ended = subprocess.run(
        [sys.executable, "manage.py", "portal"],
        cwd=ROOT,
        env=clean_environment(DATA_DIR=str(folder), PORT="0"),
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    output = (ended.stdout + ended.stderr).strip()
    report.say(f"a start on {where}: {output.splitlines()[-1] if output else 'nothing'}")
    right = ended.returncode == 1 and len(output.splitlines()) == 1 and str(folder) in output
    report.expect(right, f"A first start on {where}: status {ended.returncode}, {output[-500:]!r}")


# -- moves -----------------------------------------------------------------------------------------


def _moves(report: Report, portal: RunningPortal, disk: Disk) -> None:
    inside.set_up(portal.data_dir)
    people = [inside.person(name) for name in ("left", "right")]
    tokens = [inside.token(user) for user in people]
    table = together(portal, ("left", "right"), tokens, game=BURN)
    pages = [Visitor(portal.base_url, session=inside.session(user)) for user in people]
    programs = [Visitor(portal.base_url, token=token) for token in tokens]
    with closing(Database(portal.data_dir)) as database:
        database.shorten()  # else moves would fit into a log that is already long
        disk.fill()
        _try_all(report, table, pages, programs, (507, "disk_full"))
        answer = Visitor(portal.base_url).call("accounts/", _account("full"))
        _judge(report, "a sign-up", answer, (507, "disk_full"))
        page = pages[0].get(f"matches/{table[0].match_id}/")
        report.expect(page.status == 200, f"On a full disk a match's page answers {page.status}.")
        disk.empty()
        _goes_on(report, table, "there is room again")
        database.lock()
        try:
            _try_all(report, table, pages, programs, (503, "busy"))
        finally:
            database.unlock()
        _goes_on(report, table, "the database is free again")
    note_server_errors(report, portal)
    for player in table:
        player.close()


def _account(name: str) -> dict[str, str]:
    return {"username": name, "password": "violet-kettle-9"}


def _try_all(
    report: Report,
    table: list[StubbornPlayer],
    pages: list[Visitor],
    programs: list[Visitor],
    expected: tuple[int, str],
) -> None:
    """Send moves in each way until one is refused: some may still find room."""
    path = f"matches/{table[0].match_id}"
    for way in ("API", "page", "socket"):
        for _ in range(ENOUGH):
            seat, move = _next(table)
            before = move["version"]
            if way == "API":
                answer = programs[seat].call(f"{path}/actions/", move)
            elif way == "page":
                fields = {**move, "action": json.dumps(move["action"])}
                answer = pages[seat].submit(f"{path}/act/", fields)
            else:
                answer = _over_socket(table[seat], move)
            report.tried[f"moves by {way}"] += 1
            if answer.status < 400:
                continue
            _judge(report, f"a move by {way}", answer, expected)
            after = table[seat].state()["version"]
            report.expect(after == before, f"A move by {way} was refused, but made.")
            break
        else:
            report.expect(False, f"{expected[1]}: no move by {way} was refused.")


def _over_socket(player: StubbornPlayer, move: dict[str, Any]) -> Answer:
    """The answer to a move as an HTTP answer."""
    player.send(move)
    while (message := player.hear(30)) is not None:
        if message["type"] == "accepted":
            return Answer(200, {}, "")
        if message["type"] == "error":
            status = {"disk_full": 507, "busy": 503}.get(message["code"], 500)
            return Answer(status, {"retry-after": "5"} if status == 503 else {}, str(message))
    return Answer(0, {}, "the socket was lost")


def _next(table: list[StubbornPlayer]) -> tuple[int, dict[str, Any]]:
    state = table[0].state()
    seat = state["active_seats"][0]
    return seat, table[seat].choose(table[seat].state())


def _judge(report: Report, what: str, answer: Answer, expected: tuple[int, str]) -> None:
    status, code = expected
    report.expect(answer.status == status, f"{code}: {what} answered {answer.status}.")
    later = "retry-after" in answer.headers
    report.expect(later == (status == 503), f"{code}: {what} came with Retry-After: {later}.")
    sentence = {507: "disk is full", 503: "Please try again"}[status]
    report.expect(sentence in answer.text, f"{code}: {what} doesn't say «{sentence}».")


def _goes_on(report: Report, table: list[StubbornPlayer], when: str) -> None:
    for _ in range(3):
        seat, move = _next(table)
        table[seat].insist(move)
    report.tried["moves afterwards"] += 3
    status = table[0].state()["status"]
    report.expect(status == "active", f"When {when}, the match is {status}.")
