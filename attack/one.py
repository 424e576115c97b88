"""`python -m attack.one NAME SECONDS SEED SHORT FOLDER` runs one attack in its own process.

So each attack sets up Django in its own way, and can't bring down the others. The report is saved
in the folder.
"""

import importlib
import signal
import sys
import traceback
from pathlib import Path

from attack.report import Plan, Report

REPORT = "report.json"


def main(name: str, seconds: str, seed: str, short: str, folder: str) -> None:
    """Run an attack and save its report, even if it breaks."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    # Background jobs of a shell ignore it, and so would every process that an attack starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    plan = Plan(float(seconds), int(seed), short == "short", Path(folder))
    report = Report(failed=["The attack itself ended before its end."])
    try:
        report = importlib.import_module(f"attack.{name}").attack(plan)
        report.expect(report.tried, "Nothing was tried.")
    except Exception as error:
        traceback.print_exc()
        report.failed = [f"The attack broke off: {type(error).__name__}: {error}"]
    finally:
        report.save(plan.folder / REPORT)


if __name__ == "__main__":
    main(*sys.argv[1:])
