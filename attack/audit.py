"""No package in use has a known advisory.

It asks pip-audit, if installed, and trusts it only if it knows a vulnerable version of Django. It
also checks the bundled list against the pinned and the installed packages. An answer that says
nothing is an error.
"""

import datetime
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from attack.report import Plan, Report
from tests.support.running_portal import ROOT

LIST = Path(__file__).with_name("advisories.toml")
KNOWN_BAD = "django==3.2.1"
PATIENCE_SECONDS = 120
Versions = Mapping[str, set[str]]  # by canonical name


def attack(plan: Plan) -> Report:
    """Look up every package in use."""
    report = Report()
    today = datetime.datetime.now(datetime.UTC).date()
    compare(report, tomllib.loads(LIST.read_text()), in_use(), today)
    if program := pip_audit():
        _ask(report, program, plan.folder)
    else:
        report.say("pip-audit is not installed: the bundled list alone")
    return report


def in_use() -> Versions:
    """The versions pinned by the constraints, and the installed ones."""
    found: dict[str, set[str]] = {}
    pinned = re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    installed = [(each.metadata["Name"], each.version) for each in distributions()]
    for name, version in [*pinned, *installed]:
        found.setdefault(canonicalize_name(name), set()).add(version)
    return found


def compare(
    report: Report, listed: Mapping[str, Any], versions: Versions, today: datetime.date
) -> None:
    """Check these versions against the list, and the list against its own examples."""
    last = listed["checked"] + datetime.timedelta(days=listed["days_of_use"])
    report.say(f"bundled list: {len(listed['advisory'])} advisories of {listed['checked']}")
    report.expect(today <= last, f"The bundled list is stale since {last}: renew it.")
    for advisory in listed["advisory"]:
        name = f"{advisory['package']}, {advisory['id']}"
        ranges = [SpecifierSet(text, prereleases=True) for text in advisory["affected"]]
        bites = _fits(advisory["example"], ranges)
        report.expect(bites, f"{name}: its own example isn't reported as affected.")
        used = versions.get(canonicalize_name(advisory["package"]), set())
        report.expect(used, f"{name}: the package is no longer in use.")
        for version in used:
            report.tried["versions compared"] += 1
            report.expect(not _fits(version, ranges), f"{name}: {version} is affected.")


def _fits(version: str, ranges: Iterable[SpecifierSet]) -> bool:
    return any(version in each for each in ranges)


# -- pip-audit -------------------------------------------------------------------------------------


def pip_audit() -> str | None:
    """The path of pip-audit, in this environment or on PATH."""
    beside = Path(sys.executable).with_name("pip-audit")
    return str(beside) if beside.exists() else shutil.which("pip-audit")


def _ask(report: Report, program: str, folder: Path) -> None:
    """Ask first about a known vulnerability: a service that misses it knows nothing."""
    known = folder / "known.txt"
    known.write_text(f"{KNOWN_BAD}\n")
    report.tried["questions to pip-audit"] += 1
    if not warned_of(_answer(program, known)):
        report.say(f"pip-audit gave a void answer ({KNOWN_BAD} passes): the bundled list alone")
        return
    pins = folder / "pins.txt"
    pins.write_text((ROOT / "constraints.txt").read_text())
    report.tried["questions to pip-audit"] += 1
    answer = _answer(program, pins)
    report.expect(len(answer) > 1, "pip-audit gave a void answer about the pinned packages.")
    for package in answer:
        if reason := package.get("skip_reason"):
            report.expect(False, f"pip-audit could not look up {package['name']}: {reason}")
    for warning in warned_of(answer):
        report.expect(False, f"pip-audit: {warning}")


def _answer(program: str, requirements: Path) -> list[dict[str, Any]]:
    command = [program, "--requirement", str(requirements), "--no-deps", "--disable-pip"]
    try:
        done = subprocess.run(
            [*command, "--format", "json", "--progress-spinner", "off"],
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        return list(json.loads(done.stdout)["dependencies"])
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return []


def warned_of(answer: Iterable[Mapping[str, Any]]) -> list[str]:
    """Package, version and advisory of each warning in pip-audit's answer."""
    return [
        f"{package['name']} {package.get('version')}: {advisory['id']}"
        for package in answer
        for advisory in package.get("vulns", [])
    ]
