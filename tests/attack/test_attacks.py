"""Every attack, shortened, as a test of `make test-all`; and what they report with."""

import datetime
import os
from typing import Any

import pytest

from attack import audit, hosts, one
from attack.__main__ import ATTACKS, run
from attack.report import Plan, Report

LISTED: dict[str, Any] = {
    "checked": datetime.date(2026, 1, 1),
    "days_of_use": 30,
    "advisory": [
        {"id": "A-1", "package": "Thing", "affected": [">=2,<2.5"], "example": "2.4", "source": ""}
    ],
}
SOON, LATE = datetime.date(2026, 1, 31), datetime.date(2026, 2, 1)


@pytest.mark.again
@pytest.mark.xdist_group("attacks")  # one after another: each wants the machine
@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_gives_way_to_an_attack(name):
    if name == "disk" and os.geteuid():
        pytest.skip("only root may mount the small disk that is filled")
    if name == "machines" and (reason := hosts.missing()):
        pytest.skip(reason)
    report = run(name, ATTACKS[name][1], seed=1, short=True)
    assert not report.failed, "\n".join(report.as_lines())


def test_a_report_comes_back_as_it_was_saved(tmp_path):
    report = Report()
    report.tried["doors"] += 3
    assert report.expect(report.tried, "never said")
    assert not report.expect(0, "A door stood open.")
    report.expect(0, "A door stood open.")
    report.save(tmp_path / "report")
    assert Report.read(tmp_path / "report") == report
    assert report.as_lines() == ["tried: 3 doors", "FAILED: A door stood open."]


def test_an_attack_that_breaks_off_has_failed(tmp_path, monkeypatch):
    def attack(plan: Plan) -> Report:
        raise KeyError("nobody home")

    monkeypatch.setattr(audit, "attack", attack)
    monkeypatch.setattr(one.signal, "signal", lambda *_: None)
    one.main("audit", "1", "1", "short", str(tmp_path))
    assert Report.read(tmp_path / one.REPORT).failed == [
        "The attack broke off: KeyError: 'nobody home'"
    ]


@pytest.mark.parametrize(
    ("used", "today", "said"),
    [
        ("2.5", SOON, []),
        ("2.4.9", SOON, ["Thing, A-1: 2.4.9 is affected."]),
        ("2.5", LATE, ["The bundled list is stale since 2026-01-31: renew it."]),
        (None, SOON, ["Thing, A-1: the package is no longer in use."]),
    ],
)
def test_the_bundled_list(used, today, said):
    report = Report()
    audit.compare(report, LISTED, {"thing": {used}} if used else {}, today)
    assert report.failed == said


def test_a_specifier_that_does_not_bite_is_an_error():
    wrong = {**LISTED["advisory"][0], "affected": ["<2"]}
    report = Report()
    audit.compare(report, {**LISTED, "advisory": [wrong]}, {"thing": {"2.5"}}, SOON)
    assert report.failed == ["Thing, A-1: its own example isn't reported as affected."]


def test_a_void_answer_of_pip_audit_is_none(tmp_path, monkeypatch):
    skipped = [{"name": "django", "skip_reason": "not found, and could not be audited"}]
    monkeypatch.setattr(audit, "_answer", lambda *_: skipped)
    report = Report()
    audit._ask(report, "pip-audit", tmp_path)
    assert "void" in report.found[0]


def test_what_pip_audit_warns_of_fails(tmp_path, monkeypatch):
    bad = {"name": "django", "version": "3.2.1", "vulns": [{"id": "CVE-1"}]}
    monkeypatch.setattr(audit, "_answer", lambda *_: [bad, {"name": "six", "skip_reason": "gone"}])
    report = Report()
    audit._ask(report, "pip-audit", tmp_path)
    assert report.failed == [
        "pip-audit could not look up six: gone",
        "pip-audit: django 3.2.1: CVE-1",
    ]
