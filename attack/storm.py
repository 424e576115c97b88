"""Thirty people sign up at once by API and thirty by page, with forged addresses.

Nobody gets a 500, others' moves stay quick, and X-Forwarded-For is ignored: limits and lockouts
apply to a request's real address.
"""

import os
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from attack.players import Playing, playing
from attack.report import Plan, Report
from attack.visitor import Answer, Visitor
from attack.well import note_server_errors
from tests.support.running_portal import RunningPortal
from tests.support.waiting import wait_for

MANY = 30  # the limit in a minute
PASSWORD = "violet-kettle-9"
TYPED = {201, 302, 429, 503}  # an account, or a refusal with Retry-After
QUICK_SECONDS = 0.2  # the longest move on an idle machine
GUESSES = 12  # two more than the limit for one name


def attack(plan: Plan) -> Report:
    """Measure before and during the storm, then guess passwords."""
    report = Report()
    with RunningPortal(plan.folder / "data") as portal, playing(portal, report, (1,)) as people:
        pair = people[0]
        bound = QUICK_SECONDS * (1 + os.getloadavg()[0] / (os.cpu_count() or 1))
        quiet = _moves_during(pair, lambda: time.sleep(plan.seconds / 4))
        answers: list[Answer] = []
        stormy = _moves_during(pair, lambda: answers.extend(_storm(portal.base_url)))
        _say(report, "before", quiet)
        _say(report, "in the storm", stormy)
        report.tried["sign-ups"] += len(answers)
        statuses = sorted({answer.status for answer in answers})
        counts = {status: [a.status for a in answers].count(status) for status in statuses}
        report.say(f"sign-ups answered {counts}")
        report.expect(set(statuses) <= TYPED, f"Sign-ups answered {statuses}.")
        report.expect(counts.get(201), "Nobody could sign up by API.")
        waits = all("retry-after" in a.headers for a in answers if a.status in (429, 503))
        report.expect(waits, "A refused sign-up doesn't say when to try again.")
        slow = f"Others' moves took {_p99(stormy) * 1000:.0f} ms, more than {bound * 1000:.0f}."
        report.expect(_p99(stormy) <= bound, slow)
        _forge(report, portal.base_url)
        note_server_errors(report, portal)
    return report


def _moves_during(pair: Playing, what: object) -> list[float]:
    """The seconds that moves took while `what` ran."""
    before = len(pair.waits)
    wait_for(lambda: len(pair.waits) > before, "a move")
    assert callable(what)
    what()
    return pair.waits[before:]


def _p99(waits: list[float]) -> float:
    if len(waits) < 2:
        return float("inf")
    return statistics.quantiles(waits, n=100, method="inclusive")[98]  # never above the longest


def _say(report: Report, when: str, waits: list[float]) -> None:
    quick = "" if _p99(waits) <= QUICK_SECONDS else f" (more than {QUICK_SECONDS * 1000:.0f})"
    report.say(
        f"moves {when}: {len(waits)}, p50 {statistics.median(waits) * 1000:.0f} ms, "
        f"p99 {_p99(waits) * 1000:.0f} ms{quick}"
    )


def _forged(base_url: str, number: int) -> Visitor:
    """A visitor with a forged address."""
    return Visitor(base_url, headers={"X-Forwarded-For": f"203.0.113.{number % 250 + 1}"})


def _storm(base_url: str) -> list[Answer]:
    together = threading.Barrier(2 * MANY)

    def sign_up(number: int) -> Answer:
        visitor = _forged(base_url, number)
        together.wait(30)
        if number % 2:
            form = {"username": f"page{number}", "password1": PASSWORD, "email": ""}
            return visitor.submit("accounts/signup/", form)
        return visitor.call("accounts/", {"username": f"api{number}", "password": PASSWORD})

    with ThreadPoolExecutor(2 * MANY) as pool:
        return list(pool.map(sign_up, range(2 * MANY)))


def _forge(report: Report, base_url: str) -> None:
    """Expect the limits to count forged addresses as one."""
    nobody = {"username": "", "password": PASSWORD}  # counts, but is refused quickly
    more = [_forged(base_url, n).call("accounts/", nobody).status for n in range(MANY + 1)]
    report.tried["forged addresses"] += len(more)
    failure = f"Sign-up number {MANY + 1}, forged, answered {more[-1]}, not 429."
    report.expect(more[-1] == 429, failure)
    for way in ("page", "API"):
        last = [_guess(base_url, number, way).status for number in range(GUESSES)][-1]
        report.tried["forged addresses"] += GUESSES
        failure = f"Guess number {GUESSES} by {way}, forged, answered {last}, not 429."
        report.expect(last == 429, failure)


def _guess(base_url: str, number: int, way: str) -> Answer:
    visitor = _forged(base_url, number)
    if way == "page":
        return visitor.submit("accounts/login/", {"login": "amber", "password": "guess"})
    return visitor.call("token/", {"username": "birch", "password": "guess"})
