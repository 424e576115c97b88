"""`python -m attack [NAME …]` runs all or some attacks in turn, and prints a table.

Exits with 1 if anything failed. Everything runs on the loopback address in a temporary folder.
Processes that an attack leaves behind are killed, and count as its failure.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from attack.one import REPORT
from attack.report import Report
from tests.support.leftovers import MARK, end_all, marked
from tests.support.running_portal import ROOT, clean_environment

# How many seconds an attack of any length goes on: in full and in short.
ATTACKS = {
    "kill": (45, 15),
    "hang": (90, 50),
    "stop": (30, 15),
    "disk": (40, 40),
    "storm": (20, 10),
    "logins": (30, 30),
    "fuzz": (45, 15),
    "leaks": (30, 1),
    "races": (30, 10),
    "flood": (60, 20),
    "headers": (60, 60),
    "bodies": (45, 12),
    "reads": (60, 20),
    "log_out": (60, 30),
    "machines": (420, 240),
    "audit": (60, 60),
}
LONGEST = 300  # more seconds that an attack may take on a busy machine
GRACE_SECONDS = 60  # for stopping the processes it started


def run(name: str, seconds: float, seed: int, short: bool) -> Report:
    """Run one attack, until all processes that it started have ended."""
    mark = f"{name}-{os.getpid()}-{time.monotonic_ns()}"
    with tempfile.TemporaryDirectory(prefix=f"hearth-attack-{name}-") as folder:
        command = [sys.executable, "-m", "attack.one", name, str(seconds), str(seed)]
        attack = subprocess.Popen(
            [*command, "short" if short else "whole", folder],
            cwd=ROOT,
            env=clean_environment(**{MARK: mark, "TMPDIR": folder}),
        )
        try:
            overtime = _wait(attack, seconds + LONGEST)
        finally:
            left = marked(mark)
            end_all(left)
        try:
            report = Report.read(Path(folder) / REPORT)
        except (OSError, ValueError):
            report = Report(failed=[f"The attack ended with status {attack.returncode}."])
        report.expect(not overtime, "It took too long, and was ended.")
        report.expect(not left, f"It left {len(left)} processes behind.")
    return report


def _wait(attack: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait for its end, or stop it after that time; return whether it had to be stopped."""
    try:
        attack.wait(seconds)
    except subprocess.TimeoutExpired:
        return True
    finally:
        if attack.poll() is None:
            attack.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                attack.wait(GRACE_SECONDS)
            attack.kill()
            attack.wait()
    return False


def main() -> int:
    """Run the attacks; return 1 if anything failed."""
    options = _arguments()
    unknown = set(options.attacks) - ATTACKS.keys()
    if unknown:
        sys.exit(f"No such attack: {', '.join(sorted(unknown))}. There are {', '.join(ATTACKS)}.")
    rows, failed = [], 0
    for name in [name for name in ATTACKS if name in (options.attacks or ATTACKS)]:
        print(f"\n== {name}", flush=True)
        begun = time.monotonic()
        seconds = options.seconds or ATTACKS[name][options.short]
        report = run(name, seconds, options.seed, options.short)
        print("\n".join(f"   {line}" for line in report.as_lines()), flush=True)
        failed += len(report.failed)
        rows.append((name, report, time.monotonic() - begun))
    print(f"\n{'attack':<10} {'tried':>7} {'failed':>7} {'seconds':>8}")
    for name, report, took in rows:
        print(f"{name:<10} {report.tried.total():>7} {len(report.failed):>7} {took:>8.0f}")
    print(f"{'all':<10} {'':>7} {failed:>7} {sum(took for *_, took in rows):>8.0f}")
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m attack", description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="NAME", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, help="how long each attack goes on")
    parser.add_argument("--short", action="store_true", help="as in make test-all")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (1)")
    return parser.parse_args()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    sys.exit(main())
