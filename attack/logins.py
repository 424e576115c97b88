"""One address makes the portal hash as many passwords as its limits allow, while others log in.

Thirty guesses and thirty sign-ups come at once, and some hang up. They are answered, or refused
with a Retry-After; somebody at another address gets in within three seconds.
"""

import http.client
import json
import os
import time
from collections import Counter
from urllib.parse import urlsplit

from attack.report import Plan, Report
from attack.visitor import PATIENCE_SECONDS, Visitor
from attack.well import note_server_errors
from tests.support.running_portal import RunningPortal

MANY = 30  # guesses, and as many sign-ups: what the limits allow in a minute
ATTACKER = ("127.0.0.2", 0)  # the attacker's address; the others are at 127.0.0.1
PASSWORD = "violet-kettle-9"
TYPED = {201, 401, 429, 503}
SOON_SECONDS = 3.0  # for a log-in on an idle machine
LOG_INS = 3  # log-ins of somebody else, one after another


def attack(plan: Plan) -> Report:
    """Send the wave, and log others in meanwhile."""
    report = Report()
    with RunningPortal(plan.folder / "data") as portal:
        bound = SOON_SECONDS * (1 + os.getloadavg()[0] / (os.cpu_count() or 1))
        amber = portal.accounts["amber"]
        quiet = _log_in(report, portal.base_url, amber)
        begun = time.monotonic()
        wave = [_asked(portal.base_url, number) for number in range(2 * MANY)]
        for left in wave[::3]:
            left.close()
        waits = [_log_in(report, portal.base_url, amber) for _ in range(LOG_INS)]
        stayed = [asked for number, asked in enumerate(wave) if number % 3]
        _judge(report, [asked.getresponse() for asked in stayed])
        report.tried["requests of one address"] += len(wave)
        report.tried["log-ins of another"] += len(waits)
        report.say(
            f"others' log-ins: {quiet:.1f} s before the wave, at most {max(waits):.1f} s in it; "
            f"it was answered in {time.monotonic() - begun:.1f} s"
        )
        slow = f"Somebody else's log-in took {max(waits):.1f} s, more than {bound:.1f}."
        report.expect(max(waits) <= bound, slow)
        note_server_errors(report, portal)
    return report


def _asked(base_url: str, number: int) -> http.client.HTTPConnection:
    """A guess or a sign-up that was sent and isn't answered yet."""
    asked = http.client.HTTPConnection(
        "127.0.0.1", urlsplit(base_url).port, timeout=PATIENCE_SECONDS, source_address=ATTACKER
    )
    account = json.dumps({"username": f"wave-{number}", "password": PASSWORD})
    path = "/api/token/" if number % 2 else "/api/accounts/"
    asked.request("POST", path, account, {"Content-Type": "application/json"})
    return asked


def _log_in(report: Report, base_url: str, password: str) -> float:
    begun = time.monotonic()
    answer = Visitor(base_url).call("token/", {"username": "amber", "password": password})
    report.expect(answer.status == 200, f"Somebody else's log-in was answered {answer.status}.")
    return time.monotonic() - begun


def _judge(report: Report, answers: list[http.client.HTTPResponse]) -> None:
    counts = dict(sorted(Counter(answer.status for answer in answers).items()))
    report.say(f"those that stayed were answered {counts}")
    report.expect(set(counts) <= TYPED, f"Guesses and sign-ups were answered {[*counts]}.")
    refused = [answer for answer in answers if answer.status in (429, 503)]
    waits = all(answer.headers["Retry-After"] for answer in refused)
    report.expect(waits, "A refusal has no Retry-After.")
