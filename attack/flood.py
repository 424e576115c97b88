"""One account leaves sixty matches to computer players; others still get answers in time.

The servers are those of `make run` in a temporary folder. One account starts MATCHES matches of
five seats against computer players and resigns from each, so that all of them are played out.
Meanwhile someone else plays a match of five seats, with an open socket. An answer is timed from the
step that asks a computer player to its own step, including the 600 ms for which a step stays in
sight. `run` needs a running portal that lets one person start that many matches.
"""

import contextlib
import io
import itertools
import json
import os
import secrets
import statistics
import time
import urllib.error
from dataclasses import dataclass, field
from typing import Any

from websockets.sync.client import connect

from attack.report import Plan, Report
from attack.well import note_server_errors
from tests.support.running_portal import RunningPortal
from tests.support.stubborn_player import call

MATCHES, SEATS, LEVEL = 60, 5, "medium"
ANSWERS, LIMIT_SECONDS = 40, 2.0
SHORT_MATCHES, SHORT_ANSWERS = 20, 10
GAME = "please-dont-burn-my-village"
SILENCE_SECONDS = 30.0  # after which an answer counts as lost
ENVIRONMENT = {"MATCHES_UNDER_WAY": "1000", "MATCHES_AN_HOUR": "1000"}


def attack(plan: Plan) -> Report:
    """Flood the portal, then play and time each answer."""
    report = Report()
    matches = SHORT_MATCHES if plan.short else MATCHES
    answers = SHORT_ANSWERS if plan.short else ANSWERS
    printed = io.StringIO()
    with RunningPortal(plan.folder / "data", ENVIRONMENT) as portal:
        with contextlib.redirect_stdout(printed):
            failures = run(portal.base_url, matches, answers)
        note_server_errors(report, portal)
    report.tried["abandoned matches"] += matches
    report.tried["answers"] += answers
    for line in printed.getvalue().splitlines():
        report.say(line)
    for failure in failures:
        report.expect(False, f"AI flood: {failure}.")
    return report


@dataclass
class Account:
    """A new account that calls the API with a token."""

    base_url: str
    token: str = ""
    name: str = field(default_factory=lambda: f"flood{secrets.token_hex(4)}")

    def __post_init__(self) -> None:
        wish = {"username": self.name, "password": secrets.token_urlsafe(16)}
        self.token = str(call(self.base_url, "accounts/", wish)["token"])

    def begin(self) -> str:
        """Start a match of five seats against computer players; return its id."""
        ai = {str(seat): LEVEL for seat in range(1, SEATS)}
        wish = {"game": GAME, "seats": SEATS, "ai": ai}
        table = call(self.base_url, "tables/", wish, self.token)
        return str(call(self.base_url, f"tables/{table['id']}/start/", {}, self.token)["match"])

    def resign(self, match: str) -> None:
        call(self.base_url, f"matches/{match}/resign/", {}, self.token)


def flood(base_url: str, matches: int = MATCHES) -> list[str]:
    """Let one account start and leave that many matches; return those that the portal allowed."""
    account, left = Account(base_url), []
    with contextlib.suppress(urllib.error.HTTPError):  # the portal allows no more
        for _ in range(matches):
            left.append(account.begin())
            account.resign(left[-1])
    return left


def answer_times(base_url: str, answers: int = ANSWERS) -> list[float]:
    """The seconds that each answer took. Raises TimeoutError if one doesn't come."""
    account, times = Account(base_url), []
    while len(times) < answers:
        times += itertools.islice(_answers(account), answers - len(times))
    return times


def _answers(account: Account) -> Any:
    """Play a match to its end, with the first action on offer, and time each answer."""
    address = account.base_url.replace("http", "ws", 1) + f"ws/api/matches/{account.begin()}/"
    with connect(address, additional_headers={"Authorization": f"Token {account.token}"}) as socket:
        asked_at: float | None = None
        while True:
            message = json.loads(socket.recv(timeout=SILENCE_SECONDS))
            if message["type"] != "state":
                continue
            now = time.perf_counter()
            if asked_at is not None:
                yield now - asked_at
            if message["status"] != "active":
                return
            asked_at = None if message["actions"] else now
            if message["actions"]:
                action = message["actions"][-1]["action"]
                move = {"type": "action", "action": action, "version": message["version"]}
                socket.send(json.dumps(move))


def steps_of(base_url: str, matches: list[str]) -> tuple[int, int]:
    """The number of steps in these matches, and of matches still running."""
    shown = [call(base_url, f"matches/{match}/") for match in matches]
    return (sum(one["version"] for one in shown), sum(one["status"] == "active" for one in shown))


def run(base_url: str, matches: int = MATCHES, answers: int = ANSWERS) -> list[str]:
    """Flood the portal, measure and print the figures; return the failures."""
    left = flood(base_url, matches)
    before, since = steps_of(base_url, left)[0], time.perf_counter()
    try:
        times = answer_times(base_url, answers)
    except TimeoutError:
        return [f"an answer didn't come for {SILENCE_SECONDS:.0f} s"]
    took = time.perf_counter() - since
    after, running = steps_of(base_url, left)
    late = [one for one in times if one > LIMIT_SECONDS]
    print(
        f"{len(left)} matches that one account left, {running} still played out at the end, "
        f"{(after - before) / took:.0f} steps/s in them"
    )
    print(
        f"another person's {len(times)} answers: median {statistics.median(times):.2f} s, "
        f"max {max(times):.2f} s; load average {os.getloadavg()[0]:.1f}"
    )
    failures = []
    if late:
        failures.append(f"{len(late)} of {len(times)} answers took over {LIMIT_SECONDS:.0f} s")
    if not running or after == before:
        failures.append("the abandoned matches weren't played out during the measurement")
    return failures
