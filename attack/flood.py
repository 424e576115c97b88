"""One account leaves sixty matches to computer players; another's answers still come in time.

`ai_flood` measures it; here it is held to its limit.
"""

import contextlib
import io

from attack import ai_flood
from attack.report import Plan, Report
from attack.well import note_server_errors
from tests.support.running_portal import RunningPortal

SHORT_MATCHES, SHORT_ANSWERS = 20, 10


def attack(plan: Plan) -> Report:
    """Flood, then play, and time each answer."""
    report = Report()
    matches = SHORT_MATCHES if plan.short else ai_flood.MATCHES
    answers = SHORT_ANSWERS if plan.short else ai_flood.ANSWERS
    printed = io.StringIO()
    with RunningPortal(plan.folder / "data", ai_flood.ENVIRONMENT) as portal:
        with contextlib.redirect_stdout(printed):
            failures = ai_flood.run(portal.base_url, matches, answers)
        note_server_errors(report, portal)
    report.tried["abandoned matches"] += matches
    report.tried["answers"] += answers
    for line in printed.getvalue().splitlines():
        report.say(line)
    for failure in failures:
        report.expect(False, f"AI flood: {failure}.")
    return report
