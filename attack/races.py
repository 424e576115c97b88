"""Many people make conflicting requests at the same moment, on PostgreSQL.

They open, join, leave and start tables, send a move twice under one id, take back and resign while
others move, and look for a quick match while they sit down elsewhere. Nobody gets a 500, and
afterwards the database is consistent: every seat has one person, every acknowledged move is a step,
every match replays to the same hash.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from io import StringIO
from typing import Any

from attack import inside
from attack.players import BURN
from attack.report import Plan, Report
from attack.visitor import Answer, Visitor
from attack.well import note_server_errors
from tests.support.running_portal import RunningPortal
from tests.support.services import postgresql

SETTINGS = "attack.unlimited"
PEOPLE = 8
QUICK = {"games": BURN, "paces": "none", "least": "2", "most": "3"}
Deed = Callable[[], Answer]


class Crowd:
    """People who act at the same moment, and the answers they got."""

    def __init__(self, base_url: str, report: Report, dice: random.Random) -> None:
        people = [inside.person(f"racer{number}") for number in range(PEOPLE)]
        self.programs = [Visitor(base_url, token=inside.token(user)) for user in people]
        self.pages = [Visitor(base_url, session=inside.session(user)) for user in people]
        self.report = report
        self.dice = dice
        self.acknowledged: list[tuple[str, str, int]] = []  # match, client id, version
        self._pool = ThreadPoolExecutor(PEOPLE * 2)
        self._moves = 0

    def together(self, kind: str, *deeds: Deed) -> list[Answer]:
        """Make all of these requests at once; none may be answered with an error."""
        starting = threading.Barrier(len(deeds))

        def do(deed: Deed) -> Answer:
            starting.wait(30)
            return deed()

        answers = list(self._pool.map(do, deeds))
        self.report.tried[kind] += len(deeds)
        for answer in answers:
            failure = f"{kind}: {answer.status} {answer.text[:200]}"
            self.report.expect(answer.status < 500, failure)
        return answers

    # -- tables --------------------------------------------------------------------------------

    def gather(self) -> None:
        """Four people want two seats while the host starts, removes people and leaves."""
        host, *others = self.dice.sample(range(PEOPLE), 6)
        made = self.programs[host].call("tables/", {"game": BURN, "seats": 3})
        if made.status != 201:
            return
        path = f"tables/{made.data['id']}"
        joins = [self._call(one, f"{path}/join/") for one in others]
        self.together("joining", *joins)
        self.together(
            "starting, leaving, joining",
            self._call(host, f"{path}/start/"),
            self._call(host, f"{path}/start/"),
            self._call(host, f"{path}/kick/", {"seat": 1}),
            self._call(host, f"{path}/swap/", {"seat": 0, "other": 1}),
            *(self._call(one, f"{path}/leave/") for one in others[:2]),
            *(self._call(one, f"{path}/join/") for one in others[2:]),
        )
        self.together("starting", self._call(host, f"{path}/start/"))

    def _call(self, one: int, path: str, body: Any = None) -> Deed:
        """A request over its own connection: one person may make two at once."""
        return lambda: replace(self.programs[one]).call(path, body)

    # -- matches -------------------------------------------------------------------------------

    def play(self) -> None:
        """Two people send each move twice at once, take moves back and finally resign."""
        first, second = self.dice.sample(range(PEOPLE), 2)
        made = self.programs[first].call("tables/", {"game": BURN, "seats": 2})
        if made.status != 201:
            return
        path = f"tables/{made.data['id']}"
        self.programs[second].call(f"{path}/join/")
        started = self.programs[first].call(f"{path}/start/")
        if started.status != 200:
            return
        match = started.data["match"]
        for _ in range(6):
            self._race_to_move(match, (first, second))
        state = self.programs[first].get(f"api/matches/{match}/").data
        moves = [self._move(match, one, state) for one in (first, second)]
        resign = [self._call(one, f"matches/{match}/resign/") for one in (first, second)]
        self.together("moving, resigning", *filter(None, moves), *resign)

    def _race_to_move(self, match: str, pair: tuple[int, int]) -> None:
        state = self.programs[pair[0]].get(f"api/matches/{match}/").data
        if state["status"] != "active":
            return
        seat = state["active_seats"][0]
        mover = pair[seat]
        state = self.programs[mover].get(f"api/matches/{match}/").data
        move = self._move(match, mover, state)
        twice = self._move(match, mover, state)
        undo = {"version": state["version"]}
        if move is None or twice is None:
            return
        self.together(
            "moving, taking back",
            move,
            twice,
            *(self._call(one, f"matches/{match}/undo/", undo) for one in pair),
        )

    def _move(self, match: str, one: int, state: Any, again: bool = False) -> Deed | None:
        """A move of that person; with `again`, the previous one, as if its answer had been lost."""
        if not state.get("actions"):
            return None
        self._moves += not again
        client_id = f"move{self._moves}"
        action = state["actions"][0]["action"]
        body = {"action": action, "version": state["version"], "client_id": client_id}
        ask = self._call(one, f"matches/{match}/actions/", body)

        def move() -> Answer:
            answer = ask()
            if answer.status == 200:
                self.acknowledged.append((match, client_id, answer.data["version"]))
            return answer

        return move

    # -- quick match -----------------------------------------------------------------------------

    def quick(self) -> None:
        """All look for a match at once, and some sit down at a table that quick match may fill."""
        host, *others = self.dice.sample(range(PEOPLE), PEOPLE)
        made = self.programs[host].call("tables/", {"game": BURN, "seats": 2})
        path = f"tables/{made.data['id']}" if made.status == 201 else "tables/none"
        self.together(
            "quick match, joining",
            *(self._page(one, "quick/", QUICK) for one in others),
            *(self._call(one, f"{path}/join/") for one in others[:3]),
            self._call(host, f"{path}/leave/"),
        )
        self.together("leaving the queue", *(self._leave(one) for one in others))

    def _page(self, one: int, path: str, fields: dict[str, str]) -> Deed:
        return lambda: replace(self.pages[one]).submit(path, fields)

    def _leave(self, one: int) -> Deed:
        """Follow the redirect to the ticket, and give it back."""

        def leave() -> Answer:
            answer = self.pages[one].get("quick/")
            ticket = answer.headers.get("location", "")
            return self.pages[one].submit(f"{ticket}leave/", {}) if ticket else answer

        return leave


def attack(plan: Plan) -> Report:
    """Race until the time is up, then check that everything is consistent."""
    report = Report()
    plan.folder.chmod(0o711)  # the server's own user must get in
    with ExitStack() as stack:
        url = stack.enter_context(postgresql(plan.folder))
        environment = {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": SETTINGS}
        portal = stack.enter_context(RunningPortal(plan.folder / "data", environment))
        inside.set_up(portal.data_dir, SETTINGS, DATABASE_URL=url)
        stack.callback(inside.let_go)
        crowd = Crowd(portal.base_url, report, plan.dice)
        until = time.monotonic() + plan.seconds
        while time.monotonic() < until:
            crowd.dice.choice([crowd.gather, crowd.play, crowd.quick])()
        note_server_errors(report, portal)
        portal.stop()
        _tables_are_whole(report)
        _matches_are_whole(report, crowd.acknowledged)
        _tickets_are_whole(report)
    return report


# -- afterwards ------------------------------------------------------------------------------------


def _tables_are_whole(report: Report) -> None:
    from lobby.models import Table

    for table in Table.objects.select_related("match").prefetch_related("seats"):
        report.tried["tables looked at"] += 1
        people = [seat.user_id for seat in table.seats.all() if seat.user_id]
        name = f"Table {table.public_id}"
        report.expect(len(people) == len(set(people)), f"{name}: somebody sits twice.")
        started = table.status == Table.Status.STARTED
        report.expect(
            started == (table.match is not None), f"{name}: {table.status}, its match not."
        )
        if table.match:
            seated = sorted(seat.user_id for seat in table.match.seats.all() if seat.user_id)
            report.expect(seated == sorted(people), f"{name}: the seated people don't play.")


def _matches_are_whole(report: Report, acknowledged: list[tuple[str, str, int]]) -> None:
    from django.core.management import CommandError, call_command

    from games.matches.models import Match, Step

    made = Counter(
        Step.objects.exclude(client_id=None).values_list("match__public_id", "client_id", "index")
    )
    for move in set(acknowledged):
        report.tried["acknowledged moves"] += 1
        report.expect(made[move] == 1, f"An acknowledged move isn't a step: {move}.")
    ids = Counter((match, client_id) for match, client_id, _ in made)
    for move, times in ids.items():
        report.expect(times == 1, f"A move was made {times} times: {move}.")
    for match in Match.objects.prefetch_related("steps"):
        report.tried["matches looked at"] += 1
        indexes = sorted(step.index for step in match.steps.all())
        whole = indexes == list(range(match.version + 1))
        report.expect(whole, f"Match {match.public_id}: a step is missing or doubled.")
    output = StringIO()
    try:
        call_command("check_matches", "--all", "--jobs", "1", stdout=output, stderr=output)
    except CommandError as error:
        report.expect(False, f"check_matches: {error} {output.getvalue()[-500:]}")


def _tickets_are_whole(report: Report) -> None:
    from lobby.models import QuickTicket

    waiting = Counter(QuickTicket.objects.filter(status="waiting").values_list("user", flat=True))
    report.expect(max(waiting.values(), default=1) == 1, "Somebody waits twice.")
    for ticket in QuickTicket.objects.select_related("table"):
        report.tried["tickets looked at"] += 1
        seated = ticket.status == "seated"
        report.expect(seated == (ticket.table is not None), f"Ticket {ticket.pk} is half seated.")
        if ticket.table and ticket.table.quick:  # people may leave tables that somebody opened
            there = ticket.table.match is not None and (
                ticket.table.match.seats.filter(user=ticket.user_id).exists()
            )
            report.expect(there, f"Ticket {ticket.pk}: its person doesn't sit at its table.")
